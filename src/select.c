/* Reading a preference, and choosing a row by it. */
#include "select.h"

#include <string.h>

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct excerpt trim(const char *start, const char *end)
{
    while (start < end && is_blank(*start))
        start++;
    while (end > start && is_blank(end[-1]))
        end--;
    return (struct excerpt){start, (size_t)(end - start)};
}

static const char *known_name(const struct backend_names *known, struct excerpt word)
{
    for (size_t i = 0; i < known->count; i++)
        if (strlen(known->name[i]) == word.size &&
            memcmp(known->name[i], word.start, word.size) == 0)
            return known->name[i];
    return NULL;
}

static int is_preferred(const struct preference *preference, const char *name)
{
    for (size_t i = 0; i < preference->count; i++)
        if (strcmp(preference->name[i], name) == 0)
            return 1;
    return 0;
}

enum preference_fault preference_read(const char *value, const struct backend_names *known,
                                      struct preference *preference, struct excerpt *culprit)
{
    const char *start = value;

    preference->count = 0;
    for (;;) {
        const char *end = start + strcspn(start, ",");
        struct excerpt word = trim(start, end);
        const char *name = known_name(known, word);

        *culprit = word;
        if (word.size == 0)
            return PREFERENCE_EMPTY;
        if (name == NULL)
            return PREFERENCE_UNKNOWN;
        if (is_preferred(preference, name))
            return PREFERENCE_REPEATED;
        preference->name[preference->count++] = name; /* fits: no name comes twice */
        if (*end == '\0')
            return PREFERENCE_VALID;
        start = end + 1;
    }
}

static const struct backend *usable_row(const struct backend_table *table, uint64_t features,
                                        const char *name, backend_check_fn *check)
{
    for (size_t i = 0; i < table->nrows; i++) {
        const struct backend *row = &table->rows[i];
        if (name != NULL && strcmp(row->name, name) != 0)
            continue;
        if ((row->needs & ~features) == 0 && check(row))
            return row;
    }
    return NULL;
}

const struct backend *select_backend(const struct backend_table *table, uint64_t features,
                                     const struct preference *preference, backend_check_fn *check)
{
    if (preference->count == 0)
        return usable_row(table, features, NULL, check);
    for (size_t i = 0; i < preference->count; i++) {
        const struct backend *row = usable_row(table, features, preference->name[i], check);
        if (row != NULL)
            return row;
    }
    return usable_row(table, features, "portable", check);
}
