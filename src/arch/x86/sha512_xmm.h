/* The SHA-512 message schedule in 128-bit vectors, two words at a time (FIPS 180-4, section 6.4), in
   SSSE3's instructions or, compiled for AVX, in those of three operands. The rounds are the including file's, which
   brings them first: sha512_rounds.h, in scalar registers, or others of the same form. */
#include <tmmintrin.h>

struct schedule {
    __m128i w[8];
};

SHA512_INLINE __m128i small_sigma0(__m128i x)
{
    const __m128i ror8 = _mm_set_epi8(8, 15, 14, 13, 12, 11, 10, 9, 0, 7, 6, 5, 4, 3, 2, 1);
    __m128i r1 = _mm_xor_si128(_mm_srli_epi64(x, 1), _mm_slli_epi64(x, 63));
    __m128i r8 = _mm_shuffle_epi8(x, ror8);
    return _mm_xor_si128(r1, _mm_xor_si128(r8, _mm_srli_epi64(x, 7)));
}

/* ror 19 ^ ror 61 ^ shr 6, nested: an operation that overwrites its operand needs a copy of it,
   and this way needs two copies in place of five. */
SHA512_INLINE __m128i small_sigma1(__m128i x)
{
    __m128i right = _mm_xor_si128(_mm_srli_epi64(x, 42), x);
    __m128i left = _mm_xor_si128(_mm_slli_epi64(x, 42), x);
    right = _mm_xor_si128(_mm_srli_epi64(right, 13), x);
    return _mm_xor_si128(_mm_srli_epi64(right, 6), _mm_slli_epi64(left, 3));
}

SHA512_INLINE __m128i load_pair(const uint8_t *p)
{
    const __m128i swap = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), swap);
}

SHA512_INLINE void load(struct schedule *s, int i, const uint8_t *block)
{
    s->w[2 * i] = load_pair(block + 32 * i);
    s->w[2 * i + 1] = load_pair(block + 32 * i + 16);
}

SHA512_INLINE void store_wk(uint64_t wk[16], const struct schedule *s, int i, const uint64_t *k)
{
    __m128i *out = (__m128i *)(void *)wk;
    const __m128i *kv = (const __m128i *)(const void *)k;
    _mm_store_si128(out + 2 * i, _mm_add_epi64(s->w[2 * i], _mm_load_si128(kv + 2 * i)));
    _mm_store_si128(out + 2 * i + 1,
                    _mm_add_epi64(s->w[2 * i + 1], _mm_load_si128(kv + 2 * i + 1)));
}

/* Words 1 and 2 of the four in x and y. */
SHA512_INLINE __m128i next_word(__m128i x, __m128i y)
{
    return _mm_alignr_epi8(y, x, 8);
}

/* The asm keeps gcc from adding sigma0 and sigma1 first, which puts a second addition on the path
   from one pair of words to the next: a fifth of the time with gcc 12. */
SHA512_INLINE void extend_pair(__m128i w[8], int j)
{
    __m128i t15 = next_word(w[j], w[(j + 1) & 7]);
    __m128i t7 = next_word(w[(j + 4) & 7], w[(j + 5) & 7]);
    __m128i base = _mm_add_epi64(_mm_add_epi64(w[j], t7), small_sigma0(t15));
    __asm__("" : "+x"(base));
    w[j] = _mm_add_epi64(base, small_sigma1(w[(j + 7) & 7]));
}

SHA512_INLINE void extend_first(struct schedule *s, int i)
{
    extend_pair(s->w, 2 * i);
}

SHA512_INLINE void extend_second(struct schedule *s, int i)
{
    extend_pair(s->w, 2 * i + 1);
}

#include "sha512_blocks.h"
