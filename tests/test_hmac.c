/* HMAC of the seven digests over every row, by its definition over libcrypto's digests. */
#include "expect.h"
#include "family.h"
#include "noise.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

enum { DATA_SIZE = 1024, MAX_KEY = 300, POISON = 0xa5 };

static uint8_t data[DATA_SIZE], key[MAX_KEY];

/* Calls a test for every row that this processor can run, with every digest of its hash. */
static void for_each_row(void (*test)(const struct member *member, const struct backend *row))
{
    for (size_t m = 0; m < NMEMBERS; m++) {
        const struct backend_table *table = family[m].hash->backends;
        for (size_t i = 0; i < table->nrows; i++)
            if (hash_can_run(&table->rows[i]))
                test(&family[m], &table->rows[i]);
    }
}

/* Around the sizes of blocks, their padding and digests. */
static const size_t sizes[] = {0,   1,   24,  28,  32,  47,  48,  55,  56,  63,  64,  65,
                               111, 112, 119, 120, 127, 128, 129, 191, 192, 255, 256, 257};
enum { NSIZES = sizeof sizes / sizeof sizes[0] };

static void agrees(const struct member *member, const struct backend *row)
{
    for (size_t k = 0; k < NSIZES; k++) {
        union hmac_state state;
        memset(&state, POISON, sizeof state);
        family_set_key(member, row, &state, key, sizes[k]);
        for (size_t s = 0; s < NSIZES; s++) {
            uint8_t mac[MAX_DIGEST_SIZE + 1], expected[MAX_DIGEST_SIZE];
            memset(mac, POISON, sizeof mac);
            defined_hmac(member, key, sizes[k], data, sizes[s], expected);
            CU_ASSERT_EQUAL(family_update(member, row, &state, data, sizes[s] / 3), 1);
            CU_ASSERT_EQUAL(
                family_update(member, row, &state, data + sizes[s] / 3, sizes[s] - sizes[s] / 3),
                1);
            CU_ASSERT_EQUAL(family_final(member, row, &state, mac), 1);
            EXPECT(memcmp(mac, expected, member->digest_size) == 0 &&
                       mac[member->digest_size] == POISON,
                   "%s by %s, key of %zu, message of %zu bytes", member->name, row->name, sizes[k],
                   sizes[s]);
            family_restart(member, &state);
        }
    }
}

static void test_every_row_agrees_with_the_definition(void)
{
    for_each_row(agrees);
}

static void refuses(const struct member *member, const struct backend *row)
{
    union hmac_state state, before;
    uint8_t mac[MAX_DIGEST_SIZE], again[MAX_DIGEST_SIZE];

    memset(&state, POISON, sizeof state);
    family_set_key(member, row, &state, key, 20);
    CU_ASSERT_EQUAL(family_final(member, row, &state, mac), 1);
    before = state;
    memset(again, POISON, sizeof again);
    CU_ASSERT_EQUAL(family_update(member, row, &state, data, 10), 0);
    CU_ASSERT_EQUAL(family_final(member, row, &state, again), 0);
    CU_ASSERT_EQUAL(memcmp(&state, &before, sizeof state), 0);
    for (size_t i = 0; i < sizeof again; i++)
        CU_ASSERT_EQUAL(again[i], POISON);
}

static void test_after_final_there_is_no_message(void)
{
    for_each_row(refuses);
}

static void drops(const struct member *member, const struct backend *row)
{
    union hmac_state state;
    uint8_t mac[MAX_DIGEST_SIZE], expected[MAX_DIGEST_SIZE];

    family_set_key(member, row, &state, key, 200);
    family_update(member, row, &state, data, 100);
    family_restart(member, &state);
    family_update(member, row, &state, data, 50);
    family_final(member, row, &state, mac);
    defined_hmac(member, key, 200, data, 50, expected);
    CU_ASSERT_EQUAL(memcmp(mac, expected, member->digest_size), 0);

    family_update(member, row, &state, data, 100);
    family_set_key(member, row, &state, key + 1, 64);
    family_update(member, row, &state, data, 50);
    family_final(member, row, &state, mac);
    defined_hmac(member, key + 1, 64, data, 50, expected);
    CU_ASSERT_EQUAL(memcmp(mac, expected, member->digest_size), 0);
}

