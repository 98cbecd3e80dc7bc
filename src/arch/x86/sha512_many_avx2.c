/* SHA-512 of 4 messages at once in 256-bit vectors of AVX2 (FIPS 180-4, section 6.4.2). */
#include "backend.h"
#include "many_ymm.h"
#include "sha2_constants.h"

typedef uint64_t word;
enum { VEC_LANES = 4, MANY_LANES = SHA512_LANES, MANY_ROUNDS = 80 };
#define MANY_K sha512_k

MANY_INLINE vec broadcast(word x)
{
    return _mm256_set1_epi64x((long long)x);
}

MANY_INLINE vec add(vec x, vec y)
{
    return _mm256_add_epi64(x, y);
}

MANY_INLINE vec ror(vec x, int n)
{
    return _mm256_or_si256(_mm256_srli_epi64(x, n), _mm256_slli_epi64(x, 64 - n));
}

/* Whole bytes: one operation in place of three. */
MANY_INLINE vec ror8(vec x)
{
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(_mm_set_epi8(
                                      8, 15, 14, 13, 12, 11, 10, 9, 0, 7, 6, 5, 4, 3, 2, 1)));
}

MANY_INLINE vec big_sigma0(vec x)
{
    return xor3(ror(x, 28), ror(x, 34), ror(x, 39));
}

MANY_INLINE vec big_sigma1(vec x)
{
    return xor3(ror(x, 14), ror(x, 18), ror(x, 41));
}

MANY_INLINE vec small_sigma0(vec x)
{
    return xor3(ror(x, 1), ror8(x), _mm256_srli_epi64(x, 7));
}

MANY_INLINE vec small_sigma1(vec x)
{
    return xor3(ror(x, 19), ror(x, 61), _mm256_srli_epi64(x, 6));
}

MANY_INLINE void load_words(vec w[16], const uint8_t *const blocks[4], size_t at)
{
    const __m128i swap = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);

#pragma GCC unroll 8
    for (size_t i = 0; i < 16; i += 2, at += 16) {
        const vec x = load_swapped(blocks[0] + at, blocks[2] + at, swap);
        const vec y = load_swapped(blocks[1] + at, blocks[3] + at, swap);
        w[i] = _mm256_unpacklo_epi64(x, y);
        w[i + 1] = _mm256_unpackhi_epi64(x, y);
    }
}

#include "many_lanes.h"

sha512_many_fn sha512_many4_avx2;

void sha512_many4_avx2(uint64_t state[8][SHA512_LANES], const uint8_t *const blocks[],
                       size_t nblocks)
{
    compress_lanes(state, blocks, nblocks, 1);
}
