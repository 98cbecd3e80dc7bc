/*
 * SHA-512 of two messages at once with the SHA-512 instructions of Armv8.2 (FIPS 180-4, section 6.4.2): the rounds of
 * one fill the latency of the other's.
 */
#include "backend.h"
#include "sha2_constants.h"
#include "sha512_armsha512.h"

struct message {
    struct sha512_vars v;
    uint64x2_t w[8];
};

/* The rows of two working variables turn into those of either message, or back. */
SHA512_INLINE void load_rows(uint64x2_t *first, uint64x2_t *second, uint64_t rows[2][SHA512_LANES])
{
    const uint64x2_t row0 = vld1q_u64(rows[0]), row1 = vld1q_u64(rows[1]);

    *first = vtrn1q_u64(row0, row1);
    *second = vtrn2q_u64(row0, row1);
}

SHA512_INLINE void store_rows(uint64_t rows[2][SHA512_LANES], uint64x2_t first, uint64x2_t second)
{
    vst1q_u64(rows[0], vtrn1q_u64(first, second));
    vst1q_u64(rows[1], vtrn2q_u64(first, second));
}

SHA512_INLINE void load_state(struct sha512_vars *v0, struct sha512_vars *v1,
                              uint64_t state[8][SHA512_LANES])
{
    load_rows(&v0->ab, &v1->ab, state);
    load_rows(&v0->cd, &v1->cd, state + 2);
    load_rows(&v0->ef, &v1->ef, state + 4);
    load_rows(&v0->gh, &v1->gh, state + 6);
}

SHA512_INLINE void store_state(uint64_t state[8][SHA512_LANES], const struct sha512_vars *v0,
                               const struct sha512_vars *v1)
{
    store_rows(state, v0->ab, v1->ab);
    store_rows(state + 2, v0->cd, v1->cd);
    store_rows(state + 4, v0->ef, v1->ef);
    store_rows(state + 6, v0->gh, v1->gh);
}

/* One K at a time: four, as the compressor loads them, would leave too few registers. It waits for the rounds before,
   in the compiler's order only: clang 19 would add it to words far ahead, and has no room for them but the stack. */
SHA512_INLINE uint64x2_t load_k(const struct message m[2], const uint64_t k[2])
{
    uint64x2_t k2 = vld1q_u64(k);

    __asm__("" : "+w"(k2) : "w"(m[0].v.ab), "w"(m[1].v.ab));
    return k2;
}

SHA512_INLINE void rounds2_extend_both(struct message m[2], size_t i, const uint64_t k[2])
{
    const uint64x2_t k2 = load_k(m, k);

    rounds2_extend(&m[0].v, m[0].w, i, k2);
    rounds2_extend(&m[1].v, m[1].w, i, k2);
}

SHA512_INLINE void rounds2_of_both(struct message m[2], size_t next, const uint64_t k[2])
{
    const uint64x2_t k2 = load_k(m, k);

    rounds2(&m[0].v, m[0].w[next], k2);
    rounds2(&m[1].v, m[1].w[next], k2);
}

/* k is that of the second pair of rounds on. */
SHA512_INLINE void rounds16_extend(struct message m[2], const uint64_t k[16])
{
    rounds2_extend_both(m, 0, k);
    rounds2_extend_both(m, 1, k + 2);
    rounds2_extend_both(m, 2, k + 4);
    rounds2_extend_both(m, 3, k + 6);
    rounds2_extend_both(m, 4, k + 8);
    rounds2_extend_both(m, 5, k + 10);
    rounds2_extend_both(m, 6, k + 12);
    rounds2_extend_both(m, 7, k + 14);
}

/* The last of a block. */
SHA512_INLINE void rounds16(struct message m[2], const uint64_t k[14])
{
    rounds2_of_both(m, 1, k);
    rounds2_of_both(m, 2, k + 2);
    rounds2_of_both(m, 3, k + 4);
    rounds2_of_both(m, 4, k + 6);
    rounds2_of_both(m, 5, k + 8);
    rounds2_of_both(m, 6, k + 10);
    rounds2_of_both(m, 7, k + 12);
    finish_2(&m[0].v, t1_of_2(&m[0].v));
    finish_2(&m[1].v, t1_of_2(&m[1].v));
}

sha512_many_fn sha512_many2_armsha512;

void sha512_many2_armsha512(uint64_t state[8][SHA512_LANES], const uint8_t *const blocks[],
                            size_t nblocks)
{
    struct message m[2];

    load_state(&m[0].v, &m[1].v, state);
    for (size_t b = 0; b < nblocks; b++) {
        struct sha512_vars v0[2];
        const uint64_t *k = sha512_k;

        load_block(m[0].w, blocks[0] + 128 * b);
        load_block(m[1].w, blocks[1] + 128 * b);
        __asm__ volatile("" : "+r"(k)); /* as in the compressor */
        add_wk(&m[0].v, m[0].w[0], vld1q_u64(k));
        add_wk(&m[1].v, m[1].w[0], vld1q_u64(k));
        rounds16_extend(m, k + 2);
        rounds16_extend(m, k + 18);
        rounds16_extend(m, k + 34);
        rounds16_extend(m, k + 50);
        rounds16(m, k + 66);
        /* What the block started from waits in the state: there are no eight registers for it. Opaque, or gcc keeps it
           on the stack as well. */
        __asm__ volatile("" : "+r"(state));
        load_state(&v0[0], &v0[1], state);
        add_vars(&m[0].v, &v0[0]);
        add_vars(&m[1].v, &v0[1]);
        store_state(state, &m[0].v, &m[1].v);
    }
}
