/*
 * SHA-256 compressor for processors with AVX-512VL and without SHA-NI: the schedules of two blocks
 * in 256-bit vectors, the rounds in scalar registers; FIPS 180-4, section 6.2.2.
 */
#include "backend.h"
#include "sha256_rounds.h"

#include <immintrin.h>

SHA256_INLINE __m256i small_sigma0(__m256i x)
{
    return _mm256_ternarylogic_epi32(_mm256_ror_epi32(x, 7), _mm256_ror_epi32(x, 18),
                                     _mm256_srli_epi32(x, 3), 0x96);
}

SHA256_INLINE __m256i small_sigma1(__m256i x)
{
    return _mm256_ternarylogic_epi32(_mm256_ror_epi32(x, 17), _mm256_ror_epi32(x, 19),
                                     _mm256_srli_epi32(x, 10), 0x96);
}

/* Words W[t] to W[t + 3] from the sixteen words before them. */
SHA256_INLINE __m256i schedule4(__m256i w16, __m256i w12, __m256i w8, __m256i w4)
{
    __m256i w = _mm256_add_epi32(w16, _mm256_alignr_epi8(w4, w8, 4));

    w = _mm256_add_epi32(w, small_sigma0(_mm256_alignr_epi8(w12, w16, 4)));
    w = _mm256_add_epi32(w, small_sigma1(_mm256_srli_si256(w4, 8)));
    return _mm256_add_epi32(w, small_sigma1(_mm256_slli_si256(w, 8)));
}

#include "sha256_pairs.h"

sha256_compress_fn sha256_compress_avx512;

void sha256_compress_avx512(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress_pairs(state, blocks, nblocks);
    _mm256_zeroupper(); /* gcc leaves it out below -O2 */
}
