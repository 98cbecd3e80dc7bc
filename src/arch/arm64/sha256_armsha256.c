/* SHA-256 compressor with the SHA-256 instructions of Armv8, one block after another; FIPS 180-4, section 6.2.2. */
#include "backend.h"
#include "sha256_armsha256.h"
#include "sha2_constants.h"

SHA256_INLINE void rounds4_extend(struct sha256_vars *v, uint32x4_t w[4], size_t i,
                                  const uint32_t k[4])
{
    rounds4(v, w[i], vld1q_u32(k));
    schedule4(w, i);
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
        const struct sha256_vars v0 = copy_vars(&v);
        uint32x4_t w[4];

        load_block(w, blocks);
        rounds16_extend(&v, w, sha256_k);
        rounds16_extend(&v, w, sha256_k + 16);
        rounds16_extend(&v, w, sha256_k + 32);
        rounds4(&v, w[0], vld1q_u32(sha256_k + 48));
        rounds4(&v, w[1], vld1q_u32(sha256_k + 52));
        rounds4(&v, w[2], vld1q_u32(sha256_k + 56));
        rounds4(&v, w[3], vld1q_u32(sha256_k + 60));
        add_vars(&v, &v0);
    }
    vst1q_u32(state, v.abcd);
    vst1q_u32(state + 4, v.efgh);
}
