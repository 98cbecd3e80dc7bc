/*
 * The rounds of SHA-512 in vectors, for 32-bit x86: a word would take two of its registers, and a vector register holds
 * two. FIPS 180-4, section 6.4.2, computes two new variables a round, a and e, each of a sum with a rotated value and a
 * choice of bits in it: here both at once, a in the lower half and e in the upper.
 */
#ifndef FASTSHA2_SHA512_SIDES_H
#define FASTSHA2_SHA512_SIDES_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#include "sha2_constants.h"

#define SHA512_INLINE static inline __attribute__((always_inline))

struct sha512_vars {
    __m128i ae, bf, cg, dh;
};

/* Keeps the order of the steps: with eight registers compilers that mix them run out of these. */
SHA512_INLINE __m128i keep(__m128i x)
{
    __asm__ volatile("" : "+x"(x));
    return x;
}

#ifdef __AVX2__
SHA512_INLINE __m128i rotr(__m128i x, int a, int e)
{
    return _mm_xor_si128(_mm_srlv_epi64(x, _mm_set_epi64x(e, a)),
                         _mm_sllv_epi64(x, _mm_set_epi64x(64 - e, 64 - a)));
}

SHA512_INLINE __m128i big_sigmas(__m128i x)
{
    return _mm_xor_si128(_mm_xor_si128(rotr(x, 28, 14), rotr(x, 34, 18)), rotr(x, 39, 41));
}
#else
SHA512_INLINE __m128i rotr(__m128i x, int n)
{
    return _mm_xor_si128(_mm_srli_epi64(x, n), _mm_slli_epi64(x, 64 - n));
}

/* Rotations of 39, 28 and 34 on a's side, of 41, 14 and 18 on e's, each nested in the next: by 11 or 27, by 58 or 60,
   by 34 or 18. The first and the last differ by bytes, which a shuffle rotates. */
SHA512_INLINE __m128i big_sigmas(__m128i x)
{
    const __m128i bytes8_24 = _mm_set_epi8(10, 9, 8, 15, 14, 13, 12, 11, 0, 7, 6, 5, 4, 3, 2, 1);
    const __m128i bytes32_16 = _mm_set_epi8(9, 8, 15, 14, 13, 12, 11, 10, 3, 2, 1, 0, 7, 6, 5, 4);
    __m128i y = _mm_xor_si128(rotr(_mm_shuffle_epi8(x, bytes8_24), 3), x);
    const __m128i a = rotr(y, 58), e = rotr(y, 60);

    y = _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(a), _mm_castsi128_pd(e), 2));
    return rotr(_mm_shuffle_epi8(_mm_xor_si128(y, x), bytes32_16), 2);
}
#endif

/* Maj(a, b, c) is b where a and c differ, else c; Ch(e, f, g) is f where e is set, else g. */
SHA512_INLINE __m128i maj_ch(__m128i ae, __m128i bf, __m128i cg)
{
    const __m128i first = _mm_xor_si128(_mm_and_si128(cg, _mm_set_epi64x(0, -1)), ae);

    return _mm_xor_si128(_mm_and_si128(_mm_xor_si128(bf, cg), first), cg);
}

/* One round; wk = W + K. What e's side sums is added to the other's as well, and to d, which then is the new e. */
SHA512_INLINE void sha512_round(struct sha512_vars *v, uint64_t wk)
{
    const __m128i choice = keep(maj_ch(v->ae, v->bf, v->cg));
    const __m128i sums = keep(_mm_add_epi64(big_sigmas(v->ae), choice));
    const __m128i t1 = _mm_add_epi64(_mm_add_epi64(_mm_set1_epi64x((long long)wk), v->dh), sums);
    const __m128i others = _mm_unpacklo_epi64(sums, v->dh);

    *v = (struct sha512_vars){keep(_mm_add_epi64(_mm_unpackhi_epi64(t1, t1), others)), v->ae, v->bf,
                              v->cg};
}

SHA512_INLINE __m128i load_pair_of_words(const uint64_t *at)
{
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

SHA512_INLINE struct sha512_vars sha512_load_state(const uint64_t state[8])
{
    const __m128i ab = load_pair_of_words(state), cd = load_pair_of_words(state + 2);
    const __m128i ef = load_pair_of_words(state + 4), gh = load_pair_of_words(state + 6);

    return (struct sha512_vars){_mm_unpacklo_epi64(ab, ef), _mm_unpackhi_epi64(ab, ef),
                                _mm_unpacklo_epi64(cd, gh), _mm_unpackhi_epi64(cd, gh)};
}

SHA512_INLINE void add_words(uint64_t *at, __m128i words)
{
    _mm_storeu_si128((__m128i *)(void *)at, _mm_add_epi64(load_pair_of_words(at), words));
}

SHA512_INLINE void sha512_add_state(uint64_t state[8], struct sha512_vars *v)
{
    add_words(state, _mm_unpacklo_epi64(v->ae, v->bf));
    add_words(state + 2, _mm_unpacklo_epi64(v->cg, v->dh));
    add_words(state + 4, _mm_unpackhi_epi64(v->ae, v->bf));
    add_words(state + 6, _mm_unpackhi_epi64(v->cg, v->dh));
    *v = sha512_load_state(state);
}

#endif
