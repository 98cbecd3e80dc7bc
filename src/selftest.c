/* The known answers, and the test by them. */
#include "selftest.h"
#include "endian.h"
#include "variant.h"

enum { MAX_BLOCKS = 5, MAX_BLOCK_SIZE = 128, MAX_CHAINS = 3, ITERATIONS = 2 };

/*
 * Answer n is the digest of the message that fills n + 1 blocks together with its padding: the leading
 * bytes of message_byte()'s sequence. Computed by Python's hashlib:
 *     x, m = 1, bytearray()
 *     for _ in range(blocks * 64 - 9):      # SHA-512: blocks * 128 - 17
 *         x = (x * 1664525 + 1013904223) % 2**32; m.append(x >> 24)
 */
static const uint8_t sha256_answers[MAX_BLOCKS][32] = {
    {0x3c, 0xa6, 0x1a, 0xef, 0xed, 0x89, 0x81, 0x1c, 0xfd, 0xd5, 0xfc,
     0x5a, 0x13, 0x1c, 0x73, 0x25, 0x0d, 0x6d, 0x55, 0x6a, 0xd6, 0xe3,
     0x79, 0xe9, 0x8f, 0xc0, 0xa7, 0x48, 0xdc, 0x6c, 0x71, 0x2e},
    {0x55, 0xb8, 0x88, 0x9b, 0x7b, 0x40, 0x11, 0x19, 0xa0, 0xed, 0x41,
     0xe4, 0x92, 0x1e, 0x19, 0xe8, 0x0d, 0x10, 0x49, 0x70, 0x6c, 0xfd,
     0x32, 0x4a, 0xb9, 0x4e, 0xf4, 0x36, 0x61, 0xde, 0xa8, 0xd3},
    {0xc7, 0x75, 0x93, 0xc2, 0x3c, 0xa2, 0x07, 0x8e, 0x70, 0x7d, 0x71,
     0x1e, 0xa6, 0xc1, 0xfa, 0x83, 0x35, 0x84, 0xf0, 0x2a, 0x4a, 0x8a,
     0x20, 0x77, 0x6f, 0xf1, 0x8c, 0x4f, 0x5d, 0x82, 0xb0, 0x4a},
    {0x93, 0x8a, 0x86, 0x16, 0xae, 0xab, 0x1c, 0xa7, 0xe8, 0x2d, 0x48,
     0x4d, 0xba, 0x19, 0x90, 0xf7, 0xfe, 0x42, 0xe7, 0x89, 0x8b, 0x42,
     0x4c, 0x4e, 0x86, 0x86, 0x2b, 0x50, 0xd1, 0xbd, 0xdd, 0xe8},
    {0xb1, 0x22, 0x80, 0x99, 0x22, 0xac, 0x96, 0x2f, 0x71, 0xd8, 0xad,
     0xb6, 0x02, 0x05, 0x25, 0x6f, 0xd2, 0x68, 0xf7, 0xea, 0xba, 0xff,
     0x85, 0xe0, 0x20, 0x46, 0xa9, 0x60, 0xed, 0x40, 0x6a, 0x73},
};

