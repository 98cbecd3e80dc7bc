/*
 * selection WHEN PROVIDER [QUERY...]: who serves SHA-2 in a program that knows nothing of fastsha2,
 * with "default" and "fastsha2" active.
 *
 * For each digest, a line "implicit NAME PROVIDER DIGEST" of EVP_sha256() and the like, then one with
 * "none" of a fetch without a query, and one with each QUERY; the digest is that of "abc". WHEN is
 * never, before or after: OSSL_PROVIDER_available is called of PROVIDER before all that, or after it,
 * whereupon all is done once more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/provider.h>

static const struct {
    const char *name;
    const EVP_MD *(*md)(void);
} digests[] = {
    {"SHA2-224", EVP_sha224}, {"SHA2-256", EVP_sha256},         {"SHA2-384", EVP_sha384},
    {"SHA2-512", EVP_sha512}, {"SHA2-512/224", EVP_sha512_224}, {"SHA2-512/256", EVP_sha512_256},
};
enum { NDIGESTS = sizeof digests / sizeof digests[0] };

/* A method that is fetched implicitly is not shown to the program. But the context of its provider
   is allocated, and the file that asks for that is told. */
static int seen;

static void *allocate(size_t size, const char *file, int line)
{
    static const char ours[] = "provider/core.c";
    size_t length = file == NULL ? 0 : strlen(file); /* 3.5 tells nothing of its own files */

    (void)line;
    if (length >= strlen(ours) && strcmp(file + length - strlen(ours), ours) == 0)
        seen = 1;
    return malloc(size);
}

static void *reallocate(void *memory, size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    return realloc(memory, size);
}

static void release(void *memory, const char *file, int line)
{
    (void)file;
    (void)line;
    free(memory);
}

/* The name of who serves md. */
static const char *server(const EVP_MD *md)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    const OSSL_PROVIDER *provider = EVP_MD_get0_provider(md);
    const char *name = "nobody";

    seen = 0;
    if (ctx != NULL && EVP_DigestInit_ex(ctx, md, NULL))
        name = seen ? "fastsha2" : "default";
    EVP_MD_CTX_free(ctx);
    if (provider != NULL && strcmp(name, OSSL_PROVIDER_get0_name(provider)) != 0)
        return "another";
    return name;
}

static void show(const char *how, const char *name, const EVP_MD *md)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;

    /* First of all, for this may load the configuration, and us. */
    if (md == NULL || !EVP_Digest("abc", 3, digest, &size, md, NULL))
        size = 0;
    printf("%s %s %s ", how, name, md == NULL ? "nobody" : server(md));
    for (unsigned int i = 0; i < size; i++)
        printf("%02x", digest[i]);
    printf("\n");
}

static void show_all(char *const queries[])
{
    for (size_t i = 0; i < NDIGESTS; i++) {
        const char *name = digests[i].name;

        show("implicit", name, digests[i].md());
        EVP_MD *md = EVP_MD_fetch(NULL, name, NULL);
        show("none", name, md);
        EVP_MD_free(md);
        for (char *const *query = queries; *query != NULL; query++) {
            md = EVP_MD_fetch(NULL, name, *query);
            show(*query, name, md);
            EVP_MD_free(md);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc < 3 || !CRYPTO_set_mem_functions(allocate, reallocate, release))
        return 2;
    if (strcmp(argv[1], "before") == 0)
        OSSL_PROVIDER_available(NULL, argv[2]);
    show_all(argv + 3);
    if (strcmp(argv[1], "after") == 0) {
        OSSL_PROVIDER_available(NULL, argv[2]);
        show_all(argv + 3);
    }
    return 0;
}
