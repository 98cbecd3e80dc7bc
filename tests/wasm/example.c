/* Prints the SHA-256 of standard input, and which provider computed it. */
#include <stdio.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>

#include "fastsha2_static.h"

int main(void)
{
    static unsigned char buffer[65536];
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    size_t got;

    /* Beside the default provider, and preferred to it wherever both have an algorithm. */
    if (!OSSL_PROVIDER_add_builtin(NULL, "fastsha2", fastsha2_provider_init) ||
        !OSSL_PROVIDER_load(NULL, "default") || !OSSL_PROVIDER_load(NULL, "fastsha2") ||
        !EVP_set_default_properties(NULL, "?provider=fastsha2")) {
        ERR_print_errors_fp(stderr);
        return 1;
    }

    EVP_MD *md = EVP_MD_fetch(NULL, "SHA2-256", NULL);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int ok = EVP_DigestInit_ex2(ctx, md, NULL);
    while (ok && (got = fread(buffer, 1, sizeof buffer, stdin)) > 0)
        ok = EVP_DigestUpdate(ctx, buffer, got);
    if (!ok || !EVP_DigestFinal_ex(ctx, digest, &size)) {
        ERR_print_errors_fp(stderr);
        return 1;
    }

    for (unsigned i = 0; i < size; i++)
        printf("%02x", digest[i]);
    printf(" by %s\n", OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)));
    EVP_MD_CTX_free(ctx);
    EVP_MD_free(md);
    return 0;
}