static const uint8_t sha512_answers[MAX_BLOCKS][64] = {
    {0x1d, 0xb3, 0x90, 0x00, 0xbd, 0x84, 0x9f, 0x65, 0x93, 0xbc, 0xc6, 0x5e, 0x4f,
     0xb6, 0x2c, 0x1e, 0xed, 0xb2, 0x22, 0x8e, 0x9e, 0x6c, 0x33, 0x00, 0xa2, 0x3b,
     0x4f, 0x43, 0x30, 0x92, 0xdf, 0x17, 0xa0, 0xf2, 0xed, 0xc5, 0xfd, 0x55, 0x9e,
     0xb1, 0x33, 0xd3, 0x7b, 0x87, 0xb0, 0x8c, 0x47, 0xf7, 0x95, 0xca, 0x22, 0xbe,
     0x41, 0x85, 0x5a, 0x5e, 0xb2, 0x74, 0x10, 0x82, 0x1a, 0x85, 0xbf, 0x75},
    {0x8e, 0xc6, 0xd9, 0x9f, 0x84, 0xdc, 0x9d, 0x13, 0xb1, 0xcf, 0x01, 0x78, 0x57,
     0x94, 0x7d, 0xb9, 0x83, 0xde, 0x21, 0x21, 0x70, 0x3f, 0xe9, 0x90, 0x08, 0xb6,
     0xff, 0xfb, 0x65, 0x10, 0x60, 0x0a, 0xd3, 0x99, 0xca, 0x9b, 0x13, 0x95, 0x88,
     0x76, 0xca, 0xc7, 0xa9, 0x8e, 0x9b, 0x7e, 0x2d, 0xf1, 0x58, 0xb3, 0xbe, 0x99,
     0x64, 0x4c, 0x79, 0x39, 0x22, 0x8b, 0xeb, 0xda, 0x27, 0x99, 0x6c, 0x84},
    {0xec, 0x03, 0x36, 0x63, 0x23, 0xa4, 0xe3, 0xb7, 0x42, 0xc9, 0xa4, 0xc0, 0xef,
     0xd7, 0x90, 0xe0, 0x74, 0xc6, 0x3b, 0x60, 0xaf, 0xdc, 0xde, 0x32, 0xb4, 0x14,
     0x3b, 0x16, 0x60, 0x74, 0xa4, 0x4d, 0x4f, 0x0d, 0x65, 0x35, 0xbf, 0x4d, 0xa4,
     0xa0, 0x1f, 0xc6, 0x7f, 0x51, 0x8b, 0x96, 0xa6, 0xf3, 0xcc, 0xc1, 0x85, 0xcd,
     0x92, 0x1f, 0xe6, 0xdc, 0x50, 0xd1, 0x44, 0x3c, 0x26, 0x8f, 0xf5, 0x49},
    {0xa9, 0x18, 0x0e, 0x91, 0xbc, 0x6b, 0x50, 0x45, 0xb5, 0xbb, 0xdf, 0xc5, 0x34,
     0x52, 0xb0, 0x0d, 0xb4, 0xfa, 0x4c, 0x74, 0x0d, 0x85, 0xaa, 0x7f, 0xaa, 0x6e,
     0xfd, 0xc8, 0x8d, 0x90, 0x49, 0xdc, 0x90, 0x03, 0x69, 0xa7, 0xd2, 0x92, 0xf8,
     0xfe, 0x7a, 0x4b, 0xb5, 0xcc, 0xa2, 0xe0, 0xca, 0x44, 0xf2, 0xcb, 0xa3, 0x0a,
     0x40, 0xcf, 0xe8, 0xae, 0x98, 0x89, 0xf4, 0xa3, 0xba, 0xb8, 0x88, 0x25},
    {0x4e, 0x39, 0x7b, 0xeb, 0xee, 0x94, 0x99, 0x58, 0x96, 0x93, 0x3f, 0xf2, 0x6b,
     0x55, 0x2c, 0xe0, 0x7e, 0x3d, 0x95, 0x84, 0x1e, 0x1a, 0xa8, 0xb8, 0x5e, 0x16,
     0x49, 0xe3, 0xb3, 0xfa, 0xfe, 0x12, 0x97, 0x76, 0xfe, 0x54, 0x54, 0xba, 0xe4,
     0xc3, 0x8d, 0x8a, 0xc4, 0x93, 0x50, 0xef, 0xc0, 0x10, 0xdb, 0x5c, 0x13, 0x8c,
     0xc3, 0xda, 0xad, 0x82, 0x9b, 0x60, 0xaa, 0x11, 0x5d, 0x0b, 0x9b, 0x36},
};

/* A linear congruential generator: no block is like another, so lost or swapped blocks show. */
static uint8_t message_byte(uint32_t *x)
{
    *x = *x * 1664525 + 1013904223;
    return (uint8_t)(*x >> 24);
}

static void fill_with_message(void *to, size_t size, uint32_t *x)
{
    for (uint8_t *at = to; size > 0; at++, size--)
        *at = message_byte(x);
}

/* A message of the greatest length that leaves room for its padding in nblocks blocks, and that padding;
   count_size is the size of the standard's bit count. */
static void write_padded(uint8_t *to, size_t nblocks, size_t block_size, size_t count_size)
{
    size_t size = nblocks * block_size - count_size - 1;
    uint32_t x = 1;

    for (size_t i = 0; i < size; i++)
        to[i] = message_byte(&x);
    to[size] = 0x80;
    memset(to + size + 1, 0, count_size);
    store_be32(to + nblocks * block_size - 4, (uint32_t)size * 8);
}

static int equals_be32(const uint32_t h[8], const uint8_t digest[32])
{
    uint32_t difference = 0;
    for (size_t i = 0; i < 8; i++)
        difference |= h[i] ^ load_be32(digest + 4 * i);
    return difference == 0;
}

static int equals_be64(const uint64_t h[8], const uint8_t digest[64])
{
    uint64_t difference = 0;
    for (size_t i = 0; i < 8; i++)
        difference |= h[i] ^ load_be64(digest + 8 * i);
    return difference == 0;
}

