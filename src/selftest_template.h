/* The tests by known answers, word for word the same for SHA-256 and SHA-512. selftest.c includes it once for each, after
   it has said what SHA2_… stand for. */

static int SHA2(is_answer)(const SHA2_WORD h[8], const uint8_t digest[8 * sizeof(SHA2_WORD)])
{
    SHA2_WORD difference = 0;

    for (size_t i = 0; i < 8; i++)
        difference |= h[i] ^ SHA2_LOAD_BE(digest + i * sizeof(SHA2_WORD));
    return difference == 0;
}

/* One chain of PBKDF2 by the compressor, for the kernel to be compared with. */
static void SHA2(iterate)(const struct backend *row, const struct SHA2(pbkdf2) * pbkdf2,
                          SHA2_WORD u[8], SHA2_WORD t[8])
{
    for (size_t n = 0; n < ITERATIONS; n++) {
        for (size_t half = 0; half < 2; half++) {
            uint8_t block[SHA2_BLOCK_SIZE];

            for (size_t i = 0; i < 16; i++)
                SHA2_STORE_BE(block + i * sizeof(SHA2_WORD),
                              i < 8 ? (u[i] & pbkdf2->keep[i]) | pbkdf2->fill[i] : pbkdf2->fill[i]);
            memcpy(u, half == 0 ? pbkdf2->inner : pbkdf2->outer, 8 * sizeof(SHA2_WORD));
            row->SHA2_MEMBER(u, block, 1);
        }
        for (size_t i = 0; i < 8; i++)
            t[i] ^= u[i];
    }
}

/* Whether the row's kernel of PBKDF2, if it has one, does for every count of chains what its compressor does. */
static int SHA2(pbkdf2_agrees)(const struct backend *row)
{
    SHA2_WORD u[MAX_CHAINS][8], t[MAX_CHAINS][8], want_u[MAX_CHAINS][8], want_t[MAX_CHAINS][8];
    struct SHA2(pbkdf2) pbkdf2;

    if (row->SHA2(pbkdf2) == NULL)
        return 1;
    for (size_t nchains = 1; nchains <= MAX_CHAINS; nchains++) {
        uint32_t x = (uint32_t)nchains;

        fill_with_message(&pbkdf2, sizeof pbkdf2, &x);
        fill_with_message(u, sizeof u, &x);
        fill_with_message(t, sizeof t, &x);
        for (size_t i = 0; i < SHA2_WHOLE_WORDS; i++) {
            pbkdf2.keep[i] = ~(SHA2_WORD)0;
            pbkdf2.fill[i] = 0;
        }
        memcpy(want_u, u, sizeof u);
        memcpy(want_t, t, sizeof t);
        for (size_t chain = 0; chain < nchains; chain++)
            SHA2(iterate)(row, &pbkdf2, want_u[chain], want_t[chain]);
        row->SHA2(pbkdf2)(&pbkdf2, u, t, nchains, ITERATIONS);
        if (memcmp(u, want_u, sizeof u) != 0 || memcmp(t, want_t, sizeof t) != 0)
            return 0;
    }
    return 1;
}

int SHA2_SELFTEST(const struct backend *row)
{
    _Alignas(16) uint8_t buffer[MAX_BLOCKS * SHA2_BLOCK_SIZE + 1];
    uint8_t *blocks = buffer + 1;

    for (size_t n = 1; n <= MAX_BLOCKS; n++) {
        SHA2_WORD h[8];
        write_padded(blocks, n, SHA2_BLOCK_SIZE, SHA2_BLOCK_SIZE / 8);
        for (size_t first = 0; first < n; first++) { /* first = 0: no block, then all in one call */
            memcpy(h, SHA2_VARIANT.iv, sizeof h);
            row->SHA2_MEMBER(h, blocks, first);
            row->SHA2_MEMBER(h, blocks + SHA2_BLOCK_SIZE * first, n - first);
            if (!SHA2(is_answer)(h, SHA2(answers)[n - 1]))
                return 0;
        }
    }
    return SHA2(pbkdf2_agrees)(row);
}

int SHA2_SELFTEST_MANY(const struct many_backend *row)
{
    _Alignas(64) SHA2_WORD state[8][SHA2_LANES];
    struct many_course course;

    many_write(&course, SHA2_BLOCK_SIZE, SHA2_BLOCK_SIZE / 8);
    for (size_t n = 1; n <= MAX_BLOCKS; n++) {
        for (size_t step = 0; step <= MAX_BLOCKS - n; step++) {
            for (size_t lane = 0; lane < row->lanes; lane++)
                if (many_point(&course, lane, step, n, SHA2_BLOCK_SIZE))
                    for (size_t i = 0; i < 8; i++)
                        state[i][lane] = SHA2_VARIANT.iv[i];
            row->SHA2_MEMBER(state, course.blocks, 0);
            row->SHA2_MEMBER(state, course.blocks, step == MAX_BLOCKS - n ? n : 1);
        }
        for (size_t lane = 0; lane < row->lanes; lane++) {
            SHA2_WORD h[8];
            for (size_t i = 0; i < 8; i++)
                h[i] = state[i][lane];
            if (!SHA2(is_answer)(h, SHA2(answers)[many_size(lane, n) - 1]))
                return 0;
        }
    }
    return 1;
}

#undef SHA2
#undef SHA2_MEMBER
#undef SHA2_WORD
#undef SHA2_BLOCK_SIZE
#undef SHA2_LANES
#undef SHA2_LOAD_BE
#undef SHA2_STORE_BE
#undef SHA2_VARIANT
#undef SHA2_WHOLE_WORDS
#undef SHA2_SELFTEST
#undef SHA2_SELFTEST_MANY
