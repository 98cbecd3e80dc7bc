/* A digest, chosen by name and property query. */
#include "choice.h"
#include "names.h"
#include "sha256.h"
#include "sha512.h"

#include <openssl/params.h>

#include <string.h>

static void add_names(struct choice_names *names, const char *list, struct choice choice)
{
    for (;;) {
        size_t size = strcspn(list, ":");
        if (names->count < sizeof names->row / sizeof names->row[0]) {
            names->row[names->count].name = list;
            names->row[names->count].size = size;
            names->row[names->count++].choice = choice;
            names->sizes |= 1u << size;
        }
        if (list[size] == '\0')
            return;
        list += size + 1;
    }
}

void choice_names_set(struct choice_names *names, const struct digest_methods *methods)
{
    const struct sha256_method *const sha256[] = {&methods->sha2_256, &methods->sha2_224,
                                                  &methods->sha2_256_192};
    const struct sha512_method *const sha512[] = {&methods->sha2_512, &methods->sha2_384,
                                                  &methods->sha2_512_224, &methods->sha2_512_256};

    names->count = 0;
    names->sizes = 0;
    for (size_t i = 0; i < sizeof sha256 / sizeof sha256[0]; i++)
        add_names(names, sha256[i]->names, (struct choice){CHOICE_SHA256, {.sha256 = sha256[i]}});
    for (size_t i = 0; i < sizeof sha512 / sizeof sha512[0]; i++)
        add_names(names, sha512[i]->names, (struct choice){CHOICE_SHA512, {.sha512 = sha512[i]}});
}

static int find_ours(struct choice *choice, const struct choice_names *names, const char *name)
{
    size_t size = strlen(name);

    if (size >= 32 || !(names->sizes >> size & 1))
        return 0;
    for (size_t i = 0; i < names->count; i++)
        if (names->row[i].size == size && name_equals(names->row[i].name, name, size)) {
            *choice = names->row[i].choice;
            return 1;
        }
    return 0;
}

void choice_params_list(const struct choice_params *params, OSSL_PARAM list[CHOICE_PARAMS])
{
    const OSSL_PARAM *const all[] = {params->digest, params->properties, params->engine};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i] != NULL)
            *list++ = *all[i];
    *list = (OSSL_PARAM)OSSL_PARAM_END;
}

static int is_text(const struct core *core, const OSSL_PARAM *p)
{
    return p == NULL || p->data_type == OSSL_PARAM_UTF8_STRING ||
           core_bad_parameter(core, p->key, "a UTF-8 string");
}

int choice_read(struct choice *choice, const struct core *core, const struct choice_names *names,
                const struct choice_params *params)
{
    if (!is_text(core, params->properties) || !is_text(core, params->engine) ||
        !is_text(core, params->digest))
        return 0;
    if (params->digest == NULL)
        return 1;
    if (params->engine != NULL || params->digest->data == NULL ||
        (params->properties != NULL && !properties_admit_us(params->properties->data)) ||
        !find_ours(choice, names, params->digest->data))
        choice->kind = CHOICE_OTHER;
    return 1;
}

int choice_equals(const struct choice *a, const struct choice *b)
{
    if (a->kind != b->kind)
        return 0;
    return (a->kind != CHOICE_SHA256 || a->sha256 == b->sha256) &&
           (a->kind != CHOICE_SHA512 || a->sha512 == b->sha512);
}

size_t choice_block_size(const struct choice *choice)
{
    switch (choice->kind) {
    case CHOICE_SHA256:
        return SHA256_BLOCK_SIZE;
    case CHOICE_SHA512:
        return SHA512_BLOCK_SIZE;
    default:
        return 0;
    }
}

size_t choice_digest_size(const struct choice *choice)
{
    switch (choice->kind) {
    case CHOICE_SHA256:
        return choice->sha256->variant->digest_size;
    case CHOICE_SHA512:
        return choice->sha512->variant->digest_size;
    default:
        return 0;
    }
}
