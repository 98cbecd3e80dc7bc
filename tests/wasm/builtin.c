/*
 * Linked with --wrap=OSSL_LIB_CTX_new: every library context that a test makes knows fastsha2 as a built-in
 * provider, where other systems would load the module by that name.
 */
#include "fastsha2_static.h"

#include <openssl/crypto.h>
#include <openssl/provider.h>

OSSL_LIB_CTX *__real_OSSL_LIB_CTX_new(void);
OSSL_LIB_CTX *__wrap_OSSL_LIB_CTX_new(void);

OSSL_LIB_CTX *__wrap_OSSL_LIB_CTX_new(void)
{
    OSSL_LIB_CTX *ctx = __real_OSSL_LIB_CTX_new();

    if (ctx != NULL && !OSSL_PROVIDER_add_builtin(ctx, "fastsha2", fastsha2_provider_init)) {
        OSSL_LIB_CTX_free(ctx);
        ctx = NULL;
    }
    return ctx;
}
