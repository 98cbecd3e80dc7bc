/*
 * What kernels of many messages in 512-bit vectors have in common, whatever their words are.
 *
 * These are the only files with such vectors: they lower the clock of older processors, which pays where a message
 * has a lane to itself, and not where they only extend one message's schedule.
 */
#include <immintrin.h>

#include <stddef.h>
#include <stdint.h>

#define MANY_INLINE static inline __attribute__((always_inline))

typedef __m512i vec;

MANY_INLINE vec load(const void *from)
{
    return _mm512_loadu_si512(from);
}

MANY_INLINE void store(void *to, vec x)
{
    _mm512_storeu_si512(to, x);
}

MANY_INLINE vec xor3(vec x, vec y, vec z)
{
    return _mm512_ternarylogic_epi32(x, y, z, 0x96);
}

MANY_INLINE vec ch(vec e, vec f, vec g)
{
    return _mm512_ternarylogic_epi32(e, f, g, 0xca);
}

MANY_INLINE vec maj(vec a, vec b, vec c)
{
    return _mm512_ternarylogic_epi32(a, b, c, 0xe8);
}

/* 64 bytes of a block. Whole lines, where 128 bits of each lane would do for four words: those of messages that lie
   4 KiB apart displace each other from the cache before the next four. */
MANY_INLINE vec load_swapped(const uint8_t *from, __m128i swap)
{
    return _mm512_shuffle_epi8(_mm512_loadu_si512(from), _mm512_broadcast_i32x4(swap));
}

/* Quarter i of each of four vectors, into to[i * step]. */
MANY_INLINE void transpose_quarters(vec *to, size_t step, vec x0, vec x1, vec x2, vec x3)
{
    const vec low01 = _mm512_shuffle_i32x4(x0, x1, 0x44);
    const vec high01 = _mm512_shuffle_i32x4(x0, x1, 0xee);
    const vec low23 = _mm512_shuffle_i32x4(x2, x3, 0x44);
    const vec high23 = _mm512_shuffle_i32x4(x2, x3, 0xee);

    to[0] = _mm512_shuffle_i32x4(low01, low23, 0x88);
    to[step] = _mm512_shuffle_i32x4(low01, low23, 0xdd);
    to[2 * step] = _mm512_shuffle_i32x4(high01, high23, 0x88);
    to[3 * step] = _mm512_shuffle_i32x4(high01, high23, 0xdd);
}
