/* SHA-512 for 32-bit processors with AVX2 (FIPS 180-4, section 6.4.2). */
#include "backend.h"
#include "sha512_sides.h"

#include "arch/x86/sha512_xmm.h"

sha512_compress_fn sha512_compress_avx2;

void sha512_compress_avx2(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
}
