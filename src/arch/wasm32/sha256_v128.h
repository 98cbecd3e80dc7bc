/* Vectors of four words of SHA-256 in SIMD128, of one message or of four: what both kernels do to them. */
#ifndef FASTSHA2_SHA256_V128_H
#define FASTSHA2_SHA256_V128_H

#include <wasm_simd128.h>

#include <stdint.h>

#define SHA256_INLINE static inline __attribute__((always_inline))

/* By swizzle: V8 keeps a swizzle's mask in a register, a shuffle's it builds anew each time. */
SHA256_INLINE v128_t load_w(const uint8_t *p)
{
    const v128_t swap = wasm_i8x16_const(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);

    return wasm_i8x16_swizzle(wasm_v128_load(p), swap);
}

SHA256_INLINE v128_t rotate_right(v128_t x, uint32_t n)
{
    return wasm_v128_or(wasm_u32x4_shr(x, n), wasm_i32x4_shl(x, 32 - n));
}

SHA256_INLINE v128_t xor3(v128_t x, v128_t y, v128_t z)
{
    return wasm_v128_xor(wasm_v128_xor(x, y), z);
}

SHA256_INLINE v128_t small_sigma0(v128_t x)
{
    return xor3(wasm_u32x4_shr(x, 3), rotate_right(x, 7), rotate_right(x, 18));
}

#endif
