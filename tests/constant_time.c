/*
 * constant_time: under valgrind, whether a branch or an address depends on what is hashed. It takes undefined memory for a
 * secret: memcheck follows it through every word and reports where a jump or an address is made of it.
 *
 * Each row runs that valgrind's processor can: it has neither SHA-NI nor AVX-512. For the others see steps.c.
 */
#include "expect.h"
#include "family.h"
#include "hash.h"
#include "noise.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#else
#define RUNNING_ON_VALGRIND 0
#define VALGRIND_COUNT_ERRORS 0
#define VALGRIND_MAKE_MEM_UNDEFINED(at, size) ((void)(at), (void)(size))
#define VALGRIND_MAKE_MEM_DEFINED(at, size) ((void)(at), (void)(size))
#endif

enum { DATA_SIZE = 1000, KEY_SIZE = 200, DERIVED = 150, MESSAGES = 40 };

static uint8_t data[DATA_SIZE], key[KEY_SIZE], out[DERIVED];

static void begin(void)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, sizeof data);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(key, sizeof key);
}

/* Makes all known again, and returns how often something depended on a secret since. */
static unsigned end(unsigned errors_before)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(data, sizeof data);
    (void)VALGRIND_MAKE_MEM_DEFINED(key, sizeof key);
    (void)VALGRIND_MAKE_MEM_DEFINED(out, sizeof out);
    return (unsigned)VALGRIND_COUNT_ERRORS - errors_before;
}

/* The test of the test: each of these is to be seen. */
static void test_a_branch_and_an_address_that_depend_on_a_secret_are_seen(void)
{
    static volatile int sink;
    static const uint8_t table[256] = {1, 2, 3};
    unsigned before = (unsigned)VALGRIND_COUNT_ERRORS;

    begin();
    if (((volatile uint8_t *)data)[3] == 7)
        sink = 1;
    CU_ASSERT_TRUE(end(before) > 0);

    before = (unsigned)VALGRIND_COUNT_ERRORS;
    begin();
    sink = ((const volatile uint8_t *)table)[data[3]];
    CU_ASSERT_TRUE(end(before) > 0);
    (void)sink;
}

static void for_each_row(void (*test)(const struct member *member, const struct backend *row))
{
    for (size_t m = 0; m < NMEMBERS; m++) {
        const struct backend_table *table = family[m].hash->backends;
        for (size_t i = 0; i < table->nrows; i++) {
            const struct backend *row = &table->rows[i];
            if (hash_can_run(row))
                test(&family[m], row);
        }
    }
}

static void hash_secret(const struct member *member, const struct backend *row)
{
    const struct hash *hash = member->hash;

    for (size_t size = 0; size <= DATA_SIZE; size += 37) {
        union hash_state state;
        unsigned before = (unsigned)VALGRIND_COUNT_ERRORS;
        begin();
        hash->init(&state);
        hash->update(&state, row, data, size / 3);
        hash->update(&state, row, data + size / 3, size - size / 3);
        hash->final(&state, row, out, member->digest_size);
        EXPECT(end(before) == 0, "%s by %s, %zu bytes", member->name, row->name, size);
    }
}

static void test_digests_depend_on_nothing_but_the_size(void)
{
    for_each_row(hash_secret);
}

/* The state may be a secret as well: HMAC's are. */
static void compress_secret(const struct member *member, const struct backend *row)
{
    for (size_t n = 0; n <= 5; n++) {
        union hash_words words;
        unsigned before = (unsigned)VALGRIND_COUNT_ERRORS;
        begin();
        (void)VALGRIND_MAKE_MEM_UNDEFINED(&words, sizeof words);
        member->hash->compress(row, &words, data + 1, n);
        EXPECT(end(before) == 0, "%s by %s, %zu blocks", member->hash->name, row->name, n);
    }
}

static void test_compressors_depend_on_nothing_but_the_count(void)
{
    for_each_row(compress_secret);
}

