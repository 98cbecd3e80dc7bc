/*
 * PBKDF2 with HMAC-SHA256 on Intel's SHA extensions (RFC 8018, section 5.2; FIPS 180-4, section
 * 6.2.2): two chains side by side, their digests in registers from block to block.
 *
 * Zen 5, cycles an iteration: one chain 272, of which the bare rounds are 256; two 339. Three and
 * four side by side would take 464 and 581, but not fit in the registers: after a caller that left
 * upper halves dirty (sha256_shani.h) they took 1350 and 2200, against 291 for one chain and 435
 * for two.
 */
#include "backend.h"
#include "sha256_shani.h"
#include "sha2_constants.h"

/* What a block starts from and adds at its end; and the same with K of the next block's rounds 0 to
   3 on top of a to d, which are its words 0 to 3. */
struct start {
    __m128i abef, cdgh;
    __m128i abef_k, cdgh_k;
};

/* What no iteration changes. */
struct fixed {
    struct start inner, outer;
    __m128i keep4, fill4, fill8, fill12; /* of words 4, 8 and 12 on */
};

/* Between blocks abef and cdgh are the digest, and wk is its words a to d with K added. */
struct chain {
    __m128i abef, cdgh, wk, w[4], spare;
};

static inline __m128i load4(const uint32_t *words)
{
    return _mm_loadu_si128((const __m128i *)(const void *)words);
}

static inline void store4(uint32_t *words, __m128i x)
{
    _mm_storeu_si128((__m128i *)(void *)words, x);
}

/* From memory each time: held in registers, what is fixed would drive the chains out of them. */
IN_PLACE __m128i load(const __m128i *fixed)
{
    __m128i x;

    __asm__ volatile("movdqa %1, %0" : "=x"(x) : "m"(*fixed));
    return x;
}

IN_PLACE void add_fixed(__m128i *x, const __m128i *fixed)
{
    __asm__("paddd %1, %0" : "+x"(*x) : "m"(*fixed));
}

IN_PLACE void keep_and_fill(__m128i *x, const __m128i *keep, const __m128i *fill)
{
    __asm__("pand %1, %0\n\t"
            "por %2, %0"
            : "+x"(*x)
            : "m"(*keep), "m"(*fill));
}

IN_PLACE void xor_into(uint32_t words[4], __m128i x, __m128i *spare)
{
    __asm__ volatile("movdqu %0, %1\n\t"
                     "pxor %2, %1\n\t"
                     "movdqu %1, %0"
                     : "+m"(*(uint32_t(*)[4])words), "+x"(*spare)
                     : "x"(x));
}

IN_PLACE void begin_block(struct chain *c, const struct start *start, const struct fixed *fixed)
{
    c->w[0] = high_pairs(copy(c->abef), c->cdgh);
    c->w[1] = low_pairs(copy(c->abef), c->cdgh);
    keep_and_fill(&c->w[1], &fixed->keep4, &fixed->fill4);
    c->w[2] = load(&fixed->fill8);
    c->w[3] = load(&fixed->fill12);
    c->abef = load(&start->abef);
    c->cdgh = load(&start->cdgh);
    rounds4_wk(&c->abef, &c->cdgh, c->wk);
    schedule4(&c->w[0], c->w[1], c->w[2], c->w[3], &c->spare);
}

/* Four rounds, then the room of their words goes to those sixteen rounds on. */
IN_PLACE void rounds_extend(struct chain *c, int i, const uint32_t *k)
{
    rounds4(&c->abef, &c->cdgh, c->w[i], k + 4 * i);
    schedule4(&c->w[i], c->w[(i + 1) & 3], c->w[(i + 2) & 3], c->w[(i + 3) & 3], &c->spare);
}

IN_PLACE void rounds_last(struct chain *c, int i, const uint32_t *k)
{
    rounds4(&c->abef, &c->cdgh, c->w[i], k + 4 * i);
}

/* One addition and one shuffle lie between the last round and the next block's first. */
IN_PLACE void end_block(struct chain *c, const struct start *start)
{
    __m128i cdgh = copy(c->cdgh);

    c->wk = copy(c->abef);
    add_fixed(&c->wk, &start->abef_k);
    add_fixed(&cdgh, &start->cdgh_k);
    c->wk = high_pairs(c->wk, cdgh);
    add_fixed(&c->abef, &start->abef);
    add_fixed(&c->cdgh, &start->cdgh);
}

/* A step of both chains; y is NULL where there is one. An array of them clang would keep in memory. */
#define EACH(step, x, y, ...)     \
    do {                          \
        step(x, __VA_ARGS__);     \
        if ((y) != NULL)          \
            step(y, __VA_ARGS__); \
    } while (0)

