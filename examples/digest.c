/* Choosing a provider in a program: nothing of fastsha2 is linked, and nothing is configured. */
#include "digest.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/provider.h>

static OSSL_PROVIDER *fastsha2_provider;

EVP_MD *digest_fetch(const char *name, bool fastsha2)
{
    /* Without a configuration, default is there as long as nothing else is loaded. So it is loaded as well. Both stay
       until the program ends. */
    if (OSSL_PROVIDER_load(NULL, "default") == NULL) {
        ERR_print_errors_fp(stderr);
        errx(EXIT_FAILURE, "OpenSSL has no default provider");
    }
    if (fastsha2) {
        ERR_set_mark();
        fastsha2_provider = OSSL_PROVIDER_load(NULL, "fastsha2");
        ERR_pop_to_mark(); /* it is not needed */
    }

    EVP_MD *md = EVP_MD_fetch(NULL, name, fastsha2 ? "?provider=fastsha2" : "provider=default");
    if (md == NULL)
        errx(EXIT_FAILURE, "OpenSSL has no digest '%s'", name);
    return md;
}

const char *digest_origin(const EVP_MD *md, char text[ORIGIN_TEXT])
{
    const OSSL_PROVIDER *provider = EVP_MD_get0_provider(md);
    char *backends = NULL;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, &backends, 0),
        OSSL_PARAM_construct_end(),
    };

    if (provider != fastsha2_provider || !OSSL_PROVIDER_get_params(provider, params) ||
        backends == NULL)
        snprintf(text, ORIGIN_TEXT, "%s", OSSL_PROVIDER_get0_name(provider));
    else
        snprintf(text, ORIGIN_TEXT, "%s, %s", OSSL_PROVIDER_get0_name(provider), backends);
    return text;
}

const char *digest_text(const unsigned char *digest, size_t size, char text[DIGEST_TEXT])
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[digest[i] >> 4];
        text[2 * i + 1] = digits[digest[i] & 15];
    }
    text[2 * size] = '\0';
    return text;
}
