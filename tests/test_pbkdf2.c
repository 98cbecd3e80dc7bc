/* PBKDF2 of the seven digests over every row, with its kernel where it has one and without, by the definition over
   libcrypto's digests. */
#include "expect.h"
#include "family.h"
#include "noise.h"
#include "suite.h"

#include <string.h>

enum { MAX_KEY = 1200, POISON = 0xa5 };

static uint8_t password[300], salt[300];

static void for_each_row(void (*test)(const struct member *member, const struct backend *row))
{
    for (size_t m = 0; m < NMEMBERS; m++) {
        const struct backend_table *table = family[m].hash->backends;
        for (size_t i = 0; i < table->nrows; i++) {
            struct backend without = table->rows[i];
            if (!hash_can_run(&without))
                continue;
            test(&family[m], &table->rows[i]);
            if (family[m].hash == &hash_sha256)
                without.sha256_pbkdf2 = NULL;
            else
                without.sha512_pbkdf2 = NULL;
            test(&family[m], &without);
        }
    }
}

static void expect_key(const struct member *member, const struct backend *row,
                       const struct pbkdf2_input *input, size_t size)
{
    uint8_t key[MAX_KEY + 1], expected[MAX_KEY];

    memset(key, POISON, sizeof key);
    family_pbkdf2(member, row, input, key, size);
    defined_pbkdf2(member, input, expected, size);
    EXPECT(memcmp(key, expected, size) == 0 && key[size] == POISON,
           "%s by %s: password of %zu bytes, salt of %zu, %u iterations, %zu bytes", member->name,
           row->name, input->password_size, input->salt_size, (unsigned)input->iterations, size);
}

static void sizes_of_output(const struct member *member, const struct backend *row)
{
    static const size_t sizes[] = {0,  1,  20, 24, 28,  31,  32,  33,  48,
                                   63, 64, 65, 96, 128, 129, 200, 257, MAX_KEY};
    const struct pbkdf2_input input = {password, 9, salt, 16, 3};

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        expect_key(member, row, &input, sizes[i]);
}

static void test_any_size_of_output(void)
{
    for_each_row(sizes_of_output);
}

static void counts_of_iterations(const struct member *member, const struct backend *row)
{
    static const uint64_t counts[] = {1, 2, 3, 4, 5, 100};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const struct pbkdf2_input input = {password, 9, salt, 16, counts[i]};
        expect_key(member, row, &input, member->digest_size);
        expect_key(member, row, &input, 3 * member->digest_size + 1);
    }
}

static void test_any_number_of_iterations(void)
{
    for_each_row(counts_of_iterations);
}

static void sizes_of_input(const struct member *member, const struct backend *row)
{
    static const size_t sizes[] = {0,  1,   47,  51,  52,  59,  60,  63,  64,
                                   65, 107, 108, 123, 124, 127, 128, 129, 300};

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const struct pbkdf2_input by_password = {password, sizes[i], salt, 5, 2};
        const struct pbkdf2_input by_salt = {password, 5, salt, sizes[i], 2};
        expect_key(member, row, &by_password, 40);
        expect_key(member, row, &by_salt, 40);
    }
}

static void test_any_size_of_password_and_salt(void)
{
    for_each_row(sizes_of_input);
}

static void test_no_password_and_no_salt_may_be_null(void)
{
    const struct pbkdf2_input input = {NULL, 0, NULL, 0, 2};

    for (size_t m = 0; m < NMEMBERS; m++)
        expect_key(&family[m], hash_portable(family[m].hash), &input, 70);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"any size of output", test_any_size_of_output},
        {"any number of iterations", test_any_number_of_iterations},
        {"any size of password and salt", test_any_size_of_password_and_salt},
        {"no password and no salt may be NULL", test_no_password_and_no_salt_may_be_null},
        CU_TEST_INFO_NULL,
    };

    noise_fill(1, password, sizeof password);
    noise_fill(2, salt, sizeof salt);
    return suite_run("test_pbkdf2", tests);
}
