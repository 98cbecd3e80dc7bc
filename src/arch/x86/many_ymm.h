/* What kernels of many messages in 256-bit vectors of AVX2 have in common, whatever their words are. */
#include <immintrin.h>

#include <stddef.h>
#include <stdint.h>

#define MANY_INLINE static inline __attribute__((always_inline))

typedef __m256i vec;

MANY_INLINE vec load(const void *from)
{
    return _mm256_loadu_si256(from);
}

MANY_INLINE void store(void *to, vec x)
{
    _mm256_storeu_si256(to, x);
}

MANY_INLINE vec xor3(vec x, vec y, vec z)
{
    return _mm256_xor_si256(_mm256_xor_si256(x, y), z);
}

MANY_INLINE vec ch(vec e, vec f, vec g)
{
    return _mm256_xor_si256(_mm256_and_si256(_mm256_xor_si256(f, g), e), g);
}

/* Of its three operations compilers take b ^ c from the round before, where it was a ^ b. */
MANY_INLINE vec maj(vec a, vec b, vec c)
{
    const vec differ = _mm256_and_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(b, c));
    return _mm256_xor_si256(differ, b);
}

/* 16 bytes of the blocks of two lanes, one in each half. */
MANY_INLINE vec load_swapped(const uint8_t *low, const uint8_t *high, __m128i swap)
{
    const __m128i *const x = (const __m128i *)(const void *)low;
    const __m128i *const y = (const __m128i *)(const void *)high;
    const __m256i pair =
        _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(x)), _mm_loadu_si128(y), 1);

    return _mm256_shuffle_epi8(pair, _mm256_broadcastsi128_si256(swap));
}
