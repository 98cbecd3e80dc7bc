/*
 * Texts that a user writes: back ends in the provider's section, beside a reading of the same by libcrypto's splitter;
 * and property queries by which HMAC and PBKDF2 use our digests, beside what libcrypto makes of them.
 */
#include "config.h"
#include "fake_core.h"
#include "finding.h"
#include "names.h"
#include "sections.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/conf.h>
#include <openssl/err.h>

enum { TEXT_MAX = 4096 };

/* What a list ought to be read as. */
struct reading {
    const struct backend_names *known;
    size_t count; /* of names, until the first fault */
    const char *name[PREFERENCE_MAX];
    const char *fault; /* NULL where there is none */
};

static int read_word(const char *word, int size, void *argument)
{
    struct reading *reading = argument;
    const char *name = NULL;

    if (word == NULL || size == 0) {
        reading->fault = "empty name";
        return 0;
    }
    for (size_t i = 0; i < reading->known->count; i++)
        if (strlen(reading->known->name[i]) == (size_t)size &&
            strncmp(reading->known->name[i], word, (size_t)size) == 0)
            name = reading->known->name[i];
    for (size_t i = 0; name != NULL && i < reading->count; i++)
        if (reading->name[i] == name)
            reading->fault = "repeated name";
    if (name == NULL)
        reading->fault = "unknown name";
    if (reading->fault != NULL)
        return 0;
    reading->name[reading->count++] = name;
    return 1;
}

/* libcrypto takes any white space off a name; here only blanks and tabs can stand in the value of a key. */
static int has_other_space(const char *text)
{
    for (; *text != '\0'; text++)
        if (isspace((unsigned char)*text) && *text != ' ' && *text != '\t')
            return 1;
    return 0;
}

static void read_preference(const char *text, const struct backend_names *known)
{
    struct core core;
    struct fake_core fake;
    struct preference preference;
    struct reading wanted = {.known = known};

    EXPECT(fake_core_open(&core, &fake), "no core");
    fake.key = "key";
    fake.value = text;
    int valid = config_preference(&core, "key", known, &preference);
    EXPECT(fake.new_errors == !valid && fake.vset_errors == !valid, "%d errors", fake.new_errors);
    if (has_other_space(text)) {
        EXPECT(!valid, "white space is read as a name: %s", text);
        return;
    }
    CONF_parse_list(text, ',', 1, read_word, &wanted);
    EXPECT(valid == (wanted.fault == NULL), "'%s' is%s valid", text, valid ? "" : " not");
    if (!valid) {
        EXPECT(strstr(fake.message, wanted.fault) != NULL, "'%s' is no '%s'", fake.message,
               wanted.fault);
        EXPECT(strstr(fake.message, "allowed are") != NULL, "'%s' tells no names", fake.message);
        return;
    }
    EXPECT(preference.count == wanted.count, "%zu names, not %zu", preference.count, wanted.count);
    for (size_t i = 0; i < wanted.count; i++)
        EXPECT(preference.name[i] == wanted.name[i], "'%s', not '%s'", preference.name[i],
               wanted.name[i]);
}

/* Under a query that admits us, libcrypto finds digests, and where it is not empty they are ours. */
static void read_query(const char *query)
{
    if (!properties_admit_us(query))
        return;
    EVP_MD *md = EVP_MD_fetch(sections_library(0)->ctx, "SHA2-256", query);
    EXPECT(md != NULL, "nothing is found by '%s'", query);
    EXPECT(query[strspn(query, " \t")] == '\0' || is_from(md, "fastsha2"), "'%s' finds another's",
           query);
    EVP_MD_free(md);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size = size < TEXT_MAX ? size : TEXT_MAX;
    char *text = malloc(size + 1); /* no longer than it is, for the sanitizer */

    EXPECT(text != NULL, "no memory");
    memcpy(text, data, size);
    text[size] = '\0';
    read_preference(text, &sha256_backend_names);
    read_preference(text, &sha512_backend_names);
    read_query(text);
    ERR_clear_error();
    free(text);
    return 0;
}
