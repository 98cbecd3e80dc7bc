/* What the two engines share: idle states, buffering, padding, counting, copies, and the saved form. */
#include "expect.h"
#include "hash.h"
#include "noise.h"
#include "suite.h"

#include <string.h>
#include <sys/mman.h>

enum { DATA_SIZE = 8 * MAX_BLOCK_SIZE, POISON = 0xa5 };

/* main runs all the tests for one hash, then for the other. */
static const struct hash *hash;

static uint8_t data[DATA_SIZE];

/* A back end that remembers how it was called, and computes nothing. */
static struct calls {
    size_t number, nblocks[4];
    const uint8_t *blocks[4];
} calls;

static void remember(const uint8_t *blocks, size_t nblocks)
{
    if (calls.number < 4) {
        calls.nblocks[calls.number] = nblocks;
        calls.blocks[calls.number] = blocks;
    }
    calls.number++;
}

static void remember_sha256(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    (void)state;
    remember(blocks, nblocks);
}

static void remember_sha512(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    (void)state;
    remember(blocks, nblocks);
}

static const struct backend *remembering(void)
{
    static const struct backend sha256 = {.name = "remembering", .sha256 = remember_sha256};
    static const struct backend sha512 = {.name = "remembering", .sha512 = remember_sha512};

    calls.number = 0;
    return hash == &hash_sha256 ? &sha256 : &sha512;
}

/* A state with these bytes in it, and poison where the engine has written nothing. */
static void start(union hash_state *state, size_t size)
{
    memset(state, POISON, sizeof *state);
    hash->init(state);
    hash->update(state, hash_portable(hash), data, size);
}

/* Whether the state, which has used bytes of data, goes on to libcrypto's digest of these and some more. */
static int goes_on(union hash_state *state, size_t used)
{
    uint8_t digest[MAX_DIGEST_SIZE], expected[MAX_DIGEST_SIZE];
    size_t size = used + 3 * hash->block_size + 5;

    libcrypto_digest(hash->name, data, size, expected);
    return hash->update(state, hash_portable(hash), data + used, size - used) &&
           hash->final(state, hash_portable(hash), digest, hash->digest_size) &&
           memcmp(digest, expected, hash->digest_size) == 0;
}

static void test_an_idle_state_refuses_update_final_and_export(void)
{
    for (int finished = 0; finished < 2; finished++) {
        union hash_state state, before;
        uint8_t out[MAX_EXPORT_SIZE], untouched[MAX_EXPORT_SIZE];
        const struct backend *row = remembering();

        memset(out, POISON, sizeof out);
        memset(untouched, POISON, sizeof untouched);
        memset(&state, POISON, sizeof state);
        if (finished) {
            uint8_t digest[MAX_DIGEST_SIZE];
            start(&state, 10);
            CU_ASSERT_EQUAL(hash->final(&state, row, digest, hash->digest_size), 1);
            calls.number = 0;
        } else {
            hash->reset(&state);
        }
        before = state;

        CU_ASSERT_EQUAL(hash->update(&state, row, data, sizeof data), 0);
        CU_ASSERT_EQUAL(hash->update(&state, row, data, 0), 0);
        CU_ASSERT_EQUAL(hash->update(&state, row, NULL, 0), 0);
        CU_ASSERT_EQUAL(hash->final(&state, row, out, hash->digest_size), 0);
        CU_ASSERT_EQUAL(hash->export(&state, hash->digest_size, out), 0);
        CU_ASSERT_EQUAL(memcmp(&state, &before, hash->state_size), 0);
        CU_ASSERT_EQUAL(memcmp(out, untouched, sizeof out), 0);
        CU_ASSERT_EQUAL(calls.number, 0);
    }
}

