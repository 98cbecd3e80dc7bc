/* One library context with fastsha2 preferred, and one without it. */
#include "sides.h"

#include <stdio.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/evp.h>

bool sides_open(struct sides *sides, const struct options *options)
{
    *sides = (struct sides){.ours.provider = "fastsha2", .base.provider = "default"};
    if (!providers_open(&sides->providers, options))
        return false;
    sides->ours.libctx = sides->providers.libctx;
    sides->base.libctx = OSSL_LIB_CTX_new();
    if (sides->base.libctx != NULL)
        sides->base_provider = OSSL_PROVIDER_load(sides->base.libctx, "default");
    if (sides->base_provider != NULL &&
        EVP_set_default_properties(sides->ours.libctx, "?provider=fastsha2"))
        return true;
    ERR_print_errors_fp(stderr);
    fputs("fastsha2-bench: OpenSSL cannot have a library context with its default provider, and "
          "one that prefers fastsha2\n",
          stderr);
    return false;
}

void sides_close(struct sides *sides)
{
    if (sides->base_provider != NULL)
        OSSL_PROVIDER_unload(sides->base_provider);
    OSSL_LIB_CTX_free(sides->base.libctx);
    providers_close(&sides->providers);
    *sides = (struct sides){0};
}

bool side_serves(const struct side *side, const char *what, const OSSL_PROVIDER *provider)
{
    const char *name = OSSL_PROVIDER_get0_name(provider);

    if (strcmp(name, side->provider) == 0)
        return true;
    fprintf(stderr, "fastsha2-bench: %s comes from the provider %s, not from %s\n", what, name,
            side->provider);
    return false;
}