IN_PLACE void compress(struct chain *x, struct chain *y, const struct start *start,
                       const struct fixed *fixed)
{
    const uint32_t *k = sha256_k;

    EACH(begin_block, x, y, start, fixed);
    EACH(rounds_extend, x, y, 1, k);
    EACH(rounds_extend, x, y, 2, k);
    EACH(rounds_extend, x, y, 3, k);
    for (k += 16; k < sha256_k + 48; k += 16) {
        EACH(rounds_extend, x, y, 0, k);
        EACH(rounds_extend, x, y, 1, k);
        EACH(rounds_extend, x, y, 2, k);
        EACH(rounds_extend, x, y, 3, k);
    }
    EACH(rounds_last, x, y, 0, k);
    EACH(rounds_last, x, y, 1, k);
    EACH(rounds_last, x, y, 2, k);
    EACH(rounds_last, x, y, 3, k);
    EACH(end_block, x, y, start);
}

static inline struct start prepare_start(const uint32_t state[8])
{
    const __m128i abcd = load4(state), efgh = load4(state + 4);
    const __m128i abcd_k = _mm_add_epi32(abcd, load4(sha256_k));

    return (struct start){low_pairs(efgh, abcd), high_pairs(efgh, abcd), low_pairs(efgh, abcd_k),
                          high_pairs(efgh, abcd_k)};
}

/* From here to end_chain t is in the order of abef and cdgh, so that each xor is one of four words. */
IN_PLACE struct chain begin_chain(const uint32_t u[8], uint32_t t[8])
{
    const __m128i abcd = load4(u), efgh = load4(u + 4);
    const __m128i t_abcd = load4(t), t_efgh = load4(t + 4);

    store4(t, low_pairs(t_efgh, t_abcd));
    store4(t + 4, high_pairs(t_efgh, t_abcd));
    return (struct chain){.abef = low_pairs(efgh, abcd),
                          .cdgh = high_pairs(efgh, abcd),
                          .wk = _mm_add_epi32(abcd, load4(sha256_k)),
                          .spare = abcd};
}

IN_PLACE void accumulate(struct chain *c, uint32_t t[8])
{
    xor_into(t, c->abef, &c->spare);
    xor_into(t + 4, c->cdgh, &c->spare);
}

IN_PLACE void end_chain(const struct chain *c, uint32_t u[8], uint32_t t[8])
{
    const __m128i t_abef = load4(t), t_cdgh = load4(t + 4);

    store4(u, high_pairs(c->abef, c->cdgh));
    store4(u + 4, low_pairs(c->abef, c->cdgh));
    store4(t, high_pairs(t_abef, t_cdgh));
    store4(t + 4, low_pairs(t_abef, t_cdgh));
}

static void sha256_iterate_shani(const struct sha256_pbkdf2 *pbkdf2, uint32_t u[][8],
                                 uint32_t t[][8], size_t nchains, uint64_t iterations)
{
    const struct fixed fixed = {
        .inner = prepare_start(pbkdf2->inner),
        .outer = prepare_start(pbkdf2->outer),
        .keep4 = load4(pbkdf2->keep + 4),
        .fill4 = load4(pbkdf2->fill + 4),
        .fill8 = load4(pbkdf2->fill + 8),
        .fill12 = load4(pbkdf2->fill + 12),
    };

    for (; nchains >= 2; nchains -= 2, u += 2, t += 2) {
        struct chain x = begin_chain(u[0], t[0]), y = begin_chain(u[1], t[1]);

        for (uint64_t n = iterations; n > 0; n--) {
            compress(&x, &y, &fixed.inner, &fixed);
            compress(&x, &y, &fixed.outer, &fixed);
            accumulate(&x, t[0]);
            accumulate(&y, t[1]);
        }
        end_chain(&x, u[0], t[0]);
        end_chain(&y, u[1], t[1]);
    }
    if (nchains != 0) {
        struct chain x = begin_chain(u[0], t[0]);

        for (uint64_t n = iterations; n > 0; n--) {
            compress(&x, NULL, &fixed.inner, &fixed);
            compress(&x, NULL, &fixed.outer, &fixed);
            accumulate(&x, t[0]);
        }
        end_chain(&x, u[0], t[0]);
    }
}

sha256_pbkdf2_fn sha256_pbkdf2_shani;

/* Iterates, and then once more on zeros, by both loops: what depends on the key lies on the stack where only the
   compiler knows, and is written over. The asm keeps the compiler from making two functions of the one. */
void sha256_pbkdf2_shani(const struct sha256_pbkdf2 *pbkdf2, uint32_t u[][8], uint32_t t[][8],
                         size_t nchains, uint64_t iterations)
{
    static const struct sha256_pbkdf2 nothing;
    uint32_t no_u[3][8] = {{0}}, no_t[3][8] = {{0}};
    sha256_pbkdf2_fn *iterate = sha256_iterate_shani;

    if (iterations == 0)
        return;
    __asm__("" : "+r"(iterate));
    iterate(pbkdf2, u, t, nchains, iterations);
    iterate(&nothing, no_u, no_t, 3, 1);
}
