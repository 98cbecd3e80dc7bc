/*
 * SHA-512 compressor for WebAssembly with SIMD128: the schedule in vectors, the rounds in scalar variables;
 * FIPS 180-4, section 6.4.2.
 */
#include "backend.h"
#include "sha2_constants.h"
#include "wipe.h"

#include <wasm_simd128.h>

#define SHA2_WORD uint64_t
#define SHA2_BIG_SIGMA0 28, 34, 39
#define SHA2_BIG_SIGMA1 14, 18, 41
#include "arch/portable/rounds_template.h"

/* By swizzle: V8 keeps a swizzle's mask in a register, a shuffle's it builds anew each time. */
SHA2_INLINE v128_t load_w(const uint8_t *p)
{
    const v128_t swap = wasm_i8x16_const(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);

    return wasm_i8x16_swizzle(wasm_v128_load(p), swap);
}

SHA2_INLINE v128_t small_sigma0(v128_t x)
{
    const v128_t ror8 = wasm_i8x16_const(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
    const v128_t r1 = wasm_v128_xor(wasm_u64x2_shr(x, 1), wasm_i64x2_shl(x, 63));

    return wasm_v128_xor(wasm_v128_xor(r1, wasm_i8x16_swizzle(x, ror8)), wasm_u64x2_shr(x, 7));
}

SHA2_INLINE v128_t small_sigma1(v128_t x)
{
    const v128_t r19 = wasm_v128_xor(wasm_u64x2_shr(x, 19), wasm_i64x2_shl(x, 45));
    const v128_t r61 = wasm_v128_xor(wasm_u64x2_shr(x, 61), wasm_i64x2_shl(x, 3));

    return wasm_v128_xor(wasm_v128_xor(r19, r61), wasm_u64x2_shr(x, 6));
}

/* Words 1 and 2 of the four in x and y. */
SHA2_INLINE v128_t next_word(v128_t x, v128_t y)
{
    return wasm_i64x2_shuffle(x, y, 1, 2);
}

/* The pair of words sixteen on from the ring's pair i. Schedules of two blocks at once, a word of each in a
   vector, need no next_word, but V8 then spills more: 4.9 cycles per byte, not 4.1; the schedule in scalar
   variables takes 5.2 to 5.4. */
SHA2_INLINE v128_t schedule2(const v128_t w[8], size_t i)
{
    const v128_t t15 = next_word(w[i], w[(i + 1) % 8]);
    const v128_t t7 = next_word(w[(i + 4) % 8], w[(i + 5) % 8]);

    return wasm_i64x2_add(wasm_i64x2_add(w[i], t7),
                          wasm_i64x2_add(small_sigma0(t15), small_sigma1(w[(i + 7) % 8])));
}

/* Two words with K added, as rounds2 takes them. */
SHA2_INLINE void store_wk(uint64_t wk[2], v128_t w, const uint64_t k[2])
{
    wasm_v128_store(wk, wasm_i64x2_add(w, wasm_v128_load(k)));
}

SHA2_INLINE void rounds2(struct working *v, const uint64_t wk[2])
{
    round1(v, wk[0]);
    round1(v, wk[1]);
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
