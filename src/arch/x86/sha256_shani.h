/*
 * The steps of SHA-256 with Intel's SHA extensions, which its compressor and its kernels share; FIPS
 * 180-4, section 6.2.2.
 *
 * A processor may have these instructions and no AVX, so these files are compiled without AVX and
 * cannot clear the upper halves of the vector registers. Where a caller left them dirty, an
 * instruction that writes a register waits for what was there before, and a copy is no longer
 * free. Hence the assembly: every step works in place, on no register of another chain.
 */
#ifndef FASTSHA2_SHA256_SHANI_H
#define FASTSHA2_SHA256_SHANI_H

#include <emmintrin.h>
#include <stdint.h>

#define IN_PLACE static inline __attribute__((always_inline)) /* a call would go through memory */

/* Four big-endian words. */
IN_PLACE __m128i load_w(const uint8_t *p)
{
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    __m128i w = _mm_loadu_si128((const __m128i *)(const void *)p);

    __asm__("pshufb %1, %0" : "+x"(w) : "x"(swap));
    return w;
}

/* Words 0, 1 or 2, 3 of both: one shuffle a register turns a to h into abef and cdgh, or back. */
IN_PLACE __m128i low_pairs(__m128i x, __m128i y)
{
    __asm__("shufps $0x11, %1, %0" : "+x"(x) : "x"(y));
    return x;
}

IN_PLACE __m128i high_pairs(__m128i x, __m128i y)
{
    __asm__("shufps $0xbb, %1, %0" : "+x"(x) : "x"(y));
    return x;
}

/* Opaque, or gcc carries the copy from block to block and back ahead of the first round. */
IN_PLACE __m128i copy(__m128i x)
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
IN_PLACE void schedule4(__m128i *w16, __m128i w12, __m128i w8, __m128i w4, __m128i *spare)
{
    __asm__ volatile("movdqa %3, %1\n\t"
                     "sha256msg1 %2, %0\n\t"
                     "psrldq $4, %1\n\t"
                     "paddd %1, %0\n\t"
                     "movdqa %4, %1\n\t"
                     "sha256msg2 %4, %0\n\t"
                     "pslldq $12, %1\n\t"
                     "paddd %1, %0"
                     : "+&x"(*w16), "+&x"(*spare)
                     : "x"(w12), "x"(w8), "x"(w4));
}

/* wk, four words with K added, is in XMM0, where the instruction looks for it. */
IN_PLACE void rounds4_wk(__m128i *abef, __m128i *cdgh, __m128i wk)
{
    __asm__ volatile("sha256rnds2 %2, %0, %1\n\t"
                     "pshufd $0x0e, %2, %2\n\t"
                     "sha256rnds2 %2, %1, %0"
                     : "+x"(*abef), "+x"(*cdgh), "+Yz"(wk));
}

IN_PLACE void rounds4(__m128i *abef, __m128i *cdgh, __m128i w, const uint32_t k[4])
{
    __m128i wk;

    __asm__ volatile("movdqa %2, %0\n\t"
                     "paddd %1, %0"
                     : "=&Yz"(wk)
                     : "x"(w), "m"(*(const __m128i *)(const void *)k));
    rounds4_wk(abef, cdgh, wk);
}

#endif
