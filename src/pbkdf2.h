/*
 * PBKDF2 (RFC 8018, section 5.2) with HMAC of the SHA-2 family, over a back end: its kernel where it has one, else
 * its compressor.
 */
#ifndef FASTSHA2_PBKDF2_H
#define FASTSHA2_PBKDF2_H

#include "backend.h"
#include "variant.h"

/* What a key is derived from. password and salt may be NULL where their sizes are 0. */
struct pbkdf2_input {
    const uint8_t *password;
    size_t password_size;
    const uint8_t *salt;
    size_t salt_size;
    uint64_t iterations; /* one or more */
};

/* Writes size bytes, for which the variant's digest must be repeated less than 2^32 times. */
void sha256_pbkdf2_derive(const struct sha256_variant *variant, sha256_compress_fn *compress,
                          sha256_pbkdf2_fn *kernel, const struct pbkdf2_input *input, uint8_t *key,
                          size_t size);
void sha512_pbkdf2_derive(const struct sha512_variant *variant, sha512_compress_fn *compress,
                          sha512_pbkdf2_fn *kernel, const struct pbkdf2_input *input, uint8_t *key,
                          size_t size);

#endif
