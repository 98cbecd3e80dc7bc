/* Seven digests: typed slots, and one dispatch table per algorithm. */
#include "digest.h"
#include "fastsha2_params.h"
#include "many.h"
#include "names.h"
#include "newer_openssl.h"
#include "params.h"
#include "provider.h"
#include "sha256.h"
#include "sha512.h"
#include "wipe.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

void digest_methods_set(struct digest_methods *methods, const struct core *core,
                        struct plan *sha256, struct plan *sha512)
{
    *methods = (struct digest_methods){
        .sha2_224 = {core, NAMES_SHA2_224, &sha2_224, sha256->many.single->sha256,
                     sha256->many.single->sha256_pbkdf2, sha256},
        .sha2_256 = {core, NAMES_SHA2_256, &sha2_256, sha256->many.single->sha256,
                     sha256->many.single->sha256_pbkdf2, sha256},
        .sha2_256_192 = {core, NAMES_SHA2_256_192, &sha2_256_192, sha256->many.single->sha256,
                         sha256->many.single->sha256_pbkdf2, sha256},
        .sha2_384 = {core, NAMES_SHA2_384, &sha2_384, sha512->many.single->sha512,
                     sha512->many.single->sha512_pbkdf2, sha512},
        .sha2_512 = {core, NAMES_SHA2_512, &sha2_512, sha512->many.single->sha512,
                     sha512->many.single->sha512_pbkdf2, sha512},
        .sha2_512_224 = {core, NAMES_SHA2_512_224, &sha2_512_224, sha512->many.single->sha512,
                         sha512->many.single->sha512_pbkdf2, sha512},
        .sha2_512_256 = {core, NAMES_SHA2_512_256, &sha2_512_256, sha512->many.single->sha512,
                         sha512->many.single->sha512_pbkdf2, sha512},
    };
}

static int no_message(const struct core *core)
{
    CORE_RAISE(core, REASON_NO_MESSAGE, "the digest was not initialised, or is final");
    return 0;
}

/* Whether a parameter holds a structure of fastsha2_params.h. */
static int is_struct(const struct core *core, const OSSL_PARAM *p, size_t size)
{
    if (p->data_type == OSSL_PARAM_OCTET_STRING && p->data != NULL && p->data_size == size)
        return 1;
    CORE_RAISE(core, REASON_BAD_PARAMETER, "%s is not an octet string of %zu bytes", p->key, size);
    return 0;
}

static int has_room(const struct core *core, size_t room, size_t count, size_t digest_size)
{
    if (count <= room / digest_size)
        return 1;
    CORE_RAISE(core, REASON_OUTPUT_TOO_SMALL, "%zu bytes, for %zu digests of %zu", room, count,
               digest_size);
    return 0;
}

#define SHA2(name) sha256_##name
#define SHA2_STATE struct sha256
#define SHA2_METHOD struct sha256_method
#define SHA2_EXPORT_SIZE SHA256_EXPORT_SIZE
#include "digest_template.h"

#define SHA2(name) sha512_##name
#define SHA2_STATE struct sha512
#define SHA2_METHOD struct sha512_method
#define SHA2_EXPORT_SIZE SHA512_EXPORT_SIZE
#include "digest_template.h"

/* algid-absent: the AlgorithmIdentifier of SHA-2 has no parameters (RFC 5754, section 2). Were this 0, DER would
   differ from the default provider's. */
static int answer_digest_params(OSSL_PARAM params[], size_t block_size, size_t digest_size)
{
    return params_set_uint(params, OSSL_DIGEST_PARAM_BLOCK_SIZE, block_size) &&
           params_set_uint(params, OSSL_DIGEST_PARAM_SIZE, digest_size) &&
           params_set_uint(params, OSSL_DIGEST_PARAM_XOF, 0) &&
           params_set_uint(params, OSSL_DIGEST_PARAM_ALGID_ABSENT, 1);
}

static OSSL_FUNC_digest_gettable_params_fn digest_gettable_params;

static const OSSL_PARAM *digest_gettable_params(void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
        OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return gettable;
}

static OSSL_FUNC_digest_settable_ctx_params_fn digest_settable_ctx_params;

