/*
 * A provider with a SHA-256 that is not ours, for check_doctor, which builds it as it needs it:
 *
 *   PROPERTY  what queries find it by
 *   NAME      what it calls itself when it is asked; undefined: it does not answer
 *   WRONG     its digests are of another message
 *   FAILS     it makes no digest
 *
 * It takes its memory from the C library, and so is not seen by the doctor's witness.
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* of the functions that never reach a provider */

#include <stdlib.h>
#include <string.h>

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/sha.h>

static OSSL_FUNC_digest_newctx_fn new_context;
static OSSL_FUNC_digest_dupctx_fn dup_context;
static OSSL_FUNC_digest_freectx_fn free_context;
static OSSL_FUNC_digest_init_fn init;
static OSSL_FUNC_digest_update_fn update;
static OSSL_FUNC_digest_final_fn final;
static OSSL_FUNC_digest_get_params_fn get_digest_params;

static void *new_context(void *provctx)
{
    (void)provctx;
    return malloc(sizeof(SHA256_CTX));
}

static void *dup_context(void *dctx)
{
    SHA256_CTX *copy = malloc(sizeof *copy);

    if (copy != NULL)
        *copy = *(SHA256_CTX *)dctx;
    return copy;
}

static void free_context(void *dctx)
{
    free(dctx);
}

static int init(void *dctx, const OSSL_PARAM params[])
{
    (void)params;
#ifdef WRONG
    return SHA256_Init(dctx) && SHA256_Update(dctx, "another", 7);
#else
    return SHA256_Init(dctx);
#endif
}

static int update(void *dctx, const unsigned char *in, size_t inl)
{
    return SHA256_Update(dctx, in, inl);
}

static int final(void *dctx, unsigned char *out, size_t *outl, size_t outsz)
{
#ifdef FAILS
    outsz = 0;
#endif
    *outl = SHA256_DIGEST_LENGTH;
    return outsz >= *outl && SHA256_Final(out, dctx);
}

static int get_digest_params(OSSL_PARAM params[])
{
    OSSL_PARAM *block_size = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_BLOCK_SIZE);
    OSSL_PARAM *size = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_SIZE);

    return (block_size == NULL || OSSL_PARAM_set_size_t(block_size, SHA256_CBLOCK)) &&
           (size == NULL || OSSL_PARAM_set_size_t(size, SHA256_DIGEST_LENGTH));
}

#define SLOT(id, function) OSSL_FUNC_##id, (void (*)(void))(function)

static OSSL_FUNC_provider_query_operation_fn query_operation;

static const OSSL_ALGORITHM *query_operation(void *provctx, int operation, int *no_cache)
{
    static const OSSL_DISPATCH functions[] = {
        {SLOT(DIGEST_NEWCTX, new_context)},
        {SLOT(DIGEST_DUPCTX, dup_context)},
        {SLOT(DIGEST_FREECTX, free_context)},
        {SLOT(DIGEST_INIT, init)},
        {SLOT(DIGEST_UPDATE, update)},
        {SLOT(DIGEST_FINAL, final)},
        {SLOT(DIGEST_GET_PARAMS, get_digest_params)},
        {0, NULL},
    };
    static const OSSL_ALGORITHM digests[] = {
        {"SHA2-256:SHA-256:SHA256", PROPERTY, functions, NULL},
        {NULL, NULL, NULL, NULL},
    };

    (void)provctx;
    *no_cache = 0;
    return operation == OSSL_OP_DIGEST ? digests : NULL;
}

#ifdef NAME
static OSSL_FUNC_provider_get_params_fn get_params;

static int get_params(void *provctx, OSSL_PARAM params[])
{
    OSSL_PARAM *name = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_NAME);

    (void)provctx;
    return name == NULL || OSSL_PARAM_set_utf8_ptr(name, NAME);
}
#endif

OSSL_provider_init_fn OSSL_provider_init;

int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                       const OSSL_DISPATCH **out, void **provctx)
{
    static const OSSL_DISPATCH functions[] = {
        {SLOT(PROVIDER_QUERY_OPERATION, query_operation)},
#ifdef NAME
        {SLOT(PROVIDER_GET_PARAMS, get_params)},
#endif
        {0, NULL},
    };

    (void)in;
    *out = functions;
    *provctx = (void *)handle;
    return 1;
}
