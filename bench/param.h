/* OSSL_PARAM for input that is constant: its data is a pointer that could be written through, for other uses. */
#ifndef BENCH_PARAM_H
#define BENCH_PARAM_H

#include <stdint.h>

#include <openssl/params.h>

static inline OSSL_PARAM text_param(const char *key, const char *text)
{
    return OSSL_PARAM_construct_utf8_string(key, (char *)(uintptr_t)text, 0);
}

static inline OSSL_PARAM octets_param(const char *key, const void *octets, size_t size)
{
    return OSSL_PARAM_construct_octet_string(key, (void *)(uintptr_t)octets, size);
}

#endif
