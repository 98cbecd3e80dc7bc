/*
 * SHA-256 one block at a time: the schedule in 128-bit vectors, in SSSE3's instructions or, compiled
 * for AVX, in those of three operands (FIPS 180-4, section 6.2.2). The rounds are the including file's, which brings
 * them first: sha256_rounds.h, in scalar registers, or others of the same form.
 */
#include "sha2_constants.h"

#include <tmmintrin.h>

/* Without the asm gcc leaves a copy of an unaligned load on the stack. */
SHA256_INLINE __m128i load_w(const uint8_t *p)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    __m128i w = _mm_loadu_si128((const __m128i *)(const void *)p);

    __asm__("" : "+x"(w));
    return _mm_shuffle_epi8(w, swap);
}

/* Four words with K added, as rounds4 takes them. */
SHA256_INLINE void store_wk(uint32_t wk[4], __m128i w, const uint32_t k[4])
{
    const __m128i x = _mm_add_epi32(w, _mm_load_si128((const __m128i *)(const void *)k));

    _mm_store_si128((__m128i *)(void *)wk, x);
}

SHA256_INLINE __m128i small_sigma0(__m128i x)
{
    const __m128i r7 = _mm_xor_si128(_mm_srli_epi32(x, 7), _mm_slli_epi32(x, 25));
    const __m128i r18 = _mm_xor_si128(_mm_srli_epi32(x, 18), _mm_slli_epi32(x, 14));

    return _mm_xor_si128(_mm_xor_si128(_mm_srli_epi32(x, 3), r7), r18);
}

/* x holds two words, each twice: a shift of the doubled word rotates its low half. */
SHA256_INLINE __m128i small_sigma1(__m128i x)
{
    return _mm_xor_si128(_mm_xor_si128(_mm_srli_epi32(x, 10), _mm_srli_epi64(x, 17)),
                         _mm_srli_epi64(x, 19));
}

/* Words W[t] to W[t + 3] from the sixteen words before them, before the rounds that follow. */
SHA256_INLINE __m128i schedule4(__m128i w16, __m128i w12, __m128i w8, __m128i w4)
{
    const __m128i first = _mm_set_epi64x(-1, 0x0b0a090803020100);
    const __m128i last = _mm_set_epi64x(0x0b0a090803020100, -1);
    __m128i w = _mm_add_epi32(w16, _mm_alignr_epi8(w4, w8, 4));

    w = _mm_add_epi32(w, small_sigma0(_mm_alignr_epi8(w12, w16, 4)));
    w = _mm_add_epi32(w, _mm_shuffle_epi8(small_sigma1(_mm_shuffle_epi32(w4, 0xfa)), first));
    w = _mm_add_epi32(w, _mm_shuffle_epi8(small_sigma1(_mm_shuffle_epi32(w, 0x50)), last));
    __asm__ volatile("" : "+x"(w)); /* the schedule stays where it is in the rounds */
    return w;
}

/* Four rounds make room for the words of sixteen rounds on, the last sixteen for the next block. */
SHA256_INLINE void compress_blocks(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    _Alignas(16) uint32_t wk[16]; /* no more, or the frame pointer costs a register */
    const uint32_t *const k = opaque(sha256_k);
    struct working v = load_state(state);
    __m128i w0, w1, w2, w3;

    if (nblocks == 0) {
        return;
    }
    w0 = load_w(blocks);
    w1 = load_w(blocks + 16);
    w2 = load_w(blocks + 32);
    w3 = load_w(blocks + 48);
    store_wk(wk, w0, k);
    store_wk(wk + 4, w1, k + 4);
    store_wk(wk + 8, w2, k + 8);
    store_wk(wk + 12, w3, k + 12);
    for (; nblocks > 0; nblocks--) {
        for (size_t t = 16; t < 64; t += 16) {
            forget(wk, sizeof wk);
            w0 = schedule4(w0, w1, w2, w3);
            rounds4(&v, wk);
            store_wk(wk, w0, k + t);
            w1 = schedule4(w1, w2, w3, w0);
            rounds4(&v, wk + 4);
            store_wk(wk + 4, w1, k + t + 4);
            w2 = schedule4(w2, w3, w0, w1);
            rounds4(&v, wk + 8);
            store_wk(wk + 8, w2, k + t + 8);
            w3 = schedule4(w3, w0, w1, w2);
            rounds4(&v, wk + 12);
            store_wk(wk + 12, w3, k + t + 12);
        }
        forget(wk, sizeof wk);
        blocks += nblocks > 1 ? 64 : 0;
        w0 = load_w(blocks);
        rounds4(&v, wk);
        store_wk(wk, w0, k);
        w1 = load_w(blocks + 16);
        rounds4(&v, wk + 4);
        store_wk(wk + 4, w1, k + 4);
        w2 = load_w(blocks + 32);
        rounds4(&v, wk + 8);
        store_wk(wk + 8, w2, k + 8);
        w3 = load_w(blocks + 48);
        rounds4(&v, wk + 12);
        store_wk(wk + 12, w3, k + 12);
        add_state(state, &v);
    }
    wipe(wk, sizeof wk); /* the message may be a key */
}
