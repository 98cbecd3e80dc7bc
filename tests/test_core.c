/* What the core hands over: all of it or no provider, and errors, memory and settings by it. */
#include "expect.h"
#include "fake_core.h"
#include "suite.h"

#include <string.h>

static struct core core;
static struct fake_core fake;

/* The fake's table without the function of one id, in reversed order if asked for. */
static int opens_without(int id, int reversed)
{
    OSSL_DISPATCH table[FAKE_CORE_FUNCTIONS + 1];
    struct core opened;
    size_t n = 0;

    for (size_t i = 0; i < FAKE_CORE_FUNCTIONS; i++) {
        size_t from = reversed ? FAKE_CORE_FUNCTIONS - 1 - i : i;
        if (fake_core_functions[from].function_id != id)
            table[n++] = fake_core_functions[from];
    }
    table[n] = (OSSL_DISPATCH){0, NULL};
    return core_open(&opened, (const OSSL_CORE_HANDLE *)&fake, table);
}

static void test_a_core_with_all_functions_opens_in_any_order(void)
{
    CU_ASSERT_EQUAL(opens_without(-1, 0), 1);
    CU_ASSERT_EQUAL(opens_without(-1, 1), 1);
    CU_ASSERT_EQUAL(opens_without(99999, 0), 1); /* an id that is not ours */
}

static void test_a_core_that_lacks_a_needed_function_is_refused(void)
{
    static const int needed[] = {
        OSSL_FUNC_CORE_GET_PARAMS, OSSL_FUNC_CORE_NEW_ERROR, OSSL_FUNC_CORE_SET_ERROR_DEBUG,
        OSSL_FUNC_CORE_VSET_ERROR, OSSL_FUNC_CRYPTO_MALLOC,  OSSL_FUNC_CRYPTO_FREE,
    };
    const OSSL_DISPATCH nothing[] = {{0, NULL}};
    struct core opened;

    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        EXPECT(opens_without(needed[i], 0) == 0, "opens without function %d", needed[i]);
    memset(&opened, 0xa5, sizeof opened);
    CU_ASSERT_EQUAL(core_open(&opened, (const OSSL_CORE_HANDLE *)&fake, nothing), 0);
}

static void test_memory_is_the_core_s(void)
{
    CU_ASSERT_FATAL(fake_core_open(&core, &fake));
    void *memory = core_alloc(&core, 100);
    CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
    memset(memory, 1, 100);
    CU_ASSERT_EQUAL(fake.allocations, 1);
    core_free(&core, memory);
    CU_ASSERT_EQUAL(fake.frees, 1);
    CU_ASSERT_EQUAL(fake.new_errors, 0);
}

static void test_running_out_of_memory_raises_one_error(void)
{
    CU_ASSERT_FATAL(fake_core_open(&core, &fake));
    fake.out_of_memory = 1;
    CU_ASSERT_PTR_NULL(core_alloc(&core, 12345));
    CU_ASSERT_EQUAL(fake.new_errors, 1);
    CU_ASSERT_EQUAL(fake.vset_errors, 1);
    CU_ASSERT_EQUAL(fake.reason, REASON_OUT_OF_MEMORY);
    CU_ASSERT_PTR_NOT_NULL(strstr(fake.message, "12345"));
}

static void test_an_error_tells_where_and_why(void)
{
    CU_ASSERT_FATAL(fake_core_open(&core, &fake));
    CORE_RAISE(&core, REASON_NO_DATA, "%d of %s", 7, "nine");
    int line = __LINE__ - 1;

    CU_ASSERT_EQUAL(fake.new_errors, 1);
    CU_ASSERT_EQUAL(fake.set_debugs, 1);
    CU_ASSERT_EQUAL(fake.vset_errors, 1);
    CU_ASSERT_EQUAL(fake.reason, REASON_NO_DATA);
    CU_ASSERT_EQUAL(fake.line, line);
    CU_ASSERT_STRING_EQUAL(fake.function, __func__);
    CU_ASSERT_PTR_NOT_NULL(strstr(fake.file, "test_core.c"));
    CU_ASSERT_STRING_EQUAL(fake.message, "7 of nine");
}

static void test_every_reason_has_a_text_of_its_own(void)
{
    const OSSL_ITEM *item;

    for (item = core_reason_strings; item->id != 0; item++) {
        EXPECT(item->ptr != NULL && *(const char *)item->ptr != '\0', "reason %u", item->id);
        for (const OSSL_ITEM *other = core_reason_strings; other < item; other++)
            EXPECT(other->id != item->id && strcmp(other->ptr, item->ptr) != 0, "reason %u twice",
                   item->id);
    }
    CU_ASSERT(item > core_reason_strings);
}

static void test_a_setting_is_the_core_s_or_null(void)
{
    CU_ASSERT_FATAL(fake_core_open(&core, &fake));
    CU_ASSERT_PTR_NULL(core_setting(&core, "key"));
    fake.key = "key";
    fake.value = "value";
    CU_ASSERT_PTR_EQUAL(core_setting(&core, "key"), fake.value);
    CU_ASSERT_PTR_NULL(core_setting(&core, "other"));
    fake.get_params_fails = 1;
    CU_ASSERT_PTR_NULL(core_setting(&core, "key"));
    CU_ASSERT_EQUAL(fake.new_errors, 0);
}

static CU_TestInfo tests[] = {
    {"a core with all functions opens, in any order",
     test_a_core_with_all_functions_opens_in_any_order},
    {"a core that lacks a needed function is refused",
     test_a_core_that_lacks_a_needed_function_is_refused},
    {"memory is the core's", test_memory_is_the_core_s},
    {"running out of memory raises one error", test_running_out_of_memory_raises_one_error},
    {"an error tells where and why", test_an_error_tells_where_and_why},
    {"every reason has a text of its own", test_every_reason_has_a_text_of_its_own},
    {"a setting is the core's, or NULL", test_a_setting_is_the_core_s_or_null},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_core", tests);
}
