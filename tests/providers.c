/* Library contexts for tests. */
#include "providers.h"
#include "noise.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>

const struct algorithm algorithms[NALGORITHMS] = {
    {"SHA2-224", 28, 64, {"SHA2-224", "SHA-224", "SHA224", "2.16.840.1.101.3.4.2.4"}},
    {"SHA2-256", 32, 64, {"SHA2-256", "SHA-256", "SHA256", "2.16.840.1.101.3.4.2.1"}},
    {"SHA2-256/192", 24, 64, {"SHA2-256/192", "SHA-256/192", "SHA256-192", NULL}},
    {"SHA2-384", 48, 128, {"SHA2-384", "SHA-384", "SHA384", "2.16.840.1.101.3.4.2.2"}},
    {"SHA2-512", 64, 128, {"SHA2-512", "SHA-512", "SHA512", "2.16.840.1.101.3.4.2.3"}},
    {"SHA2-512/224",
     28,
     128,
     {"SHA2-512/224", "SHA-512/224", "SHA512-224", "2.16.840.1.101.3.4.2.5"}},
    {"SHA2-512/256",
     32,
     128,
     {"SHA2-512/256", "SHA-512/256", "SHA512-256", "2.16.840.1.101.3.4.2.6"}},
};

int library_configure(OSSL_LIB_CTX *ctx, const char *section)
{
    char path[] = "/tmp/fastsha2-test-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0)
        return 0;
    FILE *file = fdopen(fd, "w");
    if (file == NULL)
        return 0;
    fprintf(file,
            "openssl_conf = init\n[init]\nproviders = providers\n"
            "[providers]\nfastsha2 = fastsha2\n[fastsha2]\n%s\n",
            section);
    int written = fclose(file) == 0;
    int done = written && OSSL_LIB_CTX_load_config(ctx, path);
    unlink(path);
    return done;
}

int library_open(struct library *library, int which, const char *section)
{
    *library = (struct library){.ctx = OSSL_LIB_CTX_new()};
    if (library->ctx == NULL || (section != NULL && !library_configure(library->ctx, section)))
        return 0;
    if (which & DEFAULT) {
        library->theirs = OSSL_PROVIDER_load(library->ctx, "default");
        if (library->theirs == NULL)
            return 0;
    }
    if (which & FASTSHA2) {
        library->ours = OSSL_PROVIDER_load(library->ctx, "fastsha2");
        if (library->ours == NULL)
            return 0;
    }
    return 1;
}

void library_close(struct library *library)
{
    if (library->ours != NULL)
        OSSL_PROVIDER_unload(library->ours);
    if (library->theirs != NULL)
        OSSL_PROVIDER_unload(library->theirs);
    OSSL_LIB_CTX_free(library->ctx);
    *library = (struct library){0};
}

const char *library_ask(const struct library *library, const char *parameter)
{
    char *value = NULL;
    OSSL_PARAM request[] = {
        OSSL_PARAM_utf8_ptr(parameter, &value, 0),
        OSSL_PARAM_END,
    };

    if (library->ours == NULL || !OSSL_PROVIDER_get_params(library->ours, request) || value == NULL)
        return "";
    return value;
}

int take_errors(char *text, size_t room)
{
    const char *file, *function, *data;
    int line, flags, count = 0;
    size_t used = 0;

    text[0] = '\0';
    while (ERR_get_error_all(&file, &line, &function, &data, &flags) != 0) {
        count++;
        if (used < room)
            used += (size_t)snprintf(text + used, room - used, "%s\n",
                                     flags & ERR_TXT_STRING ? data : "");
    }
    return count;
}

int is_from(const EVP_MD *md, const char *provider)
{
    const OSSL_PROVIDER *from = md == NULL ? NULL : EVP_MD_get0_provider(md);
    return from != NULL && strcmp(OSSL_PROVIDER_get0_name(from), provider) == 0;
}

size_t hash(const EVP_MD *md, const void *data, size_t size, unsigned char digest[EVP_MAX_MD_SIZE])
{
    unsigned digest_size = 0;

    return md != NULL && EVP_Digest(data, size, digest, &digest_size, md, NULL) ? digest_size : 0;
}

int mac_begin(EVP_MAC_CTX *ctx, const char *digest)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)digest, 0),
        OSSL_PARAM_END,
    };

    return ctx != NULL && EVP_MAC_init(ctx, (const unsigned char *)"a key of HMAC", 13, params);
}

int mac_end(EVP_MAC_CTX *ctx, const void *data, size_t size, unsigned char out[EVP_MAX_MD_SIZE])
{
    size_t written = 0;

    return EVP_MAC_update(ctx, data, size) && EVP_MAC_final(ctx, out, &written, EVP_MAX_MD_SIZE);
}

int kdf_set(EVP_KDF_CTX *ctx, const char *digest)
{
    unsigned iterations = 3;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)(uintptr_t)digest, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, (char *)"a password", 10),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, (char *)"and salt", 8),
        OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_END,
    };

    return ctx != NULL && EVP_KDF_CTX_set_params(ctx, params);
}

int kdf_end(EVP_KDF_CTX *ctx, unsigned char out[KDF_SIZE])
{
    return EVP_KDF_derive(ctx, out, KDF_SIZE, NULL) > 0;
}

size_t expected(const struct library *library, const struct algorithm *algorithm, const void *data,
                size_t size, unsigned char digest[EVP_MAX_MD_SIZE])
{
    int truncated = strcmp(algorithm->name, "SHA2-256/192") == 0;
    EVP_MD *md = EVP_MD_fetch(library->ctx, truncated ? "SHA2-256" : algorithm->name, THEIRS);
    size_t digest_size = hash(md, data, size, digest);

    EVP_MD_free(md);
    return truncated && digest_size == 32 ? algorithm->size : digest_size;
}

void fill(unsigned char *data, size_t size, unsigned seed)
{
    noise_fill(seed, data, size);
}
