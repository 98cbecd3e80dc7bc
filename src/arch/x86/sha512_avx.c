/* SHA-512 for processors with AVX and without AVX2: fewer copies than in ssse3, and a caller's dirty
   upper halves cost nothing (FIPS 180-4, section 6.4). */
#include "backend.h"
#include "sha512_rounds.h"
#include "sha512_xmm.h"

sha512_compress_fn sha512_compress_avx;

void sha512_compress_avx(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
}
