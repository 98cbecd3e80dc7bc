/* The SHA-512 block loop for a schedule in 128-bit vectors (FIPS 180-4, section 6.4), a template: the
   including file defines small_sigma0 and small_sigma1 of two words, for its instruction set. */
#include "sha512_rounds.h"

/* Two words of the block, in native order. Without the asm, gcc 12 for AVX-512 sends each load through
   the stack on its way to the shuffle, 1.5% of one block. */
SHA512_INLINE __m128i load_words(const uint8_t *p)
{
    const __m128i swap = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    __asm__("" : "+x"(bytes));
    return _mm_shuffle_epi8(bytes, swap);
}

SHA512_INLINE void store_wk(uint64_t wk[16], int i, __m128i w, const uint64_t *k)
{
    const __m128i *kv = (const __m128i *)(const void *)k;
    _mm_store_si128((__m128i *)(void *)wk + i, _mm_add_epi64(w, _mm_load_si128(kv + i)));
}

SHA512_INLINE void load(uint64_t wk[16], __m128i w[8], int i, const uint8_t *block)
{
    w[i] = load_words(block + 16 * i);
    store_wk(wk, i, w[i], sha512_k);
}

/* Replaces words t-16 and t-15 of the schedule, w[i], by words t and t+1. */
SHA512_INLINE void extend(__m128i w[8], int i)
{
    __m128i t15 = _mm_alignr_epi8(w[(i + 1) & 7], w[i], 8);
    __m128i t7 = _mm_alignr_epi8(w[(i + 5) & 7], w[(i + 4) & 7], 8);
    __m128i sum = _mm_add_epi64(_mm_add_epi64(w[i], t7), small_sigma0(t15));
    w[i] = _mm_add_epi64(sum, small_sigma1(w[(i + 7) & 7]));
}

/* Two rounds, then the two words of W + K that they used make room for those sixteen rounds on. */
SHA512_INLINE void rounds_extend(struct sha512_vars *v, uint64_t wk[16], __m128i w[8], int i,
                                 const uint64_t *k)
{
    sha512_round(v, wk[2 * i]);
    sha512_round(v, wk[2 * i + 1]);
    extend(w, i);
    store_wk(wk, i, w[i], k);
}

/* The same at the end of a block: the room goes to the next block's first words. */
SHA512_INLINE void rounds_load(struct sha512_vars *v, uint64_t wk[16], __m128i w[8], int i,
                               const uint8_t *next)
{
    sha512_round(v, wk[2 * i]);
    sha512_round(v, wk[2 * i + 1]);
    load(wk, w, i, next);
}

SHA512_INLINE void compress(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    _Alignas(64) uint64_t wk[16];
    __m128i w[8];

    if (nblocks == 0)
        return;
    load(wk, w, 0, blocks);
    load(wk, w, 1, blocks);
    load(wk, w, 2, blocks);
    load(wk, w, 3, blocks);
    load(wk, w, 4, blocks);
    load(wk, w, 5, blocks);
    load(wk, w, 6, blocks);
    load(wk, w, 7, blocks);
    struct sha512_vars v = sha512_load_state(state);
    do {
        for (const uint64_t *k = sha512_k + 16; k != sha512_k + 80; k += 16) {
            __asm__ volatile("" : "+m"(*(uint64_t(*)[16])wk));
            rounds_extend(&v, wk, w, 0, k);
            rounds_extend(&v, wk, w, 1, k);
            rounds_extend(&v, wk, w, 2, k);
            rounds_extend(&v, wk, w, 3, k);
            rounds_extend(&v, wk, w, 4, k);
            rounds_extend(&v, wk, w, 5, k);
            rounds_extend(&v, wk, w, 6, k);
            rounds_extend(&v, wk, w, 7, k);
        }
        /* After the last block the constants stand in for a next one, so that no word of the message
           stays on the stack. */
        blocks = nblocks > 1 ? blocks + 128 : (const uint8_t *)sha512_k;
        __asm__ volatile("" : "+m"(*(uint64_t(*)[16])wk));
        rounds_load(&v, wk, w, 0, blocks);
        rounds_load(&v, wk, w, 1, blocks);
        rounds_load(&v, wk, w, 2, blocks);
        rounds_load(&v, wk, w, 3, blocks);
        rounds_load(&v, wk, w, 4, blocks);
        rounds_load(&v, wk, w, 5, blocks);
        rounds_load(&v, wk, w, 6, blocks);
        rounds_load(&v, wk, w, 7, blocks);
        sha512_add_state(state, &v);
    } while (--nblocks);
    __asm__ volatile("" : : "m"(*(uint64_t(*)[16])wk));
}
