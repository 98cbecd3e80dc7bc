/*
 * SHA-256 compressor for processors with AVX and neither AVX2 nor SHA-NI: fewer copies than
 * in ssse3, and a caller's dirty upper halves cost nothing; FIPS
 * 180-4, section 6.2.2.
 */
#include "backend.h"
#include "sha256_rounds.h"
#include "sha256_xmm.h"

sha256_compress_fn sha256_compress_avx;

void sha256_compress_avx(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress_blocks(state, blocks, nblocks);
}
