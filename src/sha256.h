/*
 * SHA-256 (FIPS 180-4, section 6.2) over a compressor: padding, counting, copying, and the saved form of
 * a running message. SHA-224 and SHA-256/192 differ from it in the initial value and the digest size
 * only (variant.h).
 *
 * A state is idle until sha256_init and again after sha256_final. On an idle state update, final and
 * export return 0 and do nothing else; copying one makes another idle state. Otherwise all functions
 * that return an int return 1. Nothing here allocates.
 *
 * A message may be of any length; its bit count is kept modulo 2^64, as the standard's padding has it.
 */
#ifndef FASTSHA2_SHA256_H
#define FASTSHA2_SHA256_H

#include "backend.h"
#include "endian.h"

enum { SHA256_BLOCK_SIZE = 64, SHA256_DIGEST_SIZE = 32, SHA256_EXPORT_SIZE = 120 };

struct sha256 {
    uint64_t length; /* bytes so far, modulo 2^61; UINT64_MAX when idle */
    uint32_t h[8];
    uint8_t block[SHA256_BLOCK_SIZE]; /* its first length % 64 bytes await compression */
};

/* Makes a state idle. */
void sha256_reset(struct sha256 *state);

void sha256_init(struct sha256 *state, const uint32_t iv[8]);

/* As init and the compression of so many blocks, of which h is the result. */
void sha256_resume(struct sha256 *state, const uint32_t h[8], size_t nblocks);

/* data may be NULL when size is 0. */
int sha256_update(struct sha256 *state, sha256_compress_fn *compress, const uint8_t *data,
                  size_t size);

/* The last compressions alone: the hash stays in h, in words. */
int sha256_finish(struct sha256 *state, sha256_compress_fn *compress);

/* Writes the first digest_size (4 to 32, a multiple of 4) bytes of the hash. */
int sha256_final(struct sha256 *state, sha256_compress_fn *compress, uint8_t *digest,
                 size_t digest_size);

void sha256_copy(struct sha256 *to, const struct sha256 *from);

/* The default provider's saved form, byte for byte: "SHA256v1", digest size and bytes in the block
   (32-bit), h[8], bit count (low and high 32 bits), the block; all little-endian. */
int sha256_export(const struct sha256 *state, size_t digest_size,
                  uint8_t saved[SHA256_EXPORT_SIZE]);

/* Returns 0, and leaves the state as it was, unless saved is what export writes for this digest size:
   magic, size, and a count of waiting bytes that agrees with the bit count. */
int sha256_import(struct sha256 *state, size_t digest_size,
                  const uint8_t saved[SHA256_EXPORT_SIZE]);

/* The bit count that ends the padding (section 5.1), of a message that has size more bytes than the state. */
static inline void sha256_bit_count(const struct sha256 *state, size_t size, uint8_t count[8])
{
    store_be64(count, (state->length + size) << 3);
}

#endif
