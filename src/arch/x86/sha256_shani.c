/*
 * SHA-256 compressor with Intel's SHA extensions, one block after another; FIPS 180-4, section
 * 6.2.2.
 *
 * A processor may have these instructions and no AVX, so this file is compiled without AVX and
 * cannot clear the upper halves of the vector registers. Where a caller left them dirty, an
 * instruction that writes a register waits for what was there before, and a copy is no longer
 * free. Hence the assembly: every step works in place, on no register of another chain. Measured
 * on Zen 5 with dirty registers: 1.00 to 1.02 times the clean time, against 1.8 for the same
 * function in gcc's allocation of intrinsics and 1.00 to 1.17 for libcrypto.
 */
#include "backend.h"
#include "sha2_constants.h"

#include <emmintrin.h>

#define IN_PLACE static inline __attribute__((always_inline)) /* a call would go through memory */

static inline __m128i load_w(const uint8_t *p)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    __m128i w = _mm_loadu_si128((const __m128i *)(const void *)p);

    __asm__("pshufb %1, %0" : "+x"(w) : "x"(swap));
    return w;
}

/* Words 0, 1 or 2, 3 of both: one shuffle a register turns a to h into abef and cdgh, or back. */
static inline __m128i low_pairs(__m128i x, __m128i y)
{
    __asm__("shufps $0x11, %1, %0" : "+x"(x) : "x"(y));
    return x;
}

static inline __m128i high_pairs(__m128i x, __m128i y)
{
    __asm__("shufps $0xbb, %1, %0" : "+x"(x) : "x"(y));
    return x;
}

/* Opaque, or gcc carries the copy from block to block and back ahead of the first round. */
static inline __m128i copy(__m128i x)
{
    __m128i y;

    __asm__("movdqa %1, %0" : "=x"(y) : "x"(x));
    return y;
}

IN_PLACE void add(__m128i *x, __m128i y)
{
    __asm__("paddd %1, %0" : "+x"(*x) : "x"(y));
}

/*
 * Words W[t] to W[t + 3] from the sixteen words before them, over the oldest four. Of the four
 * words W[t - 7] to W[t - 4] the last is in w4, the newest. It is added by itself at the end,
 * which leaves msg2 and one addition between one step and the next.
 */
IN_PLACE void schedule4(__m128i *w16, __m128i w12, __m128i w8, __m128i w4)
{
    __asm__("movdqa %2, %%xmm7\n\t"
            "sha256msg1 %1, %0\n\t"
            "psrldq $4, %%xmm7\n\t"
            "paddd %%xmm7, %0\n\t"
            "movdqa %3, %%xmm7\n\t"
            "sha256msg2 %3, %0\n\t"
            "pslldq $12, %%xmm7\n\t"
            "paddd %%xmm7, %0"
            : "+x"(*w16)
            : "x"(w12), "x"(w8), "x"(w4)
            : "xmm7");
}

IN_PLACE void rounds4(__m128i *abef, __m128i *cdgh, __m128i w, const uint32_t k[4])
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

sha256_compress_fn sha256_compress_shani;

void sha256_compress_shani(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    __m128i *const words = (__m128i *)(void *)state;
    const __m128i abcd = _mm_loadu_si128(words);
    const __m128i efgh = _mm_loadu_si128(words + 1);
    __m128i abef = low_pairs(efgh, abcd);
    __m128i cdgh = high_pairs(efgh, abcd);

    for (; nblocks > 0; nblocks--, blocks += 64) {
        const __m128i abef0 = copy(abef);
        const __m128i cdgh0 = copy(cdgh);
        const uint32_t *k = sha256_k;
        __m128i w0 = load_w(blocks);
        __m128i w1 = load_w(blocks + 16);
        __m128i w2 = load_w(blocks + 32);
        __m128i w3 = load_w(blocks + 48);

        for (; k < sha256_k + 48; k += 16) {
            rounds4(&abef, &cdgh, w0, k);
            schedule4(&w0, w1, w2, w3);
            rounds4(&abef, &cdgh, w1, k + 4);
            schedule4(&w1, w2, w3, w0);
            rounds4(&abef, &cdgh, w2, k + 8);
            schedule4(&w2, w3, w0, w1);
            rounds4(&abef, &cdgh, w3, k + 12);
            schedule4(&w3, w0, w1, w2);
        }
        rounds4(&abef, &cdgh, w0, k);
        rounds4(&abef, &cdgh, w1, k + 4);
        rounds4(&abef, &cdgh, w2, k + 8);
        rounds4(&abef, &cdgh, w3, k + 12);
        add(&abef, abef0);
        add(&cdgh, cdgh0);
    }
    _mm_storeu_si128(words, high_pairs(abef, cdgh));
    _mm_storeu_si128(words + 1, low_pairs(abef, cdgh));
}
