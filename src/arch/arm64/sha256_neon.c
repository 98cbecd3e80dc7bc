/*
 * SHA-256 compressor for processors with Advanced SIMD, also called Neon, and without the SHA-256 instructions: the
 * schedule in vectors, the rounds in scalar registers; FIPS 180-4, section 6.2.2.
 */
#include "backend.h"
#include "sha2_constants.h"
#include "wipe.h"

#include <arm_neon.h>

/* Written out whole, as some compilers would rather call the parts, with the state in memory. */
#define SHA256_INLINE static inline __attribute__((always_inline))

struct sha256_vars {
    uint32_t a, b, c, d, e, f, g, h;
    uint32_t bc; /* b ^ c */
};

SHA256_INLINE uint32x4_t load_w(const uint8_t *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

/* A rotation is a shift and a shift that inserts. */
SHA256_INLINE uint32x4_t small_sigma0(uint32x4_t x)
{
    const uint32x4_t r7 = vsriq_n_u32(vshlq_n_u32(x, 25), x, 7);
    const uint32x4_t r18 = vsriq_n_u32(vshlq_n_u32(x, 14), x, 18);

    return veorq_u32(veorq_u32(r7, r18), vshrq_n_u32(x, 3));
}

SHA256_INLINE uint32x2_t small_sigma1(uint32x2_t x)
{
    const uint32x2_t r17 = vsri_n_u32(vshl_n_u32(x, 15), x, 17);
    const uint32x2_t r19 = vsri_n_u32(vshl_n_u32(x, 13), x, 19);

    return veor_u32(veor_u32(r17, r19), vshr_n_u32(x, 10));
}

SHA256_INLINE void store_wk(uint32_t wk[4], uint32x4_t w, const uint32_t k[4])
{
    vst1q_u32(wk, vaddq_u32(w, vld1q_u32(k)));
}

/* Words W[t] to W[t + 3] from the sixteen words before them, over the oldest four. */
SHA256_INLINE void schedule4(uint32x4_t *w16, uint32x4_t w12, uint32x4_t w8, uint32x4_t w4)
{
    const uint32x4_t sum =
        vaddq_u32(vaddq_u32(*w16, vextq_u32(w8, w4, 1)), small_sigma0(vextq_u32(*w16, w12, 1)));
    const uint32x2_t first = vadd_u32(vget_low_u32(sum), small_sigma1(vget_high_u32(w4)));
    const uint32x2_t last = vadd_u32(vget_high_u32(sum), small_sigma1(first));

    *w16 = vcombine_u32(first, last);
}

SHA256_INLINE uint32_t ror(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

SHA256_INLINE uint32_t big_sigma0(uint32_t x)
{
    return ror(x, 2) ^ ror(x, 13) ^ ror(x, 22);
}

SHA256_INLINE uint32_t big_sigma1(uint32_t x)
{
    return ror(x, 6) ^ ror(x, 11) ^ ror(x, 25);
}

SHA256_INLINE uint32_t ch(uint32_t x, uint32_t y, uint32_t z)
{
    return ((y ^ z) & x) ^ z;
}

/* Maj as ((a ^ b) & (b ^ c)) ^ b: the next round's b ^ c is this one's a ^ b. */
SHA256_INLINE void round1(uint32_t a, uint32_t b, uint32_t *bc, uint32_t *d, uint32_t e, uint32_t f,
                          uint32_t g, uint32_t *h, uint32_t wk)
{
    const uint32_t t1 = *h + wk + ch(e, f, g) + big_sigma1(e);
    const uint32_t ab = a ^ b;

    *d += t1;
    *h = t1 + ((ab & *bc) ^ b) + big_sigma0(a);
    *bc = ab;
}

SHA256_INLINE void rounds4(struct sha256_vars *v, const uint32_t wk[4])
{
    round1(v->a, v->b, &v->bc, &v->d, v->e, v->f, v->g, &v->h, wk[0]);
    round1(v->h, v->a, &v->bc, &v->c, v->d, v->e, v->f, &v->g, wk[1]);
    round1(v->g, v->h, &v->bc, &v->b, v->c, v->d, v->e, &v->f, wk[2]);
    round1(v->f, v->g, &v->bc, &v->a, v->b, v->c, v->d, &v->e, wk[3]);
    *v = (struct sha256_vars){v->e, v->f, v->g, v->h, v->a, v->b, v->c, v->d, v->bc};
}

/* Four rounds, then the four words of W + K that they used make room for those sixteen rounds on. */
SHA256_INLINE void rounds4_extend(struct sha256_vars *v, uint32_t wk[16], uint32x4_t w[4], size_t i,
                                  const uint32_t k[16])
{
    schedule4(&w[i], w[(i + 1) % 4], w[(i + 2) % 4], w[(i + 3) % 4]);
    rounds4(v, wk + 4 * i);
    store_wk(wk + 4 * i, w[i], k + 4 * i);
}

/* Sends the compiler through memory for these words: what vectors stored it would else pass on by extracts. */
SHA256_INLINE void forget(uint32_t wk[16])
{
    __asm__ volatile("" : "+m"(*(uint32_t(*)[16])(void *)wk));
}

sha256_compress_fn sha256_compress_neon;

void sha256_compress_neon(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    uint32_t wk[16];
    struct sha256_vars v;

    v.a = state[0];
    v.b = state[1];
    v.c = state[2];
    v.d = state[3];
    v.e = state[4];
    v.f = state[5];
    v.g = state[6];
    v.h = state[7];
    v.bc = v.b ^ v.c;
    for (; nblocks > 0; nblocks--, blocks += 64) {
        uint32x4_t w[4] = {load_w(blocks), load_w(blocks + 16), load_w(blocks + 32),
                           load_w(blocks + 48)};

        store_wk(wk, w[0], sha256_k);
        store_wk(wk + 4, w[1], sha256_k + 4);
        store_wk(wk + 8, w[2], sha256_k + 8);
        store_wk(wk + 12, w[3], sha256_k + 12);
        for (const uint32_t *k = sha256_k + 16; k != sha256_k + 64; k += 16) {
            forget(wk);
            rounds4_extend(&v, wk, w, 0, k);
            rounds4_extend(&v, wk, w, 1, k);
            rounds4_extend(&v, wk, w, 2, k);
            rounds4_extend(&v, wk, w, 3, k);
        }
        forget(wk);
        rounds4(&v, wk);
        rounds4(&v, wk + 4);
        rounds4(&v, wk + 8);
        rounds4(&v, wk + 12);
        state[0] = v.a += state[0];
        state[1] = v.b += state[1];
        state[2] = v.c += state[2];
        state[3] = v.d += state[3];
        state[4] = v.e += state[4];
        state[5] = v.f += state[5];
        state[6] = v.g += state[6];
        state[7] = v.h += state[7];
        v.bc = v.b ^ v.c;
    }
    wipe(wk, sizeof wk); /* the message may be a key */
}
