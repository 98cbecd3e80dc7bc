/*
 * SHA-256 of 4 messages at once in the vectors of WebAssembly's SIMD128 (FIPS 180-4, section 6.2.2).
 *
 * V8 11.3 on Zen 5: two sets in turn take 5.1 cycles per byte, one 4.6, for V8 has 15 registers and spills the
 * second. An opaque pointer to K saves an addition a round and 4% of the time when the processor is quiet, but costs
 * V8 more spills, and 9% when the core is shared.
 */
#include "backend.h"
#include "sha256_v128.h"
#include "sha2_constants.h"

/* Not without optimization, which gives each variable of each call a place of its own: 160 KiB of a stack of 64. */
#ifdef __OPTIMIZE__
#define MANY_INLINE SHA256_INLINE
#else
#define MANY_INLINE static inline
#endif

typedef uint32_t word;
typedef v128_t vec;
enum { VEC_LANES = 4, MANY_LANES = SHA256_LANES, MANY_ROUNDS = 64 };
#define MANY_K sha256_k

MANY_INLINE vec load(const void *from)
{
    return wasm_v128_load(from);
}

MANY_INLINE void store(void *to, vec x)
{
    wasm_v128_store(to, x);
}

MANY_INLINE vec broadcast(word x)
{
    return wasm_u32x4_splat(x);
}

MANY_INLINE vec add(vec x, vec y)
{
    return wasm_i32x4_add(x, y);
}

MANY_INLINE vec ch(vec e, vec f, vec g)
{
    return wasm_v128_bitselect(f, g, e);
}

/* Where a and b differ, c decides. */
MANY_INLINE vec maj(vec a, vec b, vec c)
{
    return wasm_v128_bitselect(c, b, wasm_v128_xor(a, b));
}

MANY_INLINE vec big_sigma0(vec x)
{
    return xor3(rotate_right(x, 2), rotate_right(x, 13), rotate_right(x, 22));
}

MANY_INLINE vec big_sigma1(vec x)
{
    return xor3(rotate_right(x, 6), rotate_right(x, 11), rotate_right(x, 25));
}

MANY_INLINE vec small_sigma1(vec x)
{
    return xor3(wasm_u32x4_shr(x, 10), rotate_right(x, 17), rotate_right(x, 19));
}

MANY_INLINE void load_words(vec w[16], const uint8_t *const blocks[4], size_t at)
{
#pragma GCC unroll 4
    for (size_t i = 0; i < 16; i += 4, at += 16) {
        const vec x0 = load_w(blocks[0] + at), x1 = load_w(blocks[1] + at);
        const vec x2 = load_w(blocks[2] + at), x3 = load_w(blocks[3] + at);
        const vec low01 = wasm_i32x4_shuffle(x0, x1, 0, 4, 1, 5);
        const vec high01 = wasm_i32x4_shuffle(x0, x1, 2, 6, 3, 7);
        const vec low23 = wasm_i32x4_shuffle(x2, x3, 0, 4, 1, 5);
        const vec high23 = wasm_i32x4_shuffle(x2, x3, 2, 6, 3, 7);
        w[i] = wasm_i64x2_shuffle(low01, low23, 0, 2);
        w[i + 1] = wasm_i64x2_shuffle(low01, low23, 1, 3);
        w[i + 2] = wasm_i64x2_shuffle(high01, high23, 0, 2);
        w[i + 3] = wasm_i64x2_shuffle(high01, high23, 1, 3);
    }
}

/* Nothing hides a vector from clang 19, which fails where assembly is to take one. */
MANY_INLINE vec keep(vec x)
{
    return x;
}

MANY_INLINE void leave_vectors(void)
{
}

#include "arch/lanes_template.h"

sha256_many_fn sha256_many4_simd128;

void sha256_many4_simd128(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                          size_t nblocks)
{
    compress_lanes(state, blocks, nblocks, 1);
}
