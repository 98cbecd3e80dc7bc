/*
 * HMAC (RFC 2104; FIPS 198-1) with the SHA-2 family, over a compressor.
 *
 * What depends on the key alone is worked out once: the states after the blocks K xor ipad and K xor opad. A MAC
 * then takes the compressions of its message and one more.
 *
 * A state is good for nothing until …_set_key. Then a message is under way until …_final; update and final
 * return 0 and do nothing else where none is, else 1. Nothing here allocates. A state holds secrets: its owner wipes it.
 */
#ifndef FASTSHA2_HMAC_H
#define FASTSHA2_HMAC_H

#include "sha256.h"
#include "sha512.h"
#include "variant.h"

struct sha256_hmac {
    struct sha256 message;
    uint32_t inner[8], outer[8];
    uint8_t key[SHA256_BLOCK_SIZE]; /* the standard's K0: MACs by it are those by the key itself */
};

struct sha512_hmac {
    struct sha512 message;
    uint64_t inner[8], outer[8];
    uint8_t key[SHA512_BLOCK_SIZE];
};

/* Takes a key of any size, NULL if it is empty, and begins a message. */
void sha256_hmac_set_key(struct sha256_hmac *hmac, const struct sha256_variant *variant,
                         sha256_compress_fn *compress, const uint8_t *key, size_t size);
void sha512_hmac_set_key(struct sha512_hmac *hmac, const struct sha512_variant *variant,
                         sha512_compress_fn *compress, const uint8_t *key, size_t size);

/* Begins a message with the key as it is; one under way is dropped. */
void sha256_hmac_restart(struct sha256_hmac *hmac);
void sha512_hmac_restart(struct sha512_hmac *hmac);

int sha256_hmac_update(struct sha256_hmac *hmac, sha256_compress_fn *compress, const uint8_t *data,
                       size_t size);
int sha512_hmac_update(struct sha512_hmac *hmac, sha512_compress_fn *compress, const uint8_t *data,
                       size_t size);

/* Writes the variant's digest_size bytes. */
int sha256_hmac_final(struct sha256_hmac *hmac, const struct sha256_variant *variant,
                      sha256_compress_fn *compress, uint8_t *mac);
int sha512_hmac_final(struct sha512_hmac *hmac, const struct sha512_variant *variant,
                      sha512_compress_fn *compress, uint8_t *mac);

void sha256_hmac_copy(struct sha256_hmac *to, const struct sha256_hmac *from);
void sha512_hmac_copy(struct sha512_hmac *to, const struct sha512_hmac *from);

#endif
