/* SHA-256 for 32-bit processors with SSSE3 and without SHA-NI (FIPS 180-4, section 6.2.2). */
#include "backend.h"
#include "sha256_sides.h"

#include "arch/x86/sha256_xmm.h"

sha256_compress_fn sha256_compress_ssse3;

void sha256_compress_ssse3(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress_blocks(state, blocks, nblocks);
}
