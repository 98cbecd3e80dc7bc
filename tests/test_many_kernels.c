/* The kernels of many messages: every row that this processor can run, lane by lane, against libcrypto. */
#include "expect.h"
#include "guarded.h"
#include "hash.h"
#include "noise.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { MAX_BLOCKS = 17, ROOM = MAX_BLOCKS * MAX_BLOCK_SIZE + MANY_MAX_LANES };

/* main runs all the tests for one hash, then for the other. */
static const struct hash *hash;

/* For each lane blocks of its own. */
static uint8_t data[MANY_MAX_LANES][ROOM];

/* A state as kernels have it, with words of 64 bits in mind. */
union state {
    _Alignas(64) uint32_t word32[NWORDS][SHA256_LANES];
    uint64_t word64[NWORDS][SHA512_LANES];
};

/* What a kernel is given, and the state that it is to leave. */
struct work {
    union state start, expected;
    const uint8_t *blocks[MANY_MAX_LANES];
    size_t nblocks;
};

static void get_lane(const union state *state, size_t lane, union hash_words *words)
{
    for (size_t i = 0; i < NWORDS; i++)
        if (hash->word_size == 4)
            words->word32[i] = state->word32[i][lane];
        else
            words->word64[i] = state->word64[i][lane];
}

static void set_lane(union state *state, size_t lane, const union hash_words *words)
{
    for (size_t i = 0; i < NWORDS; i++)
        if (hash->word_size == 4)
            state->word32[i][lane] = words->word32[i];
        else
            state->word64[i][lane] = words->word64[i];
}

/* By libcrypto: the kernel's lanes only, for it leaves the others alone. */
static void expect_of(const struct many_backend *row, struct work *work)
{
    work->expected = work->start;
    for (size_t lane = 0; lane < row->lanes; lane++) {
        union hash_words words;
        get_lane(&work->start, lane, &words);
        hash->libcrypto_compress(&words, work->blocks[lane], work->nblocks);
        set_lane(&work->expected, lane, &words);
    }
}

/* Lanes with states and data of their own, each at an offset of its own. */
static void prepare(struct work *work, size_t nblocks, uint64_t seed)
{
    noise_fill(seed, &work->start, sizeof work->start);
    for (size_t lane = 0; lane < MANY_MAX_LANES; lane++)
        work->blocks[lane] = data[lane] + (lane * 5 + seed) % MANY_MAX_LANES;
    work->nblocks = nblocks;
}

/* Whether the row leaves what libcrypto does, in its lanes and beside them. */
static int agrees(const struct many_backend *row, const struct work *work)
{
    union state state = work->start;

    hash->many_compress(row, &state, work->blocks, work->nblocks);
    return memcmp(&state, &work->expected, sizeof state) == 0;
}

static int can_run(const struct many_backend *row)
{
    return row->lanes > 1 && (row->needs & ~cpu_features()) == 0;
}

#define FOR_EACH_ROW(row)                                                   \
    for (const struct many_backend *row = hash->many_backends->rows,        \
                                   *end = row + hash->many_backends->nrows; \
         row != end; row++)                                                 \
        if (can_run(row))

static void test_rows_belong_to_back_ends_and_fit_a_state(void)
{
    for (size_t i = 0; i < hash->many_backends->nrows; i++) {
        const struct many_backend *row = &hash->many_backends->rows[i];
        int known = 0, twice = 0;

        for (size_t j = 0; j < hash->names->count; j++)
            known += strcmp(hash->names->name[j], row->name) == 0;
        for (size_t j = 0; j < i; j++)
            twice += strcmp(hash->many_backends->rows[j].name, row->name) == 0 &&
                     hash->many_backends->rows[j].lanes == row->lanes;
        EXPECT(known == 1 && twice == 0, "%s x %d", row->name, row->lanes);
        EXPECT(row->lanes >= 1 && row->lanes <= hash->lanes && row->cycles > 0, "%s x %d: %d",
               row->name, row->lanes, row->cycles);
        EXPECT((row->lanes == 1) == (row->sha256 == NULL), "%s x %d", row->name, row->lanes);
    }
}

/* Without that, no kernel would ever be chosen beside it. */
static void test_where_there_are_kernels_every_compressor_says_what_it_takes(void)
{
    for (size_t i = 0; i < hash->backends->nrows && hash->many_backends->nrows != 0; i++) {
        int said = 0;
        for (size_t j = 0; j < hash->many_backends->nrows; j++)
            said += hash->many_backends->rows[j].lanes == 1 &&
                    strcmp(hash->many_backends->rows[j].name, hash->backends->rows[i].name) == 0;
        EXPECT(said == 1, "%s %s", hash->name, hash->backends->rows[i].name);
    }
}

