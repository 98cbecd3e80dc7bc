/* What HMAC and PBKDF2 leave on the stack, by every row: nothing of the key, nor of what is as good as the key. */
#include "apart.h"
#include "expect.h"
#include "family.h"
#include "noise.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { MAX_KEY = 300, DATA_SIZE = 300, DERIVED = 150 };

static const size_t key_sizes[] = {1, 20, 64, 65, 128, 129, MAX_KEY};
enum { NKEYS = sizeof key_sizes / sizeof key_sizes[0] };

/* What a call on the other stack is about. */
static struct {
    const struct member *member;
    const struct backend *row;
    uint8_t key[MAX_KEY];
    size_t key_size, data_size;
    union hmac_state state;
    uint8_t out[DERIVED];
} work;

static uint8_t data[DATA_SIZE];

static void set_key(void)
{
    family_set_key(work.member, work.row, &work.state, work.key, work.key_size);
}

static void derive_key(void)
{
    const struct pbkdf2_input input = {work.key, work.key_size, data, 20, 3};

    family_pbkdf2(work.member, work.row, &input, work.out, sizeof work.out);
}

static void make_mac(void)
{
    family_restart(work.member, &work.state);
    family_update(work.member, work.row, &work.state, data, work.data_size);
    family_final(work.member, work.row, &work.state, work.out);
}

/* Apart, so that nothing of the key is in a register when the call begins. */
static __attribute__((noinline)) void take_key(uint64_t seed)
{
    noise_fill(seed, work.key, sizeof work.key);
}

/* In memory, for the callee keeps the caller's registers, and may not find another number in them. */
static volatile uint64_t turn;

/* What two keys leave there may differ in nothing. */
static void expect_nothing_of_the_key(void (*function)(void), const char *what)
{
    static uint8_t before[APART_SIZE];
    size_t used = 0, different = 0;

    /* The first time, libc's functions may have to be found. */
    for (turn = 0; turn < 3; turn++) {
        memcpy(before, apart_stack, sizeof before);
        take_key(turn);
        apart_run(function);
    }
    for (size_t i = 0; i < APART_SIZE; i++) {
        used += apart_stack[i] != 0;
        different += apart_stack[i] != before[i];
    }
    EXPECT(used > 0 && different == 0, "%s by %s, %s, key of %zu bytes: %zu bytes of %zu",
           work.member->name, work.row->name, what, work.key_size, different, used);
}

static void for_each_row(void (*test)(void))
{
#ifndef __OPTIMIZE__
    printf("is NOT RUN: without optimisation every variable is on the stack, 20 KiB of them ");
    return;
#endif
    if (!APART_SHOWS) {
        printf("is NOT RUN: instrumented code has a stack of its own kind ");
        return;
    }
    for (size_t m = 0; m < NMEMBERS; m++) {
        const struct backend_table *table = family[m].hash->backends;
        for (size_t i = 0; i < table->nrows; i++)
            for (size_t k = 0; k < NKEYS && hash_can_run(&table->rows[i]); k++) {
                work.member = &family[m];
                work.row = &table->rows[i];
                work.key_size = key_sizes[k];
                test();
            }
    }
}

static void key_is_set(void)
{
    expect_nothing_of_the_key(set_key, "set_key");
}

static void test_a_key_that_is_set_leaves_nothing(void)
{
    for_each_row(key_is_set);
}

static void key_is_derived(void)
{
    expect_nothing_of_the_key(derive_key, "PBKDF2");
}

static void test_a_key_that_is_derived_leaves_nothing(void)
{
    for_each_row(key_is_derived);
}

/* How often a word of these lies on the stack. One with a byte of zero, as where a short key ends, may be any number. */
static size_t find_words(const void *secret, size_t size)
{
    const size_t word_size = work.member->hash->word_size;
    size_t found = 0;

    for (const uint8_t *word = secret; size >= word_size; word += word_size, size -= word_size)
        for (size_t i = 0; i + word_size <= APART_SIZE && memchr(word, 0, word_size) == NULL; i++)
            found += memcmp(apart_stack + i, word, word_size) == 0;
    return found;
}

/* A MAC depends on the key, and may stay where it was made; what it is made from may not. */
static void mac_is_made(void)
{
    const int is_256 = work.member->hash == &hash_sha256;
    const struct sha256_hmac *sha256 = &work.state.sha256;
    const struct sha512_hmac *sha512 = &work.state.sha512;

    take_key(5);
    set_key();
    for (work.data_size = 0; work.data_size <= DATA_SIZE; work.data_size += 60) {
        apart_run(make_mac);
        size_t keys = is_256 ? find_words(sha256->key, sizeof sha256->key)
                             : find_words(sha512->key, sizeof sha512->key);
        size_t states = is_256 ? find_words(sha256->inner, sizeof sha256->inner) +
                                     find_words(sha256->outer, sizeof sha256->outer)
                               : find_words(sha512->inner, sizeof sha512->inner) +
                                     find_words(sha512->outer, sizeof sha512->outer);
        EXPECT(keys == 0 && states == 0,
               "%s by %s, message of %zu bytes: %zu words of the key, %zu of its states",
               work.member->name, work.row->name, work.data_size, keys, states);
    }
}

static void test_a_mac_leaves_neither_the_key_nor_its_states(void)
{
    for_each_row(mac_is_made);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"a key that is set leaves nothing", test_a_key_that_is_set_leaves_nothing},
        {"a key that is derived leaves nothing", test_a_key_that_is_derived_leaves_nothing},
        {"a MAC leaves neither the key nor its states",
         test_a_mac_leaves_neither_the_key_nor_its_states},
        CU_TEST_INFO_NULL,
    };

    noise_fill(100, data, sizeof data);
    return suite_run("test_residue", tests);
}
