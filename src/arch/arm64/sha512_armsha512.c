/* SHA-512 compressor with the SHA-512 instructions of Armv8.2 (FIPS 180-4, section 6.4.2; Arm Architecture
   Reference Manual, SHA512H, SHA512H2, SHA512SU0, SHA512SU1). */
#include "backend.h"
#include "sha2_constants.h"

#include <arm_neon.h>

/* gcc 12 at -O2 would call the five groups of rounds, through memory. */
#define SHA512_INLINE static inline __attribute__((always_inline))

struct sha512_vars {
    uint64x2_t ab, cd, ef, gh;
};

SHA512_INLINE uint64x2_t load_w(const uint8_t *p)
{
    return vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(p)));
}

/* The upper word of x and the lower one of y. */
SHA512_INLINE uint64x2_t middle(uint64x2_t x, uint64x2_t y)
{
    return vextq_u64(x, y, 1);
}

/* The instruction that comes after overwrites value; it is not to be moved before user, or gcc 12 has to
   copy value first. */
SHA512_INLINE void last_use(uint64x2_t *value, uint64x2_t *user)
{
    __asm__("" : "+w"(*value), "+w"(*user));
}

SHA512_INLINE void rounds2(struct sha512_vars *v, uint64x2_t wk)
{
    const uint64x2_t sum = vaddq_u64(v->gh, middle(wk, wk));
    uint64x2_t t1 = vsha512hq_u64(sum, middle(v->ef, v->gh), middle(v->cd, v->ef));
    uint64x2_t ef = vaddq_u64(v->cd, t1);

    last_use(&t1, &ef);
    const uint64x2_t ab = vsha512h2q_u64(t1, v->cd, v->ab);

    v->gh = v->ef;
    v->ef = ef;
    v->cd = v->ab;
    v->ab = ab;
}

/* Two rounds, and words W[t + 16] and W[t + 17] in the place of the two that they used. */
SHA512_INLINE void rounds2_extend(struct sha512_vars *v, uint64x2_t w[8], size_t i, const uint64_t k[2])
{
    const uint64x2_t w7 = middle(w[(i + 4) % 8], w[(i + 5) % 8]);
    uint64x2_t wk = vaddq_u64(w[i], vld1q_u64(k));

    last_use(&w[i], &wk);
    w[i] = vsha512su1q_u64(vsha512su0q_u64(w[i], w[(i + 1) % 8]), w[(i + 7) % 8], w7);
    rounds2(v, wk);
}

SHA512_INLINE void rounds16_extend(struct sha512_vars *v, uint64x2_t w[8], const uint64_t k[16])
{
    rounds2_extend(v, w, 0, k);
    rounds2_extend(v, w, 1, k + 2);
    rounds2_extend(v, w, 2, k + 4);
    rounds2_extend(v, w, 3, k + 6);
    rounds2_extend(v, w, 4, k + 8);
    rounds2_extend(v, w, 5, k + 10);
    rounds2_extend(v, w, 6, k + 12);
    rounds2_extend(v, w, 7, k + 14);
}

SHA512_INLINE void rounds16(struct sha512_vars *v, const uint64x2_t w[8], const uint64_t k[16])
{
    rounds2(v, vaddq_u64(w[0], vld1q_u64(k)));
    rounds2(v, vaddq_u64(w[1], vld1q_u64(k + 2)));
    rounds2(v, vaddq_u64(w[2], vld1q_u64(k + 4)));
    rounds2(v, vaddq_u64(w[3], vld1q_u64(k + 6)));
    rounds2(v, vaddq_u64(w[4], vld1q_u64(k + 8)));
    rounds2(v, vaddq_u64(w[5], vld1q_u64(k + 10)));
    rounds2(v, vaddq_u64(w[6], vld1q_u64(k + 12)));
    rounds2(v, vaddq_u64(w[7], vld1q_u64(k + 14)));
}

sha512_compress_fn sha512_compress_armsha512;

void sha512_compress_armsha512(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    struct sha512_vars v = {vld1q_u64(state), vld1q_u64(state + 2), vld1q_u64(state + 4),
                            vld1q_u64(state + 6)};

    for (; nblocks > 0; nblocks--, blocks += 128) {
        const struct sha512_vars v0 = v;
        const uint64_t *k = sha512_k;
        uint64x2_t w[8] = {load_w(blocks),      load_w(blocks + 16), load_w(blocks + 32),
                           load_w(blocks + 48), load_w(blocks + 64), load_w(blocks + 80),
                           load_w(blocks + 96), load_w(blocks + 112)};

        __asm__ volatile("" : "+r"(k));
        rounds16_extend(&v, w, k);
        rounds16_extend(&v, w, k + 16);
        rounds16_extend(&v, w, k + 32);
        rounds16_extend(&v, w, k + 48);
        rounds16(&v, w, k + 64);
        v.ab = vaddq_u64(v.ab, v0.ab);
        v.cd = vaddq_u64(v.cd, v0.cd);
        v.ef = vaddq_u64(v.ef, v0.ef);
        v.gh = vaddq_u64(v.gh, v0.gh);
    }
    vst1q_u64(state, v.ab);
    vst1q_u64(state + 2, v.cd);
    vst1q_u64(state + 4, v.ef);
    vst1q_u64(state + 6, v.gh);
}
