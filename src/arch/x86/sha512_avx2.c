/* SHA-512 for processors with AVX2 and BMI2 (FIPS 180-4, section 6.4). */
#include "backend.h"
#include "sha512_avx2.h"

sha512_compress_fn sha512_compress_avx2;

void sha512_compress_avx2(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
    _mm256_zeroupper(); /* gcc leaves it out below -O2 */
}
