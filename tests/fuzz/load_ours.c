/* Our provider as a part of the program, so that the fuzzer sees where it goes and the sanitizers what it does. */
#include "load_ours.h"
#include "fastsha2_static.h"
#include "providers.h"

#include <stdio.h>

OSSL_PROVIDER *load_ours(OSSL_LIB_CTX *ctx, const char *section)
{
    char lines[256];

    if (!OSSL_PROVIDER_add_builtin(ctx, "fastsha2", fastsha2_provider_init))
        return NULL;
    if (section != NULL) {
        snprintf(lines, sizeof lines, "activate = 1\n%s", section);
        if (!library_configure(ctx, lines))
            return NULL;
    }
    return OSSL_PROVIDER_load(ctx, "fastsha2");
}
