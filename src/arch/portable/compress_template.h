/*
 * The compression function of FIPS 180-4, sections 6.2.2 and 6.4.2, in plain C. sha256_portable.c and
 * sha512_portable.c include it once each, after they have defined the functions of sections 4.1.2 and
 * 4.1.3 and what SHA2_… stand for.
 *
 * W is a ring of 16 words. Rounds are written with their variables already rotated, eight to a turn, so
 * that none is ever moved.
 */

static inline SHA2_WORD ch(SHA2_WORD x, SHA2_WORD y, SHA2_WORD z)
{
    return ((y ^ z) & x) ^ z;
}

/* W of round t + 16 takes the place of W of round t. */
static inline SHA2_WORD extend(SHA2_WORD W[16], size_t t)
{
    W[t] += small_sigma0(W[(t + 1) % 16]) + W[(t + 9) % 16] + small_sigma1(W[(t + 14) % 16]);
    return W[t];
}

/* Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, and a ^ b is the next round's b ^ c, kept in *bc. */
static inline void round_step(SHA2_WORD a, SHA2_WORD b, SHA2_WORD *bc, SHA2_WORD *d, SHA2_WORD e,
                              SHA2_WORD f, SHA2_WORD g, SHA2_WORD *h, SHA2_WORD wk)
{
    SHA2_WORD x = keep(*h + wk);
    x = keep(x + ch(e, f, g));
    x = keep(x + big_sigma1(e));
    SHA2_WORD ab = keep(a ^ b);
    SHA2_WORD y = keep(keep(*bc & ab) ^ b);
    *bc = ab;
    y = keep(y + x);
    *d = keep(*d + x);
    *h = keep(y + big_sigma0(a));
}

#define EIGHT_ROUNDS(WK)                               \
    do {                                               \
        round_step(a, b, &bc, &d, e, f, g, &h, WK(0)); \
        round_step(h, a, &bc, &c, d, e, f, &g, WK(1)); \
        round_step(g, h, &bc, &b, c, d, e, &f, WK(2)); \
        round_step(f, g, &bc, &a, b, c, d, &e, WK(3)); \
        round_step(e, f, &bc, &h, a, b, c, &d, WK(4)); \
        round_step(d, e, &bc, &g, h, a, b, &c, WK(5)); \
        round_step(c, d, &bc, &f, g, h, a, &b, WK(6)); \
        round_step(b, c, &bc, &e, f, g, h, &a, WK(7)); \
    } while (0)

void SHA2_COMPRESS(SHA2_WORD state[8], const uint8_t *blocks, size_t nblocks)
{
    SHA2_WORD W[16];

    for (; nblocks != 0; nblocks--, blocks += sizeof W) {
        SHA2_WORD a = state[0], b = state[1], c = state[2], d = state[3];
        SHA2_WORD e = state[4], f = state[5], g = state[6], h = state[7];
        SHA2_WORD bc = b ^ c;

        for (size_t t = 0; t < 16; t++)
            W[t] = SHA2_LOAD_BE(blocks + t * sizeof W[0]);

#define LOADED(i) SHA2_K[i] + W[i]
#define LOADED_8(i) SHA2_K[8 + (i)] + W[8 + (i)]
        EIGHT_ROUNDS(LOADED);
        EIGHT_ROUNDS(LOADED_8);
        for (size_t t = 16; t < SHA2_ROUNDS; t += 16) {
#define EXTENDED(i) SHA2_K[t + (i)] + extend(W, i)
#define EXTENDED_8(i) SHA2_K[t + 8 + (i)] + extend(W, 8 + (i))
            EIGHT_ROUNDS(EXTENDED);
            EIGHT_ROUNDS(EXTENDED_8);
        }

        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}
