/* SHA-256 of 8 messages at once in 256-bit vectors of AVX2 (FIPS 180-4, section 6.2.2). */
#include "backend.h"
#include "many_ymm.h"
#include "sha2_constants.h"

typedef uint32_t word;
enum { VEC_LANES = 8, MANY_LANES = SHA256_LANES, MANY_ROUNDS = 64 };
#define MANY_K sha256_k

MANY_INLINE vec broadcast(word x)
{
    return _mm256_set1_epi32((int)x);
}

MANY_INLINE vec add(vec x, vec y)
{
    return _mm256_add_epi32(x, y);
}

MANY_INLINE vec ror(vec x, int n)
{
    return _mm256_or_si256(_mm256_srli_epi32(x, n), _mm256_slli_epi32(x, 32 - n));
}

MANY_INLINE vec big_sigma0(vec x)
{
    return xor3(ror(x, 2), ror(x, 13), ror(x, 22));
}

MANY_INLINE vec big_sigma1(vec x)
{
    return xor3(ror(x, 6), ror(x, 11), ror(x, 25));
}

MANY_INLINE vec small_sigma0(vec x)
{
    return xor3(ror(x, 7), ror(x, 18), _mm256_srli_epi32(x, 3));
}

MANY_INLINE vec small_sigma1(vec x)
{
    return xor3(ror(x, 17), ror(x, 19), _mm256_srli_epi32(x, 10));
}

MANY_INLINE void load_words(vec w[16], const uint8_t *const blocks[8], size_t at)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);

#pragma GCC unroll 4
    for (size_t i = 0; i < 16; i += 4, at += 16) {
        const vec x0 = load_swapped(blocks[0] + at, blocks[4] + at, swap);
        const vec x1 = load_swapped(blocks[1] + at, blocks[5] + at, swap);
        const vec x2 = load_swapped(blocks[2] + at, blocks[6] + at, swap);
        const vec x3 = load_swapped(blocks[3] + at, blocks[7] + at, swap);
        const vec low01 = _mm256_unpacklo_epi32(x0, x1);
        const vec high01 = _mm256_unpackhi_epi32(x0, x1);
        const vec low23 = _mm256_unpacklo_epi32(x2, x3);
        const vec high23 = _mm256_unpackhi_epi32(x2, x3);
        w[i] = _mm256_unpacklo_epi64(low01, low23);
        w[i + 1] = _mm256_unpackhi_epi64(low01, low23);
        w[i + 2] = _mm256_unpacklo_epi64(high01, high23);
        w[i + 3] = _mm256_unpackhi_epi64(high01, high23);
    }
}

#include "many_lanes.h"

sha256_many_fn sha256_many8_avx2;

void sha256_many8_avx2(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                       size_t nblocks)
{
    compress_lanes(state, blocks, nblocks, 1);
}