static void authenticate(const struct member *member, const struct backend *row)
{
    for (size_t size = 0; size <= KEY_SIZE; size += 25) {
        union hmac_state state, copy;
        unsigned before = (unsigned)VALGRIND_COUNT_ERRORS;
        begin();
        family_set_key(member, row, &state, key, size);
        family_update(member, row, &state, data, 3 * size);
        family_copy(member, &copy, &state);
        family_final(member, row, &state, out);
        family_final(member, row, &copy, out);
        family_restart(member, &state);
        family_update(member, row, &state, data, size);
        family_final(member, row, &state, out);
        EXPECT(end(before) == 0, "HMAC of %s by %s, key of %zu bytes", member->name, row->name,
               size);
    }
}

static void test_hmac_depends_on_nothing_but_the_sizes(void)
{
    for_each_row(authenticate);
}

static void derive(const struct member *member, const struct backend *row)
{
    const struct pbkdf2_input input = {key, 20, data, 30, 5};
    unsigned before = (unsigned)VALGRIND_COUNT_ERRORS;

    begin();
    family_pbkdf2(member, row, &input, out, sizeof out);
    EXPECT(end(before) == 0, "PBKDF2 of %s by %s", member->name, row->name);
}

static void test_pbkdf2_depends_on_nothing_but_the_sizes(void)
{
    for_each_row(derive);
}

static void hash_many(const struct member *member, const struct backend *row)
{
    static const struct preference none;
    static uint8_t digests[MESSAGES][MAX_DIGEST_SIZE];
    const struct hash *hash = member->hash;
    const uint8_t *messages[MESSAGES];
    size_t sizes[MESSAGES];
    uint8_t *to[MESSAGES];
    union hash_state start;
    struct many_plan plan;
    unsigned before = (unsigned)VALGRIND_COUNT_ERRORS;

    select_many(hash->many_backends, cpu_features(), &none, hash->many_selftest, row, &plan);
    for (size_t i = 0; i < MESSAGES; i++) {
        messages[i] = data + i;
        sizes[i] = i * 20;
        to[i] = digests[i];
    }
    begin();
    hash->init(&start);
    hash->update(&start, row, key, 10);
    hash->many(&plan, &start, &(struct messages){MESSAGES, messages, sizes, to},
               member->digest_size);
    (void)VALGRIND_MAKE_MEM_DEFINED(digests, sizeof digests);
    EXPECT(end(before) == 0, "many messages of %s by %s", member->name, row->name);
}

static void test_many_messages_depend_on_nothing_but_their_sizes(void)
{
    for_each_row(hash_many);
}

static void name_what_is_not_run(const struct hash *hash)
{
    for (size_t i = 0; i < hash->backends->nrows; i++)
        if (!hash_can_run(&hash->backends->rows[i]))
            printf("constant_time: %s %s is NOT RUN, for valgrind's processor lacks it\n",
                   hash->name, hash->backends->rows[i].name);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"a branch and an address that depend on a secret are seen",
         test_a_branch_and_an_address_that_depend_on_a_secret_are_seen},
        {"compressors depend on nothing but the count of blocks",
         test_compressors_depend_on_nothing_but_the_count},
        {"digests depend on nothing but the size", test_digests_depend_on_nothing_but_the_size},
        {"HMAC depends on nothing but the sizes", test_hmac_depends_on_nothing_but_the_sizes},
        {"PBKDF2 depends on nothing but the sizes", test_pbkdf2_depends_on_nothing_but_the_sizes},
        {"many messages depend on nothing but their sizes",
         test_many_messages_depend_on_nothing_but_their_sizes},
        CU_TEST_INFO_NULL,
    };

    if (!RUNNING_ON_VALGRIND) {
        fprintf(stderr,
                "constant_time: skipped: not under valgrind, or compiled without its header\n");
        return 77;
    }
    noise_fill(1, data, sizeof data);
    noise_fill(2, key, sizeof key);
    name_what_is_not_run(&hash_sha256);
    name_what_is_not_run(&hash_sha512);
    return suite_run("constant_time", tests);
}
