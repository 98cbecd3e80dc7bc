/* The SHA-512 round in scalar registers, which the x86 compressors share (FIPS 180-4, section 6.4). */
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

/* The value unchanged, but opaque: otherwise compilers re-associate the sums of a round and lengthen
   the chains from round to round, which costs 5 to 10%. */
SHA512_INLINE uint64_t keep(uint64_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

SHA512_INLINE uint64_t rotr(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
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
#else
/* Without rorx every rotation starts with a copy; nested, one copy serves all three. 4 to 8% of the
   whole on Zen 5, and the fewest operations, which is what narrower processors count. */
SHA512_INLINE uint64_t big_sigma0(uint64_t x)
{
    return rotr(keep(rotr(keep(rotr(x, 5) ^ x), 6) ^ x), 28);
}

SHA512_INLINE uint64_t big_sigma1(uint64_t x)
{
    return rotr(keep(rotr(keep(rotr(x, 23) ^ x), 4) ^ x), 14);
}
#endif

/* b & c, the cheaper way round: b & ~(b ^ c) is one andn, without a copy. */
SHA512_INLINE uint64_t both(const struct sha512_vars *v)
{
#ifdef __BMI__
    return v->b & ~v->bc;
#else
    return v->b & v->c;
#endif
}

/* One round; wk = W + K. Four operations lie between e and the next e, and between a and the next a:
   d goes in first for the one; for the other Maj is the sum of b & c and a & (b ^ c), which have no
   bit in common, and only the second waits for a. The order of the lines is part of it, since the
   processor serves the oldest first. Zen 5, with AVX-512 beside it: x before the second half of Maj is
   2% slower, y before x 5%, Sigma1 before Ch 6%, x as the last term of y 9%, Maj as
   ((a ^ b) & (b ^ c)) ^ b 8%, d + x as an addition of its own for e (one operation less) 12%. */
SHA512_INLINE void sha512_round(struct sha512_vars *v, uint64_t wk)
{
    uint64_t x = keep(v->h + v->d);
    uint64_t choice = keep(v->f ^ v->g);
    x = keep(x + wk);
    choice = keep(choice & v->e);
    choice = keep(choice ^ v->g);
    x = keep(x + choice);
    x = keep(x + big_sigma1(v->e));

    uint64_t y = keep(both(v) - v->d);
    y = keep(y + keep(v->bc & v->a));
    y = keep(y + x);
    v->bc = keep(v->a ^ v->b);
    y = keep(y + big_sigma0(v->a));

    v->h = v->g;
    v->g = v->f;
    v->f = v->e;
    v->e = x;
    v->d = v->c;
    v->c = v->b;
    v->b = v->a;
    v->a = y;
}

SHA512_INLINE struct sha512_vars sha512_load_state(const uint64_t state[8])
{
    return (struct sha512_vars){state[0], state[1], state[2], state[3],           state[4],
                                state[5], state[6], state[7], state[1] ^ state[2]};
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
