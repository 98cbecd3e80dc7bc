/*
 * The rounds of SHA-256 in vectors, for 32-bit x86: its registers cannot hold the working variables, its vector
 * registers can. FIPS 180-4, section 6.2.2, computes two new variables a round, a and e, each of a sum with a rotated
 * value and a choice of bits in it: here both at once, a side each.
 */
#ifndef FASTSHA2_SHA256_SIDES_H
#define FASTSHA2_SHA256_SIDES_H

#include "arch/x86/sha256_barriers.h"

#include <immintrin.h>

/* Each word stands twice, so that a shift of the two is a rotation of the lower. */
struct working {
    __m128i ae, bf, cg, dh;
};

/* Keeps the order of the steps: with eight registers compilers that mix them run out of these. */
SHA256_INLINE __m128i keep(__m128i x)
{
    __asm__ volatile("" : "+x"(x));
    return x;
}

#ifdef __AVX2__
SHA256_INLINE __m128i big_sigmas(__m128i x)
{
    const __m128i r0 = _mm_srlv_epi64(x, _mm_set_epi64x(6, 2));
    const __m128i r1 = _mm_srlv_epi64(x, _mm_set_epi64x(11, 13));
    const __m128i r2 = _mm_srlv_epi64(x, _mm_set_epi64x(25, 22));

    return _mm_xor_si128(_mm_xor_si128(r0, r1), r2);
}
#else
/* Nested, as what overwrites its operand needs a copy of it: one, not three. Of the 64 bits 42 and 39 stay right. */
SHA256_INLINE __m128i big_sigmas(__m128i x)
{
    __m128i left = _mm_xor_si128(_mm_srli_epi64(x, 9), x);
    __m128i right = _mm_xor_si128(_mm_srli_epi64(x, 14), x);

    left = _mm_srli_epi64(_mm_xor_si128(_mm_srli_epi64(left, 11), x), 2);
    right = _mm_srli_epi64(_mm_xor_si128(_mm_srli_epi64(right, 5), x), 6);
    return _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(left), _mm_castsi128_pd(right), 2));
}
#endif

/* Maj(a, b, c) is b where a and c differ, else c; Ch(e, f, g) is f where e is set, else g. */
SHA256_INLINE __m128i maj_ch(__m128i ae, __m128i bf, __m128i cg)
{
    const __m128i first = _mm_xor_si128(_mm_and_si128(cg, _mm_set_epi64x(0, -1)), ae);

    return _mm_xor_si128(_mm_and_si128(_mm_xor_si128(bf, cg), first), cg);
}

/* One round; W + K in the third word of wk. What the sides sum goes to e's; then d joins it on the one, and e's sum
   both, which makes the next round's. */
SHA256_INLINE void round1(__m128i ae, __m128i bf, __m128i cg, __m128i *dh, __m128i wk)
{
    const __m128i choice = keep(maj_ch(ae, bf, cg));
    const __m128i sums = keep(_mm_add_epi32(big_sigmas(ae), choice));
    const __m128i t1 = _mm_add_epi32(_mm_add_epi32(*dh, wk), sums);
    const __m128i others =
        _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(sums), _mm_castsi128_ps(*dh), 0));

    *dh = keep(_mm_add_epi32(_mm_shuffle_epi32(t1, 0xaa), others));
}

SHA256_INLINE void rounds4(struct working *v, const uint32_t wk[4])
{
    const __m128i *const from = (const __m128i *)(const void *)wk;

    round1(v->ae, v->bf, v->cg, &v->dh, _mm_shuffle_epi32(_mm_load_si128(from), 0x00));
    round1(v->dh, v->ae, v->bf, &v->cg, _mm_shuffle_epi32(_mm_load_si128(from), 0x55));
    round1(v->cg, v->dh, v->ae, &v->bf, _mm_load_si128(from));
    round1(v->bf, v->cg, v->dh, &v->ae, _mm_shuffle_epi32(_mm_load_si128(from), 0xff));
}

SHA256_INLINE struct working load_state(const uint32_t state[8])
{
    const __m128i *const from = (const __m128i *)(const void *)state;
    const __m128i abcd = _mm_loadu_si128(from);
    const __m128i efgh = _mm_loadu_si128(from + 1);
    const __m128i aebf = _mm_unpacklo_epi32(abcd, efgh);
    const __m128i cgdh = _mm_unpackhi_epi32(abcd, efgh);

    return (struct working){_mm_shuffle_epi32(aebf, 0x50), _mm_shuffle_epi32(aebf, 0xfa),
                            _mm_shuffle_epi32(cgdh, 0x50), _mm_shuffle_epi32(cgdh, 0xfa)};
}

/* Words i and i + 2 of both. */
#define EVERY_OTHER(x, y, i) \
    _mm_castps_si128(        \
        _mm_shuffle_ps(_mm_castsi128_ps(x), _mm_castsi128_ps(y), (i) == 0 ? 0x88 : 0xdd))

SHA256_INLINE void add_state(uint32_t state[8], struct working *v)
{
    __m128i *const words = (__m128i *)(void *)state;
    const __m128i aebf = EVERY_OTHER(v->ae, v->bf, 0);
    const __m128i cgdh = EVERY_OTHER(v->cg, v->dh, 0);
    const __m128i abcd = EVERY_OTHER(aebf, cgdh, 0);
    const __m128i efgh = EVERY_OTHER(aebf, cgdh, 1);

    _mm_storeu_si128(words, _mm_add_epi32(_mm_loadu_si128(words), abcd));
    _mm_storeu_si128(words + 1, _mm_add_epi32(_mm_loadu_si128(words + 1), efgh));
    *v = load_state(state);
}

#endif
