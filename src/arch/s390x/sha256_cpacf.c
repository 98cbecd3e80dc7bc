/* SHA-256 compressor by the instruction KIMD of CPACF, the processor's cryptographic assistance (FIPS 180-4, section
   6.2.2; z/Architecture Principles of Operation, KIMD-SHA-256). */
#include "backend.h"
#include "kimd_blocks.h"

sha256_compress_fn sha256_compress_cpacf;

void sha256_compress_cpacf(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    kimd_blocks(KIMD_SHA_256, state, blocks, 64 * nblocks);
}
