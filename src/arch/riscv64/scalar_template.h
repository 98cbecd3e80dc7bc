/*
 * A compressor of SHA-256 or SHA-512 in general registers; FIPS 180-4, sections 6.2.2 and 6.4.2. It is included once
 * after the functions of sections 4.1.2 and 4.1.3, and what SHA2_… stand for, have been defined.
 *
 * Of the 28 registers that there are for it, W takes 16, the working variables 8, b ^ c, the address of K and two
 * values in between the others. Hence every round is written out, with its variables already rotated, so that none is
 * moved: with a loop of sixteen rounds, gcc 12 keeps some of them in memory, and takes 21% more instructions.
 */
#include "wipe.h"

#include <string.h>

#define SHA2_INLINE static inline __attribute__((always_inline))

/* The value unchanged, but opaque; volatile, so that compilers leave the order of a round as it is written. */
SHA2_INLINE SHA2_WORD keep(SHA2_WORD x)
{
    __asm__ volatile("" : "+r"(x));
    return x;
}

/* The doubleword's bytes in the other order. By the number of REV8, which Zbb and Zbkb have alike: told of either,
   compilers may use what the other lacks. */
SHA2_INLINE uint64_t rev8(uint64_t x)
{
    uint64_t y;

    __asm__(".insn i 0x13, 5, %0, %1, 0x6b8" : "=r"(y) : "r"(x));
    return y;
}

/* By aligned doublewords, each of which is one word or two. */
SHA2_INLINE void load_w(SHA2_WORD w[16], const uint8_t *block)
{
    enum { WORDS = sizeof(uint64_t) / sizeof(SHA2_WORD) };

#pragma GCC unroll 16
    for (size_t t = 0; t < 16; t += WORDS) {
        uint64_t x;
        memcpy(&x, __builtin_assume_aligned(block + t * sizeof w[0], 8), sizeof x);
        x = rev8(x);
        w[t] = (SHA2_WORD)(x >> (64 - 64 / WORDS));
        w[t + WORDS - 1] = (SHA2_WORD)x;
    }
}

SHA2_INLINE SHA2_WORD ch(SHA2_WORD x, SHA2_WORD y, SHA2_WORD z)
{
    return keep(keep(y ^ z) & x) ^ z;
}

/* Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, and a ^ b is the next round's b ^ c, kept in *bc. */
SHA2_INLINE void round1(SHA2_WORD a, SHA2_WORD b, SHA2_WORD *bc, SHA2_WORD *d, SHA2_WORD e,
                        SHA2_WORD f, SHA2_WORD g, SHA2_WORD *h, SHA2_WORD w, SHA2_WORD k)
{
    SHA2_WORD x = keep(keep(*h + w) + k);
    x = keep(x + ch(e, f, g));
    x = keep(x + big_sigma1(e));
    *d = keep(*d + x);
    SHA2_WORD ab = keep(a ^ b);
    x = keep(x + keep(keep(*bc & ab) ^ b));
    *h = keep(x + big_sigma0(a));
    *bc = ab;
}

/* W of round t + 16 takes the place of W of round t. */
SHA2_INLINE void extend(SHA2_WORD w[16], size_t t)
{
    SHA2_WORD x = keep(w[t] + small_sigma0(w[(t + 1) % 16]));
    x = keep(x + w[(t + 9) % 16]);
    w[t] = keep(x + small_sigma1(w[(t + 14) % 16]));
}

SHA2_INLINE void leave(SHA2_WORD w[16], size_t t)
{
    (void)w, (void)t;
}

/* Eight rounds from t on; then is done with each word after its round. */
#define EIGHT_ROUNDS(t, then)                                       \
    do {                                                            \
        round1(a, b, &bc, &d, e, f, g, &h, w[(t)], k[(t)]);         \
        then(w, t);                                                 \
        round1(h, a, &bc, &c, d, e, f, &g, w[(t) + 1], k[(t) + 1]); \
        then(w, (t) + 1);                                           \
        round1(g, h, &bc, &b, c, d, e, &f, w[(t) + 2], k[(t) + 2]); \
        then(w, (t) + 2);                                           \
        round1(f, g, &bc, &a, b, c, d, &e, w[(t) + 3], k[(t) + 3]); \
        then(w, (t) + 3);                                           \
        round1(e, f, &bc, &h, a, b, c, &d, w[(t) + 4], k[(t) + 4]); \
        then(w, (t) + 4);                                           \
        round1(d, e, &bc, &g, h, a, b, &c, w[(t) + 5], k[(t) + 5]); \
        then(w, (t) + 5);                                           \
        round1(c, d, &bc, &f, g, h, a, &b, w[(t) + 6], k[(t) + 6]); \
        then(w, (t) + 6);                                           \
        round1(b, c, &bc, &e, f, g, h, &a, w[(t) + 7], k[(t) + 7]); \
        then(w, (t) + 7);                                           \
    } while (0)

/* The block is aligned to doublewords. */
SHA2_INLINE void compress_block(SHA2_WORD state[8], const uint8_t *block)
{
    const SHA2_WORD *k = SHA2_K;
    SHA2_WORD w[16];
    SHA2_WORD a = state[0], b = state[1], c = state[2], d = state[3];
    SHA2_WORD e = state[4], f = state[5], g = state[6], h = state[7];
    SHA2_WORD bc = b ^ c;

    load_w(w, block);
#pragma GCC unroll 4
    for (size_t t = 16; t < SHA2_ROUNDS; t += 16, k += 16) {
        EIGHT_ROUNDS(0, extend);
        EIGHT_ROUNDS(8, extend);
    }
    EIGHT_ROUNDS(0, leave);
    EIGHT_ROUNDS(8, leave);
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

/* A load that is not aligned may trap, and take hundreds of cycles: such blocks are copied first. */
void SHA2_COMPRESS(SHA2_WORD state[8], const uint8_t *blocks, size_t nblocks)
{
    _Alignas(8) uint8_t copy[16 * sizeof(SHA2_WORD)];
    const int aligned = (uintptr_t)blocks % 8 == 0;

    for (; nblocks != 0; nblocks--, blocks += sizeof copy)
        compress_block(state, aligned ? blocks : memcpy(copy, blocks, sizeof copy));
    if (!aligned)
        wipe(copy, sizeof copy); /* the message may be a key */
}
