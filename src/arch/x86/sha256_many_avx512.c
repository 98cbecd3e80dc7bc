/* SHA-256 of 16 and of 32 messages at once in 512-bit vectors of AVX-512 (FIPS 180-4, section 6.2.2). */
#include "backend.h"
#include "many_zmm.h"
#include "sha2_constants.h"

typedef uint32_t word;
enum { VEC_LANES = 16, MANY_LANES = SHA256_LANES, MANY_ROUNDS = 64 };
#define MANY_K sha256_k

MANY_INLINE vec broadcast(word x)
{
    return _mm512_set1_epi32((int)x);
}

MANY_INLINE vec add(vec x, vec y)
{
    return _mm512_add_epi32(x, y);
}

MANY_INLINE vec big_sigma0(vec x)
{
    return xor3(_mm512_ror_epi32(x, 2), _mm512_ror_epi32(x, 13), _mm512_ror_epi32(x, 22));
}

MANY_INLINE vec big_sigma1(vec x)
{
    return xor3(_mm512_ror_epi32(x, 6), _mm512_ror_epi32(x, 11), _mm512_ror_epi32(x, 25));
}

MANY_INLINE vec small_sigma0(vec x)
{
    return xor3(_mm512_ror_epi32(x, 7), _mm512_ror_epi32(x, 18), _mm512_srli_epi32(x, 3));
}

MANY_INLINE vec small_sigma1(vec x)
{
    return xor3(_mm512_ror_epi32(x, 17), _mm512_ror_epi32(x, 19), _mm512_srli_epi32(x, 10));
}

/* First 4 x 4 quarters of 128 bits, then 4 x 4 words in each. */
MANY_INLINE void load_words(vec w[16], const uint8_t *const blocks[16], size_t at)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    vec x[16];

#pragma GCC unroll 4
    for (size_t i = 0; i < 4; i++)
        transpose_quarters(
            x + i, 4, load_swapped(blocks[i] + at, swap), load_swapped(blocks[i + 4] + at, swap),
            load_swapped(blocks[i + 8] + at, swap), load_swapped(blocks[i + 12] + at, swap));
#pragma GCC unroll 4
    for (size_t i = 0; i < 16; i += 4) {
        const vec low01 = _mm512_unpacklo_epi32(x[i], x[i + 1]);
        const vec high01 = _mm512_unpackhi_epi32(x[i], x[i + 1]);
        const vec low23 = _mm512_unpacklo_epi32(x[i + 2], x[i + 3]);
        const vec high23 = _mm512_unpackhi_epi32(x[i + 2], x[i + 3]);
        w[i] = _mm512_unpacklo_epi64(low01, low23);
        w[i + 1] = _mm512_unpackhi_epi64(low01, low23);
        w[i + 2] = _mm512_unpacklo_epi64(high01, high23);
        w[i + 3] = _mm512_unpackhi_epi64(high01, high23);
    }
}

#include "many_lanes.h"

sha256_many_fn sha256_many16_avx512;
sha256_many_fn sha256_many32_avx512;

void sha256_many16_avx512(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                          size_t nblocks)
{
    compress_lanes(state, blocks, nblocks, 1);
}

void sha256_many32_avx512(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                          size_t nblocks)
{
    compress_lanes(state, blocks, nblocks, 2);
}
