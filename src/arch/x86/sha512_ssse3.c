/* SHA-512 for processors with SSSE3 and without AVX (FIPS 180-4, section 6.4). */
#include "backend.h"
#include "sha512_rounds.h"
#include "sha512_xmm.h"

sha512_compress_fn sha512_compress_ssse3;

void sha512_compress_ssse3(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
}
