/*
 * SHA-512 (FIPS 180-4, section 6.4) over a compressor; everything that sha256.h says of SHA-256 holds
 * here with the sizes below. SHA-384, SHA-512/224 and SHA-512/256 differ from SHA-512 in the initial
 * value and the digest size only (variant.h).
 *
 * A message may be of any length; its bit count is kept modulo 2^128, as the standard's padding has it.
 */
#ifndef FASTSHA2_SHA512_H
#define FASTSHA2_SHA512_H

#include "backend.h"
#include "endian.h"

enum { SHA512_BLOCK_SIZE = 128, SHA512_DIGEST_SIZE = 64, SHA512_EXPORT_SIZE = 224 };

struct sha512 {
    uint64_t length; /* bytes so far, modulo 2^125: the low 64 bits */
    uint64_t h[8];
    uint8_t block[SHA512_BLOCK_SIZE]; /* its first length % 128 bytes await compression */
    uint64_t length_high;             /* the bits above; UINT64_MAX when idle */
};

/* Makes a state idle. */
void sha512_reset(struct sha512 *state);

void sha512_init(struct sha512 *state, const uint64_t iv[8]);

/* As init and the compression of so many blocks, of which h is the result. */
void sha512_resume(struct sha512 *state, const uint64_t h[8], size_t nblocks);

/* data may be NULL when size is 0. */
int sha512_update(struct sha512 *state, sha512_compress_fn *compress, const uint8_t *data,
                  size_t size);

/* The last compressions alone: the hash stays in h, in words. */
int sha512_finish(struct sha512 *state, sha512_compress_fn *compress);

/* Writes the first digest_size (4 to 64, a multiple of 4) bytes of the hash. */
int sha512_final(struct sha512 *state, sha512_compress_fn *compress, uint8_t *digest,
                 size_t digest_size);

void sha512_copy(struct sha512 *to, const struct sha512 *from);

/* The default provider's saved form, byte for byte: "SHA512v1", digest size and bytes in the block
   (32-bit), h[8], bit count (low and high 64 bits), the block; all little-endian. */
int sha512_export(const struct sha512 *state, size_t digest_size,
                  uint8_t saved[SHA512_EXPORT_SIZE]);

/* Returns 0, and leaves the state as it was, unless saved is what export writes for this digest size:
   magic, size, and a count of waiting bytes that agrees with the bit count. */
int sha512_import(struct sha512 *state, size_t digest_size,
                  const uint8_t saved[SHA512_EXPORT_SIZE]);

/* The bit count that ends the padding (section 5.1), of a message that has size more bytes than the state. */
static inline void sha512_bit_count(const struct sha512 *state, size_t size, uint8_t count[16])
{
    uint64_t length = state->length + size;
    uint64_t high = state->length_high + (length < size);

    store_be64(count, high << 3 | length >> 61);
    store_be64(count + 8, length << 3);
}

#endif
