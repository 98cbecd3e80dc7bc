/* Many messages at once: every mixture of lengths, by every plan, as libcrypto hashes them one by one. */
#include "expect.h"
#include "guarded.h"
#include "hash.h"
#include "noise.h"
#include "suite.h"
#include "variant.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { MAX_COUNT = 200, MAX_SIZE = 5000, MAX_PREFIX = 300 };

/* An emulator takes thirty times as long, and the scheduler is the same everywhere. */
#ifdef TESTS_ARE_EMULATED
enum { COUNT_STEP = 29, LANES_STEP = 7, PREFIX_STEP = 13 };
#else
enum { COUNT_STEP = 1, LANES_STEP = 1, PREFIX_STEP = 1 };
#endif

/* A digest, and its longer one of libcrypto's. */
static const struct digest {
    const char *name;
    const struct hash *hash;
    size_t size;
    const void *variant;
} digests[] = {
    {"SHA2-256", &hash_sha256, 32, &sha2_256},
    {"SHA2-224", &hash_sha256, 28, &sha2_224},
    {"SHA2-256", &hash_sha256, 24,
     &sha2_256_192}, /* 3.0 does not know SHA-256/192: its first bytes */
    {"SHA2-512", &hash_sha512, 64, &sha2_512},
    {"SHA2-384", &hash_sha512, 48, &sha2_384},
    {"SHA2-512/256", &hash_sha512, 32, &sha2_512_256},
    {"SHA2-512/224", &hash_sha512, 28, &sha2_512_224},
};
enum { NDIGESTS = sizeof digests / sizeof digests[0] };

/* Bytes of which each message is a part; a prefix comes before. */
static uint8_t bytes[MAX_PREFIX + MAX_COUNT + MAX_SIZE];

static size_t random_below(uint64_t *seed, size_t end)
{
    return (size_t)(noise_next(seed) % end);
}

/* Lengths of messages, by their number, in blocks of the hash. */
enum mixture {
    EMPTY,
    EQUAL,
    AROUND_A_BLOCK,
    AROUND_TWO,
    GROWING,
    SHRINKING,
    SHORT,
    ANY,
    ONE_LONG,
    MOSTLY_LONG,
    NMIXTURES
};

static size_t size_of(enum mixture mixture, size_t i, size_t block)
{
    uint64_t seed = i * NMIXTURES + (uint64_t)mixture;

    switch (mixture) {
    case EMPTY:
        return 0;
    case EQUAL:
        return 2 * block;
    case AROUND_A_BLOCK: /* where padding takes one block, or two */
        return block - 20 + i % 24;
    case AROUND_TWO:
        return 2 * block - 20 + i % 24;
    case GROWING:
        return 7 * i;
    case SHRINKING:
        return 7 * (MAX_COUNT - i);
    case SHORT:
        return random_below(&seed, 3 * block);
    case ANY:
        return random_below(&seed, MAX_SIZE);
    case ONE_LONG:
        return i == 5 ? MAX_SIZE : random_below(&seed, block);
    default:
        return i % 16 == 3 ? i % 5 : 10 * block + random_below(&seed, 3 * block);
    }
}

/* Messages, and where they are hashed to. Behind each digest is a byte that is not to change. */
struct batch {
    const struct digest *digest;
    size_t prefix;
    const uint8_t *data[MAX_COUNT];
    size_t size[MAX_COUNT];
    uint8_t *to[MAX_COUNT];
    uint8_t answer[MAX_COUNT][MAX_DIGEST_SIZE]; /* libcrypto's */
    uint8_t out[MAX_COUNT][MAX_DIGEST_SIZE + 1];
};

enum { UNTOUCHED = 0xa5 };

static void prepare(struct batch *batch, const struct digest *digest, size_t prefix,
                    enum mixture mixture)
{
    static uint8_t whole[MAX_PREFIX + MAX_SIZE];

    batch->digest = digest;
    batch->prefix = prefix;
    memcpy(whole, bytes, prefix);
    for (size_t i = 0; i < MAX_COUNT; i++) {
        batch->size[i] = size_of(mixture, i, digest->hash->block_size);
        batch->data[i] = batch->size[i] == 0 ? NULL : bytes + MAX_PREFIX + i;
        batch->to[i] = batch->out[i];
        if (batch->size[i] != 0)
            memcpy(whole + prefix, batch->data[i], batch->size[i]);
        libcrypto_digest(digest->name, whole, prefix + batch->size[i], batch->answer[i]);
    }
}

