/* The steps of SHA-256 with the SHA-256 instructions of Armv8, which its compressor and its kernel of two messages
   share (FIPS 180-4, section 6.2.2; Arm Architecture Reference Manual, SHA256H, SHA256H2, SHA256SU0, SHA256SU1). */
#ifndef FASTSHA2_SHA256_ARMSHA256_H
#define FASTSHA2_SHA256_ARMSHA256_H

#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>

/* Written out whole, as some compilers would rather call the parts, with the state in memory. */
#define SHA256_INLINE static inline __attribute__((always_inline))

struct sha256_vars {
    uint32x4_t abcd, efgh;
};

SHA256_INLINE uint32x4_t load_w(const uint8_t *p)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(p)));
}

SHA256_INLINE void load_block(uint32x4_t w[4], const uint8_t block[64])
{
    w[0] = load_w(block);
    w[1] = load_w(block + 16);
    w[2] = load_w(block + 32);
    w[3] = load_w(block + 48);
}

/* A copy that is told apart from the original, so that the chain of rounds overwrites that: compilers would as soon
   go on from the copy, which adds its latency to every four rounds, 18% by llvm-mca's model of Neoverse N1. */
SHA256_INLINE uint32x4_t copy(uint32x4_t x)
{
    __asm__("" : "+w"(x));
    return x;
}

SHA256_INLINE struct sha256_vars copy_vars(const struct sha256_vars *v)
{
    return (struct sha256_vars){copy(v->abcd), copy(v->efgh)};
}

SHA256_INLINE void add_vars(struct sha256_vars *v, const struct sha256_vars *v0)
{
    v->abcd = vaddq_u32(v->abcd, v0->abcd);
    v->efgh = vaddq_u32(v->efgh, v0->efgh);
}

SHA256_INLINE void rounds4(struct sha256_vars *v, uint32x4_t w, uint32x4_t k)
{
    const uint32x4_t wk = vaddq_u32(w, k);
    const uint32x4_t abcd = copy(v->abcd);

    v->abcd = vsha256hq_u32(v->abcd, v->efgh, wk);
    v->efgh = vsha256h2q_u32(v->efgh, abcd, wk);
}

/* Words W[t + 16] to W[t + 19] in the place of W[t] to W[t + 3], which are w[i]. */
SHA256_INLINE void schedule4(uint32x4_t w[4], size_t i)
{
    w[i] = vsha256su1q_u32(vsha256su0q_u32(w[i], w[(i + 1) % 4]), w[(i + 2) % 4], w[(i + 3) % 4]);
}

#endif
