/* The known-answer tests: they pass what computes as libcrypto does, and reject what is wrong in any one way. */
#include "selftest.h"
#include "expect.h"
#include "hash.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static const struct hash *const hashes[] = {&hash_sha256, &hash_sha512};

/* The hash that is being tested, and how its compressor is broken: both for wrong_compress. */
static const struct hash *hash;
static struct {
    enum way {
        NOTHING,        /* libcrypto's own compressor */
        LAST_BLOCK,     /* skips the last block of a call */
        FIRST_BLOCK,    /* skips the first block of a call */
        ONE_BLOCK,      /* does one block, whatever nblocks says */
        NONE_AS_ONE,    /* does one block where there is none */
        SWAPPED,        /* takes the blocks from the last to the first */
        REPEATED,       /* does the first block again in place of the others */
        WRITES_NOTHING, /* leaves the state alone */
        FORGETS_STATE,  /* does not add the state that it began with, in the last block */
        ALIGNED_ONLY,   /* takes the blocks to start on an even address */
        AT_COUNT,       /* is off in the last bit if nblocks is where */
        FROM_COUNT,     /* is off in the last bit from where blocks on */
        WORD,           /* is off in word where of the state */
        BYTE,           /* takes byte where of each block for 0 */
    } how;
    size_t where;
} wrong;

static struct seen {
    unsigned counts; /* a bit for each nblocks */
    int aligned, repeats;
} seen;

static void flip(void *words, size_t word)
{
    ((uint8_t *)words)[word * hash->word_size] ^= 1;
}

static void look(const uint8_t *blocks, size_t nblocks)
{
    seen.counts |= nblocks < 32 ? 1u << nblocks : 1u << 31;
    if (nblocks != 0 && (uintptr_t)blocks % 2 == 0)
        seen.aligned = 1;
    for (size_t i = 0; i < nblocks; i++)
        for (size_t j = 0; j < i; j++)
            if (memcmp(blocks + i * hash->block_size, blocks + j * hash->block_size,
                       hash->word_size) == 0)
                seen.repeats = 1;
}

static void wrong_compress(void *words, const uint8_t *blocks, size_t nblocks)
{
    union hash_words start;
    size_t size = hash->block_size;
    uint8_t block[MAX_BLOCK_SIZE];

    look(blocks, nblocks);
    memcpy(&start, words, NWORDS * hash->word_size);
    switch (wrong.how) {
    case LAST_BLOCK:
        nblocks -= nblocks != 0;
        break;
    case FIRST_BLOCK:
        if (nblocks != 0) {
            nblocks--;
            blocks += size;
        }
        break;
    case ONE_BLOCK:
        nblocks = nblocks != 0;
        break;
    case NONE_AS_ONE:
        nblocks += nblocks == 0;
        break;
    case SWAPPED:
        for (; nblocks != 0; nblocks--)
            hash->libcrypto_compress(words, blocks + (nblocks - 1) * size, 1);
        return;
    case REPEATED:
        for (; nblocks != 0; nblocks--)
            hash->libcrypto_compress(words, blocks, 1);
        return;
    case ALIGNED_ONLY:
        blocks -= (uintptr_t)blocks % 2;
        break;
    case BYTE:
        for (; nblocks != 0; nblocks--, blocks += size) {
            memcpy(block, blocks, size);
            block[wrong.where] = 0;
            hash->libcrypto_compress(words, block, 1);
        }
        return;
    default:
        break;
    }
    hash->libcrypto_compress(words, blocks, nblocks);
    if (wrong.how == WRITES_NOTHING)
        memcpy(words, &start, NWORDS * hash->word_size);
    if ((wrong.how == AT_COUNT && nblocks == wrong.where) ||
        (wrong.how == FROM_COUNT && nblocks >= wrong.where))
        flip(words, NWORDS - 1);
    if (wrong.how == WORD)
        flip(words, wrong.where);
    if (wrong.how == FORGETS_STATE && nblocks != 0) {
        if (hash->word_size == 4)
            ((uint32_t *)words)[7] -= start.word32[7];
        else
            ((uint64_t *)words)[7] -= start.word64[7];
    }
}

