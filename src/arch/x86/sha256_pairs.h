/*
 * SHA-256 of two blocks at a time: their schedules side by side in the halves of 256-bit vectors,
 * their rounds one block after the other; FIPS 180-4, section 6.2.2.
 *
 * The file that includes this defines schedule4 first, with its own instructions. A schedule for
 * each block by itself, in 128 bits, is as fast on Zen 5, whose rounds leave the vector units idle.
 * On the processors that these compressors are for, both compete for the same ports: two blocks at
 * a time save 8% of the cycles with AVX2 and 3% with AVX-512 in llvm-mca's model of Skylake.
 */
#ifndef FASTSHA2_SHA256_PAIRS_H
#define FASTSHA2_SHA256_PAIRS_H

#include "sha256_rounds.h"
#include "sha2_constants.h"

#include <immintrin.h>

SHA256_INLINE __m256i load_w(const uint8_t *first, const uint8_t *second)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    const __m128i lo = _mm_loadu_si128((const __m128i *)(const void *)first);
    const __m128i hi = _mm_loadu_si128((const __m128i *)(const void *)second);

    return _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(lo), hi, 1),
                               _mm256_broadcastsi128_si256(swap));
}

/*
 * Four words of both blocks with K added, as rounds4 takes them: the first block's, then the
 * second's. The schedule stays in registers and where it is in the rounds: gcc would spill words
 * of it.
 */
SHA256_INLINE void store_wk(uint32_t wk[8], __m256i *w, const uint32_t k[4])
{
    const __m128i k4 = _mm_load_si128((const __m128i *)(const void *)k);

    __asm__ volatile("" : "+x"(*w));
    _mm256_store_si256((__m256i *)(void *)wk,
                       _mm256_add_epi32(*w, _mm256_broadcastsi128_si256(k4)));
}

SHA256_INLINE void rounds16(struct working *v, const uint32_t *wk)
{
    rounds4(v, wk);
    rounds4(v, wk + 8);
    rounds4(v, wk + 16);
    rounds4(v, wk + 24);
}

/* The schedule runs in the first block's rounds, the next pair's loads in the second's last. */
SHA256_INLINE void compress_pairs(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    _Alignas(32) uint32_t wk[2 * 64];
    const uint32_t *const k = opaque(sha256_k);
    struct working v = load_state(state);
    const uint8_t *second = nblocks > 1 ? blocks + 64 : blocks;
    __m256i w0, w1, w2, w3;

    if (nblocks == 0) {
        return;
    }
    w0 = load_w(blocks, second);
    store_wk(wk, &w0, k);
    w1 = load_w(blocks + 16, second + 16);
    store_wk(wk + 8, &w1, k + 4);
    w2 = load_w(blocks + 32, second + 32);
    store_wk(wk + 16, &w2, k + 8);
    w3 = load_w(blocks + 48, second + 48);
    store_wk(wk + 24, &w3, k + 12);
    for (;;) {
        for (size_t t = 0; t < 48; t += 16) {
            uint32_t *const now = wk + 2 * t;

            forget(wk, sizeof wk);
            w0 = schedule4(w0, w1, w2, w3);
            store_wk(now + 32, &w0, k + t + 16);
            rounds4(&v, now);
            w1 = schedule4(w1, w2, w3, w0);
            store_wk(now + 40, &w1, k + t + 20);
            rounds4(&v, now + 8);
            w2 = schedule4(w2, w3, w0, w1);
            store_wk(now + 48, &w2, k + t + 24);
            rounds4(&v, now + 16);
            w3 = schedule4(w3, w0, w1, w2);
            store_wk(now + 56, &w3, k + t + 28);
            rounds4(&v, now + 24);
        }
        forget(wk, sizeof wk);
        rounds16(&v, wk + 96);
        add_state(state, &v);
        if (nblocks == 1) {
            break;
        }
        for (size_t t = 0; t < 48; t += 16) {
            rounds16(&v, wk + 2 * t + 4);
        }
        nblocks -= 2;
        blocks += nblocks > 0 ? 128 : 0;
        second = nblocks > 1 ? blocks + 64 : blocks;
        w0 = load_w(blocks, second);
        store_wk(wk, &w0, k);
        rounds4(&v, wk + 100);
        w1 = load_w(blocks + 16, second + 16);
        store_wk(wk + 8, &w1, k + 4);
        rounds4(&v, wk + 108);
        w2 = load_w(blocks + 32, second + 32);
        store_wk(wk + 16, &w2, k + 8);
        rounds4(&v, wk + 116);
        w3 = load_w(blocks + 48, second + 48);
        store_wk(wk + 24, &w3, k + 12);
        rounds4(&v, wk + 124);
        add_state(state, &v);
        if (nblocks == 0) {
            break;
        }
    }
    wipe(wk, sizeof wk); /* the message may be a key */
}

#endif
