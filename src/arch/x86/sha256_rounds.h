/*
 * The rounds of SHA-256 (FIPS 180-4, section 6.2.2) in scalar registers, for compressors that extend
 * the message schedule in vector registers.
 */
#ifndef FASTSHA2_SHA256_ROUNDS_H
#define FASTSHA2_SHA256_ROUNDS_H

#include <stddef.h>
#include <stdint.h>

struct working {
    uint32_t a, b, c, d, e, f, g, h;
    uint32_t bc; /* b ^ c, which the round before has computed as its a ^ b */
};

/* Forbids the compiler to reorder the sums of a round. */
static inline __attribute__((always_inline)) uint32_t keep(uint32_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

static inline __attribute__((always_inline)) uint32_t ror32(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static inline __attribute__((always_inline)) uint32_t ch(uint32_t e, uint32_t f, uint32_t g)
{
    return ((f ^ g) & e) ^ g;
}

#ifdef __BMI2__
static inline __attribute__((always_inline)) uint32_t big_sigma0(uint32_t x)
{
    return ror32(x, 2) ^ ror32(x, 13) ^ ror32(x, 22);
}

static inline __attribute__((always_inline)) uint32_t big_sigma1(uint32_t x)
{
    return ror32(x, 6) ^ ror32(x, 11) ^ ror32(x, 25);
}
#else
static inline __attribute__((always_inline)) uint32_t big_sigma0(uint32_t x)
{
    return ror32(keep(ror32(keep(ror32(x, 9) ^ x), 11) ^ x), 2);
}

static inline __attribute__((always_inline)) uint32_t big_sigma1(uint32_t x)
{
    return ror32(keep(ror32(keep(ror32(x, 14) ^ x), 5) ^ x), 6);
}
#endif

static inline __attribute__((always_inline)) void round1(uint32_t a, uint32_t b, uint32_t c,
                                                         uint32_t *d, uint32_t e, uint32_t f,
                                                         uint32_t g, uint32_t *h, uint32_t *bc,
                                                         uint32_t wk)
{
    uint32_t x = keep(*h + wk);
    uint32_t p = keep((b & c) - *d);

    x = keep(x + *d);
    x = keep(x + ch(e, f, g));
    x = keep(x + big_sigma1(e));
    p = keep(p + x);
    p = keep(p + (a & *bc));
    *bc = a ^ b;
    *d = x;
    *h = keep(p + big_sigma0(a));
}

static inline __attribute__((always_inline)) void rounds4(struct working *v, const uint32_t wk[4])
{
    round1(v->a, v->b, v->c, &v->d, v->e, v->f, v->g, &v->h, &v->bc, wk[0]);
    round1(v->h, v->a, v->b, &v->c, v->d, v->e, v->f, &v->g, &v->bc, wk[1]);
    round1(v->g, v->h, v->a, &v->b, v->c, v->d, v->e, &v->f, &v->bc, wk[2]);
    round1(v->f, v->g, v->h, &v->a, v->b, v->c, v->d, &v->e, &v->bc, wk[3]);
    *v = (struct working){v->e, v->f, v->g, v->h, v->a, v->b, v->c, v->d, v->bc};
}

static inline __attribute__((always_inline)) struct working load_state(const uint32_t state[8])
{
    return (struct working){state[0], state[1], state[2], state[3],           state[4],
                            state[5], state[6], state[7], state[1] ^ state[2]};
}

static inline __attribute__((always_inline)) void add_state(uint32_t state[8], struct working *v)
{
    v->a = state[0] += v->a;
    v->b = state[1] += v->b;
    v->c = state[2] += v->c;
    v->d = state[3] += v->d;
    v->e = state[4] += v->e;
    v->f = state[5] += v->f;
    v->g = state[6] += v->g;
    v->h = state[7] += v->h;
    v->bc = v->b ^ v->c;
}

#endif