/* A state of the digest that has absorbed the prefix. */
static void start_of(const struct batch *batch, union hash_state *start)
{
    const struct hash *hash = batch->digest->hash;

    memset(start, 0, sizeof *start); /* for memcmp */
    if (hash == &hash_sha256)
        sha256_init(&start->sha256, ((const struct sha256_variant *)batch->digest->variant)->iv);
    else
        sha512_init(&start->sha512, ((const struct sha512_variant *)batch->digest->variant)->iv);
    hash->update(start, hash_portable(hash), bytes, batch->prefix);
}

/* Hashes the first n, and looks at each digest and beside it. Returns whether all are right. */
static int hashes(struct batch *batch, const struct many_plan *plan, size_t n)
{
    const struct hash *hash = batch->digest->hash;
    size_t digest_size = batch->digest->size;
    struct messages messages = {n, batch->data, batch->size, batch->to};
    union hash_state start, before;

    memset(batch->out, UNTOUCHED, sizeof batch->out);
    start_of(batch, &start);
    before = start;
    hash->many(plan, &start, &messages, digest_size);

    int right = memcmp(&start, &before, sizeof start) == 0;
    for (size_t i = 0; i < MAX_COUNT; i++)
        if (i < n)
            right &= memcmp(batch->to[i], batch->answer[i], digest_size) == 0 &&
                     batch->out[i][digest_size] == UNTOUCHED;
        else
            right &= batch->out[i][0] == UNTOUCHED;
    return right;
}

/* A kernel of any number of lanes, over the portable compressor, and what it notices. */
static size_t fake_lanes;

static void fake_sha256(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                        size_t nblocks)
{
    for (size_t lane = 0; lane < fake_lanes; lane++) {
        uint32_t h[8];
        for (size_t i = 0; i < 8; i++)
            h[i] = state[i][lane];
        hash_portable(&hash_sha256)->sha256(h, blocks[lane], nblocks);
        for (size_t i = 0; i < 8; i++)
            state[i][lane] = h[i];
    }
}

static void fake_sha512(uint64_t state[8][SHA512_LANES], const uint8_t *const blocks[],
                        size_t nblocks)
{
    for (size_t lane = 0; lane < fake_lanes; lane++) {
        uint64_t h[8];
        for (size_t i = 0; i < 8; i++)
            h[i] = state[i][lane];
        hash_portable(&hash_sha512)->sha512(h, blocks[lane], nblocks);
        for (size_t i = 0; i < 8; i++)
            state[i][lane] = h[i];
    }
}

static int accept_all(const struct many_backend *row)
{
    (void)row;
    return 1;
}

static const struct preference no_preference;

/* The plan that a kernel of so many lanes makes by itself, beside portable. */
static void fake_plan(const struct hash *hash, size_t lanes, struct many_plan *plan)
{
    static struct many_backend rows[2];
    static const struct many_table table = {rows, 2};

    fake_lanes = lanes;
    rows[0] = (struct many_backend){"portable", .lanes = 1, .cycles = 2};
    rows[1] = (struct many_backend){"fake", .lanes = (uint16_t)lanes, .cycles = 3};
    if (hash == &hash_sha256)
        rows[1].sha256 = fake_sha256;
    else
        rows[1].sha512 = fake_sha512;
    select_many(&table, 0, &no_preference, accept_all, hash_portable(hash), plan);
}

/* What this processor would take, of these back ends: all of them where there is no name. */
static void real_plan(const struct hash *hash, const char *name, struct many_plan *plan)
{
    struct preference preference = {.count = name != NULL, .name = {name}};
    const struct backend *single =
        select_backend(hash->backends, cpu_features(), &preference, hash->selftest);

    select_many(hash->many_backends, cpu_features(), &preference, hash->many_selftest, single,
                plan);
}

static struct batch batch;

static void test_0_to_200_messages_of_every_mixture_hash_as_libcrypto_does(void)
{
    static const size_t prefixes[] = {0, 1, 63, 64, 65, 119, 128, 255};

    for (size_t d = 0; d < NDIGESTS; d++)
        for (enum mixture mixture = 0; mixture < NMIXTURES; mixture++) {
            struct many_plan plan;
            real_plan(digests[d].hash, NULL, &plan);
            prepare(&batch, &digests[d], prefixes[((size_t)mixture + d) % 8], mixture);
            for (size_t n = 0; n <= MAX_COUNT; n += n < 70 ? COUNT_STEP : 13)
                EXPECT(hashes(&batch, &plan, n), "%s, %zu bytes: %zu messages of mixture %d",
                       digests[d].name, digests[d].size, n, (int)mixture);
        }
}

