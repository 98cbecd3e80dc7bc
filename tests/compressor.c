/* The tests that every compressor passes: against libcrypto, in guarded pages, from any state. */
#include "compressor.h"
#include "expect.h"
#include "guarded.h"
#include "noise.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    MAX_MESSAGE = 4096,
    MAX_BLOCKS = 64,
    MAX_ROWS = 16,
    OFFSETS = 64,
};

static const struct hash *hash;
static const struct backend *rows[MAX_ROWS];
static size_t nrows;

/* Non-repeating bytes for every test, with room to start at any offset. */
static uint8_t data[MAX_BLOCKS * MAX_BLOCK_SIZE + OFFSETS];

/* libcrypto's digest of the first n bytes of data. */
static uint8_t answers[MAX_MESSAGE + 1][MAX_DIGEST_SIZE];

static void say_on_fault(const struct backend *row, const char *what)
{
    guarded_say("%s %s %s", hash->name, row->name, what);
}

static size_t words_size(void)
{
    return NWORDS * hash->word_size;
}

static void some_words(union hash_words *words, uint64_t seed)
{
    noise_fill(seed, words, sizeof *words);
}

static int same_words(const void *a, const void *b)
{
    return memcmp(a, b, words_size()) == 0;
}

static int same_digest(const uint8_t *a, const uint8_t *b)
{
    return memcmp(a, b, hash->digest_size) == 0;
}

static void test_the_table_ends_with_portable_and_has_known_names_once(void)
{
    const struct backend_table *table = hash->backends;

    CU_ASSERT_STRING_EQUAL(hash_portable(hash)->name, "portable");
    CU_ASSERT_EQUAL(hash_portable(hash)->needs, 0);
    for (size_t i = 0; i < table->nrows; i++) {
        const char *name = table->rows[i].name;
        int known = 0;
        for (size_t j = 0; j < hash->names->count; j++)
            known += strcmp(hash->names->name[j], name) == 0;
        EXPECT(known == 1, "%s is %d times among the known names", name, known);
        for (size_t j = 0; j < i; j++)
            EXPECT(strcmp(table->rows[j].name, name) != 0, "%s has two rows", name);
    }
}

static void test_every_length_hashes_as_libcrypto_does(void)
{
    for (size_t i = 0; i < nrows; i++)
        for (size_t size = 0; size <= MAX_MESSAGE; size++) {
            uint8_t digest[MAX_DIGEST_SIZE];
            hash_digest(hash, rows[i], data, size, digest);
            if (!EXPECT(same_digest(digest, answers[size]), "%s: %zu bytes", rows[i]->name, size))
                break;
        }
}

static void test_data_may_start_at_any_offset(void)
{
    static uint8_t moved[OFFSETS + MAX_MESSAGE];
    const size_t sizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 256, 383, 640, 1023, 1024, 1500, 4096};

    for (size_t i = 0; i < nrows; i++)
        for (size_t offset = 0; offset < OFFSETS; offset++)
            for (size_t j = 0; j < sizeof sizes / sizeof sizes[0]; j++) {
                uint8_t digest[MAX_DIGEST_SIZE];
                memset(moved, 0xa5, sizeof moved);
                memcpy(moved + offset, data, sizes[j]);
                hash_digest(hash, rows[i], moved + offset, sizes[j], digest);
                EXPECT(same_digest(digest, answers[sizes[j]]), "%s: offset %zu, %zu bytes",
                       rows[i]->name, offset, sizes[j]);
            }
}

static void test_any_split_into_updates_gives_the_same_digest(void)
{
    enum { SPLITS = 1000 };

    for (size_t i = 0; i < nrows; i++)
        for (uint64_t seed = 0; seed < SPLITS; seed++) {
            uint64_t random = seed;
            size_t size = (size_t)(noise_next(&random) % (MAX_MESSAGE + 1));
            /* Small parts, parts around a block, and large ones each get their turn. */
            size_t greatest = (size_t[]){3, 2 * hash->block_size, MAX_MESSAGE}[seed % 3];
            uint8_t digest[MAX_DIGEST_SIZE];
            union hash_state state;

            hash->init(&state);
            for (size_t done = 0; done < size;) {
                size_t part = (size_t)(noise_next(&random) % (greatest + 1));
                if (part > size - done)
                    part = size - done;
                hash->update(&state, rows[i], data + done, part);
                done += part;
            }
            hash->final(&state, rows[i], digest, hash->digest_size);
            EXPECT(same_digest(digest, answers[size]), "%s: split %d of %zu bytes", rows[i]->name,
                   (int)seed, size);
        }
}

