/* SHA-512 of 8 and of 16 messages at once in 512-bit vectors of AVX-512 (FIPS 180-4, section 6.4.2). */
#include "backend.h"
#include "many_zmm.h"
#include "sha2_constants.h"

typedef uint64_t word;
enum { VEC_LANES = 8, MANY_LANES = SHA512_LANES, MANY_ROUNDS = 80 };
#define MANY_K sha512_k

MANY_INLINE vec broadcast(word x)
{
    return _mm512_set1_epi64((long long)x);
}

MANY_INLINE vec add(vec x, vec y)
{
    return _mm512_add_epi64(x, y);
}

MANY_INLINE vec big_sigma0(vec x)
{
    return xor3(_mm512_ror_epi64(x, 28), _mm512_ror_epi64(x, 34), _mm512_ror_epi64(x, 39));
}

MANY_INLINE vec big_sigma1(vec x)
{
    return xor3(_mm512_ror_epi64(x, 14), _mm512_ror_epi64(x, 18), _mm512_ror_epi64(x, 41));
}

MANY_INLINE vec small_sigma0(vec x)
{
    return xor3(_mm512_ror_epi64(x, 1), _mm512_ror_epi64(x, 8), _mm512_srli_epi64(x, 7));
}

MANY_INLINE vec small_sigma1(vec x)
{
    return xor3(_mm512_ror_epi64(x, 19), _mm512_ror_epi64(x, 61), _mm512_srli_epi64(x, 6));
}

/* For each half of the blocks, first 2 x 2 words, then 4 x 4 quarters of 128 bits. */
MANY_INLINE void load_words(vec w[16], const uint8_t *const blocks[8], size_t at)
{
    const __m128i swap = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);

#pragma GCC unroll 2
    for (size_t i = 0; i < 16; i += 8) {
        vec even[4], odd[4];
#pragma GCC unroll 4
        for (size_t j = 0; j < 4; j++) {
            const vec x = load_swapped(blocks[2 * j] + at + 8 * i, swap);
            const vec y = load_swapped(blocks[2 * j + 1] + at + 8 * i, swap);
            even[j] = _mm512_unpacklo_epi64(x, y);
            odd[j] = _mm512_unpackhi_epi64(x, y);
        }
        transpose_quarters(w + i, 2, even[0], even[1], even[2], even[3]);
        transpose_quarters(w + i + 1, 2, odd[0], odd[1], odd[2], odd[3]);
    }
}

#include "many_lanes.h"

sha512_many_fn sha512_many8_avx512;
sha512_many_fn sha512_many16_avx512;

void sha512_many8_avx512(uint64_t state[8][SHA512_LANES], const uint8_t *const blocks[],
                         size_t nblocks)
{
    compress_lanes(state, blocks, nblocks, 1);
}

void sha512_many16_avx512(uint64_t state[8][SHA512_LANES], const uint8_t *const blocks[],
                          size_t nblocks)
{
    compress_lanes(state, blocks, nblocks, 2);
}
