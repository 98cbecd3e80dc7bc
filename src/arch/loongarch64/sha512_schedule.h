/* SHA-512 with its schedule in vectors of either width, the rounds in scalar registers; FIPS 180-4, section 6.4.2. */
#include "sha2_constants.h"
#include "wipe.h"

#define SHA2_WORD uint64_t
#define SHA2_ROUNDS 80
#define SHA2_K sha512_k
#define SHA2_BIG_SIGMA0 28, 34, 39
#define SHA2_BIG_SIGMA1 14, 18, 41
#include "arch/portable/rounds_template.h"

#define SHA2_VECTORS 8

SHA2_INLINE vec load_w(const uint8_t *const block[BLOCKS], size_t i)
{
    return V(shuf4i_w)(V(shuf4i_b)(load_blocks(block, i), 0x1b), 0xb1);
}

SHA2_INLINE vec add_words(vec x, vec y)
{
    return V(add_d)(x, y);
}

SHA2_INLINE vec small_sigma0(vec x)
{
    return V(xor_v)(V(xor_v)(V(rotri_d)(x, 1), V(rotri_d)(x, 8)), V(srli_d)(x, 7));
}

SHA2_INLINE vec small_sigma1(vec x)
{
    return V(xor_v)(V(xor_v)(V(rotri_d)(x, 19), V(rotri_d)(x, 61)), V(srli_d)(x, 6));
}

/* Words 1 and 2 of the four in x and y. */
SHA2_INLINE vec next_word(vec x, vec y)
{
    static const uint8_t next[32] = {8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23};

    return V(shuf_b)(y, x, load_table(next, 0));
}

SHA2_INLINE void extend(vec w[8], size_t i)
{
    vec x = add_words(w[i], next_word(w[(i + 4) % 8], w[(i + 5) % 8]));

    x = add_words(x, small_sigma0(next_word(w[i], w[(i + 1) % 8])));
    w[i] = add_words(x, small_sigma1(w[(i + 7) % 8]));
}

#include "blocks_template.h"
