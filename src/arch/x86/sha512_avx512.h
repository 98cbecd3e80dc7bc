/* SHA-512's block loop for processors with AVX-512VL, for its rotates and three-way logic; the
   vectors are those of AVX2 (FIPS 180-4, section 6.4). */
#ifndef FASTSHA2_SHA512_AVX512_H
#define FASTSHA2_SHA512_AVX512_H

#include <immintrin.h>

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

#endif
