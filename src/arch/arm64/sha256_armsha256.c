/* SHA-256 compressor with the SHA-256 instructions of Armv8 (FIPS 180-4, section 6.2.2; Arm Architecture
   Reference Manual, SHA256H, SHA256H2, SHA256SU0, SHA256SU1). */
#include "backend.h"
#include "sha2_constants.h"

#include <arm_neon.h>

/* Written out whole, as some compilers would rather call the parts, with the state in memory. */
#define SHA256_INLINE static inline __attribute__((always_inline))

struct sha256_vars {
    uint32x4_t abcd, efgh;
};

SHA256_INLINE uint32x4_t load_w(const uint8_t *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

/* A copy that is told apart from the original, so that the chain of rounds overwrites that: compilers would as soon
   go on from the copy, which adds its latency to every four rounds, 18% by llvm-mca's model of Neoverse N1. */
SHA256_INLINE uint32x4_t copy(uint32x4_t x)
{
    __asm__("" : "+w"(x));
    return x;
}

SHA256_INLINE void rounds4(struct sha256_vars *v, uint32x4_t w, const uint32_t k[4])
{
    const uint32x4_t wk = vaddq_u32(w, vld1q_u32(k));
    const uint32x4_t abcd = copy(v->abcd);

    v->abcd = vsha256hq_u32(v->abcd, v->efgh, wk);
    v->efgh = vsha256h2q_u32(v->efgh, abcd, wk);
}

/* Four rounds, and words W[t + 16] to W[t + 19] in the place of the four that they used. */
SHA256_INLINE void rounds4_extend(struct sha256_vars *v, uint32x4_t w[4], size_t i,
                                  const uint32_t k[4])
{
    rounds4(v, w[i], k);
    w[i] = vsha256su1q_u32(vsha256su0q_u32(w[i], w[(i + 1) % 4]), w[(i + 2) % 4], w[(i + 3) % 4]);
}

SHA256_INLINE void rounds16_extend(struct sha256_vars *v, uint32x4_t w[4], const uint32_t k[16])
{
    rounds4_extend(v, w, 0, k);
    rounds4_extend(v, w, 1, k + 4);
    rounds4_extend(v, w, 2, k + 8);
    rounds4_extend(v, w, 3, k + 12);
}

sha256_compress_fn sha256_compress_armsha256;

void sha256_compress_armsha256(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    struct sha256_vars v = {vld1q_u32(state), vld1q_u32(state + 4)};

    for (; nblocks > 0; nblocks--, blocks += 64) {
        const struct sha256_vars v0 = {copy(v.abcd), copy(v.efgh)};
        uint32x4_t w[4] = {load_w(blocks), load_w(blocks + 16), load_w(blocks + 32),
                           load_w(blocks + 48)};

        rounds16_extend(&v, w, sha256_k);
        rounds16_extend(&v, w, sha256_k + 16);
        rounds16_extend(&v, w, sha256_k + 32);
        rounds4(&v, w[0], sha256_k + 48);
        rounds4(&v, w[1], sha256_k + 52);
        rounds4(&v, w[2], sha256_k + 56);
        rounds4(&v, w[3], sha256_k + 60);
        v.abcd = vaddq_u32(v.abcd, v0.abcd);
        v.efgh = vaddq_u32(v.efgh, v0.efgh);
    }
    vst1q_u32(state, v.abcd);
    vst1q_u32(state + 4, v.efgh);
}