static void test_init_starts_afresh_from_any_state(void)
{
    union hash_state state;
    uint8_t digest[MAX_DIGEST_SIZE];

    start(&state, hash->block_size + 9); /* under way */
    hash->init(&state);
    CU_ASSERT(goes_on(&state, 0));
    hash->init(&state); /* final */
    CU_ASSERT(goes_on(&state, 0));
    hash->reset(&state); /* idle */
    hash->init(&state);
    CU_ASSERT(goes_on(&state, 0));
    hash->init(&state); /* empty, twice */
    hash->init(&state);
    CU_ASSERT_EQUAL(hash->final(&state, hash_portable(hash), digest, hash->digest_size), 1);
    CU_ASSERT_EQUAL(hash->final(&state, hash_portable(hash), digest, hash->digest_size), 0);
}

static void test_an_update_without_data_changes_nothing(void)
{
    for (size_t used = 0; used <= 2 * hash->block_size; used++) {
        union hash_state state, before;
        start(&state, used);
        before = state;
        const struct backend *row = remembering();
        EXPECT(hash->update(&state, row, NULL, 0) == 1 && hash->update(&state, row, data, 0) == 1,
               "refused after %zu bytes", used);
        EXPECT(memcmp(&state, &before, hash->state_size) == 0 && calls.number == 0,
               "changed after %zu bytes", used);
    }
}

static void test_whole_blocks_are_compressed_in_place_by_one_call(void)
{
    size_t block = hash->block_size;
    union hash_state state;
    const struct backend *row = remembering();

    hash->init(&state);
    hash->update(&state, row, data, 5 * block + 7);
    CU_ASSERT_EQUAL(calls.number, 1);
    CU_ASSERT_EQUAL(calls.nblocks[0], 5);
    CU_ASSERT_PTR_EQUAL(calls.blocks[0], data);

    calls.number = 0; /* 7 wait: the block is filled, then the rest follows where it lies */
    hash->update(&state, row, data, 4 * block);
    CU_ASSERT_EQUAL(calls.number, 2);
    CU_ASSERT_EQUAL(calls.nblocks[0], 1);
    CU_ASSERT_EQUAL(calls.nblocks[1], 3);
    CU_ASSERT_PTR_EQUAL(calls.blocks[1], data + block - 7);

    calls.number = 0; /* 7 wait, and this fills the block exactly */
    hash->update(&state, row, data, block - 7);
    CU_ASSERT_EQUAL(calls.number, 1);
    CU_ASSERT_EQUAL(calls.nblocks[0], 1);

    calls.number = 0;
    hash->update(&state, row, data, block - 1);
    CU_ASSERT_EQUAL(calls.number, 0);
}

static void test_padding_is_one_call_of_one_block_or_two(void)
{
    for (size_t used = 0; used < hash->block_size; used++) {
        union hash_state state;
        uint8_t digest[MAX_DIGEST_SIZE];
        /* FIPS 180-4, 5.1: a bit, and a count of two words, after the message. */
        size_t blocks = used + 1 + 2 * hash->word_size <= hash->block_size ? 1 : 2;

        start(&state, hash->block_size + used);
        hash->final(&state, remembering(), digest, hash->digest_size);
        EXPECT(calls.number == 1 && calls.nblocks[0] == blocks,
               "%zu bytes wait: %zu calls, %zu blocks", used, calls.number, calls.nblocks[0]);
    }
}

static void test_one_update_may_be_longer_than_4_gib(void)
{
    const size_t size = (size_t)(((uint64_t)1 << 32) + 4096);
    uint8_t *nothing; /* addresses only: the back end reads none of it */

    if (sizeof(size_t) < 8)
        return;
    nothing = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CU_ASSERT_FATAL(nothing != MAP_FAILED);
    union hash_state state;
    uint8_t saved[MAX_EXPORT_SIZE];
    const struct backend *row = remembering();

    hash->init(&state);
    CU_ASSERT_EQUAL(hash->update(&state, row, nothing, size), 1);
    CU_ASSERT_EQUAL(calls.number, 1);
    CU_ASSERT_EQUAL(calls.nblocks[0], size / hash->block_size);
    hash->export(&state, hash->digest_size, saved);
    const uint8_t *count = saved + 16 + NWORDS * hash->word_size;
    uint64_t low = get_le(count, hash->word_size);
    uint64_t high = get_le(count + hash->word_size, hash->word_size);
    if (hash->word_size == 4) {
        low |= high << 32;
        high = 0;
    }
    CU_ASSERT_EQUAL(low, (uint64_t)size * 8);
    CU_ASSERT_EQUAL(high, 0);
    munmap(nothing, size);
}

