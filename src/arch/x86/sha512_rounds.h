/* The SHA-512 round in scalar registers, which the x86 compressors share (FIPS 180-4, section
   6.4). */
#ifndef FASTSHA2_SHA512_ROUNDS_H
#define FASTSHA2_SHA512_ROUNDS_H

#include <stddef.h>
#include <stdint.h>

#include "sha2_constants.h"

#define SHA512_INLINE static inline __attribute__((always_inline))

/* The working variables; bc holds b ^ c, which is a ^ b of the round before. */
struct sha512_vars {
    uint64_t a, b, c, d, e, f, g, h, bc;
};

/* The value unchanged, but opaque: otherwise compilers re-associate the sums of a round and
   lengthen the chains from round to round, which costs 5 to 10%. */
SHA512_INLINE uint64_t keep(uint64_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

SHA512_INLINE uint64_t rotr(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

/* The working variables move down one place, to a and e as given. */
SHA512_INLINE void shift_vars(struct sha512_vars *v, uint64_t a, uint64_t e)
{
    v->h = v->g;
    v->g = v->f;
    v->f = v->e;
    v->e = e;
    v->d = v->c;
    v->c = v->b;
    v->b = v->a;
    v->a = a;
}

#ifdef __BMI2__
SHA512_INLINE uint64_t big_sigma0(uint64_t x)
{
    return rotr(x, 28) ^ rotr(x, 34) ^ rotr(x, 39);
}

SHA512_INLINE uint64_t big_sigma1(uint64_t x)
{
    return rotr(x, 14) ^ rotr(x, 18) ^ rotr(x, 41);
}

/* One round; wk = W + K. Four operations lie between e and the next e, and between a and the next
   a: d goes in first for the one; for the other Maj is the sum of b & c and a & (b ^ c), which
   have no bit in common, and only the second waits for a. b & c as b & ~(b ^ c) is one andn,
   without a copy. The order of the lines is part of it, since the processor serves the oldest
   first. Zen 5, with the schedule beside it: x before the second half of Maj is 2% slower, y
   before x 5%, Sigma1 before Ch 6%, x as the last term of y 9%; and, with an operation less each,
   Maj as ((a ^ b) & (b ^ c)) ^ b 5%, d + x as an addition of its own for e 9%. */
SHA512_INLINE void sha512_round(struct sha512_vars *v, uint64_t wk)
{
    uint64_t x = keep(v->h + v->d);
    uint64_t choice = keep(v->f ^ v->g);
    x = keep(x + wk);
    choice = keep(choice & v->e);
    x = keep(x + keep(choice ^ v->g));
    x = keep(x + big_sigma1(v->e));

    uint64_t y = keep((v->b & ~v->bc) - v->d);
    y = keep(y + keep(v->bc & v->a));
    y = keep(y + x);
    v->bc = keep(v->a ^ v->b);
    y = keep(y + big_sigma0(v->a));
    shift_vars(v, y, x);
}
#else
/* Without rorx every rotation starts with a copy; nested, one copy serves all three. */
SHA512_INLINE uint64_t big_sigma0(uint64_t x)
{
    return rotr(keep(rotr(keep(rotr(x, 5) ^ x), 6) ^ x), 28);
}

SHA512_INLINE uint64_t big_sigma1(uint64_t x)
{
    return rotr(keep(rotr(keep(rotr(x, 23) ^ x), 4) ^ x), 14);
}

/* One round; wk = W + K. Processors without BMI2 start three or four operations a cycle, so that
   their number counts, not the chains between rounds. */
SHA512_INLINE void sha512_round(struct sha512_vars *v, uint64_t wk)
{
    uint64_t x = keep(v->h + wk);
    x = keep(x + (((v->f ^ v->g) & v->e) ^ v->g));
    x = keep(x + big_sigma1(v->e));

    uint64_t ab = keep(v->a ^ v->b);
    uint64_t y = keep(keep(v->bc & ab) ^ v->b);
    v->bc = ab;
    y = keep(y + x);
    y = keep(y + big_sigma0(v->a));
    shift_vars(v, y, keep(v->d + x));
}
#endif

SHA512_INLINE struct sha512_vars sha512_load_state(const uint64_t state[8])
{
    struct sha512_vars v = {.bc = state[1] ^ state[2]};
    v.a = state[0];
    v.b = state[1];
    v.c = state[2];
    v.d = state[3];
    v.e = state[4];
    v.f = state[5];
    v.g = state[6];
    v.h = state[7];
    return v;
}

SHA512_INLINE void sha512_store_state(uint64_t state[8], const struct sha512_vars *v)
{
    state[0] = v->a;
    state[1] = v->b;
    state[2] = v->c;
    state[3] = v->d;
    state[4] = v->e;
    state[5] = v->f;
    state[6] = v->g;
    state[7] = v->h;
}

SHA512_INLINE void sha512_add_state(uint64_t state[8], struct sha512_vars *v)
{
    state[0] = v->a += state[0];
    state[1] = v->b += state[1];
    state[2] = v->c += state[2];
    state[3] = v->d += state[3];
    state[4] = v->e += state[4];
    state[5] = v->f += state[5];
    state[6] = v->g += state[6];
    state[7] = v->h += state[7];
    v->bc = v->b ^ v->c;
}

#endif