static void test_every_lane_agrees_with_libcrypto(void)
{
    FOR_EACH_ROW (row)
        for (size_t nblocks = 0; nblocks <= MAX_BLOCKS; nblocks++)
            for (uint64_t seed = 0; seed < 32; seed++) {
                struct work work;
                prepare(&work, nblocks, seed);
                expect_of(row, &work);
                EXPECT(agrees(row, &work), "%s %s x %d: %zu blocks, seed %d", hash->name, row->name,
                       row->lanes, nblocks, (int)seed);
            }
}

static void test_carries_run_through_every_bit_and_through_none(void)
{
    FOR_EACH_ROW (row)
        for (int bytes = 0; bytes < 4; bytes++) {
            static uint8_t constant[MAX_BLOCK_SIZE];
            struct work work;

            prepare(&work, 1, 0);
            memset(&work.start, bytes & 1 ? 0xff : 0, sizeof work.start);
            memset(constant, bytes & 2 ? 0xff : 0, sizeof constant);
            for (size_t lane = 0; lane < MANY_MAX_LANES; lane++)
                work.blocks[lane] = constant;
            expect_of(row, &work);
            EXPECT(agrees(row, &work), "%s %s x %d: bytes %d", hash->name, row->name, row->lanes,
                   bytes);
        }
}

/* Lanes that are left without a message go over another's blocks. */
static void test_lanes_may_share_their_blocks(void)
{
    FOR_EACH_ROW (row)
        for (size_t from = 0; from < row->lanes; from++) {
            struct work work;
            prepare(&work, 2, from);
            for (size_t lane = from + 1; lane < row->lanes; lane++)
                work.blocks[lane] = work.blocks[from];
            expect_of(row, &work);
            EXPECT(agrees(row, &work), "%s %s x %d: all after lane %zu", hash->name, row->name,
                   row->lanes, from);
        }
}

/* One lane's blocks, at either end of pages that are read-only while the kernel runs. */
static void test_nothing_but_the_blocks_is_read_and_they_are_not_written(void)
{
    struct guarded pages = guarded_pages(MAX_BLOCKS * MAX_BLOCK_SIZE);
    size_t room = (size_t)(pages.end - pages.start);

    FOR_EACH_ROW (row)
        for (size_t lane = 0; lane < row->lanes; lane++)
            for (size_t nblocks = 1; nblocks <= 5; nblocks++) {
                size_t size = nblocks * hash->block_size;
                uint8_t *const places[] = {pages.end - size, pages.start};
                for (size_t place = 0; place < 2; place++) {
                    struct work work;
                    prepare(&work, nblocks, lane);
                    mprotect(pages.start, room, PROT_READ | PROT_WRITE);
                    memcpy(places[place], data[lane], size);
                    mprotect(pages.start, room, PROT_READ);
                    work.blocks[lane] = places[place];
                    expect_of(row, &work);
                    guarded_say("%s %s x %d touched what lies %s the blocks of lane %zu, or wrote "
                                "to them",
                                hash->name, row->name, row->lanes, place == 0 ? "behind" : "before",
                                lane);
                    EXPECT(agrees(row, &work), "%s %s x %d: lane %zu at a page's %s", hash->name,
                           row->name, row->lanes, lane, place == 0 ? "end" : "start");
                }
            }
    guarded_free(pages);
}

static void test_without_blocks_nothing_is_touched(void)
{
    FOR_EACH_ROW (row) {
        struct work work;
        prepare(&work, 0, 1);
        memset(work.blocks, 0, sizeof work.blocks); /* NULL */
        work.expected = work.start;
        guarded_say("%s %s x %d read a block though there was none", hash->name, row->name,
                    row->lanes);
        EXPECT(agrees(row, &work), "%s %s x %d: the state changed", hash->name, row->name,
               row->lanes);
    }
}

/* What a call left in globals or registers would show in the next one. */
static void test_nothing_is_kept_between_calls(void)
{
    FOR_EACH_ROW (row)
        for (size_t before = 0; before <= 3; before++)
            for (size_t nblocks = 0; nblocks <= 3; nblocks++) {
                struct work other, work;
                prepare(&other, before, before);
                prepare(&work, nblocks, 10 + nblocks);
                expect_of(row, &work);
                hash->many_compress(row, &other.start, other.blocks, other.nblocks);
                EXPECT(agrees(row, &work), "%s %s x %d: %zu blocks after %zu others", hash->name,
                       row->name, row->lanes, nblocks, before);
            }
}

