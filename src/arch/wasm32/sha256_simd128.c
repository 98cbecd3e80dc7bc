/*
 * SHA-256 compressor for WebAssembly with SIMD128: the schedule in vectors, the rounds in scalar variables;
 * FIPS 180-4, section 6.2.2.
 */
#include "backend.h"
#include "sha256_v128.h"
#include "sha2_constants.h"
#include "wipe.h"

#define SHA2_WORD uint32_t
#define SHA2_BIG_SIGMA0 2, 13, 22
#define SHA2_BIG_SIGMA1 6, 11, 25
#include "arch/portable/rounds_template.h"

/* Four words with K added, as rounds4 takes them. */
SHA2_INLINE void store_wk(uint32_t wk[4], v128_t w, const uint32_t k[4])
{
    wasm_v128_store(wk, wasm_i32x4_add(w, wasm_v128_load(k)));
}

/* x holds two words, each twice: a shift of the doubled word rotates its low half. */
SHA2_INLINE v128_t small_sigma1(v128_t x)
{
    return xor3(wasm_u32x4_shr(x, 10), wasm_u64x2_shr(x, 17), wasm_u64x2_shr(x, 19));
}

/* Words W[t] to W[t + 3] from the sixteen words before them. */
SHA2_INLINE v128_t schedule4(v128_t w16, v128_t w12, v128_t w8, v128_t w4)
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

SHA2_INLINE void rounds4(struct working *v, const uint32_t wk[4])
{
    round1(v, wk[0]);
    round1(v, wk[1]);
    round1(v, wk[2]);
    round1(v, wk[3]);
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
