/* Our provider as the module that was built. */
#include "load_ours.h"
#include "providers.h"

OSSL_PROVIDER *load_ours(OSSL_LIB_CTX *ctx, const char *section)
{
    if (section != NULL && !library_configure(ctx, section))
        return NULL;
    return OSSL_PROVIDER_load(ctx, "fastsha2");
}
