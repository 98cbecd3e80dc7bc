/* The SHA512 instructions beside their model; Intel Software Developer's Manual, volume 2. */
#include "instructions.h"

#include <immintrin.h>

/* These take the intrinsics before the model's header gives their names to the model. */
static inline __m256i real_msg1(__m256i a, __m128i b)
{
    return _mm256_sha512msg1_epi64(a, b);
}

static inline __m256i real_msg2(__m256i a, __m256i b)
{
    return _mm256_sha512msg2_epi64(a, b);
}

static inline __m256i real_rnds2(__m256i a, __m256i b, __m128i k)
{
    return _mm256_sha512rnds2_epi64(a, b, k);
}

#include "sha512ni.h"

static __m256i ymm(const uint64_t *words)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)words);
}

static __m128i xmm(const uint64_t *words)
{
    return _mm_loadu_si128((const __m128i *)(const void *)words);
}

static bool same(__m256i a, __m256i b)
{
    return _mm256_movemask_epi8(_mm256_cmpeq_epi64(a, b)) == -1;
}

bool msg1_agrees(const uint64_t operands[6])
{
    const __m256i a = ymm(operands);
    const __m128i b = xmm(operands + 4);

    return same(real_msg1(a, b), model_sha512msg1(a, b));
}

bool msg2_agrees(const uint64_t operands[8])
{
    const __m256i a = ymm(operands);
    const __m256i b = ymm(operands + 4);

    return same(real_msg2(a, b), model_sha512msg2(a, b));
}

bool rnds2_agrees(const uint64_t operands[10])
{
    const __m256i a = ymm(operands);
    const __m256i b = ymm(operands + 4);
    const __m128i k = xmm(operands + 8);

    return same(real_rnds2(a, b, k), model_sha512rnds2(a, b, k));
}
