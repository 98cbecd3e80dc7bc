/* Preferences from the configuration: absent, good, and wrong with one message that says how to mend it. */
#include "config.h"
#include "expect.h"
#include "fake_core.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static struct core core;
static struct fake_core fake;

static const char *const some_names[] = {"portable", "first", "second"};
static const struct backend_names known = {some_names, 3};

/* What config_preference returns for key = value. */
static int reads(const char *key, const char *value, struct preference *preference)
{
    if (!fake_core_open(&core, &fake))
        return -1;
    fake.key = key;
    fake.value = value;
    memset(preference, 0xa5, sizeof *preference);
    return config_preference(&core, "sha256-backend", &known, preference);
}

static void test_an_absent_key_is_no_preference_and_no_error(void)
{
    struct preference preference;

    CU_ASSERT_EQUAL(reads(NULL, NULL, &preference), 1);
    CU_ASSERT_EQUAL(preference.count, 0);
    CU_ASSERT_EQUAL(reads("sha512-backend", "nonsense", &preference), 1); /* another key's */
    CU_ASSERT_EQUAL(preference.count, 0);
    CU_ASSERT_EQUAL(fake.new_errors, 0);
}

static void test_a_good_value_is_read_without_an_error(void)
{
    struct preference preference;

    CU_ASSERT_EQUAL(reads("sha256-backend", "second, portable", &preference), 1);
    CU_ASSERT_EQUAL_FATAL(preference.count, 2);
    CU_ASSERT_STRING_EQUAL(preference.name[0], "second");
    CU_ASSERT_STRING_EQUAL(preference.name[1], "portable");
    CU_ASSERT_EQUAL(fake.new_errors, 0);
    CU_ASSERT_EQUAL(fake.vset_errors, 0);
}

static void test_a_wrong_value_raises_one_error_with_key_value_fault_and_names(void)
{
    static const struct {
        const char *value, *fault;
    } wrong[] = {
        {"fast", "unknown name 'fast'"},
        {"first, fast", "unknown name 'fast'"},
        {"First", "unknown name 'First'"},
        {"first second", "unknown name 'first second'"},
        {"", "empty name ''"},
        {"  ", "empty name ''"},
        {"first,", "empty name ''"},
        {"first,,second", "empty name ''"},
        {"first,second,first", "repeated name 'first'"},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct preference preference;
        char start[64];

        snprintf(start, sizeof start, "sha256-backend = %s:", wrong[i].value);
        EXPECT(reads("sha256-backend", wrong[i].value, &preference) == 0, "'%s' is accepted",
               wrong[i].value);
        EXPECT(fake.new_errors == 1 && fake.set_debugs == 1 && fake.vset_errors == 1,
               "'%s': %d errors", wrong[i].value, fake.new_errors);
        EXPECT(fake.reason == REASON_BAD_CONFIGURATION, "'%s': reason %u", wrong[i].value,
               fake.reason);
        EXPECT(strncmp(fake.message, start, strlen(start)) == 0, "'%s': %s", wrong[i].value,
               fake.message);
        EXPECT(strstr(fake.message, wrong[i].fault) != NULL, "'%s': %s", wrong[i].value,
               fake.message);
        EXPECT(strstr(fake.message, "portable, first, second") != NULL, "'%s': %s", wrong[i].value,
               fake.message);
    }
}

static void test_a_long_value_is_cut_but_the_names_are_told(void)
{
    struct preference preference;
    char value[1500];

    memset(value, 'x', sizeof value - 1);
    value[sizeof value - 1] = '\0';
    CU_ASSERT_EQUAL(reads("sha256-backend", value, &preference), 0);
    CU_ASSERT_EQUAL(fake.new_errors, 1);
    EXPECT(strlen(fake.message) < 300, "%zu bytes", strlen(fake.message));
    CU_ASSERT_EQUAL(strncmp(fake.message, "sha256-backend = xxxx", 21), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(fake.message, "unknown name 'xxxx"));
    CU_ASSERT_PTR_NOT_NULL(strstr(fake.message, "portable, first, second"));
}

static void test_the_real_names_are_all_told(void)
{
    const struct backend_names *const both[] = {&sha256_backend_names, &sha512_backend_names};

    for (size_t i = 0; i < 2; i++) {
        struct preference preference;

        CU_ASSERT_FATAL(fake_core_open(&core, &fake));
        fake.key = "key";
        fake.value = "nonsense";
        CU_ASSERT_EQUAL(config_preference(&core, "key", both[i], &preference), 0);
        const char *at = strstr(fake.message, "allowed");
        CU_ASSERT_PTR_NOT_NULL_FATAL(at);
        for (size_t j = 0; j < both[i]->count; j++) {
            at = strstr(at, both[i]->name[j]);
            if (!EXPECT(at != NULL, "%s is not told: %s", both[i]->name[j], fake.message))
                break;
        }
    }
}

/* More names than the message has room for: whole ones as far as they go. */
static void test_too_many_names_are_cut_between_two(void)
{
    static const char *const many[] = {
        "name00000000000000000000", "name11111111111111111111", "name22222222222222222222",
        "name33333333333333333333", "name44444444444444444444", "name55555555555555555555",
        "name66666666666666666666", "name77777777777777777777", "name88888888888888888888",
        "name99999999999999999999", "nameaaaaaaaaaaaaaaaaaaaa", "namebbbbbbbbbbbbbbbbbbbb",
    };
    struct preference preference;

    for (size_t count = 1; count <= 12; count++) {
        CU_ASSERT_FATAL(fake_core_open(&core, &fake));
        fake.key = "key";
        fake.value = "x";
        CU_ASSERT_EQUAL(
            config_preference(&core, "key", &(struct backend_names){many, count}, &preference), 0);
        const char *last = strrchr(fake.message, ' ') + 1;
        int whole = 0;
        for (size_t i = 0; i < count; i++)
            whole += strcmp(last, many[i]) == 0;
        EXPECT(whole == 1, "%zu names end in '%s'", count, last);
    }
}

static CU_TestInfo tests[] = {
    {"an absent key is no preference and no error",
     test_an_absent_key_is_no_preference_and_no_error},
    {"a good value is read without an error", test_a_good_value_is_read_without_an_error},
    {"a wrong value raises one error with key, value, fault and what is allowed",
     test_a_wrong_value_raises_one_error_with_key_value_fault_and_names},
    {"a long value is cut, but the names are told",
     test_a_long_value_is_cut_but_the_names_are_told},
    {"the real names are all told", test_the_real_names_are_all_told},
    {"too many names are cut between two", test_too_many_names_are_cut_between_two},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_config", tests);
}
