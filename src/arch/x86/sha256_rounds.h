/*
 * The rounds of SHA-256 (FIPS 180-4, section 6.2.2) in scalar registers, for compressors that
 * extend the message schedule in vector registers.
 */
#ifndef FASTSHA2_SHA256_ROUNDS_H
#define FASTSHA2_SHA256_ROUNDS_H

#include "sha256_barriers.h"

struct working {
    uint32_t a, b, c, d, e, f, g, h;
};

/*
 * Fixes the order of a round, which is worth 5 to 20%: compilers re-associate its sums, and they
 * hoist what is ready early past the two chains that bound it, e to e and a to a. Without
 * `volatile` gcc still moves operations between rounds.
 */
SHA256_INLINE uint32_t keep(uint32_t x)
{
    __asm__ volatile("" : "+r"(x));
    return x;
}

SHA256_INLINE uint32_t ror32(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

/* Not as an and and an and-not, which compilers make of it where they may: 2% slower. */
SHA256_INLINE uint32_t ch(uint32_t e, uint32_t f, uint32_t g)
{
    return keep(keep(keep(f ^ g) & e) ^ g);
}

#ifdef __BMI2__
SHA256_INLINE uint32_t xor_rotations(uint32_t x, int i, int j, int k)
{
    uint32_t y = keep(ror32(x, j));

    y = keep(y ^ keep(ror32(x, i)));
    return keep(y ^ keep(ror32(x, k)));
}
#else
/*
 * Without rorx each rotation of a word that lives on costs a copy. Two of the rotations share one
 * here: 28% faster than libcrypto, against 20 to 25% with three copies and 14% with the one copy
 * and the chain of five that nesting all three takes.
 */
SHA256_INLINE uint32_t xor_rotations(uint32_t x, int i, int j, int k)
{
    uint32_t y = keep(keep(ror32(x, k - j)) ^ x);
    const uint32_t z = keep(ror32(x, i));

    return keep(keep(ror32(y, j)) ^ z);
}
#endif

SHA256_INLINE uint32_t big_sigma0(uint32_t x)
{
    return xor_rotations(x, 2, 13, 22);
}

SHA256_INLINE uint32_t big_sigma1(uint32_t x)
{
    return xor_rotations(x, 6, 11, 25);
}

/*
 * One round, in 24 operations, the chains from e to e and from a to a both four long. Maj is the
 * disjoint sum (b & c) + (a & (b ^ c)), because the usual form lengthens the chain of a. The order
 * matters as much: the sums of the new a start when those of the new e are done (3% over starting
 * them first), and x joins them last but big_sigma0 (2%).
 */
SHA256_INLINE void round1(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f,
                          uint32_t g, uint32_t *h, uint32_t wk)
{
    uint32_t x = keep(*h + wk);
    uint32_t y;

    x = keep(x + *d);
    x = keep(x + ch(e, f, g));
    x = keep(x + big_sigma1(e));
    y = keep(keep(b & c) - *d);
    y = keep(y + keep(keep(b ^ c) & a));
    y = keep(y + x);
    *d = x;
    *h = keep(y + big_sigma0(a));
}

SHA256_INLINE void rounds4(struct working *v, const uint32_t wk[4])
{
    round1(v->a, v->b, v->c, &v->d, v->e, v->f, v->g, &v->h, wk[0]);
    round1(v->h, v->a, v->b, &v->c, v->d, v->e, v->f, &v->g, wk[1]);
    round1(v->g, v->h, v->a, &v->b, v->c, v->d, v->e, &v->f, wk[2]);
    round1(v->f, v->g, v->h, &v->a, v->b, v->c, v->d, &v->e, wk[3]);
    *v = (struct working){v->e, v->f, v->g, v->h, v->a, v->b, v->c, v->d};
}

SHA256_INLINE struct working load_state(const uint32_t state[8])
{
    return (struct working){state[0], state[1], state[2], state[3],
                            state[4], state[5], state[6], state[7]};
}

SHA256_INLINE void add_state(uint32_t state[8], struct working *v)
{
    forget(state, 8 * sizeof *state); /* or gcc keeps a second copy on the stack */
    v->a = state[0] += v->a;
    v->b = state[1] += v->b;
    v->c = state[2] += v->c;
    v->d = state[3] += v->d;
    v->e = state[4] += v->e;
    v->f = state[5] += v->f;
    v->g = state[6] += v->g;
    v->h = state[7] += v->h;
}

#endif
