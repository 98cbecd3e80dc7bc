/* The provider is a module, which the configuration names. */
#include "module.h"

const enum module_mode source_mode = MODULE_KNOWN;

bool source_add(OSSL_LIB_CTX *libctx)
{
    (void)libctx;
    return true;
}