static void test_final_writes_the_digest_and_no_byte_more(void)
{
    for (size_t size = 4; size <= hash->digest_size; size += 4)
        for (size_t used = 0; used < 2 * hash->block_size; used += 13) {
            union hash_state state;
            uint8_t out[MAX_DIGEST_SIZE + 32], whole[MAX_DIGEST_SIZE];
            int beside = 0;

            libcrypto_digest(hash->name, data, used, whole);
            memset(out, POISON, sizeof out);
            start(&state, used);
            EXPECT(hash->final(&state, hash_portable(hash), out + 16, size) == 1,
                   "a digest of %zu bytes", size);
            EXPECT(memcmp(out + 16, whole, size) == 0,
                   "%zu bytes are not the first of the whole digest", size);
            for (size_t i = 0; i < sizeof out; i++)
                beside += (i < 16 || i >= 16 + size) && out[i] != POISON;
            EXPECT(beside == 0, "%d bytes beside a digest of %zu", beside, size);
        }
}

static void test_a_copy_and_its_original_go_on_apart(void)
{
    for (size_t used = 0; used <= 2 * hash->block_size; used++) {
        union hash_state original, onto_idle, onto_used;

        start(&original, used);
        memset(&onto_idle, POISON, sizeof onto_idle);
        hash->reset(&onto_idle);
        start(&onto_used, DATA_SIZE - 1 - used);
        hash->copy(&onto_idle, &original);
        hash->copy(&onto_used, &original);
        EXPECT(goes_on(&onto_idle, used), "copy onto idle, %zu bytes", used);
        EXPECT(goes_on(&original, used), "original, %zu bytes", used);
        EXPECT(goes_on(&onto_used, used), "copy onto used, %zu bytes", used);
    }
}

static void test_a_copy_of_an_idle_state_is_idle(void)
{
    union hash_state idle, copy;

    memset(&idle, POISON, sizeof idle);
    hash->reset(&idle);
    start(&copy, 100);
    hash->copy(&copy, &idle);
    CU_ASSERT_EQUAL(hash->update(&copy, hash_portable(hash), data, 1), 0);
    hash->init(&copy);
    CU_ASSERT(goes_on(&copy, 0));
}

static void test_a_copy_moves_waiting_bytes_only(void)
{
    for (size_t used = 0; used < 2 * hash->block_size; used++) {
        union hash_state from, to;
        uint8_t *block = (uint8_t *)&to + hash->block_at;
        size_t waiting = used % hash->block_size;
        int beyond = 0;

        start(&from, used);
        memset((uint8_t *)&from + hash->block_at + waiting, 0x11, hash->block_size - waiting);
        memset(&to, POISON, sizeof to);
        hash->copy(&to, &from);
        for (size_t i = waiting; i < hash->block_size; i++)
            beyond += block[i] != POISON;
        EXPECT(beyond == 0, "%d bytes beyond %zu waiting ones were written", beyond, waiting);
        EXPECT(goes_on(&to, used), "%zu bytes", used);
    }
}

static void test_an_export_is_libcrypto_s_state_byte_for_byte(void)
{
    for (size_t used = 0; used <= 3 * hash->block_size; used++) {
        union hash_state state, before;
        uint8_t saved[MAX_EXPORT_SIZE + 16], expected[MAX_EXPORT_SIZE];
        int beyond = 0;

        start(&state, used);
        before = state;
        memset(saved, POISON, sizeof saved);
        hash->libcrypto_export(data, used, expected);
        EXPECT(hash->export(&state, hash->digest_size, saved) == 1, "refused after %zu", used);
        EXPECT(memcmp(saved, expected, hash->export_size) == 0, "differs after %zu bytes", used);
        for (size_t i = hash->export_size; i < sizeof saved; i++)
            beyond += saved[i] != POISON;
        EXPECT(beyond == 0, "%d bytes too many", beyond);
        EXPECT(memcmp(&state, &before, hash->state_size) == 0, "the state changed");
    }
}

