/* The self-test that may be run at any time: every row passes it, and a fault in what it computes does not. */
#include "retest.h"
#include "expect.h"
#include "hash.h"
#include "suite.h"

#include <string.h>

static const struct {
    const char *name;
    retest_fn *run;
    int with_256, with_512; /* which hash it is about */
} tests_of[] = {
    {"SHA-256", retest_sha256, 1, 0},
    {"SHA-512", retest_sha512, 0, 1},
    {"HMAC", retest_hmac, 1, 1},
    {"PBKDF2", retest_pbkdf2, 1, 1},
};
enum { NTESTS = sizeof tests_of / sizeof tests_of[0] };

static const struct many_plan *plan_of(struct many_plan *plan, const struct hash *hash,
                                       const struct backend *row)
{
    static const struct preference none;

    select_many(hash->many_backends, cpu_features(), &none, hash->many_selftest, row, plan);
    return plan;
}

/* Each row of one hash, beside the portable one of the other. */
static void for_each_row(void (*check)(const struct many_plan *sha256,
                                       const struct many_plan *sha512))
{
    static const struct hash *const hashes[] = {&hash_sha256, &hash_sha512};
    struct many_plan plans[2];

    for (size_t h = 0; h < 2; h++)
        for (size_t i = 0; i < hashes[h]->backends->nrows; i++) {
            const struct backend *row = &hashes[h]->backends->rows[i];
            if (!hash_can_run(row))
                continue;
            plan_of(&plans[h], hashes[h], row);
            plan_of(&plans[1 - h], hashes[1 - h], hash_portable(hashes[1 - h]));
            check(&plans[0], &plans[1]);
        }
}

static void passes(const struct many_plan *sha256, const struct many_plan *sha512)
{
    for (size_t i = 0; i < NTESTS; i++)
        EXPECT(tests_of[i].run(sha256, sha512, 0) == 1, "%s with %s, %s", tests_of[i].name,
               sha256->single->name, sha512->single->name);
}

static void test_every_row_passes(void)
{
    for_each_row(passes);
}

static void fails_with_a_fault(const struct many_plan *sha256, const struct many_plan *sha512)
{
    for (size_t i = 0; i < NTESTS; i++)
        for (unsigned bit = 0; bit < 8; bit++)
            EXPECT(tests_of[i].run(sha256, sha512, (uint8_t)(1u << bit)) == 0,
                   "%s with %s, %s, bit %u", tests_of[i].name, sha256->single->name,
                   sha512->single->name, bit);
}

static void test_a_fault_in_the_answer_fails(void)
{
    for_each_row(fails_with_a_fault);
}

/* What a broken compressor leaves: the state as it was. */
static void nothing_256(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    (void)state;
    (void)blocks;
    (void)nblocks;
}

static void nothing_512(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    (void)state;
    (void)blocks;
    (void)nblocks;
}

static void test_each_test_needs_the_compressors_that_it_is_about(void)
{
    static const struct backend broken_256 = {.name = "broken", .sha256 = nothing_256};
    static const struct backend broken_512 = {.name = "broken", .sha512 = nothing_512};
    struct many_plan right_256, right_512, wrong_256, wrong_512;

    plan_of(&right_256, &hash_sha256, hash_portable(&hash_sha256));
    plan_of(&right_512, &hash_sha512, hash_portable(&hash_sha512));
    plan_of(&wrong_256, &hash_sha256, &broken_256);
    plan_of(&wrong_512, &hash_sha512, &broken_512);
    for (size_t i = 0; i < NTESTS; i++) {
        EXPECT(tests_of[i].run(&wrong_256, &right_512, 0) == !tests_of[i].with_256,
               "%s without SHA-256", tests_of[i].name);
        EXPECT(tests_of[i].run(&right_256, &wrong_512, 0) == !tests_of[i].with_512,
               "%s without SHA-512", tests_of[i].name);
    }
}

static int kernels_run;

static void count_and_do_nothing_256(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                                     size_t nblocks)
{
    (void)state;
    (void)blocks;
    (void)nblocks;
    kernels_run++;
}

static void count_and_do_nothing_512(uint64_t state[8][SHA512_LANES], const uint8_t *const blocks[],
                                     size_t nblocks)
{
    (void)state;
    (void)blocks;
    (void)nblocks;
    kernels_run++;
}

static void test_kernels_of_many_messages_are_tested(void)
{
    static const struct many_backend broken_256 = {
        .name = "broken", .lanes = 4, .sha256 = count_and_do_nothing_256};
    static const struct many_backend broken_512 = {
        .name = "broken", .lanes = 4, .sha512 = count_and_do_nothing_512};
    struct many_plan sha256 = {.single = hash_portable(&hash_sha256), .width = 4};
    struct many_plan sha512 = {.single = hash_portable(&hash_sha512), .width = 4};

    CU_ASSERT_EQUAL(retest_sha256(&sha256, &sha512, 0), 1);
    CU_ASSERT_EQUAL(retest_sha512(&sha256, &sha512, 0), 1);
    sha256.kernel[4] = &broken_256;
    sha512.kernel[4] = &broken_512;
    CU_ASSERT_EQUAL(retest_sha256(&sha256, &sha512, 0), 0);
    CU_ASSERT_EQUAL(retest_sha512(&sha256, &sha512, 0), 0);
    CU_ASSERT_TRUE(kernels_run > 0);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"every row passes", test_every_row_passes},
        {"a fault in the answer fails", test_a_fault_in_the_answer_fails},
        {"each test needs the compressors that it is about",
         test_each_test_needs_the_compressors_that_it_is_about},
        {"kernels of many messages are tested", test_kernels_of_many_messages_are_tested},
        CU_TEST_INFO_NULL,
    };

    return suite_run("test_retest", tests);
}