static void test_every_back_end_alone_and_every_mixture_hash_as_libcrypto_does(void)
{
    for (size_t d = 0; d < NDIGESTS; d += 3) /* SHA-256 and SHA-512 */
        for (enum mixture mixture = 0; mixture < NMIXTURES; mixture++) {
            const struct hash *hash = digests[d].hash;
            prepare(&batch, &digests[d], 0, mixture);
            for (size_t i = 0; i < hash->backends->nrows; i++) {
                struct many_plan plan;
                real_plan(hash, hash->backends->rows[i].name, &plan);
                for (size_t n = 0; n <= MAX_COUNT; n += n < 70 ? COUNT_STEP : 13)
                    EXPECT(hashes(&batch, &plan, n), "%s by %s: %zu messages of mixture %d",
                           hash->name, hash->backends->rows[i].name, n, (int)mixture);
            }
        }
}

static void test_kernels_of_every_number_of_lanes_are_kept_busy_with_every_mixture(void)
{
    for (size_t d = 0; d < NDIGESTS; d += 3)
        for (enum mixture mixture = 0; mixture < NMIXTURES; mixture++) {
            const struct hash *hash = digests[d].hash;
            prepare(&batch, &digests[d], 17, mixture);
            for (size_t lanes = 2; lanes <= hash->lanes; lanes += LANES_STEP) {
                struct many_plan plan;
                fake_plan(hash, lanes, &plan);
                EXPECT(plan.width == lanes, "%zu lanes, but %zu messages at once", lanes,
                       plan.width);
                for (size_t n = 0; n <= 100; n += 1 + n / 4)
                    EXPECT(hashes(&batch, &plan, n), "%s, %zu lanes: %zu messages of mixture %d",
                           hash->name, lanes, n, (int)mixture);
            }
        }
}

static void test_any_prefix_and_any_short_message_hash_as_libcrypto_does(void)
{
    for (size_t d = 0; d < NDIGESTS; d += 3)
        for (size_t prefix = 0; prefix <= MAX_PREFIX; prefix += PREFIX_STEP) {
            struct many_plan plan;
            real_plan(digests[d].hash, NULL, &plan);
            prepare(&batch, &digests[d], prefix, GROWING);
            EXPECT(hashes(&batch, &plan, MAX_COUNT), "%s: %zu bytes before", digests[d].name,
                   prefix);
            EXPECT(hashes(&batch, &plan, 3), "%s: %zu bytes before three", digests[d].name, prefix);
        }
}

/* More messages than fit a window of the queue. */
static void test_a_thousand_messages_hash_as_each_does(void)
{
    enum { MANY = 1000 };
    static const uint8_t *data[MANY];
    static size_t size[MANY];
    static uint8_t *to[MANY], out[MANY][MAX_DIGEST_SIZE];
    const struct messages messages = {MANY, data, size, to};

    for (size_t d = 0; d < NDIGESTS; d += 3) {
        const struct hash *hash = digests[d].hash;
        struct many_plan plan;
        union hash_state start;
        int right = 1;

        prepare(&batch, &digests[d], 0, SHORT);
        for (size_t i = 0; i < MANY; i++) {
            data[i] = batch.data[i % MAX_COUNT];
            size[i] = batch.size[i % MAX_COUNT];
            to[i] = out[i];
        }
        real_plan(hash, NULL, &plan);
        start_of(&batch, &start);
        hash->many(&plan, &start, &messages, digests[d].size);
        for (size_t i = 0; i < MANY; i++)
            right &= memcmp(out[i], batch.answer[i % MAX_COUNT], digests[d].size) == 0;
        EXPECT(right, "%s", hash->name);
    }
}

static void test_a_digest_may_take_the_place_of_its_message(void)
{
    static uint8_t copies[MAX_COUNT][MAX_SIZE];

    for (size_t d = 0; d < NDIGESTS; d++)
        for (size_t at = 0; at <= 64; at += 32) {
            struct many_plan plan;
            real_plan(digests[d].hash, NULL, &plan);
            prepare(&batch, &digests[d], 0, MOSTLY_LONG);
            for (size_t i = 0; i < MAX_COUNT; i++) {
                if (batch.size[i] != 0)
                    memcpy(copies[i], batch.data[i], batch.size[i]);
                batch.data[i] = copies[i];
                batch.to[i] = copies[i] + at;
            }
            EXPECT(hashes(&batch, &plan, MAX_COUNT), "%s: at byte %zu", digests[d].name, at);
        }
}