/* A kernel that is libcrypto's, but in one lane: takes another lane's blocks, or is off in the last bit of a word. */
static struct {
    size_t lanes, lane, word;
    int swaps;
} wrong;

static void wrong_kernel(void *state, const uint8_t *const blocks[], size_t nblocks)
{
    for (size_t lane = 0; lane < wrong.lanes; lane++) {
        size_t from = wrong.swaps && lane == wrong.lane ? (lane + 1) % wrong.lanes : lane;
        union hash_words words;
        get_lane(state, lane, &words);
        hash->libcrypto_compress(&words, blocks[from], nblocks);
        if (lane == wrong.lane && !wrong.swaps && wrong.word < NWORDS)
            ((uint8_t *)&words)[wrong.word * hash->word_size] ^= 1;
        set_lane(state, lane, &words);
    }
}

static void wrong_sha256(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                         size_t nblocks)
{
    wrong_kernel(state, blocks, nblocks);
}

static void wrong_sha512(uint64_t state[8][SHA512_LANES], const uint8_t *const blocks[],
                         size_t nblocks)
{
    wrong_kernel(state, blocks, nblocks);
}

/* What both these tests and the known-answer test of the load make of it. */
static void expect_verdict(int right, const char *what)
{
    struct many_backend row = {.name = "wrong", .lanes = (uint16_t)wrong.lanes};
    struct work work;

    if (hash == &hash_sha256)
        row.sha256 = wrong_sha256;
    else
        row.sha512 = wrong_sha512;
    prepare(&work, 1, 0);
    expect_of(&row, &work);
    EXPECT(agrees(&row, &work) == right, "%s, %zu lanes: lane %zu %s", hash->name, wrong.lanes,
           wrong.lane, what);
    EXPECT(hash->many_selftest(&row) == right, "%s, %zu lanes: lane %zu %s, by the self-test",
           hash->name, wrong.lanes, wrong.lane, what);
}

static void test_one_wrong_lane_is_found(void)
{
    for (wrong.lanes = 2; wrong.lanes <= hash->lanes; wrong.lanes++) {
        wrong.swaps = 0;
        wrong.lane = 0;
        wrong.word = NWORDS;
        expect_verdict(1, "and all others are right");
        for (wrong.lane = 0; wrong.lane < wrong.lanes; wrong.lane++) {
            wrong.swaps = 0;
            for (wrong.word = 0; wrong.word < NWORDS; wrong.word++)
                expect_verdict(0, "is off in a word");
            wrong.swaps = 1;
            expect_verdict(0, "takes its neighbour's blocks");
        }
    }
}

static void test_every_row_passes_the_known_answer_test(void)
{
    FOR_EACH_ROW (row)
        EXPECT(hash->many_selftest(row) == 1, "%s %s x %d", hash->name, row->name, row->lanes);
}

static CU_TestInfo tests[] = {
    {"rows belong to back ends, and fit a state", test_rows_belong_to_back_ends_and_fit_a_state},
    {"where there are kernels, every compressor says what it takes",
     test_where_there_are_kernels_every_compressor_says_what_it_takes},
    {"every lane agrees with libcrypto", test_every_lane_agrees_with_libcrypto},
    {"carries run through every bit, and through none",
     test_carries_run_through_every_bit_and_through_none},
    {"lanes may share their blocks", test_lanes_may_share_their_blocks},
    {"nothing but the blocks is read, and they are not written",
     test_nothing_but_the_blocks_is_read_and_they_are_not_written},
    {"without blocks nothing is touched", test_without_blocks_nothing_is_touched},
    {"nothing is kept between calls", test_nothing_is_kept_between_calls},
    {"one wrong lane is found", test_one_wrong_lane_is_found},
    {"every row passes the known-answer test", test_every_row_passes_the_known_answer_test},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    static const struct hash *const hashes[] = {&hash_sha256, &hash_sha512};
    int failed = 0;

    noise_fill(4, data, sizeof data);
    guarded_catch();
    for (size_t i = 0; i < 2; i++) {
        hash = hashes[i];
        for (size_t j = 0; j < hash->many_backends->nrows; j++) {
            const struct many_backend *row = &hash->many_backends->rows[j];
            if (row->lanes > 1)
                printf("%s: %s x %d %s\n", hash->name, row->name, row->lanes,
                       can_run(row) ? "runs" : "is NOT RUN, for this processor lacks features");
        }
        failed |= suite_run(hash->name, tests);
    }
    return failed;
}