static void test_an_import_goes_on_where_libcrypto_s_export_ended(void)
{
    for (size_t used = 0; used <= 3 * hash->block_size; used++)
        for (int idle = 0; idle < 2; idle++) {
            union hash_state state;
            uint8_t saved[MAX_EXPORT_SIZE];

            hash->libcrypto_export(data, used, saved);
            start(&state, 77);
            if (idle)
                hash->reset(&state);
            EXPECT(hash->import(&state, hash->digest_size, saved) == 1, "refused after %zu", used);
            EXPECT(goes_on(&state, used), "%zu bytes", used);
        }
}

/* Whether the import is refused, and leaves the state as it was, idle or not. */
static int refuses(size_t digest_size, const uint8_t *saved)
{
    union hash_state state, before;

    start(&state, 77);
    before = state;
    if (hash->import(&state, digest_size, saved) != 0 ||
        memcmp(&state, &before, hash->state_size) != 0)
        return 0;
    hash->reset(&state);
    before = state;
    return hash->import(&state, digest_size, saved) == 0 &&
           memcmp(&state, &before, hash->state_size) == 0;
}

static void test_an_import_is_refused_unless_it_is_of_this_digest_and_whole(void)
{
    for (size_t used = 0; used < hash->block_size; used++) {
        const size_t digest_size_at = 8, waiting_at = 12;
        const size_t count_at = 16 + NWORDS * hash->word_size;
        uint8_t good[MAX_EXPORT_SIZE], bad[MAX_EXPORT_SIZE];
        union hash_state state;

        hash->libcrypto_export(data, hash->block_size + used, good);
        hash->init(&state);
        EXPECT(hash->import(&state, hash->digest_size, good), "the good one, %zu", used);

        for (size_t i = 0; i < 16; i++) /* magic, digest size, waiting bytes: each bit of them */
            for (int bit = 0; bit < 8; bit++) {
                memcpy(bad, good, sizeof bad);
                bad[i] = (uint8_t)(bad[i] ^ 1 << bit);
                EXPECT(refuses(hash->digest_size, bad), "%zu bytes, bit %d of byte %zu", used, bit,
                       i);
            }
        EXPECT(refuses(hash->digest_size - 4, good), "another digest's");

        for (int bit = 0; bit < 3; bit++) { /* a message of whole bytes only */
            memcpy(bad, good, sizeof bad);
            bad[count_at] = (uint8_t)(bad[count_at] | 1 << bit);
            EXPECT(refuses(hash->digest_size, bad), "bit %d of the count", bit);
        }
        for (size_t other = 1; other < hash->block_size; other++) { /* count and waiting disagree */
            memcpy(bad, good, sizeof bad);
            put_le(bad + count_at, hash->word_size,
                   8 * (hash->block_size + (used + other) % hash->block_size));
            EXPECT(refuses(hash->digest_size, bad), "count disagrees by %zu", other);
        }
        memcpy(bad, good, sizeof bad); /* a whole block waits, or more */
        put_le(bad + waiting_at, 4, used + hash->block_size);
        EXPECT(refuses(hash->digest_size, bad), "a block waits");
        put_le(bad + waiting_at, 4, UINT32_MAX);
        EXPECT(refuses(hash->digest_size, bad), "2^32 - 1 bytes wait");
        memcpy(bad, good, sizeof bad);
        put_le(bad + digest_size_at, 4, 0);
        EXPECT(refuses(hash->digest_size, bad), "no digest size");
    }
}

