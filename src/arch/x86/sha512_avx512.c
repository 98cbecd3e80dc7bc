/* SHA-512 for processors with AVX-512VL, for its rotates and three-way logic; the vectors are
   those of AVX2 (FIPS 180-4, section 6.4). */
#include <immintrin.h>

#include "backend.h"
#include "sha512_rounds.h"

SHA512_INLINE __m256i small_sigma0(__m256i x)
{
    __m256i r1 = _mm256_ror_epi64(x, 1);
    __m256i r8 = _mm256_ror_epi64(x, 8);
    return _mm256_ternarylogic_epi64(r1, r8, _mm256_srli_epi64(x, 7), 0x96);
}

SHA512_INLINE __m128i small_sigma1(__m128i x)
{
    __m128i r19 = _mm_ror_epi64(x, 19);
    __m128i r61 = _mm_ror_epi64(x, 61);
    return _mm_ternarylogic_epi64(r19, r61, _mm_srli_epi64(x, 6), 0x96);
}

#include "sha512_ymm.h"

sha512_compress_fn sha512_compress_avx512;

void sha512_compress_avx512(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
    _mm256_zeroupper(); /* gcc leaves it out below -O2 */
}