static void test_restart_and_a_new_key_drop_the_message(void)
{
    for_each_row(drops);
}

static void copies(const struct member *member, const struct backend *row)
{
    for (size_t used = 0; used <= 200; used += 25) {
        union hmac_state state, copy;
        uint8_t mac[2][MAX_DIGEST_SIZE], expected[MAX_DIGEST_SIZE];

        family_set_key(member, row, &state, key, 33);
        family_update(member, row, &state, data, used);
        memset(&copy, POISON, sizeof copy);
        family_copy(member, &copy, &state);
        family_update(member, row, &state, data + used, 300 - used);
        family_final(member, row, &state, mac[0]);
        family_update(member, row, &copy, data + used, 500 - used);
        family_final(member, row, &copy, mac[1]);
        defined_hmac(member, key, 33, data, 300, expected);
        CU_ASSERT_EQUAL(memcmp(mac[0], expected, member->digest_size), 0);
        defined_hmac(member, key, 33, data, 500, expected);
        CU_ASSERT_EQUAL(memcmp(mac[1], expected, member->digest_size), 0);

        /* The key came along. */
        family_restart(member, &copy);
        family_update(member, row, &copy, data, 7);
        family_final(member, row, &copy, mac[1]);
        defined_hmac(member, key, 33, data, 7, expected);
        CU_ASSERT_EQUAL(memcmp(mac[1], expected, member->digest_size), 0);
    }
}

static void test_a_copy_goes_its_own_way(void)
{
    for_each_row(copies);
}

/* The provider hands it to others in place of the key. */
static void keeps(const struct member *member, const struct backend *row)
{
    for (size_t size = 0; size <= MAX_KEY; size++) {
        union hmac_state state;
        uint8_t mac[MAX_DIGEST_SIZE], expected[MAX_DIGEST_SIZE];
        const uint8_t *k0 = member->hash == &hash_sha256 ? state.sha256.key : state.sha512.key;

        family_set_key(member, row, &state, key, size);
        defined_hmac(member, k0, member->hash->block_size, data, 100, mac);
        defined_hmac(member, key, size, data, 100, expected);
        EXPECT(memcmp(mac, expected, member->digest_size) == 0, "%s by %s, key of %zu bytes",
               member->name, row->name, size);
    }
}

static void test_the_kept_key_is_worth_the_key_itself(void)
{
    for_each_row(keeps);
}

static void test_no_key_and_no_data_may_be_null(void)
{
    for (size_t m = 0; m < NMEMBERS; m++) {
        const struct backend *row = hash_portable(family[m].hash);
        union hmac_state state;
        uint8_t mac[MAX_DIGEST_SIZE], expected[MAX_DIGEST_SIZE];

        family_set_key(&family[m], row, &state, NULL, 0);
        CU_ASSERT_EQUAL(family_update(&family[m], row, &state, NULL, 0), 1);
        CU_ASSERT_EQUAL(family_final(&family[m], row, &state, mac), 1);
        defined_hmac(&family[m], NULL, 0, NULL, 0, expected);
        CU_ASSERT_EQUAL(memcmp(mac, expected, family[m].digest_size), 0);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"every row agrees with the definition", test_every_row_agrees_with_the_definition},
        {"after final there is no message", test_after_final_there_is_no_message},
        {"restart and a new key drop the message", test_restart_and_a_new_key_drop_the_message},
        {"a copy goes its own way", test_a_copy_goes_its_own_way},
        {"the kept key is worth the key itself", test_the_kept_key_is_worth_the_key_itself},
        {"no key and no data may be NULL", test_no_key_and_no_data_may_be_null},
        CU_TEST_INFO_NULL,
    };

    noise_fill(1, data, sizeof data);
    noise_fill(2, key, sizeof key);
    return suite_run("test_hmac", tests);
}