static void test_many_blocks_a_call_equal_one_at_a_time(void)
{
    for (size_t n = 0; n <= MAX_BLOCKS; n++) {
        union hash_words start, by_libcrypto, by_portable;
        some_words(&start, n);
        by_libcrypto = by_portable = start;
        hash->libcrypto_compress(&by_libcrypto, data, n);
        for (size_t block = 0; block < n; block++)
            hash->compress(hash_portable(hash), &by_portable, data + block * hash->block_size, 1);
        EXPECT(same_words(&by_portable, &by_libcrypto), "portable: %zu blocks one by one", n);

        for (size_t i = 0; i < nrows; i++) {
            union hash_words words = start;
            hash->compress(rows[i], &words, data, n);
            EXPECT(same_words(&words, &by_libcrypto), "%s: %zu blocks in one call", rows[i]->name,
                   n);

            words = start;
            for (size_t block = 0; block < n; block++)
                hash->compress(rows[i], &words, data + block * hash->block_size, 1);
            EXPECT(same_words(&words, &by_libcrypto), "%s: %zu blocks one by one", rows[i]->name,
                   n);
        }
    }
}

static void test_from_any_state_every_row_agrees_with_libcrypto(void)
{
    enum { STATES = 300 };

    for (uint64_t seed = 0; seed < STATES; seed++) {
        uint8_t blocks[5 * MAX_BLOCK_SIZE];
        union hash_words start, expected;
        size_t n = (size_t)(1 + seed % 5);

        some_words(&start, 1000 + seed);
        noise_fill(2000 + seed, blocks, sizeof blocks);
        if (seed % 10 == 1) /* carries through every bit, and none at all */
            memset(&start, 0xff, sizeof start);
        if (seed % 10 == 2)
            memset(&start, 0, sizeof start);
        if (seed % 20 < 5)
            memset(blocks, 0xff, sizeof blocks);
        else if (seed % 20 < 10)
            memset(blocks, 0, sizeof blocks);
        expected = start;
        hash->libcrypto_compress(&expected, blocks, n);
        for (size_t i = 0; i < nrows; i++) {
            union hash_words words = start;
            hash->compress(rows[i], &words, blocks, n);
            EXPECT(same_words(&words, &expected), "%s: state %d, %zu blocks", rows[i]->name,
                   (int)seed, n);
        }
    }
}

/* Blocks up to both ends of their pages, which are read-only while the compressor runs. */
static void test_nothing_but_the_blocks_is_read_and_they_are_not_written(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct guarded pages = guarded_pages(MAX_BLOCKS * MAX_BLOCK_SIZE + page);
    size_t room = (size_t)(pages.end - pages.start);

    for (size_t n = 1; n <= MAX_BLOCKS; n++) {
        size_t size = n * hash->block_size;
        uint8_t *const places[] = {pages.end - size, pages.start};
        static const char *const what[] = {
            "touched what lies behind the blocks, or wrote to them",
            "touched what lies before the blocks, or wrote to them",
        };
        union hash_words start, expected;

        some_words(&start, n);
        expected = start;
        hash->libcrypto_compress(&expected, data, n);
        for (size_t place = 0; place < 2; place++) {
            mprotect(pages.start, room, PROT_READ | PROT_WRITE);
            memset(pages.start, 0xa5, room);
            memcpy(places[place], data, size);
            mprotect(pages.start, room, PROT_READ);
            for (size_t i = 0; i < nrows; i++) {
                union hash_words words = start;
                say_on_fault(rows[i], what[place]);
                hash->compress(rows[i], &words, places[place], n);
                EXPECT(same_words(&words, &expected), "%s: %zu blocks at a page's %s",
                       rows[i]->name, n, place == 0 ? "end" : "start");
            }
        }
    }
    guarded_free(pages);
}

/* The same through the engine, which passes on whole blocks and copies the rest. */
static void test_nothing_but_the_message_is_read(void)
{
    struct guarded pages = guarded_pages(MAX_MESSAGE);

    for (size_t size = 0; size <= MAX_MESSAGE; size += size < 600 ? 1 : 97) {
        uint8_t *const places[] = {pages.end - size, pages.start};
        for (size_t place = 0; place < 2; place++) {
            memcpy(places[place], data, size);
            for (size_t i = 0; i < nrows; i++) {
                uint8_t digest[MAX_DIGEST_SIZE];
                say_on_fault(rows[i], "or the engine touched what lies beside the message");
                hash_digest(hash, rows[i], places[place], size, digest);
                EXPECT(same_digest(digest, answers[size]), "%s: %zu bytes", rows[i]->name, size);
            }
        }
    }
    guarded_free(pages);
}

static void test_without_blocks_nothing_is_touched(void)
{
    struct guarded pages = guarded_pages(1);
    const uint8_t *const nowhere[] = {NULL, pages.end, pages.start - 1, pages.end + 1};

    for (size_t i = 0; i < nrows; i++) {
        say_on_fault(rows[i], "read a block though there was none");
        for (size_t j = 0; j < sizeof nowhere / sizeof nowhere[0]; j++) {
            union hash_words words, start;
            some_words(&start, j);
            words = start;
            hash->compress(rows[i], &words, nowhere[j], 0);
            EXPECT(memcmp(&words, &start, sizeof words) == 0, "%s: the state changed",
                   rows[i]->name);
        }
    }
    guarded_free(pages);
}