/* 2^exponent bytes, in bits: what passes the count's low word and its high word, and what it wraps at. */
static void hash_across(unsigned exponent, size_t below, size_t more)
{
    unsigned bits = exponent + 3, word = (unsigned)(8 * hash->word_size);
    uint64_t mask = word == 64 ? UINT64_MAX : UINT32_MAX;
    /* The number 2^bits - 8 * below as two words; below is small. */
    uint64_t low = (bits < word ? UINT64_C(1) << bits : 0) - 8 * below;
    uint64_t high = (bits >= word && bits < 2 * word ? UINT64_C(1) << (bits - word) : 0);
    union hash_words words;
    union hash_state state;
    uint8_t saved[MAX_EXPORT_SIZE], again[MAX_EXPORT_SIZE];
    uint8_t digest[MAX_DIGEST_SIZE], expected[MAX_DIGEST_SIZE];

    if (bits >= word && below != 0)
        high--; /* borrowed */
    noise_fill(exponent, &words, sizeof words);
    hash_save(hash, hash->digest_size, &words, low & mask, high & mask, data + 64, saved);

    EXPECT(hash->import(&state, hash->digest_size, saved), "2^%u - %zu bytes", exponent, below);
    EXPECT(hash->export(&state, hash->digest_size, again) &&
               memcmp(saved, again, hash->export_size) == 0,
           "2^%u - %zu bytes, exported again", exponent, below);
    EXPECT(hash->update(&state, hash_portable(hash), data, more) &&
               hash->final(&state, hash_portable(hash), digest, hash->digest_size),
           "2^%u - %zu bytes and %zu more were refused", exponent, below, more);
    hash->libcrypto_finish(saved, data, more, expected);
    EXPECT(memcmp(digest, expected, hash->digest_size) == 0, "2^%u - %zu bytes and %zu more",
           exponent, below, more);
}

static void test_the_count_holds_from_2_28_bytes_to_where_it_wraps(void)
{
    for (unsigned exponent = 28; exponent + 3 <= 16 * hash->word_size; exponent++) {
        const size_t belows[] = {0, 1, 5, hash->block_size, hash->block_size + 1, 300};
        for (size_t i = 0; i < sizeof belows / sizeof belows[0]; i++) {
            const size_t mores[] = {0,   1,        4, 5, 6, hash->block_size, hash->block_size + 1,
                                    301, DATA_SIZE};
            for (size_t j = 0; j < sizeof mores / sizeof mores[0]; j++)
                hash_across(exponent, belows[i], mores[j]);
        }
    }
}

static CU_TestInfo tests[] = {
    {"an idle state refuses update, final and export, and stays as it is",
     test_an_idle_state_refuses_update_final_and_export},
    {"init starts afresh from any state", test_init_starts_afresh_from_any_state},
    {"an update without data changes nothing", test_an_update_without_data_changes_nothing},
    {"whole blocks are compressed where they lie, by one call",
     test_whole_blocks_are_compressed_in_place_by_one_call},
    {"padding is one call of one block or two", test_padding_is_one_call_of_one_block_or_two},
    {"one update may be longer than 4 GiB", test_one_update_may_be_longer_than_4_gib},
    {"final writes the digest and no byte more", test_final_writes_the_digest_and_no_byte_more},
    {"a copy and its original go on apart, at every fill level",
     test_a_copy_and_its_original_go_on_apart},
    {"a copy of an idle state is idle", test_a_copy_of_an_idle_state_is_idle},
    {"a copy moves waiting bytes only", test_a_copy_moves_waiting_bytes_only},
    {"an export is libcrypto's state byte for byte, unused bytes zero",
     test_an_export_is_libcrypto_s_state_byte_for_byte},
    {"an import goes on where libcrypto's export ended, at every fill level",
     test_an_import_goes_on_where_libcrypto_s_export_ended},
    {"an import is refused, and changes nothing, unless it is of this digest and whole",
     test_an_import_is_refused_unless_it_is_of_this_digest_and_whole},
    {"the count holds from 2^28 bytes to where it wraps",
     test_the_count_holds_from_2_28_bytes_to_where_it_wraps},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    noise_fill(1, data, sizeof data);
    hash = &hash_sha256;
    int failed = suite_run("test_sha2_template: SHA-256", tests);
    hash = &hash_sha512;
    return suite_run("test_sha2_template: SHA-512", tests) || failed;
}
