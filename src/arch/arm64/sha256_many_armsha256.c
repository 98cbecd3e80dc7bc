/*
 * SHA-256 of two messages at once with the SHA-256 instructions of Armv8 (FIPS 180-4, section 6.2.2): the rounds of one
 * fill the latency of the other's.
 */
#include "backend.h"
#include "sha256_armsha256.h"
#include "sha2_constants.h"

struct message {
    struct sha256_vars v;
    uint32x4_t w[4];
};

/* The rows of four working variables turn into those of either message, or back: lanes 0 and 2 of both, 1 and 3. */
SHA256_INLINE void load_rows(uint32x4_t *first, uint32x4_t *second, uint32_t rows[4][SHA256_LANES])
{
    const uint32x4_t rows02 = vcombine_u32(vld1_u32(rows[0]), vld1_u32(rows[2]));
    const uint32x4_t rows13 = vcombine_u32(vld1_u32(rows[1]), vld1_u32(rows[3]));

    *first = vtrn1q_u32(rows02, rows13);
    *second = vtrn2q_u32(rows02, rows13);
}

SHA256_INLINE void store_rows(uint32_t rows[4][SHA256_LANES], uint32x4_t first, uint32x4_t second)
{
    const uint32x4_t rows02 = vtrn1q_u32(first, second);
    const uint32x4_t rows13 = vtrn2q_u32(first, second);

    vst1_u32(rows[0], vget_low_u32(rows02));
    vst1_u32(rows[1], vget_low_u32(rows13));
    vst1_u32(rows[2], vget_high_u32(rows02));
    vst1_u32(rows[3], vget_high_u32(rows13));
}

SHA256_INLINE void rounds4_of_both(struct message m[2], size_t i, const uint32_t k[4])
{
    const uint32x4_t k4 = vld1q_u32(k);

    rounds4(&m[0].v, m[0].w[i], k4);
    rounds4(&m[1].v, m[1].w[i], k4);
}

SHA256_INLINE void rounds4_extend(struct message m[2], size_t i, const uint32_t k[4])
{
    rounds4_of_both(m, i, k);
    schedule4(m[0].w, i);
    schedule4(m[1].w, i);
}

SHA256_INLINE void rounds16_extend(struct message m[2], const uint32_t k[16])
{
    rounds4_extend(m, 0, k);
    rounds4_extend(m, 1, k + 4);
    rounds4_extend(m, 2, k + 8);
    rounds4_extend(m, 3, k + 12);
}

sha256_many_fn sha256_many2_armsha256;

void sha256_many2_armsha256(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                            size_t nblocks)
{
    struct message m[2];

    load_rows(&m[0].v.abcd, &m[1].v.abcd, state);
    load_rows(&m[0].v.efgh, &m[1].v.efgh, state + 4);
    for (size_t b = 0; b < nblocks; b++) {
        const struct sha256_vars v0[2] = {copy_vars(&m[0].v), copy_vars(&m[1].v)};
        const uint32_t *k = sha256_k;

        /* K is loaded anew for each block: what of it is kept would leave too few registers. */
        __asm__ volatile("" : "+r"(k));
        load_block(m[0].w, blocks[0] + 64 * b);
        load_block(m[1].w, blocks[1] + 64 * b);
        rounds16_extend(m, k);
        rounds16_extend(m, k + 16);
        rounds16_extend(m, k + 32);
        rounds4_of_both(m, 0, k + 48);
        rounds4_of_both(m, 1, k + 52);
        rounds4_of_both(m, 2, k + 56);
        rounds4_of_both(m, 3, k + 60);
        add_vars(&m[0].v, &v0[0]);
        add_vars(&m[1].v, &v0[1]);
    }
    store_rows(state, m[0].v.abcd, m[1].v.abcd);
    store_rows(state + 4, m[0].v.efgh, m[1].v.efgh);
}