static void test_the_state_may_lie_on_any_word_and_nothing_beside_it_is_touched(void)
{
    struct guarded pages = guarded_pages(1);
    size_t size = words_size();
    union hash_words start, expected;

    some_words(&start, 1);
    expected = start;
    hash->libcrypto_compress(&expected, data, 3);
    for (size_t i = 0; i < nrows; i++) {
        say_on_fault(rows[i], "touched what lies beside the state");
        for (size_t at = 0; at <= 64; at += hash->word_size) {
            uint8_t *const places[] = {pages.start + at, pages.end - size - at};
            for (size_t place = 0; place < 2; place++) {
                uint8_t *words = places[place];
                memset(pages.start, 0xa5, (size_t)(pages.end - pages.start));
                memcpy(words, &start, size);
                hash->compress(rows[i], words, data, 3);
                EXPECT(same_words(words, &expected), "%s: a state at %p", rows[i]->name,
                       (void *)words);
                int beside = 0;
                for (const uint8_t *p = pages.start; p < pages.end; p++)
                    beside += (p < words || p >= words + size) && *p != 0xa5;
                EXPECT(beside == 0, "%s: %d bytes beside the state were written", rows[i]->name,
                       beside);
            }
        }
    }
    guarded_free(pages);
}

/* What a call left in globals or registers would show in the next one. */
static void test_nothing_is_kept_between_calls(void)
{
    for (size_t i = 0; i < nrows; i++)
        for (size_t before = 0; before <= 5; before++)
            for (size_t n = 1; n <= 5; n++) {
                union hash_words other, words, expected;
                some_words(&other, before);
                some_words(&words, n);
                expected = words;
                hash->libcrypto_compress(&expected, data, n);
                hash->compress(rows[i], &other, data + MAX_BLOCK_SIZE, before);
                hash->compress(rows[i], &words, data, n);
                EXPECT(same_words(&words, &expected), "%s: %zu blocks after %zu others",
                       rows[i]->name, n, before);
            }
}

static CU_TestInfo tests[] = {
    {"the table ends with portable, and has known names once each",
     test_the_table_ends_with_portable_and_has_known_names_once},
    {"every length from 0 to 4096 hashes as libcrypto does",
     test_every_length_hashes_as_libcrypto_does},
    {"data may start at any offset from 0 to 63", test_data_may_start_at_any_offset},
    {"any split into updates gives the same digest",
     test_any_split_into_updates_gives_the_same_digest},
    {"0 to 64 blocks a call equal the same one at a time",
     test_many_blocks_a_call_equal_one_at_a_time},
    {"from any state, every row agrees with libcrypto",
     test_from_any_state_every_row_agrees_with_libcrypto},
    {"nothing but the blocks is read, and they are not written",
     test_nothing_but_the_blocks_is_read_and_they_are_not_written},
    {"nothing but the message is read", test_nothing_but_the_message_is_read},
    {"without blocks nothing is touched", test_without_blocks_nothing_is_touched},
    {"the state may lie on any word, and nothing beside it is touched",
     test_the_state_may_lie_on_any_word_and_nothing_beside_it_is_touched},
    {"nothing is kept between calls", test_nothing_is_kept_between_calls},
    CU_TEST_INFO_NULL,
};

static int has_row(const struct backend_table *table, const char *name)
{
    for (size_t i = 0; i < table->nrows; i++)
        if (strcmp(table->rows[i].name, name) == 0)
            return 1;
    return 0;
}

int compressor_run(const char *suite, const struct hash *of, const struct backend_table *table)
{
    hash = of;
    nrows = 0;
    for (size_t i = 0; i < table->nrows; i++) {
        const struct backend *row = &table->rows[i];
        if (nrows == MAX_ROWS) {
            fprintf(stderr, "more than %d rows\n", MAX_ROWS);
            return 1;
        }
        if (hash_can_run(row)) {
            printf("%s: %s runs\n", suite, row->name);
            rows[nrows++] = row;
        } else {
            printf("%s: %s is NOT RUN, for this processor lacks features 0x%llx of 0x%llx\n", suite,
                   row->name, (unsigned long long)(row->needs & ~cpu_features()),
                   (unsigned long long)row->needs);
        }
    }
    for (size_t i = 0; i < hash->names->count; i++)
        if (!has_row(hash->backends, hash->names->name[i]))
            printf("%s: %s is not in this build\n", suite, hash->names->name[i]);
    fflush(stdout);
    if (nrows == 0)
        return 77; /* skipped */

    noise_fill(0, data, sizeof data);
    for (size_t size = 0; size <= MAX_MESSAGE; size++)
        libcrypto_digest(hash->name, data, size, answers[size]);

    guarded_catch();
    return suite_run(suite, tests);
}
