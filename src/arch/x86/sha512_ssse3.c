/* SHA-512 for processors with SSSE3 (FIPS 180-4, section 6.4). */
#include "backend.h"
#include "sha512_rounds.h"

SHA512_INLINE __m128i small_sigma0(__m128i x)
{
    __m128i r1 = _mm_xor_si128(_mm_srli_epi64(x, 1), _mm_slli_epi64(x, 63));
    __m128i r8 = _mm_xor_si128(_mm_srli_epi64(x, 8), _mm_slli_epi64(x, 56));
    return _mm_xor_si128(_mm_xor_si128(r1, r8), _mm_srli_epi64(x, 7));
}

SHA512_INLINE __m128i small_sigma1(__m128i x)
{
    __m128i r19 = _mm_xor_si128(_mm_srli_epi64(x, 19), _mm_slli_epi64(x, 45));
    __m128i r61 = _mm_xor_si128(_mm_srli_epi64(x, 61), _mm_slli_epi64(x, 3));
    return _mm_xor_si128(_mm_xor_si128(r19, r61), _mm_srli_epi64(x, 6));
}

#include "sha512_xmm.h"

sha512_compress_fn sha512_compress_ssse3;

void sha512_compress_ssse3(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
}
