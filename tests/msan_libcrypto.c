/*
 * For the memory sanitizer, which sees nothing of what libcrypto writes: what these functions return is known. The
 * linker puts them in place of libcrypto's (--wrap).
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* as hash.c */
#include <stddef.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
#include <sanitizer/msan_interface.h>

/* libcrypto is left: functions of the C library look at what they are given again, and the result is known. */
static void leave(const void *result, size_t size)
{
    __msan_scoped_enable_interceptor_checks();
    __msan_unpoison(result, size);
}

__typeof__(EVP_Q_digest) __real_EVP_Q_digest, __wrap_EVP_Q_digest;

int __wrap_EVP_Q_digest(OSSL_LIB_CTX *ctx, const char *name, const char *query, const void *data,
                        size_t size, unsigned char *digest, size_t *digest_size)
{
    size_t written = 0;

    __msan_scoped_disable_interceptor_checks();
    int done = __real_EVP_Q_digest(ctx, name, query, data, size, digest, &written);
    leave(&written, sizeof written);
    __msan_unpoison(digest, written);
    if (digest_size != NULL)
        *digest_size = written;
    return done;
}

__typeof__(HMAC) __real_HMAC, __wrap_HMAC;

unsigned char *__wrap_HMAC(const EVP_MD *md, const void *key, int key_size,
                           const unsigned char *data, size_t size, unsigned char *mac,
                           unsigned int *mac_size)
{
    unsigned int written = 0;

    __msan_scoped_disable_interceptor_checks();
    unsigned char *result = __real_HMAC(md, key, key_size, data, size, mac, &written);
    leave(&written, sizeof written);
    __msan_unpoison(mac, written);
    if (mac_size != NULL)
        *mac_size = written;
    return result;
}

#define WRAP_SHA2(SHA2)                                                        \
    __typeof__(SHA2##_Init) __real_##SHA2##_Init, __wrap_##SHA2##_Init;        \
    __typeof__(SHA2##_Update) __real_##SHA2##_Update, __wrap_##SHA2##_Update;  \
    __typeof__(SHA2##_Final) __real_##SHA2##_Final, __wrap_##SHA2##_Final;     \
                                                                               \
    int __wrap_##SHA2##_Init(SHA2##_CTX *ctx)                                  \
    {                                                                          \
        int done = __real_##SHA2##_Init(ctx);                                  \
        __msan_unpoison(ctx, sizeof *ctx);                                     \
        return done;                                                           \
    }                                                                          \
                                                                               \
    int __wrap_##SHA2##_Update(SHA2##_CTX *ctx, const void *data, size_t size) \
    {                                                                          \
        __msan_scoped_disable_interceptor_checks();                            \
        int done = __real_##SHA2##_Update(ctx, data, size);                    \
        leave(ctx, sizeof *ctx);                                               \
        return done;                                                           \
    }                                                                          \
                                                                               \
    int __wrap_##SHA2##_Final(unsigned char *digest, SHA2##_CTX *ctx)          \
    {                                                                          \
        __msan_scoped_disable_interceptor_checks();                            \
        int done = __real_##SHA2##_Final(digest, ctx);                         \
        leave(digest, SHA2##_DIGEST_LENGTH);                                   \
        return done;                                                           \
    }

WRAP_SHA2(SHA256)
WRAP_SHA2(SHA512)
