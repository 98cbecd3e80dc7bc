/* A digest, chosen by name and property query. */
#include "choice.h"
#include "names.h"
#include "params.h"
#include "sha256.h"
#include "sha512.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

static int find_ours(struct choice *choice, const struct digest_methods *methods, const char *name)
{
    const struct sha256_method *const sha256[] = {&methods->sha2_256, &methods->sha2_224,
                                                  &methods->sha2_256_192};
    const struct sha512_method *const sha512[] = {&methods->sha2_512, &methods->sha2_384,
                                                  &methods->sha2_512_224, &methods->sha2_512_256};

    for (size_t i = 0; i < sizeof sha256 / sizeof sha256[0]; i++)
        if (names_include(sha256[i]->names, name)) {
            choice->kind = CHOICE_SHA256;
            choice->sha256 = sha256[i];
            return 1;
        }
    for (size_t i = 0; i < sizeof sha512 / sizeof sha512[0]; i++)
        if (names_include(sha512[i]->names, name)) {
            choice->kind = CHOICE_SHA512;
            choice->sha512 = sha512[i];
            return 1;
        }
    return 0;
}

int choice_read(struct choice *choice, const struct core *core,
                const struct digest_methods *methods, const OSSL_PARAM params[],
                OSSL_PARAM given[CHOICE_PARAMS])
{
    static const char *const keys[] = {OSSL_ALG_PARAM_DIGEST, OSSL_ALG_PARAM_PROPERTIES,
                                       OSSL_ALG_PARAM_ENGINE};
    enum { DIGEST, QUERY, ENGINE };
    const char *values[] = {NULL, NULL, NULL};

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const OSSL_PARAM *p = params_find_const(params, keys[i]);

        if (p == NULL)
            continue;
        if (p->data_type != OSSL_PARAM_UTF8_STRING || (i == DIGEST && p->data == NULL)) {
            CORE_RAISE(core, REASON_BAD_PARAMETER, "%s is not a UTF-8 string", keys[i]);
            return 0;
        }
        values[i] = p->data;
        *given++ = *p;
    }
    *given = (OSSL_PARAM)OSSL_PARAM_END;

    if (values[DIGEST] != NULL && !(values[ENGINE] == NULL && properties_admit_us(values[QUERY]) &&
                                    find_ours(choice, methods, values[DIGEST])))
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
