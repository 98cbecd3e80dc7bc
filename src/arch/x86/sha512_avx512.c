/* SHA-512 for processors with AVX-512VL: 128-bit vectors, for their rotates and three-way logic
   (FIPS 180-4, section 6.4). */
#include <immintrin.h>

#include "backend.h"
#include "sha512_rounds.h"

SHA512_INLINE __m128i xor3(__m128i x, __m128i y, __m128i z)
{
    return _mm_ternarylogic_epi64(x, y, z, 0x96);
}

SHA512_INLINE __m128i small_sigma0(__m128i x)
{
    return xor3(_mm_ror_epi64(x, 1), _mm_ror_epi64(x, 8), _mm_srli_epi64(x, 7));
}

SHA512_INLINE __m128i small_sigma1(__m128i x)
{
    return xor3(_mm_ror_epi64(x, 19), _mm_ror_epi64(x, 61), _mm_srli_epi64(x, 6));
}

#include "sha512_xmm.h"

sha512_compress_fn sha512_compress_avx512;

void sha512_compress_avx512(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
}
