/* A plug-in that hashes by fastsha2, for a program that knows nothing of OpenSSL. */
#include "plugin.h"

#include <string.h>

#include <openssl/evp.h>
#include <openssl/provider.h>

/* FIPS 180-4's example, "abc", by FIPS 180-4's SHA-256. */
static int hashes_abc(OSSL_LIB_CTX *ctx)
{
    static const unsigned char answer[] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea};
    EVP_MD *md = EVP_MD_fetch(ctx, "SHA2-256", "provider=fastsha2");
    unsigned char digest[EVP_MAX_MD_SIZE];
    int right = md != NULL && EVP_Digest("abc", 3, digest, NULL, md, NULL) &&
                memcmp(digest, answer, sizeof answer) == 0;

    EVP_MD_free(md);
    return right;
}

int plugin_run(int tidy)
{
    OSSL_LIB_CTX *ctx = tidy ? OSSL_LIB_CTX_new() : NULL;
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(ctx, "fastsha2");
    int right = provider != NULL && hashes_abc(ctx);

    if (tidy && provider != NULL)
        OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(ctx);
    return right;
}