/* Whether the row's kernel of PBKDF2, if it has one, does for every count of chains what its compressor does. */
static int pbkdf2_agrees_256(const struct backend *row)
{
    struct sha256_pbkdf2 pbkdf2;
    uint32_t u[MAX_CHAINS][8], t[MAX_CHAINS][8], want_u[MAX_CHAINS][8], want_t[MAX_CHAINS][8];
    uint32_t difference = 0;
    uint8_t block[64];

    if (row->sha256_pbkdf2 == NULL)
        return 1;
    for (size_t nchains = 1; nchains <= MAX_CHAINS; nchains++) {
        uint32_t x = (uint32_t)nchains;

        fill_with_message(&pbkdf2, sizeof pbkdf2, &x);
        fill_with_message(u, sizeof u, &x);
        fill_with_message(t, sizeof t, &x);
        for (size_t i = 0; i < 6; i++) {
            pbkdf2.keep[i] = ~(uint32_t)0;
            pbkdf2.fill[i] = 0;
        }
        memcpy(want_u, u, sizeof u);
        memcpy(want_t, t, sizeof t);
        for (size_t n = 0; n < nchains * ITERATIONS; n++) {
            uint32_t *h = want_u[n / ITERATIONS];

            for (size_t half = 0; half < 2; half++) {
                for (size_t i = 0; i < 16; i++)
                    store_be32(block + i * sizeof *h,
                               i < 8 ? (h[i] & pbkdf2.keep[i]) | pbkdf2.fill[i] : pbkdf2.fill[i]);
                memcpy(h, half == 0 ? pbkdf2.inner : pbkdf2.outer, sizeof want_u[0]);
                row->sha256(h, block, 1);
            }
            for (size_t i = 0; i < 8; i++)
                want_t[n / ITERATIONS][i] ^= h[i];
        }
        row->sha256_pbkdf2(&pbkdf2, u, t, nchains, ITERATIONS);
        for (size_t i = 0; i < MAX_CHAINS; i++)
            for (size_t j = 0; j < 8; j++)
                difference |= (u[i][j] ^ want_u[i][j]) | (t[i][j] ^ want_t[i][j]);
    }
    return difference == 0;
}

/* Whether the row's kernel of PBKDF2, if it has one, does for every count of chains what its compressor does. */
static int pbkdf2_agrees_512(const struct backend *row)
{
    struct sha512_pbkdf2 pbkdf2;
    uint64_t u[MAX_CHAINS][8], t[MAX_CHAINS][8], want_u[MAX_CHAINS][8], want_t[MAX_CHAINS][8];
    uint64_t difference = 0;
    uint8_t block[128];

    if (row->sha512_pbkdf2 == NULL)
        return 1;
    for (size_t nchains = 1; nchains <= MAX_CHAINS; nchains++) {
        uint32_t x = (uint32_t)nchains;

        fill_with_message(&pbkdf2, sizeof pbkdf2, &x);
        fill_with_message(u, sizeof u, &x);
        fill_with_message(t, sizeof t, &x);
        for (size_t i = 0; i < 3; i++) {
            pbkdf2.keep[i] = ~(uint64_t)0;
            pbkdf2.fill[i] = 0;
        }
        memcpy(want_u, u, sizeof u);
        memcpy(want_t, t, sizeof t);
        for (size_t n = 0; n < nchains * ITERATIONS; n++) {
            uint64_t *h = want_u[n / ITERATIONS];

            for (size_t half = 0; half < 2; half++) {
                for (size_t i = 0; i < 16; i++)
                    store_be64(block + i * sizeof *h,
                               i < 8 ? (h[i] & pbkdf2.keep[i]) | pbkdf2.fill[i] : pbkdf2.fill[i]);
                memcpy(h, half == 0 ? pbkdf2.inner : pbkdf2.outer, sizeof want_u[0]);
                row->sha512(h, block, 1);
            }
            for (size_t i = 0; i < 8; i++)
                want_t[n / ITERATIONS][i] ^= h[i];
        }
        row->sha512_pbkdf2(&pbkdf2, u, t, nchains, ITERATIONS);
        for (size_t i = 0; i < MAX_CHAINS; i++)
            for (size_t j = 0; j < 8; j++)
                difference |= (u[i][j] ^ want_u[i][j]) | (t[i][j] ^ want_t[i][j]);
    }
    return difference == 0;
}

