/* The steps of SHA-512 with the SHA-512 instructions of Armv8.2, which its compressor and its kernel of two messages
   share (FIPS 180-4, section 6.4.2; Arm Architecture Reference Manual, SHA512H, SHA512H2, SHA512SU0, SHA512SU1). */
#ifndef FASTSHA2_SHA512_ARMSHA512_H
#define FASTSHA2_SHA512_ARMSHA512_H

#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>

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

SHA512_INLINE void load_block(uint64x2_t w[8], const uint8_t block[128])
{
    w[0] = load_w(block);
    w[1] = load_w(block + 16);
    w[2] = load_w(block + 32);
    w[3] = load_w(block + 48);
    w[4] = load_w(block + 64);
    w[5] = load_w(block + 80);
    w[6] = load_w(block + 96);
    w[7] = load_w(block + 112);
}

SHA512_INLINE void add_vars(struct sha512_vars *v, const struct sha512_vars *v0)
{
    v->ab = vaddq_u64(v->ab, v0->ab);
    v->cd = vaddq_u64(v->cd, v0->cd);
    v->ef = vaddq_u64(v->ef, v0->ef);
    v->gh = vaddq_u64(v->gh, v0->gh);
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

/* Before the rounds that use w and their k. */
SHA512_INLINE void add_wk(struct sha512_vars *v, uint64x2_t w, uint64x2_t k)
{
    v->gh_wk = vaddq_u64(v->gh, swapped_wk(w, k));
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

#endif
