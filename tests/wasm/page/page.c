/* What the page calls: one message at a time, hashed by both providers, a chunk at a time. */
#include "fastsha2_static.h"

#include <stdint.h>
#include <stdio.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>

#define EXPORT(name) __attribute__((export_name(#name), used))

enum { OURS, THEIRS, PROVIDERS, CHUNK_SIZE = 1 << 20 };

static const char *const properties[PROVIDERS] = {"provider=fastsha2", "provider=default"};
static struct {
    EVP_MD *md;
    EVP_MD_CTX *ctx;
} hashing[PROVIDERS];
static uint8_t chunk[CHUNK_SIZE];
static char text[2 * EVP_MAX_MD_SIZE + 1];
static OSSL_PROVIDER *fastsha2;

int page_open(void);
uint8_t *page_chunk(void);
size_t page_chunk_size(void);
int page_start(int sha512);
int page_update(int provider, size_t size);
const char *page_final(int provider);
const char *page_back_ends(void);

static int fail(void)
{
    ERR_print_errors_fp(stderr);
    return 0;
}

EXPORT(page_open) int page_open(void)
{
    if (!OSSL_PROVIDER_add_builtin(NULL, "fastsha2", fastsha2_provider_init) ||
        OSSL_PROVIDER_load(NULL, "default") == NULL)
        return fail();
    fastsha2 = OSSL_PROVIDER_load(NULL, "fastsha2");
    for (int i = 0; i < PROVIDERS; i++) {
        hashing[i].ctx = EVP_MD_CTX_new();
        if (fastsha2 == NULL || hashing[i].ctx == NULL)
            return fail();
    }
    return 1;
}

/* Where page_update finds its bytes. */
EXPORT(page_chunk) uint8_t *page_chunk(void)
{
    return chunk;
}

EXPORT(page_chunk_size) size_t page_chunk_size(void)
{
    return sizeof chunk;
}

/* Starts a message with both: SHA-512, or SHA-256. */
EXPORT(page_start) int page_start(int sha512)
{
    for (int i = 0; i < PROVIDERS; i++) {
        EVP_MD_free(hashing[i].md);
        hashing[i].md = EVP_MD_fetch(NULL, sha512 ? "SHA2-512" : "SHA2-256", properties[i]);
        if (hashing[i].md == NULL || !EVP_DigestInit_ex2(hashing[i].ctx, hashing[i].md, NULL))
            return fail();
    }
    return 1;
}

EXPORT(page_update) int page_update(int provider, size_t size)
{
    return EVP_DigestUpdate(hashing[provider].ctx, chunk, size) || fail();
}

/* The digest in hexadecimal, which the next call overwrites; NULL if it failed. */
EXPORT(page_final) const char *page_final(int provider)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;

    if (!EVP_DigestFinal_ex(hashing[provider].ctx, digest, &size)) {
        fail();
        return NULL;
    }
    for (unsigned i = 0; i < size; i++)
        snprintf(text + (size_t)2 * i, 3, "%02x", digest[i]);
    return text;
}

EXPORT(page_back_ends) const char *page_back_ends(void)
{
    const char *buildinfo = "";
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, &buildinfo, 0),
        OSSL_PARAM_END,
    };

    return OSSL_PROVIDER_get_params(fastsha2, params) ? buildinfo : "";
}