static void wrong_sha256(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    wrong_compress(state, blocks, nblocks);
}

static void wrong_sha512(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    wrong_compress(state, blocks, nblocks);
}

/* The verdict on a compressor that is wrong in this way. */
static int passes(const struct hash *of, enum way how, size_t where)
{
    static const struct backend sha256 = {.name = "wrong", .sha256 = wrong_sha256};
    static const struct backend sha512 = {.name = "wrong", .sha512 = wrong_sha512};

    hash = of;
    wrong.how = how;
    wrong.where = where;
    seen = (struct seen){0};
    return hash->selftest(hash == &hash_sha256 ? &sha256 : &sha512);
}

static void test_the_answers_are_libcrypto_s(void)
{
    for (size_t i = 0; i < 2; i++)
        EXPECT(passes(hashes[i], NOTHING, 0) == 1, "%s", hashes[i]->name);
}

static void test_every_row_that_this_processor_runs_passes(void)
{
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < hashes[i]->backends->nrows; j++) {
            const struct backend *row = &hashes[i]->backends->rows[j];
            if (!hash_can_run(row)) {
                printf("%s %s is NOT RUN on this processor\n", hashes[i]->name, row->name);
                continue;
            }
            EXPECT(hashes[i]->selftest(row) == 1, "%s %s", hashes[i]->name, row->name);
        }
}

static void test_0_to_5_unaligned_blocks_that_do_not_repeat_are_asked(void)
{
    for (size_t i = 0; i < 2; i++) {
        passes(hashes[i], NOTHING, 0);
        EXPECT((seen.counts & 0x3f) == 0x3f, "%s: counts 0x%x", hashes[i]->name, seen.counts);
        EXPECT(!seen.aligned, "%s: aligned blocks", hashes[i]->name);
        EXPECT(!seen.repeats, "%s: two blocks of a call start alike", hashes[i]->name);
    }
}

static void test_a_compressor_that_is_wrong_is_rejected(void)
{
    static const struct {
        enum way how;
        const char *what;
    } ways[] = {
        {LAST_BLOCK, "skips the last block"},
        {FIRST_BLOCK, "skips the first block"},
        {ONE_BLOCK, "ignores nblocks"},
        {NONE_AS_ONE, "does a block where there is none"},
        {SWAPPED, "takes the blocks backwards"},
        {REPEATED, "takes the first block for all"},
        {WRITES_NOTHING, "writes nothing"},
        {FORGETS_STATE, "does not add the first state"},
        {ALIGNED_ONLY, "takes the blocks to be aligned"},
    };

    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < sizeof ways / sizeof ways[0]; j++)
            EXPECT(passes(hashes[i], ways[j].how, 0) == 0, "%s: %s", hashes[i]->name, ways[j].what);
        for (size_t n = 0; n <= 5; n++) {
            EXPECT(passes(hashes[i], AT_COUNT, n) == 0, "%s: wrong for %zu blocks only",
                   hashes[i]->name, n);
            EXPECT(passes(hashes[i], FROM_COUNT, n) == 0, "%s: wrong from %zu blocks on",
                   hashes[i]->name, n);
        }
        for (size_t word = 0; word < NWORDS; word++)
            EXPECT(passes(hashes[i], WORD, word) == 0, "%s: wrong in word %zu", hashes[i]->name,
                   word);
        for (size_t byte = 0; byte < hashes[i]->block_size; byte++)
            EXPECT(passes(hashes[i], BYTE, byte) == 0, "%s: takes byte %zu for 0", hashes[i]->name,
                   byte);
    }
}

static CU_TestInfo tests[] = {
    {"the answers are libcrypto's: its own compressor passes", test_the_answers_are_libcrypto_s},
    {"every row that this processor runs passes", test_every_row_that_this_processor_runs_passes},
    {"0 to 5 unaligned blocks that do not repeat are asked",
     test_0_to_5_unaligned_blocks_that_do_not_repeat_are_asked},
    {"a compressor that is wrong in any one way is rejected",
     test_a_compressor_that_is_wrong_is_rejected},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_selftest", tests);
}