/* Each message in turn at the end, then at the start, of read-only pages; the others have the lanes beside it. */
static void test_nothing_but_the_messages_is_read_and_they_are_not_written(void)
{
    struct guarded pages = guarded_pages(MAX_SIZE);
    size_t room = (size_t)(pages.end - pages.start);

    for (size_t d = 0; d < NDIGESTS; d += 3)
        for (enum mixture mixture = 1; mixture < NMIXTURES; mixture++)
            for (size_t i = 0; i < 40; i++)
                for (int end = 0; end < 2; end++) {
                    struct many_plan plan;
                    uint8_t *place;

                    if (i == 0)
                        prepare(&batch, &digests[d], 0, mixture);
                    place = end ? pages.end - batch.size[i] : pages.start;
                    const uint8_t *data = batch.data[i];
                    if (batch.size[i] != 0)
                        memcpy(place, data, batch.size[i]);
                    mprotect(pages.start, room, PROT_READ);
                    batch.data[i] = place;
                    real_plan(digests[d].hash, NULL, &plan);
                    guarded_say("%s: something beside message %zu of mixture %d was touched",
                                digests[d].name, i, (int)mixture);
                    EXPECT(hashes(&batch, &plan, 40), "%s: message %zu of mixture %d",
                           digests[d].name, i, (int)mixture);
                    batch.data[i] = data;
                    mprotect(pages.start, room, PROT_READ | PROT_WRITE);
                }
    guarded_free(pages);
}

/* The calls that a batch is made of. */
static struct {
    size_t calls, blocks;
} seen;

static void count_sha256(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                         size_t nblocks)
{
    (void)state;
    (void)blocks;
    seen.calls++;
    seen.blocks += nblocks;
}

static void test_equal_messages_take_a_call_for_their_blocks_and_one_for_the_padding(void)
{
    struct many_plan plan;

    fake_plan(&hash_sha256, 4, &plan);
    struct many_backend counting = *plan.kernel[4];
    counting.sha256 = count_sha256;
    plan.kernel[4] = &counting;
    prepare(&batch, &digests[0], 0, EQUAL);
    for (size_t i = 0; i < MAX_COUNT; i++)
        batch.size[i] = 10 * 64;
    seen.calls = seen.blocks = 0;
    hashes(&batch, &plan, 40);
    EXPECT(seen.calls == 20 && seen.blocks == 110, "%zu calls, %zu blocks", seen.calls,
           seen.blocks);
}

/* The last of 68 messages has 17 blocks, the others one: longest first, four lanes need 17 + 4; in turn 17 + 17. */
static void test_long_messages_are_not_left_to_the_end(void)
{
    struct many_plan plan;

    fake_plan(&hash_sha256, 4, &plan);
    struct many_backend counting = *plan.kernel[4];
    counting.sha256 = count_sha256;
    for (size_t m = 1; m <= 4; m++)
        plan.kernel[m] = &counting;
    prepare(&batch, &digests[0], 0, EQUAL);
    for (size_t i = 0; i < MAX_COUNT; i++)
        batch.size[i] = i == 67 ? 16 * 64 : 64 - 9; /* the last */
    seen.calls = seen.blocks = 0;
    hashes(&batch, &plan, 68);
    EXPECT(seen.blocks == 21, "%zu blocks", seen.blocks);
}

static CU_TestInfo tests[] = {
    {"0 to 200 messages of every mixture hash as libcrypto does",
     test_0_to_200_messages_of_every_mixture_hash_as_libcrypto_does},
    {"every back end alone, and every mixture, hash as libcrypto does",
     test_every_back_end_alone_and_every_mixture_hash_as_libcrypto_does},
    {"kernels of every number of lanes are kept busy with every mixture",
     test_kernels_of_every_number_of_lanes_are_kept_busy_with_every_mixture},
    {"any prefix, and any short message, hash as libcrypto does",
     test_any_prefix_and_any_short_message_hash_as_libcrypto_does},
    {"a thousand messages hash as each does", test_a_thousand_messages_hash_as_each_does},
    {"a digest may take the place of its message", test_a_digest_may_take_the_place_of_its_message},
    {"nothing but the messages is read, and they are not written",
     test_nothing_but_the_messages_is_read_and_they_are_not_written},
    {"equal messages take a call for their blocks, and one for the padding",
     test_equal_messages_take_a_call_for_their_blocks_and_one_for_the_padding},
    {"long messages are not left to the end", test_long_messages_are_not_left_to_the_end},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    noise_fill(6, bytes, sizeof bytes);
    guarded_catch();
    return suite_run("test_many", tests);
}
