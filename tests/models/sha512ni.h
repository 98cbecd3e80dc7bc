/*
 * A model in plain C of Intel's SHA512 instructions, so that the compressor which uses them runs on
 * processors, and builds with compilers, that lack them; Intel Software Developer's Manual, volume
 * 2, VSHA512RNDS2, VSHA512MSG1, VSHA512MSG2, and FIPS 180-4, section 4.1.3.
 *
 * Compile src/arch/x86/sha512_sha512ni.c with -mavx2 -include sha512ni.h: the three intrinsics
 * become the functions below, the compressor becomes sha512_compress_sha512ni_model, and running it
 * takes AVX2. tests/bochs compares the model with the instructions themselves.
 */
#ifndef FASTSHA2_MODELS_SHA512NI_H
#define FASTSHA2_MODELS_SHA512NI_H

#include <immintrin.h>
#include <stdint.h>

/* A register as its 64-bit words, lowest first. */
union model_ymm {
    __m256i reg;
    uint64_t word[4];
};

union model_xmm {
    __m128i reg;
    uint64_t word[2];
};

static inline uint64_t model_ror(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

static inline uint64_t model_small_sigma0(uint64_t x)
{
    return model_ror(x, 1) ^ model_ror(x, 8) ^ x >> 7;
}

static inline uint64_t model_small_sigma1(uint64_t x)
{
    return model_ror(x, 19) ^ model_ror(x, 61) ^ x >> 6;
}

/* For four t: W[t-16] + σ0(W[t-15]). */
static inline __m256i model_sha512msg1(__m256i w16_to_w13, __m128i w12_to_w11)
{
    const union model_ymm in = {w16_to_w13};
    const union model_xmm next = {w12_to_w11};
    union model_ymm out;

    for (int i = 0; i < 3; i++)
        out.word[i] = in.word[i] + model_small_sigma0(in.word[i + 1]);
    out.word[3] = in.word[3] + model_small_sigma0(next.word[0]);
    return out.reg;
}

/* For four t: the sum so far + σ1(W[t-2]); the last two t need the first two results. */
static inline __m256i model_sha512msg2(__m256i sums, __m256i w4_to_w1)
{
    const union model_ymm sum = {sums};
    const union model_ymm last = {w4_to_w1};
    union model_ymm out;

    out.word[0] = sum.word[0] + model_small_sigma1(last.word[2]);
    out.word[1] = sum.word[1] + model_small_sigma1(last.word[3]);
    out.word[2] = sum.word[2] + model_small_sigma1(out.word[0]);
    out.word[3] = sum.word[3] + model_small_sigma1(out.word[1]);
    return out.reg;
}

/* Two rounds on a to h, with W + K for each; the result is the new a, b, e, f. */
static inline __m256i model_sha512rnds2(__m256i cdgh, __m256i abef, __m128i wk)
{
    const union model_ymm cdgh_in = {cdgh};
    const union model_ymm abef_in = {abef};
    const union model_xmm wk_in = {wk};
    uint64_t a = abef_in.word[3], b = abef_in.word[2], c = cdgh_in.word[3], d = cdgh_in.word[2];
    uint64_t e = abef_in.word[1], f = abef_in.word[0], g = cdgh_in.word[1], h = cdgh_in.word[0];

    for (int i = 0; i < 2; i++) {
        const uint64_t big_sigma0 = model_ror(a, 28) ^ model_ror(a, 34) ^ model_ror(a, 39);
        const uint64_t big_sigma1 = model_ror(e, 14) ^ model_ror(e, 18) ^ model_ror(e, 41);
        const uint64_t ch = (e & f) ^ (~e & g);
        const uint64_t maj = (a & b) ^ (a & c) ^ (b & c);
        const uint64_t t1 = h + big_sigma1 + ch + wk_in.word[i];
        const uint64_t t2 = big_sigma0 + maj;

        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    return (union model_ymm){.word = {f, e, b, a}}.reg;
}

/* Macros, because newer compilers declare these names in immintrin.h. */
#define _mm256_sha512msg1_epi64(a, b) model_sha512msg1(a, b)
#define _mm256_sha512msg2_epi64(a, b) model_sha512msg2(a, b)
#define _mm256_sha512rnds2_epi64(a, b, k) model_sha512rnds2(a, b, k)
#define sha512_compress_sha512ni sha512_compress_sha512ni_model

#endif
