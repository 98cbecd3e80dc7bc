/* The SHA-512 message schedule in 256-bit vectors, four words at a time (FIPS 180-4, section
   6.4): a template, for which the including file defines small_sigma0 of four words and
   small_sigma1 of two. */
#include "sha512_rounds.h"

/* W[t] needs W[t-2], so the four words of a step come in two halves, of which only sigma1 and one
   addition lie on the path from half to half; base is all the rest, for both. */
struct schedule {
    __m256i w[4];
    __m256i base;
    __m128i first;
};

/* Without the asm, gcc 12 for AVX-512 sends the words through the stack on their way to the
   shuffle, and leaves them there. */
SHA512_INLINE void load(struct schedule *s, int i, const uint8_t *block)
{
    const __m256i swap = _mm256_broadcastsi128_si256(
        _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    const __m256i *p = (const __m256i *)(const void *)block + i;
    __m256i bytes = _mm256_loadu_si256(p);
    __asm__("" : "+x"(bytes));
    s->w[i] = _mm256_shuffle_epi8(bytes, swap);
}

SHA512_INLINE void store_wk(uint64_t wk[16], const struct schedule *s, int i, const uint64_t *k)
{
    __m256i ki = _mm256_load_si256((const __m256i *)(const void *)k + i);
    _mm256_store_si256((__m256i *)(void *)wk + i, _mm256_add_epi64(s->w[i], ki));
}

/* Words 1 to 4 of the eight in x and y. */
SHA512_INLINE __m256i next_word(__m256i x, __m256i y)
{
    return _mm256_alignr_epi8(_mm256_permute2x128_si256(x, y, 0x21), x, 8);
}

SHA512_INLINE void extend_first(struct schedule *s, int i)
{
    __m256i t15 = next_word(s->w[i], s->w[(i + 1) & 3]);
    __m256i t7 = next_word(s->w[(i + 2) & 3], s->w[(i + 3) & 3]);
    __m128i t2 = _mm256_extracti128_si256(s->w[(i + 3) & 3], 1);
    s->base = _mm256_add_epi64(_mm256_add_epi64(s->w[i], t7), small_sigma0(t15));
    s->first = _mm_add_epi64(_mm256_castsi256_si128(s->base), small_sigma1(t2));
}

SHA512_INLINE void extend_second(struct schedule *s, int i)
{
    __m128i base = _mm256_extracti128_si256(s->base, 1);
    __m128i second = _mm_add_epi64(base, small_sigma1(s->first));
    s->w[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(s->first), second, 1);
}

#include "sha512_blocks.h"
