/*
 * SHA-512 compressor with Intel's SHA512 instructions, one block after another; FIPS 180-4, section
 * 6.4.2, and Intel's Software Developer's Manual, volume 2, VSHA512RNDS2, VSHA512MSG1, VSHA512MSG2.
 */
#include "backend.h"
#include "sha2_constants.h"

#include <immintrin.h>

static inline __m256i load_k(size_t t)
{
    return _mm256_load_si256((const __m256i *)(const void *)(sha512_k + t));
}

static inline __m256i load_w(const uint8_t *p)
{
    const __m128i swap = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);

    return _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(const void *)p),
                               _mm256_broadcastsi128_si256(swap));
}

static inline __m256i reverse(__m256i x)
{
    return _mm256_permute4x64_epi64(x, 0x1b);
}

/* Words W[t] to W[t + 3] from the sixteen words before them. */
static inline __m256i schedule4(__m256i w16, __m256i w12, __m256i w8, __m256i w4)
{
    const __m256i w7 = _mm256_permute4x64_epi64(_mm256_blend_epi32(w8, w4, 0x03), 0x39);
    const __m256i x = _mm256_sha512msg1_epi64(w16, _mm256_castsi256_si128(w12));

    return _mm256_sha512msg2_epi64(_mm256_add_epi64(x, w7), w4);
}

/* Two rounds turn a, b, e, f into the new c, d, g, h, so the halves only change places. */
static inline void rounds4(__m256i *abef, __m256i *cdgh, __m256i w, size_t t)
{
    const __m256i wk = _mm256_add_epi64(w, load_k(t));

    *cdgh = _mm256_sha512rnds2_epi64(*cdgh, *abef, _mm256_castsi256_si128(wk));
    *abef = _mm256_sha512rnds2_epi64(*abef, *cdgh, _mm256_extracti128_si256(wk, 1));
}

sha512_compress_fn sha512_compress_sha512ni;

void sha512_compress_sha512ni(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    __m256i *const words = (__m256i *)(void *)state;
    __m256i dcba = reverse(_mm256_loadu_si256(words));
    __m256i hgfe = reverse(_mm256_loadu_si256(words + 1));
    /* Named as in the manual: from the highest word of the register down. */
    __m256i abef = _mm256_permute2x128_si256(hgfe, dcba, 0x31);
    __m256i cdgh = _mm256_permute2x128_si256(hgfe, dcba, 0x20);

    for (; nblocks > 0; nblocks--, blocks += 128) {
        const __m256i abef0 = abef;
        const __m256i cdgh0 = cdgh;
        __m256i w0 = load_w(blocks);
        __m256i w1 = load_w(blocks + 32);
        __m256i w2 = load_w(blocks + 64);
        __m256i w3 = load_w(blocks + 96);

        rounds4(&abef, &cdgh, w0, 0);
        rounds4(&abef, &cdgh, w1, 4);
        rounds4(&abef, &cdgh, w2, 8);
        rounds4(&abef, &cdgh, w3, 12);
        for (size_t t = 16; t < 80; t += 16) {
            w0 = schedule4(w0, w1, w2, w3);
            rounds4(&abef, &cdgh, w0, t);
            w1 = schedule4(w1, w2, w3, w0);
            rounds4(&abef, &cdgh, w1, t + 4);
            w2 = schedule4(w2, w3, w0, w1);
            rounds4(&abef, &cdgh, w2, t + 8);
            w3 = schedule4(w3, w0, w1, w2);
            rounds4(&abef, &cdgh, w3, t + 12);
        }
        abef = _mm256_add_epi64(abef, abef0);
        cdgh = _mm256_add_epi64(cdgh, cdgh0);
    }
    dcba = _mm256_permute2x128_si256(cdgh, abef, 0x31);
    hgfe = _mm256_permute2x128_si256(cdgh, abef, 0x20);
    _mm256_storeu_si256(words, reverse(dcba));
    _mm256_storeu_si256(words + 1, reverse(hgfe));
    /* gcc leaves this out below -O2 and at -Os, and SSE code that follows would run at a crawl. */
    _mm256_zeroupper();
}
