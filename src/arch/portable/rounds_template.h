/*
 * The rounds of SHA-256 or SHA-512 in scalar variables, for compressors that extend the message schedule in
 * vectors, on processors with many registers and instructions of three operands; FIPS 180-4, sections 6.2.2 and
 * 6.4.2. A compressor includes it after it has defined SHA2_WORD and the rotations of SHA2_BIG_SIGMA0 and
 * SHA2_BIG_SIGMA1.
 */
#define SHA2_INLINE static inline __attribute__((always_inline))

/* The working variables; bc holds b ^ c, which is a ^ b of the round before. */
struct working {
    SHA2_WORD a, b, c, d, e, f, g, h, bc;
};

/* Fixes which sums a round makes: clang re-associates them. Their order is its own, or V8's, to choose. */
SHA2_INLINE SHA2_WORD keep(SHA2_WORD x)
{
    __asm__("" : "+r"(x));
    return x;
}

/* A pointer of which clang knows nothing: else it computes an address for each load of a rolled loop, where
   an offset in the instruction does. */
SHA2_INLINE const SHA2_WORD *opaque(const SHA2_WORD *p)
{
    __asm__("" : "+r"(p));
    return p;
}

SHA2_INLINE SHA2_WORD ror(SHA2_WORD x, int n)
{
    return x >> n | x << ((int)(8 * sizeof x) - n);
}

SHA2_INLINE SHA2_WORD xor_rotations(SHA2_WORD x, int i, int j, int k)
{
    return keep(ror(x, i) ^ ror(x, j)) ^ ror(x, k);
}

SHA2_INLINE SHA2_WORD ch(SHA2_WORD e, SHA2_WORD f, SHA2_WORD g)
{
    return keep(keep(f ^ g) & e) ^ g;
}

/*
 * One round; wk = W + K. In 23 operations, none more, with each rotation one. V8 orders a round as it likes, so that
 * what counts is how few operations and live values it has. V8 11.3 on Zen 5, 16 KiB: SHA-256 6.1 cycles per byte, and 6.4 with Maj as the sum of (b & c) and
 * (a & (b ^ c)); SHA-512 4.1, and 5.5 with each rotation of Sigma nested in the next, for fewer copies.
 */
SHA2_INLINE void round1(struct working *v, SHA2_WORD wk)
{
    const SHA2_WORD ab = keep(v->a ^ v->b);
    const SHA2_WORD maj = keep(keep(v->bc & ab) ^ v->b);
    SHA2_WORD x = keep(v->h + wk);

    x = keep(x + ch(v->e, v->f, v->g));
    x = keep(x + xor_rotations(v->e, SHA2_BIG_SIGMA1));
    *v = (struct working){
        .a = keep(keep(maj + x) + xor_rotations(v->a, SHA2_BIG_SIGMA0)),
        .b = v->a,
        .c = v->b,
        .d = v->c,
        .e = keep(v->d + x),
        .f = v->e,
        .g = v->f,
        .h = v->g,
        .bc = ab,
    };
}

/* For each block anew: carried from block to block they take registers from the rounds, 5% in SHA-256. */
SHA2_INLINE struct working load_state(const SHA2_WORD state[8])
{
    struct working v = {.bc = state[1] ^ state[2]};
    v.a = state[0];
    v.b = state[1];
    v.c = state[2];
    v.d = state[3];
    v.e = state[4];
    v.f = state[5];
    v.g = state[6];
    v.h = state[7];
    return v;
}

SHA2_INLINE void add_state(SHA2_WORD state[8], const struct working *v)
{
    state[0] += v->a;
    state[1] += v->b;
    state[2] += v->c;
    state[3] += v->d;
    state[4] += v->e;
    state[5] += v->f;
    state[6] += v->g;
    state[7] += v->h;
}
