/*
 * SHA-256 compressor for processors with SSSE3 and neither AVX nor SHA-NI; FIPS
 * 180-4, section 6.2.2.
 */
#include "backend.h"
#include "sha256_rounds.h"
#include "sha256_xmm.h"

sha256_compress_fn sha256_compress_ssse3;

void sha256_compress_ssse3(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress_blocks(state, blocks, nblocks);
}
