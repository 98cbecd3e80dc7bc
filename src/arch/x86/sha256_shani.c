/*
 * SHA-256 compressor with Intel's SHA extensions, one block after another; FIPS 180-4, section 6.2.2.
 *
 * A processor may have these instructions and no AVX, so this file is compiled without AVX.
 */
#include "backend.h"
#include "sha2_constants.h"

#include <immintrin.h>

static inline __m128i load_w(const uint8_t *p)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);

    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), swap);
}

/* One shuffle picks words of both halves of the state, and the same two shuffles put them back. */
static inline __m128i shuffle(__m128i lo, __m128i hi, const int high_pair)
{
    const __m128 x = _mm_castsi128_ps(lo);
    const __m128 y = _mm_castsi128_ps(hi);

    return _mm_castps_si128(high_pair ? _mm_shuffle_ps(x, y, 0xbb) : _mm_shuffle_ps(x, y, 0x11));
}

/* Words W[t] to W[t + 3] from the sixteen words before them, over the oldest four. */
static inline void schedule4(__m128i *w16, __m128i w12, __m128i w8, __m128i w4)
{
    __asm__("movdqa %3, %%xmm7\n\t"
            "sha256msg1 %1, %0\n\t"
            "palignr $4, %2, %%xmm7\n\t"
            "paddd %%xmm7, %0\n\t"
            "sha256msg2 %3, %0"
            : "+x"(*w16)
            : "x"(w12), "x"(w8), "x"(w4)
            : "xmm7");
}

/*
 * In assembly because each round must overwrite its operand. A caller may have left the upper halves of
 * the vector registers dirty; then a copy waits for the register that it overwrites and is no longer
 * free, and the copies that gcc puts between rounds cost 1.8 times the time.
 */
static inline void rounds4(__m128i *abef, __m128i *cdgh, __m128i w, const uint32_t k[4])
{
    __asm__("movdqa %3, %%xmm0\n\t"
            "paddd %2, %%xmm0\n\t"
            "sha256rnds2 %%xmm0, %0, %1\n\t"
            "pshufd $0x0e, %%xmm0, %%xmm0\n\t"
            "sha256rnds2 %%xmm0, %1, %0"
            : "+x"(*abef), "+x"(*cdgh)
            : "x"(w), "m"(*(const __m128i *)(const void *)k)
            : "xmm0");
}

void sha256_compress_shani(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    __m128i *const words = (__m128i *)(void *)state;
    __m128i lo = _mm_loadu_si128(words);
    __m128i hi = _mm_loadu_si128(words + 1);
    __m128i abef = shuffle(hi, lo, 0);
    __m128i cdgh = shuffle(hi, lo, 1);

    for (; nblocks > 0; nblocks--, blocks += 64) {
        const __m128i abef0 = abef;
        const __m128i cdgh0 = cdgh;
        __m128i w0 = load_w(blocks);
        __m128i w1 = load_w(blocks + 16);
        __m128i w2 = load_w(blocks + 32);
        __m128i w3 = load_w(blocks + 48);
        const uint32_t *k = sha256_k;

        __asm__ volatile("" : "+r"(k));
        rounds4(&abef, &cdgh, w0, k);
        rounds4(&abef, &cdgh, w1, k + 4);
        rounds4(&abef, &cdgh, w2, k + 8);
        rounds4(&abef, &cdgh, w3, k + 12);
        for (size_t t = 16; t < 64; t += 16) {
            schedule4(&w0, w1, w2, w3);
            rounds4(&abef, &cdgh, w0, k + t);
            schedule4(&w1, w2, w3, w0);
            rounds4(&abef, &cdgh, w1, k + t + 4);
            schedule4(&w2, w3, w0, w1);
            rounds4(&abef, &cdgh, w2, k + t + 8);
            schedule4(&w3, w0, w1, w2);
            rounds4(&abef, &cdgh, w3, k + t + 12);
        }
        abef = _mm_add_epi32(abef, abef0);
        cdgh = _mm_add_epi32(cdgh, cdgh0);
    }
    _mm_storeu_si128(words, shuffle(abef, cdgh, 1));
    _mm_storeu_si128(words + 1, shuffle(abef, cdgh, 0));
}
