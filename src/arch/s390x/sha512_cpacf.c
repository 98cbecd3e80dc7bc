/* SHA-512 compressor by the instruction KIMD of CPACF, the processor's cryptographic assistance (FIPS 180-4, section
   6.4.2; z/Architecture Principles of Operation, KIMD-SHA-512). */
#include "backend.h"
#include "kimd_blocks.h"

sha512_compress_fn sha512_compress_cpacf;

void sha512_compress_cpacf(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    kimd_blocks(KIMD_SHA_512, state, blocks, 128 * nblocks);
}
