/* Providers of a third party: of a digest that is nobody else's, and of a child library context. */
#include "foreign.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>

enum { FOO_SIZE = 32, FOO_BLOCK_SIZE = 64 };

struct foo {
    uint8_t state[FOO_SIZE];
    uint8_t last;
    size_t position;
};

static OSSL_FUNC_digest_newctx_fn foo_new;
static OSSL_FUNC_digest_freectx_fn foo_free;
static OSSL_FUNC_digest_dupctx_fn foo_dup;
static OSSL_FUNC_digest_init_fn foo_init;
static OSSL_FUNC_digest_update_fn foo_update;
static OSSL_FUNC_digest_final_fn foo_final;
static OSSL_FUNC_digest_get_params_fn foo_get_params;
static OSSL_FUNC_digest_gettable_params_fn foo_gettable_params;

static void *foo_new(void *provctx)
{
    (void)provctx;
    return calloc(1, sizeof(struct foo));
}

static void foo_free(void *dctx)
{
    free(dctx);
}

static void *foo_dup(void *dctx)
{
    struct foo *copy = malloc(sizeof *copy);

    if (copy != NULL)
        *copy = *(struct foo *)dctx;
    return copy;
}

static int foo_init(void *dctx, const OSSL_PARAM params[])
{
    (void)params;
    *(struct foo *)dctx = (struct foo){.last = 1};
    return 1;
}

static int foo_update(void *dctx, const unsigned char *in, size_t inl)
{
    struct foo *foo = dctx;

    for (size_t i = 0; i < inl; i++, foo->position++) {
        uint8_t *byte = &foo->state[foo->position % FOO_SIZE];
        foo->last = (uint8_t)((foo->last * 5 + (*byte ^ in[i])) ^ foo->last >> 3);
        *byte = foo->last;
    }
    return 1;
}

static int foo_final(void *dctx, unsigned char *out, size_t *outl, size_t outsz)
{
    struct foo *foo = dctx;

    if (outsz < FOO_SIZE)
        return 0;
    memcpy(out, foo->state, FOO_SIZE);
    *outl = FOO_SIZE;
    return 1;
}

static const OSSL_PARAM *foo_gettable_params(void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return gettable;
}

static int foo_get_params(OSSL_PARAM params[])
{
    OSSL_PARAM *block_size = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_BLOCK_SIZE);
    OSSL_PARAM *size = OSSL_PARAM_locate(params, OSSL_DIGEST_PARAM_SIZE);

    return (block_size == NULL || OSSL_PARAM_set_size_t(block_size, FOO_BLOCK_SIZE)) &&
           (size == NULL || OSSL_PARAM_set_size_t(size, FOO_SIZE));
}

#define SLOT(id, function) OSSL_FUNC_##id, (void (*)(void))(function)

static const OSSL_ALGORITHM *query_digests(void *provctx, int operation, int *no_cache)
{
    static const OSSL_DISPATCH functions[] = {
        {SLOT(DIGEST_NEWCTX, foo_new)},
        {SLOT(DIGEST_FREECTX, foo_free)},
        {SLOT(DIGEST_DUPCTX, foo_dup)},
        {SLOT(DIGEST_INIT, foo_init)},
        {SLOT(DIGEST_UPDATE, foo_update)},
        {SLOT(DIGEST_FINAL, foo_final)},
        {SLOT(DIGEST_GET_PARAMS, foo_get_params)},
        {SLOT(DIGEST_GETTABLE_PARAMS, foo_gettable_params)},
        {0, NULL},
    };
    static const OSSL_ALGORITHM digests[] = {
        {"FOO-256", "provider=foreign", functions, NULL},
        {NULL, NULL, NULL, NULL},
    };

    (void)provctx;
    *no_cache = 0;
    return operation == OSSL_OP_DIGEST ? digests : NULL;
}

int foreign_digest_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                        const OSSL_DISPATCH **out, void **provctx)
{
    static const OSSL_DISPATCH functions[] = {
        {SLOT(PROVIDER_QUERY_OPERATION, query_digests)},
        {0, NULL},
    };
    static int context;

    (void)handle;
    (void)in;
    *out = functions;
    *provctx = &context;
    return 1;
}

static OSSL_LIB_CTX *child;

OSSL_LIB_CTX *foreign_child(void)
{
    return child;
}

static void free_child(void *provctx)
{
    OSSL_LIB_CTX_free(provctx);
    child = NULL;
}

int foreign_parent_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                        const OSSL_DISPATCH **out, void **provctx)
{
    static const OSSL_DISPATCH functions[] = {
        {SLOT(PROVIDER_TEARDOWN, free_child)},
        {0, NULL},
    };

    child = OSSL_LIB_CTX_new_child(handle, in);
    *out = functions;
    *provctx = child;
    return child != NULL;
}
