/* Clears secrets in a way that the compiler may not drop as a dead store. */
#ifndef FASTSHA2_WIPE_H
#define FASTSHA2_WIPE_H

#include <string.h>

/*
 * In pieces: gcc 12 makes of one larger memset a microcoded "rep stos", which took 18 ns for the context of
 * a SHA-512 on Zen 5, a tenth of the time of a short message; and of one of 64 bytes, for AVX-512, a store of
 * 512 bits, after which the next call's loads took 60 ns longer. And by the compiler's own function, or _FORTIFY_SOURCE makes
 * of each piece a call that compares sizes: a third of the time of a short HMAC.
 */
static inline void wipe(void *secret, size_t size)
{
    enum { PIECE = 32 };
    unsigned char *at = secret;

#pragma GCC unroll 8
    for (; size >= PIECE; at += PIECE, size -= PIECE) {
        __builtin_memset(at, 0, PIECE);
        __asm__ volatile("" : : "r"(at) : "memory");
    }
    __builtin_memset(at, 0, size);
    __asm__ volatile("" : : "r"(at) : "memory");
}

#endif