/* There is no list of what can be got, though the state can: where there is one, OpenSSL searches it for the size at
   each final, from 3.4 on, which takes 2 to 4 ns of the 55 to 130 of a short message. */
static const OSSL_PARAM *digest_settable_ctx_params(void *dctx, void *provctx)
{
    static const OSSL_PARAM settable[] = {
        OSSL_PARAM_octet_string(FASTSHA2_DIGEST_PARAM_MANY, NULL, 0),
        OSSL_PARAM_octet_string(FASTSHA2_DIGEST_PARAM_PIECES, NULL, 0),
        OSSL_PARAM_octet_string(FASTSHA2_DIGEST_PARAM_STATE, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)dctx;
    (void)provctx;
    return settable;
}

#define SLOT(id, function) OSSL_FUNC_DIGEST_##id, (void (*)(void))(function)

/* One algorithm: the two functions that receive no context, and its table. */
#define ALGORITHM(variant, engine, block_size)                                \
    static OSSL_FUNC_digest_newctx_fn variant##_new;                          \
    static OSSL_FUNC_digest_get_params_fn variant##_get_params;               \
                                                                              \
    static void *variant##_new(void *provctx)                                 \
    {                                                                         \
        const struct provider *provider = provctx;                            \
        return engine##_digest_new(&provider->digests.variant);               \
    }                                                                         \
                                                                              \
    static int variant##_get_params(OSSL_PARAM params[])                      \
    {                                                                         \
        return answer_digest_params(params, block_size, variant.digest_size); \
    }                                                                         \
                                                                              \
    static const OSSL_DISPATCH variant##_functions[] = {                      \
        {SLOT(NEWCTX, variant##_new)},                                        \
        {SLOT(INIT, engine##_digest_init)},                                   \
        {SLOT(UPDATE, engine##_digest_update)},                               \
        {SLOT(FINAL, engine##_digest_final)},                                 \
        {SLOT(FREECTX, engine##_digest_free)},                                \
        {SLOT(DUPCTX, engine##_digest_dup)},                                  \
        {SLOT(COPYCTX, engine##_digest_copy)},                                \
        {SLOT(SERIALIZE, engine##_digest_serialize)},                         \
        {SLOT(DESERIALIZE, engine##_digest_deserialize)},                     \
        {SLOT(SET_CTX_PARAMS, engine##_digest_set_ctx_params)},               \
        {SLOT(GET_CTX_PARAMS, engine##_digest_get_ctx_params)},               \
        {SLOT(SETTABLE_CTX_PARAMS, digest_settable_ctx_params)},              \
        {SLOT(GET_PARAMS, variant##_get_params)},                             \
        {SLOT(GETTABLE_PARAMS, digest_gettable_params)},                      \
        {0, NULL},                                                            \
    }

ALGORITHM(sha2_224, sha256, SHA256_BLOCK_SIZE);
ALGORITHM(sha2_256, sha256, SHA256_BLOCK_SIZE);
ALGORITHM(sha2_256_192, sha256, SHA256_BLOCK_SIZE);
ALGORITHM(sha2_384, sha512, SHA512_BLOCK_SIZE);
ALGORITHM(sha2_512, sha512, SHA512_BLOCK_SIZE);
ALGORITHM(sha2_512_224, sha512, SHA512_BLOCK_SIZE);
ALGORITHM(sha2_512_256, sha512, SHA512_BLOCK_SIZE);

const OSSL_ALGORITHM digest_algorithms[] = {
    {NAMES_SHA2_224, PROPERTIES, sha2_224_functions, "SHA-224"},
    {NAMES_SHA2_256, PROPERTIES, sha2_256_functions, "SHA-256"},
    {NAMES_SHA2_256_192, PROPERTIES, sha2_256_192_functions, "SHA-256/192"},
    {NAMES_SHA2_384, PROPERTIES, sha2_384_functions, "SHA-384"},
    {NAMES_SHA2_512, PROPERTIES, sha2_512_functions, "SHA-512"},
    {NAMES_SHA2_512_224, PROPERTIES, sha2_512_224_functions, "SHA-512/224"},
    {NAMES_SHA2_512_256, PROPERTIES, sha2_512_256_functions, "SHA-512/256"},
    {NULL, NULL, NULL, NULL},
};
