/*
 * SHA-256 of two blocks at a time: their schedules side by side in the halves of 256-bit vectors,
 * their rounds one block after the other; FIPS 180-4, section 6.2.2.
 *
 * A file that includes this has defined schedule4.
 */
#ifndef FASTSHA2_SHA256_PAIRS_H
#define FASTSHA2_SHA256_PAIRS_H

#include "sha256_rounds.h"
#include "sha2_constants.h"

#include <immintrin.h>

static inline __attribute__((always_inline)) __m256i load_w(const uint8_t *first,
                                                            const uint8_t *second)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    const __m128i lo = _mm_loadu_si128((const __m128i *)(const void *)first);
    const __m128i hi = _mm_loadu_si128((const __m128i *)(const void *)second);

    return _mm256_shuffle_epi8(_mm256_inserti128_si256(_mm256_castsi128_si256(lo), hi, 1),
                               _mm256_broadcastsi128_si256(swap));
}

static inline __attribute__((always_inline)) void store_wk(uint32_t wk[8], __m256i w, size_t t)
{
    const __m128i k = _mm_load_si128((const __m128i *)(const void *)(sha256_k + t));

    _mm256_store_si256((__m256i *)(void *)wk, _mm256_add_epi32(w, _mm256_broadcastsi128_si256(k)));
}

static inline __attribute__((always_inline)) void compress_pairs(uint32_t state[8],
                                                                 const uint8_t *blocks,
                                                                 size_t nblocks)
{
    _Alignas(64) uint32_t wk[128];
    struct working v = load_state(state);

    while (nblocks > 0) {
        const uint8_t *const second = nblocks > 1 ? blocks + 64 : blocks;
        __m256i w0 = load_w(blocks, second);
        __m256i w1 = load_w(blocks + 16, second + 16);
        __m256i w2 = load_w(blocks + 32, second + 32);
        __m256i w3 = load_w(blocks + 48, second + 48);

        store_wk(wk, w0, 0);
        store_wk(wk + 8, w1, 4);
        store_wk(wk + 16, w2, 8);
        store_wk(wk + 24, w3, 12);
        for (size_t t = 0; t < 48; t += 16) {
            uint32_t *const now = wk + 2 * t;

            __asm__ volatile("" : "+m"(wk));
            w0 = schedule4(w0, w1, w2, w3);
            store_wk(now + 32, w0, t + 16);
            rounds4(&v, now);
            w1 = schedule4(w1, w2, w3, w0);
            store_wk(now + 40, w1, t + 20);
            rounds4(&v, now + 8);
            w2 = schedule4(w2, w3, w0, w1);
            store_wk(now + 48, w2, t + 24);
            rounds4(&v, now + 16);
            w3 = schedule4(w3, w0, w1, w2);
            store_wk(now + 56, w3, t + 28);
            rounds4(&v, now + 24);
        }
        __asm__ volatile("" : "+m"(wk));
        for (size_t t = 48; t < 64; t += 8) {
            rounds4(&v, wk + 2 * t);
            rounds4(&v, wk + 2 * t + 8);
        }
        add_state(state, &v);
        if (nblocks == 1) {
            break;
        }
        for (size_t t = 0; t < 64; t += 8) {
            rounds4(&v, wk + 2 * t + 4);
            rounds4(&v, wk + 2 * t + 12);
        }
        add_state(state, &v);
        nblocks -= 2;
        blocks += 128;
    }
}

#endif
