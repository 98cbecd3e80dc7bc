/* SHA-512 compressor with the SHA-512 instructions of Armv8.2, one block after another; FIPS 180-4, section 6.4.2. */
#include "backend.h"
#include "sha2_constants.h"
#include "sha512_armsha512.h"

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
        uint64x2_t w[8];

        load_block(w, blocks);
        /* K is loaded anew for each block: all of it at once, as clang would have it, fits the stack only. */
        __asm__ volatile("" : "+r"(k));
        add_wk(&v, w[0], vld1q_u64(k));
        rounds8_extend(&v, w, 0, k + 2);
        rounds8_extend(&v, w, 4, k + 10);
        rounds8_extend(&v, w, 0, k + 18);
        rounds8_extend(&v, w, 4, k + 26);
        rounds8_extend(&v, w, 0, k + 34);
        rounds8_extend(&v, w, 4, k + 42);
        rounds8_extend(&v, w, 0, k + 50);
        rounds8_extend(&v, w, 4, k + 58);
        rounds16(&v, w, k + 66);
        add_vars(&v, &v0);
    }
    vst1q_u64(state, v.ab);
    vst1q_u64(state + 2, v.cd);
    vst1q_u64(state + 4, v.ef);
    vst1q_u64(state + 6, v.gh);
}
