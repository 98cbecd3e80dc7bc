/*
 * The compression function of FIPS 180-4, sections 6.2.2 and 6.4.2, with VSHASIGMAW and VSHASIGMAD of Power ISA 2.07:
 * each computes Σ0, Σ1, σ0 or σ1, as its operands say. sha256_power8.c and sha512_power8.c include this file once each,
 * after they have said what SHA2_… stand for and defined add_small_sigma1.
 *
 * Lanes are counted as the processor does, from the left, in either byte order. A vector of the message schedule
 * holds consecutive words. A working variable is the first lane of a vector of its own; the other lanes mean nothing.
 */

/* Written out whole, as gcc at -O2 would rather call the parts, with the state in memory. */
#define SHA2_INLINE static inline __attribute__((always_inline))

enum {
    LANES = sizeof(SHA2_VECTOR) / sizeof(SHA2_WORD),
    RING = 16 / LANES, /* vectors that hold the last 16 words of the schedule */
};

/* The offset of vector i, of whose value compilers know nothing: they keep it in a register, which loads of vectors
   can add, where they else compute the address of each. */
SHA2_INLINE ptrdiff_t offset(size_t i)
{
    size_t n = sizeof(SHA2_VECTOR) * i;

    __asm__("" : "+r"(n));
    return (ptrdiff_t)n;
}

SHA2_INLINE SHA2_VECTOR load_words(const void *p, ptrdiff_t n)
{
    return vec_xl_be(n, (const SHA2_LANE *)p);
}

SHA2_INLINE SHA2_VECTOR load_w(const uint8_t *p, ptrdiff_t n)
{
    const SHA2_VECTOR w = load_words(p, n);

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return vec_revb(w);
#else
    return w;
#endif
}

/* The words of x less the first, and the first of y. */
SHA2_INLINE SHA2_VECTOR next_word(SHA2_VECTOR x, SHA2_VECTOR y)
{
    return vec_sld(x, y, sizeof(SHA2_WORD));
}

/* Words W[t + 16] on in the place of W[t] on, which are the ring's vector i. */
SHA2_INLINE void extend(SHA2_VECTOR w[RING], size_t i)
{
    const size_t t9 = i + 9 / LANES; /* its second word is W[t + 9] */
    const SHA2_VECTOR w1 = next_word(w[i], w[(i + 1) % RING]);
    const SHA2_VECTOR w9 = next_word(w[t9 % RING], w[(t9 + 1) % RING]);

    w[i] = add_small_sigma1(w[i] + SHA2_SIGMA(w1, 0, 0) + w9, w[(i + RING - 1) % RING]);
}

/* Fixes which sums a round makes: compilers re-associate them. */
SHA2_INLINE SHA2_VECTOR keep(SHA2_VECTOR x)
{
    __asm__("" : "+v"(x));
    return x;
}

/*
 * Round t; wk is W + K. Of a to h, number i is v[(i - t) % 8], so that none is ever moved.
 *
 * What does not wait for e is summed up first, so that on the way from it to the next e one addition follows Σ1, or two
 * Ch; T1 is what that e has gained over d. The same holds from a to the next a, as Maj's mask is without it.
 */
SHA2_INLINE void round1(SHA2_VECTOR v[8], size_t t, SHA2_VECTOR wk)
{
    const SHA2_VECTOR a = v[(0 - t) % 8], b = v[(1 - t) % 8], c = v[(2 - t) % 8];
    const SHA2_VECTOR e = v[(4 - t) % 8], f = v[(5 - t) % 8], g = v[(6 - t) % 8];
    SHA2_VECTOR *const d = &v[(3 - t) % 8], *const h = &v[(7 - t) % 8];
    const SHA2_VECTOR maj = vec_sel(b, a, keep(b ^ c));
    const SHA2_VECTOR sums = keep(keep(*h + wk + *d) + vec_sel(g, f, e));
    const SHA2_VECTOR next_e = sums + SHA2_SIGMA(e, 1, 15);
    const SHA2_VECTOR t1 = next_e - *d;

    *h = keep(t1 + maj) + SHA2_SIGMA(a, 1, 0);
    *d = next_e;
}

/* The rounds of the ring's vector i; wk is that vector with K added. */
SHA2_INLINE void rounds(SHA2_VECTOR v[8], size_t i, SHA2_VECTOR wk)
{
#pragma GCC unroll 4
    for (size_t t = LANES * i; t < LANES * (i + 1); t++) {
        round1(v, t, wk);
        wk = next_word(wk, wk);
    }
}

/* The first words of LANES vectors. */
SHA2_INLINE SHA2_VECTOR pack(const SHA2_VECTOR v[LANES])
{
    SHA2_VECTOR packed = v[0];

#pragma GCC unroll 4
    for (size_t i = 0; i < LANES; i++)
        packed = next_word(packed, v[i]);
    return packed;
}

void SHA2_COMPRESS(SHA2_WORD state[8], const uint8_t *blocks, size_t nblocks)
{
    enum { PARTS = 8 / LANES };
    SHA2_VECTOR h[PARTS];
    ptrdiff_t at[RING];

#pragma GCC unroll 8
    for (size_t i = 0; i < RING; i++)
        at[i] = offset(i);
#pragma GCC unroll 4
    for (size_t i = 0; i < PARTS; i++)
        h[i] = load_words(state, at[i]);

    for (; nblocks != 0; nblocks--, blocks += 16 * sizeof(SHA2_WORD)) {
        const SHA2_WORD *k = SHA2_K;
        SHA2_VECTOR v[8], w[RING];

#pragma GCC unroll 8
        for (size_t i = 0; i < 8; i++)
            v[i] = i % LANES == 0 ? h[i / LANES] : next_word(v[i - 1], v[i - 1]);
#pragma GCC unroll 8
        for (size_t i = 0; i < RING; i++)
            w[i] = load_w(blocks, at[i]);

        for (; k != SHA2_K + SHA2_ROUNDS - 16; k += 16) {
#pragma GCC unroll 8
            for (size_t i = 0; i < RING; i++) {
                rounds(v, i, w[i] + load_words(k, at[i]));
                extend(w, i);
            }
        }
#pragma GCC unroll 8
        for (size_t i = 0; i < RING; i++)
            rounds(v, i, w[i] + load_words(k, at[i]));
#pragma GCC unroll 4
        for (size_t i = 0; i < PARTS; i++)
            h[i] += pack(v + LANES * i);
    }
#pragma GCC unroll 4
    for (size_t i = 0; i < PARTS; i++)
        vec_xst_be(h[i], at[i], (SHA2_LANE *)state);
}
