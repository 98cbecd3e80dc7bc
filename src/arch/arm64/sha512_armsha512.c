/* SHA-512 compressor with the SHA-512 instructions of Armv8.2 (FIPS 180-4, section 6.4.2; Arm Architecture
   Reference Manual, SHA512H, SHA512H2, SHA512SU0, SHA512SU1). */
#include "backend.h"
#include "sha2_constants.h"

#include <arm_neon.h>

/* Written out whole, as gcc 12 at -O2 would rather call the parts, with the state in memory. */
#define SHA512_INLINE static inline __attribute__((always_inline))

struct sha512_vars {
    uint64x2_t ab, cd, ef, gh;
    uint64x2_t gh_wk; /* for the next two rounds: g + W[t + 1] + K[t + 1], h + W[t] + K[t] */
};

SHA512_INLINE uint64x2_t load_w(const uint8_t *p)
{
    return vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(p)));
}

/* The second word of x and the first of y. */
SHA512_INLINE uint64x2_t middle(uint64x2_t x, uint64x2_t y)
{
    return vextq_u64(x, y, 1);
}

/* What the instructions want for two rounds: the words in the other order. */
SHA512_INLINE uint64x2_t swapped_wk(uint64x2_t w, uint64x2_t k)
{
    const uint64x2_t wk = vaddq_u64(w, k);

    return middle(wk, wk);
}

SHA512_INLINE uint64x2_t t1_of_2(const struct sha512_vars *v)
{
    return vsha512hq_u64(v->gh_wk, middle(v->ef, v->gh), middle(v->cd, v->ef));
}

/* The new ef comes before the new ab, whose instruction overwrites t1: in the other order t1 is copied. */
SHA512_INLINE void finish_2(struct sha512_vars *v, uint64x2_t t1)
{
    const uint64x2_t ef = vaddq_u64(v->cd, t1);
    const uint64x2_t ab = vsha512h2q_u64(t1, v->cd, v->ab);

    v->gh = v->ef;
    v->ef = ef;
    v->cd = v->ab;
    v->ab = ab;
}

/* Two rounds; next is W for the two after them and k their K, made ready while the first instruction runs. */
SHA512_INLINE void rounds2(struct sha512_vars *v, uint64x2_t next, uint64x2_t k)
{
    const uint64x2_t t1 = t1_of_2(v);
    const uint64x2_t wk = swapped_wk(next, k);

    finish_2(v, t1);
    v->gh_wk = vaddq_u64(v->gh, wk);
}

/* Two rounds, and words W[t + 16] and W[t + 17] in the place of the two that they used, w[i]. */
SHA512_INLINE void rounds2_extend(struct sha512_vars *v, uint64x2_t w[8], size_t i, uint64x2_t k)
{
    const uint64x2_t t1 = t1_of_2(v);
    const uint64x2_t wk = swapped_wk(w[(i + 1) % 8], k);
    const uint64x2_t w7 = middle(w[(i + 4) % 8], w[(i + 5) % 8]);

    w[i] = vsha512su1q_u64(vsha512su0q_u64(w[i], w[(i + 1) % 8]), w[(i + 7) % 8], w7);
    finish_2(v, t1);
    v->gh_wk = vaddq_u64(v->gh, wk);
}

/* k is that of the second pair of rounds on. */
SHA512_INLINE void rounds8_extend(struct sha512_vars *v, uint64x2_t w[8], size_t i,
                                  const uint64_t k[8])
{
    const uint64x2x4_t k8 = vld1q_u64_x4(k);

    rounds2_extend(v, w, i, k8.val[0]);
    rounds2_extend(v, w, i + 1, k8.val[1]);
    rounds2_extend(v, w, i + 2, k8.val[2]);
    rounds2_extend(v, w, i + 3, k8.val[3]);
}

/* The last of a block. */
SHA512_INLINE void rounds16(struct sha512_vars *v, const uint64x2_t w[8], const uint64_t k[14])
{
    const uint64x2x4_t k8 = vld1q_u64_x4(k);
    const uint64x2x3_t k6 = vld1q_u64_x3(k + 8);

    rounds2(v, w[1], k8.val[0]);
    rounds2(v, w[2], k8.val[1]);
    rounds2(v, w[3], k8.val[2]);
    rounds2(v, w[4], k8.val[3]);
    rounds2(v, w[5], k6.val[0]);
    rounds2(v, w[6], k6.val[1]);
    rounds2(v, w[7], k6.val[2]);
    finish_2(v, t1_of_2(v));
}

sha512_compress_fn sha512_compress_armsha512;

void sha512_compress_armsha512(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    struct sha512_vars v = {vld1q_u64(state), vld1q_u64(state + 2), vld1q_u64(state + 4),
                            vld1q_u64(state + 6), vdupq_n_u64(0)};

    for (; nblocks > 0; nblocks--, blocks += 128) {
        const struct sha512_vars v0 = v;
        const uint64_t *k = sha512_k;
        uint64x2_t w[8] = {load_w(blocks),      load_w(blocks + 16), load_w(blocks + 32),
                           load_w(blocks + 48), load_w(blocks + 64), load_w(blocks + 80),
                           load_w(blocks + 96), load_w(blocks + 112)};

        /* K is loaded anew for each block: all of it at once, as clang would have it, fits the stack only. */
        __asm__ volatile("" : "+r"(k));
        v.gh_wk = vaddq_u64(v.gh, swapped_wk(w[0], vld1q_u64(k)));
        rounds8_extend(&v, w, 0, k + 2);
        rounds8_extend(&v, w, 4, k + 10);
        rounds8_extend(&v, w, 0, k + 18);
        rounds8_extend(&v, w, 4, k + 26);
        rounds8_extend(&v, w, 0, k + 34);
        rounds8_extend(&v, w, 4, k + 42);
        rounds8_extend(&v, w, 0, k + 50);
        rounds8_extend(&v, w, 4, k + 58);
        rounds16(&v, w, k + 66);
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
