/* The provider is part of the program. */
#include "fastsha2_static.h"
#include "module.h"

const enum module_mode source_mode = MODULE_BUILT_IN;

bool source_add(OSSL_LIB_CTX *libctx)
{
    return OSSL_PROVIDER_add_builtin(libctx, "fastsha2", fastsha2_provider_init);
}
