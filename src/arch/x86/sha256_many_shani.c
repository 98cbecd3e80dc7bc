/*
 * SHA-256 of 2, 3 and 4 messages at once with Intel's SHA extensions (FIPS 180-4, section 6.2.2): the rounds of one
 * fill the latencies of the others.
 */
#include "backend.h"
#include "sha2_constants.h"
#include "sha256_shani.h"
#include "wipe.h"

/* For each m below n, at most 4: written so that gcc and clang both unroll it. */
#define FOR_EACH_STREAM(m, n) _Pragma("GCC unroll 4") for (int m = 0; m < 4; m++) if (m < (n))

struct stream {
    __m128i abef, cdgh;
};

/* Words of four rows by column: into out[m], from the lowest word up, what the rows have in column m. */
IN_PLACE void transpose(__m128i out[4], __m128i r0, __m128i r1, __m128i r2, __m128i r3)
{
    const __m128i low01 = _mm_unpacklo_epi32(r0, r1), high01 = _mm_unpackhi_epi32(r0, r1);
    const __m128i low23 = _mm_unpacklo_epi32(r2, r3), high23 = _mm_unpackhi_epi32(r2, r3);

    out[0] = _mm_unpacklo_epi64(low01, low23);
    out[1] = _mm_unpackhi_epi64(low01, low23);
    out[2] = _mm_unpacklo_epi64(high01, high23);
    out[3] = _mm_unpackhi_epi64(high01, high23);
}

IN_PLACE __m128i load_row(const uint32_t *row)
{
    return _mm_loadu_si128((const __m128i *)(const void *)row);
}

IN_PLACE void store_row(uint32_t *row, __m128i x, int n)
{
    if (n == 4) {
        _mm_storeu_si128((__m128i *)(void *)row, x);
        return;
    }
    _mm_storel_epi64((__m128i *)(void *)row, x);
    if (n == 3)
        row[2] = (uint32_t)_mm_cvtsi128_si32(_mm_unpackhi_epi64(x, x));
}

IN_PLACE void load_state(struct stream *s, int n, uint32_t state[8][SHA256_LANES])
{
    __m128i abef[4], cdgh[4];

    transpose(abef, load_row(state[5]), load_row(state[4]), load_row(state[1]), load_row(state[0]));
    transpose(cdgh, load_row(state[7]), load_row(state[6]), load_row(state[3]), load_row(state[2]));
    FOR_EACH_STREAM (m, n) {
        s[m].abef = abef[m];
        s[m].cdgh = cdgh[m];
    }
}

IN_PLACE void store_state(const struct stream *s, int n, uint32_t state[8][SHA256_LANES])
{
    const int third = n > 2 ? 2 : 0, fourth = n > 3 ? 3 : 0; /* or anything that is not stored */
    __m128i feba[4], hgdc[4];

    transpose(feba, s[0].abef, s[1].abef, s[third].abef, s[fourth].abef);
    transpose(hgdc, s[0].cdgh, s[1].cdgh, s[third].cdgh, s[fourth].cdgh);
    store_row(state[0], feba[3], n);
    store_row(state[1], feba[2], n);
    store_row(state[2], hgdc[3], n);
    store_row(state[3], hgdc[2], n);
    store_row(state[4], feba[1], n);
    store_row(state[5], feba[0], n);
    store_row(state[6], hgdc[1], n);
    store_row(state[7], hgdc[0], n);
}

IN_PLACE void step(struct stream *s, __m128i w[][4], int n, int i, const uint32_t *k, int extend,
                   __m128i *spare)
{
    FOR_EACH_STREAM (m, n)
        rounds4(&s[m].abef, &s[m].cdgh, w[m][i], k + 4 * i);
    if (!extend)
        return;
    FOR_EACH_STREAM (m, n)
        schedule4(&w[m][i], w[m][(i + 1) % 4], w[m][(i + 2) % 4], w[m][(i + 3) % 4], spare);
}

IN_PLACE void compress_streams(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                               size_t nblocks, int n)
{
    struct stream s[4];
    __m128i w[4][4];
    __m128i start[4][2];
    __m128i spare = _mm_setzero_si128();

    load_state(s, n, state);
    for (size_t b = 0; b < nblocks; b++) {
        const uint32_t *k = sha256_k;
        FOR_EACH_STREAM (m, n) {
            start[m][0] = copy(s[m].abef);
            start[m][1] = copy(s[m].cdgh);
#pragma GCC unroll 4
            for (size_t i = 0; i < 4; i++)
                w[m][i] = load_w(blocks[m] + 64 * b + 16 * i);
        }
        for (; k < sha256_k + 48; k += 16) {
            step(s, w, n, 0, k, 1, &spare);
            step(s, w, n, 1, k, 1, &spare);
            step(s, w, n, 2, k, 1, &spare);
            step(s, w, n, 3, k, 1, &spare);
        }
        step(s, w, n, 0, k, 0, &spare);
        step(s, w, n, 1, k, 0, &spare);
        step(s, w, n, 2, k, 0, &spare);
        step(s, w, n, 3, k, 0, &spare);
        FOR_EACH_STREAM (m, n) {
            add(&s[m].abef, start[m][0]);
            add(&s[m].cdgh, start[m][1]);
        }
    }
    store_state(s, n, state);
    if (n > 2) /* else the words, which may be keys, were in registers only */
        wipe(w, (size_t)n * sizeof w[0]);
}

sha256_many_fn sha256_many2_shani, sha256_many3_shani, sha256_many4_shani;

void sha256_many2_shani(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                        size_t nblocks)
{
    compress_streams(state, blocks, nblocks, 2);
}

void sha256_many3_shani(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                        size_t nblocks)
{
    compress_streams(state, blocks, nblocks, 3);
}

void sha256_many4_shani(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                        size_t nblocks)
{
    compress_streams(state, blocks, nblocks, 4);
}
