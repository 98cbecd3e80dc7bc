/*
 * SHA-512 compressor for WebAssembly with SIMD128: the schedule in vectors, the rounds in scalar variables;
 * FIPS 180-4, section 6.4.2.
 */
#include "backend.h"
#include "sha2_constants.h"
#include "wipe.h"

#include <wasm_simd128.h>

#define SHA512_INLINE static inline __attribute__((always_inline))

/* The working variables; bc holds b ^ c, which is a ^ b of the round before. */
struct working {
    uint64_t a, b, c, d, e, f, g, h, bc;
};

/* Fixes which sums a round makes: clang re-associates them. Their order is the engine's to choose. */
SHA512_INLINE uint64_t keep(uint64_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

/* A pointer of which clang knows nothing: else it computes an address for each load of a rolled loop, where
   an offset in the instruction does. */
SHA512_INLINE const uint64_t *opaque(const uint64_t *p)
{
    __asm__("" : "+r"(p));
    return p;
}

/* By swizzle: V8 keeps a swizzle's mask in a register, a shuffle's it builds anew each time. */
SHA512_INLINE v128_t load_w(const uint8_t *p)
{
    const v128_t swap = wasm_i8x16_const(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);

    return wasm_i8x16_swizzle(wasm_v128_load(p), swap);
}

SHA512_INLINE v128_t small_sigma0(v128_t x)
{
    const v128_t ror8 = wasm_i8x16_const(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
    const v128_t r1 = wasm_v128_xor(wasm_u64x2_shr(x, 1), wasm_i64x2_shl(x, 63));

    return wasm_v128_xor(wasm_v128_xor(r1, wasm_i8x16_swizzle(x, ror8)), wasm_u64x2_shr(x, 7));
}

SHA512_INLINE v128_t small_sigma1(v128_t x)
{
    const v128_t r19 = wasm_v128_xor(wasm_u64x2_shr(x, 19), wasm_i64x2_shl(x, 45));
    const v128_t r61 = wasm_v128_xor(wasm_u64x2_shr(x, 61), wasm_i64x2_shl(x, 3));

    return wasm_v128_xor(wasm_v128_xor(r19, r61), wasm_u64x2_shr(x, 6));
}

/* Words 1 and 2 of the four in x and y. */
SHA512_INLINE v128_t next_word(v128_t x, v128_t y)
{
    return wasm_i64x2_shuffle(x, y, 1, 2);
}

/* The pair of words sixteen on from the ring's pair i. */
SHA512_INLINE v128_t schedule2(const v128_t w[8], size_t i)
{
    const v128_t t15 = next_word(w[i], w[(i + 1) % 8]);
    const v128_t t7 = next_word(w[(i + 4) % 8], w[(i + 5) % 8]);

    return wasm_i64x2_add(wasm_i64x2_add(w[i], t7),
                          wasm_i64x2_add(small_sigma0(t15), small_sigma1(w[(i + 7) % 8])));
}

/* Two words with K added, as rounds2 takes them. */
SHA512_INLINE void store_wk(uint64_t wk[2], v128_t w, const uint64_t k[2])
{
    wasm_v128_store(wk, wasm_i64x2_add(w, wasm_v128_load(k)));
}

SHA512_INLINE uint64_t ror64(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

SHA512_INLINE uint64_t big_sigma0(uint64_t x)
{
    return keep(ror64(x, 28) ^ ror64(x, 34)) ^ ror64(x, 39);
}

SHA512_INLINE uint64_t big_sigma1(uint64_t x)
{
    return keep(ror64(x, 14) ^ ror64(x, 18)) ^ ror64(x, 41);
}

/*
 * One round; wk = W + K. V8 orders a round as it likes, so that what counts is how few operations and live values
 * it has. V8 11.3 on Zen 5, 16 KiB: 4.1 cycles per byte. Schedules of two blocks at once, a word of each in a vector,
 * need no next_word, but V8 then spills more: 4.9; the schedule in scalar variables 5.2 to 5.4; each rotation of
 * Sigma nested in the next, for fewer copies, 5.5.
 */
SHA512_INLINE void round1(struct working *v, uint64_t wk)
{
    const uint64_t ab = keep(v->a ^ v->b);
    const uint64_t maj = keep(keep(v->bc & ab) ^ v->b);
    uint64_t x = keep(v->h + wk);

    x = keep(x + (keep(keep(v->f ^ v->g) & v->e) ^ v->g));
    x = keep(x + big_sigma1(v->e));
    *v = (struct working){
        .a = keep(keep(maj + x) + big_sigma0(v->a)),
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

SHA512_INLINE void rounds2(struct working *v, const uint64_t wk[2])
{
    round1(v, wk[0]);
    round1(v, wk[1]);
}

/* For each block anew: carried from block to block they take registers from the rounds. */
SHA512_INLINE struct working load_state(const uint64_t state[8])
{
    return (struct working){state[0], state[1], state[2], state[3],           state[4],
                            state[5], state[6], state[7], state[1] ^ state[2]};
}

SHA512_INLINE void add_state(uint64_t state[8], const struct working *v)
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

sha512_compress_fn sha512_compress_simd128;

/* Two rounds make room for two words of sixteen rounds on. */
void sha512_compress_simd128(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    _Alignas(16) uint64_t wk[16];

    for (; nblocks != 0; nblocks--, blocks += 128) {
        struct working v = load_state(state);
        v128_t w[8];

#pragma clang loop unroll(full)
        for (size_t i = 0; i < 8; i++) {
            w[i] = load_w(blocks + 16 * i);
            store_wk(wk + 2 * i, w[i], sha512_k + 2 * i);
        }
#pragma clang loop unroll(disable)
        for (size_t t = 16; t < 80; t += 16) {
            const uint64_t *k = opaque(sha512_k + t);

#pragma clang loop unroll(full)
            for (size_t i = 0; i < 8; i++) {
                w[i] = schedule2(w, i);
                rounds2(&v, wk + 2 * i);
                store_wk(wk + 2 * i, w[i], k + 2 * i);
            }
        }
#pragma clang loop unroll(full)
        for (size_t i = 0; i < 8; i++)
            rounds2(&v, wk + 2 * i);
        add_state(state, &v);
    }
    wipe(wk, sizeof wk); /* the message may be a key */
}
