/*
 * SHA-256 compressor for WebAssembly with SIMD128: the schedule in vectors, the rounds in scalar variables;
 * FIPS 180-4, section 6.2.2.
 */
#include "backend.h"
#include "sha2_constants.h"
#include "wipe.h"

#include <wasm_simd128.h>

#define SHA256_INLINE static inline __attribute__((always_inline))

/* The working variables; bc holds b ^ c, which is a ^ b of the round before. */
struct working {
    uint32_t a, b, c, d, e, f, g, h, bc;
};

/* Fixes which sums a round makes: clang re-associates them. Their order is the engine's to choose. */
SHA256_INLINE uint32_t keep(uint32_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

/* A pointer of which clang knows nothing: else it computes an address for each load of a rolled loop, where
   an offset in the instruction does. */
SHA256_INLINE const uint32_t *opaque(const uint32_t *p)
{
    __asm__("" : "+r"(p));
    return p;
}

SHA256_INLINE v128_t load_w(const uint8_t *p)
{
    const v128_t x = wasm_v128_load(p);

    return wasm_i8x16_shuffle(x, x, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

/* Four words with K added, as rounds4 takes them. */
SHA256_INLINE void store_wk(uint32_t wk[4], v128_t w, const uint32_t k[4])
{
    wasm_v128_store(wk, wasm_i32x4_add(w, wasm_v128_load(k)));
}

SHA256_INLINE v128_t small_sigma0(v128_t x)
{
    const v128_t r7 = wasm_v128_xor(wasm_u32x4_shr(x, 7), wasm_i32x4_shl(x, 25));
    const v128_t r18 = wasm_v128_xor(wasm_u32x4_shr(x, 18), wasm_i32x4_shl(x, 14));

    return wasm_v128_xor(wasm_v128_xor(wasm_u32x4_shr(x, 3), r7), r18);
}

/* x holds two words, each twice: a shift of the doubled word rotates its low half. */
SHA256_INLINE v128_t small_sigma1(v128_t x)
{
    return wasm_v128_xor(wasm_v128_xor(wasm_u32x4_shr(x, 10), wasm_u64x2_shr(x, 17)),
                         wasm_u64x2_shr(x, 19));
}

/* Words W[t] to W[t + 3] from the sixteen words before them. */
SHA256_INLINE v128_t schedule4(v128_t w16, v128_t w12, v128_t w8, v128_t w4)
{
    const v128_t zero = wasm_i32x4_const_splat(0);
    v128_t w = wasm_i32x4_add(w16, wasm_i32x4_shuffle(w8, w4, 1, 2, 3, 4));
    v128_t s;

    w = wasm_i32x4_add(w, small_sigma0(wasm_i32x4_shuffle(w16, w12, 1, 2, 3, 4)));
    s = small_sigma1(wasm_i32x4_shuffle(w4, w4, 2, 2, 3, 3));
    w = wasm_i32x4_add(w, wasm_i32x4_shuffle(s, zero, 0, 2, 4, 4));
    s = small_sigma1(wasm_i32x4_shuffle(w, w, 0, 0, 1, 1));
    return wasm_i32x4_add(w, wasm_i32x4_shuffle(s, zero, 4, 4, 0, 2));
}

SHA256_INLINE uint32_t ror32(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

SHA256_INLINE uint32_t big_sigma0(uint32_t x)
{
    return keep(ror32(x, 2) ^ ror32(x, 13)) ^ ror32(x, 22);
}

SHA256_INLINE uint32_t big_sigma1(uint32_t x)
{
    return keep(ror32(x, 6) ^ ror32(x, 11)) ^ ror32(x, 25);
}

SHA256_INLINE uint32_t ch(uint32_t e, uint32_t f, uint32_t g)
{
    return keep(keep(f ^ g) & e) ^ g;
}

/*
 * One round; wk = W + K. V8 orders a round as it likes, so that what counts is how few operations and live values
 * it has. V8 11.3 on Zen 5, 16 KiB: 6.1 cycles per byte; 6.4 with Maj as the sum of (b & c) and (a & (b ^ c)).
 */
SHA256_INLINE void round1(struct working *v, uint32_t wk)
{
    const uint32_t ab = keep(v->a ^ v->b);
    const uint32_t maj = keep(keep(v->bc & ab) ^ v->b);
    uint32_t x = keep(v->h + wk);

    x = keep(x + ch(v->e, v->f, v->g));
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

SHA256_INLINE void rounds4(struct working *v, const uint32_t wk[4])
{
    round1(v, wk[0]);
    round1(v, wk[1]);
    round1(v, wk[2]);
    round1(v, wk[3]);
}

/* For each block anew: carried from block to block they cost V8 5%. */
SHA256_INLINE struct working load_state(const uint32_t state[8])
{
    return (struct working){state[0], state[1], state[2], state[3],           state[4],
                            state[5], state[6], state[7], state[1] ^ state[2]};
}

SHA256_INLINE void add_state(uint32_t state[8], const struct working *v)
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

sha256_compress_fn sha256_compress_simd128;

/* Four rounds make room for the words of sixteen rounds on. */
void sha256_compress_simd128(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    _Alignas(16) uint32_t wk[16];

    for (; nblocks != 0; nblocks--, blocks += 64) {
        struct working v = load_state(state);
        v128_t w0 = load_w(blocks), w1 = load_w(blocks + 16);
        v128_t w2 = load_w(blocks + 32), w3 = load_w(blocks + 48);

        store_wk(wk, w0, sha256_k);
        store_wk(wk + 4, w1, sha256_k + 4);
        store_wk(wk + 8, w2, sha256_k + 8);
        store_wk(wk + 12, w3, sha256_k + 12);
#pragma clang loop unroll(disable)
        for (size_t t = 16; t < 64; t += 16) {
            const uint32_t *k = opaque(sha256_k + t);

            w0 = schedule4(w0, w1, w2, w3);
            rounds4(&v, wk);
            store_wk(wk, w0, k);
            w1 = schedule4(w1, w2, w3, w0);
            rounds4(&v, wk + 4);
            store_wk(wk + 4, w1, k + 4);
            w2 = schedule4(w2, w3, w0, w1);
            rounds4(&v, wk + 8);
            store_wk(wk + 8, w2, k + 8);
            w3 = schedule4(w3, w0, w1, w2);
            rounds4(&v, wk + 12);
            store_wk(wk + 12, w3, k + 12);
        }
        rounds4(&v, wk);
        rounds4(&v, wk + 4);
        rounds4(&v, wk + 8);
        rounds4(&v, wk + 12);
        add_state(state, &v);
    }
    wipe(wk, sizeof wk); /* the message may be a key */
}
