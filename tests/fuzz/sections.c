/* Lines for our provider's section: a back end of SHA-256 and one of SHA-512 each. */
#include "sections.h"
#include "backend.h"
#include "config.h"
#include "finding.h"
#include "load_ours.h"

#include <stdio.h>
#include <string.h>

struct section {
    const char *sha256, *sha512;
    char lines[128];
};

static struct section sections[SECTIONS_MAX];
static size_t count;

/* The n-th row of those that this processor can run, or the last one of them, which is portable. */
static const char *usable(const struct backend_table *table, size_t n)
{
    uint64_t features = cpu_features();
    const char *name = NULL;

    for (size_t i = 0; i < table->nrows; i++) {
        if ((table->rows[i].needs & ~features) != 0)
            continue;
        name = table->rows[i].name;
        if (n-- == 0)
            break;
    }
    return name;
}

size_t sections_count(void)
{
    if (count != 0)
        return count;
    for (count = 1; count < SECTIONS_MAX; count++) {
        struct section *section = &sections[count];
        section->sha256 = usable(&sha256_backends, count - 1);
        section->sha512 = usable(&sha512_backends, count - 1);
        snprintf(section->lines, sizeof section->lines, "%s = %s\n%s = %s\n", CONFIG_SHA256_BACKEND,
                 section->sha256, CONFIG_SHA512_BACKEND, section->sha512);
        if (strcmp(section->sha256, "portable") == 0 && strcmp(section->sha512, "portable") == 0)
            return ++count;
    }
    return count;
}

const char *sections_get(size_t i)
{
    return i == 0 ? NULL : sections[i].lines;
}

int sections_obeyed(const struct library *library, size_t i)
{
    return i == 0 ||
           (strcmp(library_ask(library, CONFIG_SHA256_BACKEND), sections[i].sha256) == 0 &&
            strcmp(library_ask(library, CONFIG_SHA512_BACKEND), sections[i].sha512) == 0);
}

const struct library *sections_library(size_t i)
{
    static struct library libraries[SECTIONS_MAX];
    struct library *library = &libraries[i];

    if (library->ctx != NULL)
        return library;
    EXPECT(sections_count() > i && library_open(library, DEFAULT, NULL) &&
               (library->ours = load_ours(library->ctx, sections_get(i))) != NULL,
           "the providers are not to be had");
    EXPECT(sections_obeyed(library, i), "%s does not run as asked", sections_get(i));
    return library;
}
