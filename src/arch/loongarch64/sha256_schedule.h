/* SHA-256 with its schedule in vectors of either width, the rounds in scalar registers; FIPS 180-4, section 6.2.2. */
#include "sha2_constants.h"
#include "wipe.h"

#define SHA2_WORD uint32_t
#define SHA2_ROUNDS 64
#define SHA2_K sha256_k
#define SHA2_BIG_SIGMA0 2, 13, 22
#define SHA2_BIG_SIGMA1 6, 11, 25
#include "arch/portable/rounds_template.h"

#define SHA2_VECTORS 4

SHA2_INLINE vec load_w(const uint8_t *const block[BLOCKS], size_t i)
{
    return V(shuf4i_b)(load_blocks(block, i), 0x1b);
}

SHA2_INLINE vec add_words(vec x, vec y)
{
    return V(add_w)(x, y);
}

SHA2_INLINE vec small_sigma0(vec x)
{
    return V(xor_v)(V(xor_v)(V(rotri_w)(x, 7), V(rotri_w)(x, 18)), V(srli_w)(x, 3));
}

SHA2_INLINE vec small_sigma1(vec x)
{
    return V(xor_v)(V(xor_v)(V(rotri_w)(x, 17), V(rotri_w)(x, 19)), V(srli_w)(x, 10));
}

/* Words 1 to 4 of the eight in x and y. */
SHA2_INLINE vec next_word(vec x, vec y)
{
    static const uint8_t next[32] = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19};

    return V(shuf_b)(y, x, load_table(next, 0));
}

/* Words W[t] to W[t + 3]: the last two need the first two. */
SHA2_INLINE void extend(vec w[4], size_t i)
{
    vec x = add_words(w[i], next_word(w[(i + 2) % 4], w[(i + 3) % 4]));

    x = add_words(x, small_sigma0(next_word(w[i], w[(i + 1) % 4])));
    x = add_words(x, V(bsrl_v)(small_sigma1(w[(i + 3) % 4]), 8));
    w[i] = add_words(x, V(bsll_v)(small_sigma1(x), 8));
}

#include "blocks_template.h"