int selftest_sha256(const struct backend *row)
{
    _Alignas(16) uint8_t buffer[MAX_BLOCKS * MAX_BLOCK_SIZE + 1];
    uint8_t *blocks = buffer + 1;

    for (size_t n = 1; n <= MAX_BLOCKS; n++) {
        uint32_t h[8];
        write_padded(blocks, n, 64, 8);
        for (size_t first = 0; first < n; first++) { /* first = 0: no block, then all in one call */
            memcpy(h, sha2_256.iv, sizeof h);
            row->sha256(h, blocks, first);
            row->sha256(h, blocks + 64 * first, n - first);
            if (!equals_be32(h, sha256_answers[n - 1]))
                return 0;
        }
    }
    return pbkdf2_agrees_256(row);
}

int selftest_sha512(const struct backend *row)
{
    _Alignas(16) uint8_t buffer[MAX_BLOCKS * MAX_BLOCK_SIZE + 1];
    uint8_t *blocks = buffer + 1;

    for (size_t n = 1; n <= MAX_BLOCKS; n++) {
        uint64_t h[8];
        write_padded(blocks, n, 128, 16);
        for (size_t first = 0; first < n; first++) {
            memcpy(h, sha2_512.iv, sizeof h);
            row->sha512(h, blocks, first);
            row->sha512(h, blocks + 128 * first, n - first);
            if (!equals_be64(h, sha512_answers[n - 1]))
                return 0;
        }
    }
    return pbkdf2_agrees_512(row);
}

/*
 * Many messages. Each lane has one of the answered messages, and all end with the same call, of so many blocks: the
 * calls before it bring the longer messages to that point, block by block, while the shorter ones have yet to begin.
 */
enum { MAX_LANES = MANY_MAX_LANES };

struct many_course {
    uint8_t messages[MAX_BLOCKS][MAX_BLOCKS * MAX_BLOCK_SIZE + 1];
    const uint8_t *blocks[MAX_LANES];
};

static void many_write(struct many_course *course, size_t block_size, size_t count_size)
{
    for (size_t n = 1; n <= MAX_BLOCKS; n++)
        write_padded(course->messages[n - 1] + 1, n, block_size, count_size);
}

/* The blocks of a lane's message where the last call has nblocks. */
static size_t many_size(size_t lane, size_t nblocks)
{
    return nblocks + lane % (MAX_BLOCKS + 1 - nblocks);
}

/* Points a lane to its blocks for call number step of those that lead to a last one of nblocks. Returns whether its
   message begins there, or later. */
static int many_point(struct many_course *course, size_t lane, size_t step, size_t nblocks,
                      size_t block_size)
{
    size_t size = many_size(lane, nblocks), waits = MAX_BLOCKS - size;
    size_t done = step > waits ? step - waits : 0;

    course->blocks[lane] = course->messages[size - 1] + 1 + done * block_size;
    return done == 0;
}

int selftest_sha256_many(const struct many_backend *row)
{
    _Alignas(64) uint32_t state[8][SHA256_LANES];
    struct many_course course;

    many_write(&course, 64, 8);
    for (size_t n = 1; n <= MAX_BLOCKS; n++) {
        for (size_t step = 0; step <= MAX_BLOCKS - n; step++) {
            for (size_t lane = 0; lane < row->lanes; lane++)
                if (many_point(&course, lane, step, n, 64))
                    for (size_t i = 0; i < 8; i++)
                        state[i][lane] = sha2_256.iv[i];
            row->sha256(state, course.blocks, 0);
            row->sha256(state, course.blocks, step == MAX_BLOCKS - n ? n : 1);
        }
        for (size_t lane = 0; lane < row->lanes; lane++) {
            uint32_t h[8];
            for (size_t i = 0; i < 8; i++)
                h[i] = state[i][lane];
            if (!equals_be32(h, sha256_answers[many_size(lane, n) - 1]))
                return 0;
        }
    }
    return 1;
}

int selftest_sha512_many(const struct many_backend *row)
{
    _Alignas(64) uint64_t state[8][SHA512_LANES];
    struct many_course course;

    many_write(&course, 128, 16);
    for (size_t n = 1; n <= MAX_BLOCKS; n++) {
        for (size_t step = 0; step <= MAX_BLOCKS - n; step++) {
            for (size_t lane = 0; lane < row->lanes; lane++)
                if (many_point(&course, lane, step, n, 128))
                    for (size_t i = 0; i < 8; i++)
                        state[i][lane] = sha2_512.iv[i];
            row->sha512(state, course.blocks, 0);
            row->sha512(state, course.blocks, step == MAX_BLOCKS - n ? n : 1);
        }
        for (size_t lane = 0; lane < row->lanes; lane++) {
            uint64_t h[8];
            for (size_t i = 0; i < 8; i++)
                h[i] = state[i][lane];
            if (!equals_be64(h, sha512_answers[many_size(lane, n) - 1]))
                return 0;
        }
    }
    return 1;
}
