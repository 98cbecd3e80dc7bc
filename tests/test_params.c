/* The reader and writer of OSSL_PARAM: integers of every width, texts that fit exactly, and what does not fit. */
#include "params.h"
#include "expect.h"
#include "suite.h"

#include <stdint.h>
#include <string.h>

#include <openssl/params.h>

enum { POISON = 0xa5, MAX_WIDTH = 16 };

/* A parameter between two others, as a caller's array has it. */
struct request {
    OSSL_PARAM params[4];
};

static struct request request_of(unsigned type, void *data, size_t size)
{
    static int other;
    return (struct request){{
        {"before", OSSL_PARAM_INTEGER, &other, sizeof other, OSSL_PARAM_UNMODIFIED},
        {"wanted", type, data, size, OSSL_PARAM_UNMODIFIED},
        {"after", OSSL_PARAM_INTEGER, &other, sizeof other, OSSL_PARAM_UNMODIFIED},
        {NULL, 0, NULL, 0, 0},
    }};
}

static int others_are_untouched(const struct request *request)
{
    return request->params[0].return_size == OSSL_PARAM_UNMODIFIED &&
           request->params[2].return_size == OSSL_PARAM_UNMODIFIED;
}

static void test_a_parameter_is_found_by_its_whole_name(void)
{
    struct request request = request_of(OSSL_PARAM_INTEGER, NULL, 0);

    CU_ASSERT_PTR_EQUAL(params_find(request.params, "before"), &request.params[0]);
    CU_ASSERT_PTR_EQUAL(params_find(request.params, "wanted"), &request.params[1]);
    CU_ASSERT_PTR_EQUAL(params_find(request.params, "after"), &request.params[2]);
    CU_ASSERT_PTR_NULL(params_find(request.params, "want"));
    CU_ASSERT_PTR_NULL(params_find(request.params, "wanted2"));
    CU_ASSERT_PTR_NULL(params_find(request.params, "Wanted"));
    CU_ASSERT_PTR_NULL(params_find(request.params, ""));
    CU_ASSERT_PTR_NULL(params_find(NULL, "wanted"));
    CU_ASSERT_PTR_NULL(params_find(&request.params[3], "wanted"));
}

/* The value in a native integer of size bytes, by its definition. */
static int holds(const uint8_t *data, size_t size, uint64_t value)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = (uint8_t)(i < 8 ? value >> (8 * i) : 0);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        if (data[i] != byte)
            return 0;
#else
        if (data[size - 1 - i] != byte)
            return 0;
#endif
    }
    return 1;
}

static int fits(uint64_t value, size_t width, int is_signed)
{
    size_t bits = 8 * width - (is_signed ? 1 : 0);
    return bits >= 64 || value >> bits == 0;
}

static void test_an_integer_of_any_width_is_answered_or_refused(void)
{
    static const uint64_t values[] = {
        0,          1,
        2,          28,
        64,         127,
        128,        255,
        256,        32767,
        32768,      65535,
        65536,      8388607,
        8388608,    16777216,
        2147483647, 2147483648,
        4294967295, 4294967296,
        INT64_MAX,  (uint64_t)INT64_MAX + 1,
        UINT64_MAX,
    };

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        for (int is_signed = 0; is_signed < 2; is_signed++)
            for (size_t width = 0; width <= MAX_WIDTH; width++) {
                unsigned type = is_signed ? OSSL_PARAM_INTEGER : OSSL_PARAM_UNSIGNED_INTEGER;
                uint8_t room[MAX_WIDTH + 2], *data = room + 1;
                struct request request = request_of(type, data, width);
                const OSSL_PARAM *p = &request.params[1];

                if (values[i] > SIZE_MAX)
                    continue;
                memset(room, POISON, sizeof room);
                int expected = width != 0 && fits(values[i], width, is_signed);
                int answered = params_set_uint(request.params, "wanted", (size_t)values[i]);
                EXPECT(answered == expected, "%s, %zu bytes, %llu: returns %d",
                       is_signed ? "signed" : "unsigned", width, (unsigned long long)values[i],
                       answered);
                if (answered) {
                    EXPECT(p->return_size == width, "%zu bytes: return_size %zu", width,
                           p->return_size);
                    EXPECT(holds(data, width, values[i]), "%s, %zu bytes, %llu",
                           is_signed ? "signed" : "unsigned", width, (unsigned long long)values[i]);
                } else { /* the size of what would do */
                    EXPECT(p->return_size >= width && p->return_size <= sizeof(size_t),
                           "%zu bytes: return_size %zu", width, p->return_size);
                }
                EXPECT(room[0] == POISON && (answered ? data[width] : data[0]) == POISON,
                       "%zu bytes: written beside", width);
                EXPECT(others_are_untouched(&request), "%zu bytes: others touched", width);
            }
}

static void test_an_integer_reads_back_through_libcrypto(void)
{
    static const size_t widths[] = {4, 8};

    for (size_t i = 0; i < 2; i++)
        for (int is_signed = 0; is_signed < 2; is_signed++) {
            unsigned type = is_signed ? OSSL_PARAM_INTEGER : OSSL_PARAM_UNSIGNED_INTEGER;
            uint64_t data = 0, back = 0;
            struct request request = request_of(type, &data, widths[i]);

            EXPECT(params_set_uint(request.params, "wanted", 123456789) == 1, "%zu", widths[i]);
            EXPECT(OSSL_PARAM_modified(&request.params[1]), "%zu bytes", widths[i]);
            EXPECT(OSSL_PARAM_get_uint64(&request.params[1], &back) == 1 && back == 123456789,
                   "%zu bytes: %llu", widths[i], (unsigned long long)back);
        }
}

static void test_an_integer_without_data_tells_its_size(void)
{
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        struct request request =
            request_of(is_signed ? OSSL_PARAM_INTEGER : OSSL_PARAM_UNSIGNED_INTEGER, NULL, 0);
        CU_ASSERT_EQUAL(params_set_uint(request.params, "wanted", 5), 1);
        CU_ASSERT_EQUAL(request.params[1].return_size, sizeof(size_t));
        CU_ASSERT(others_are_untouched(&request));
    }
}

static void test_a_parameter_of_another_type_is_refused(void)
{
    static const unsigned not_integers[] = {OSSL_PARAM_REAL, OSSL_PARAM_UTF8_STRING,
                                            OSSL_PARAM_OCTET_STRING, OSSL_PARAM_UTF8_PTR,
                                            OSSL_PARAM_OCTET_PTR};
    static const unsigned not_texts[] = {OSSL_PARAM_INTEGER, OSSL_PARAM_UNSIGNED_INTEGER,
                                         OSSL_PARAM_REAL, OSSL_PARAM_OCTET_STRING,
                                         OSSL_PARAM_OCTET_PTR};
    uint8_t data[16], untouched[16];

    memset(data, POISON, sizeof data);
    memset(untouched, POISON, sizeof untouched);
    for (size_t i = 0; i < 5; i++) {
        struct request request = request_of(not_integers[i], data, sizeof data);
        EXPECT(params_set_uint(request.params, "wanted", 1) == 0, "integer: type %u",
               not_integers[i]);
        request = request_of(not_texts[i], data, sizeof data);
        EXPECT(params_set_text(request.params, "wanted", "text") == 0, "text: type %u",
               not_texts[i]);
        EXPECT(memcmp(data, untouched, sizeof data) == 0, "case %zu: written", i);
    }
}

static void test_a_parameter_that_is_not_there_is_no_error(void)
{
    struct request request = request_of(OSSL_PARAM_INTEGER, NULL, 0);

    CU_ASSERT_EQUAL(params_set_uint(request.params, "other", 1), 1);
    CU_ASSERT_EQUAL(params_set_text(request.params, "other", "text"), 1);
    CU_ASSERT_EQUAL(request.params[1].return_size, OSSL_PARAM_UNMODIFIED);
    CU_ASSERT(others_are_untouched(&request));
    CU_ASSERT_EQUAL(params_set_uint(NULL, "wanted", 1), 1);
    CU_ASSERT_EQUAL(params_set_text(NULL, "wanted", "text"), 1);
}

static void test_a_text_by_pointer_is_the_text_itself(void)
{
    static const char text[] = "shani";
    const char *data = NULL;
    struct request request = request_of(OSSL_PARAM_UTF8_PTR, &data, 0);

    CU_ASSERT_EQUAL(params_set_text(request.params, "wanted", text), 1);
    CU_ASSERT_PTR_EQUAL(data, text);
    CU_ASSERT_EQUAL(request.params[1].return_size, 5);
    CU_ASSERT(others_are_untouched(&request));
    request = request_of(OSSL_PARAM_UTF8_PTR, NULL, 0);
    CU_ASSERT_EQUAL(params_set_text(request.params, "wanted", text), 1);
    CU_ASSERT_EQUAL(request.params[1].return_size, 5);
}

/* As libcrypto: the text must fit, and is terminated where there is room. Both are asked. */
static void test_a_text_by_copy_fits_as_libcrypto_s_does(void)
{
    static const char text[] = "shani";

    for (size_t room = 0; room <= 8; room++) {
        char ours[16], theirs[16];
        memset(ours, POISON, sizeof ours);
        memset(theirs, POISON, sizeof theirs);
        struct request by_us = request_of(OSSL_PARAM_UTF8_STRING, ours, room);
        struct request by_them = request_of(OSSL_PARAM_UTF8_STRING, theirs, room);
        int result = params_set_text(by_us.params, "wanted", text);

        EXPECT(result == OSSL_PARAM_set_utf8_string(&by_them.params[1], text),
               "room for %zu: returns %d", room, result);
        EXPECT(result == (room >= 5), "room for %zu: returns %d", room, result);
        EXPECT(by_us.params[1].return_size == 5, "room for %zu: return_size %zu", room,
               by_us.params[1].return_size);
        EXPECT(memcmp(ours, theirs, sizeof ours) == 0, "room for %zu: other bytes than libcrypto",
               room);
        EXPECT(others_are_untouched(&by_us), "room for %zu: others touched", room);
    }

    struct request request = request_of(OSSL_PARAM_UTF8_STRING, NULL, 0);
    CU_ASSERT_EQUAL(params_set_text(request.params, "wanted", text), 1);
    CU_ASSERT_EQUAL(request.params[1].return_size, 5);
}

static void test_several_are_found_in_one_pass_the_first_of_each_name(void)
{
    const char *const names[] = {"wanted", "want", "absent", "before"};
    int value;
    const OSSL_PARAM params[] = {
        {"want", OSSL_PARAM_INTEGER, &value, sizeof value, 0},
        {"before", OSSL_PARAM_INTEGER, &value, sizeof value, 0},
        {"want", OSSL_PARAM_INTEGER, &value, sizeof value, 0},
        {"wanted", OSSL_PARAM_INTEGER, &value, sizeof value, 0},
        {"Before", OSSL_PARAM_INTEGER, &value, sizeof value, 0},
        {NULL, 0, NULL, 0, 0},
    };
    const OSSL_PARAM *found[4];

    params_find_all(params, names, 4, found);
    CU_ASSERT_PTR_EQUAL(found[0], &params[3]);
    CU_ASSERT_PTR_EQUAL(found[1], &params[0]);
    CU_ASSERT_PTR_NULL(found[2]);
    CU_ASSERT_PTR_EQUAL(found[3], &params[1]);

    params_find_all(NULL, names, 4, found);
    for (size_t i = 0; i < 4; i++)
        CU_ASSERT_PTR_NULL(found[i]);
}

/* Whether both readers agree with libcrypto's. */
static void expect_read(const OSSL_PARAM *p, const char *what)
{
    uint64_t ours64 = 7, theirs64 = 7;
    int ours = 7, theirs = 7;

    EXPECT(params_get_uint64(p, &ours64) == OSSL_PARAM_get_uint64(p, &theirs64),
           "%s of %zu bytes: uint64_t", what, p->data_size);
    EXPECT(ours64 == theirs64, "%s of %zu bytes: uint64_t %llu, not %llu", what, p->data_size,
           (unsigned long long)ours64, (unsigned long long)theirs64);
    EXPECT(params_get_int(p, &ours) == OSSL_PARAM_get_int(p, &theirs), "%s of %zu bytes: int", what,
           p->data_size);
    EXPECT(ours == theirs, "%s of %zu bytes: int %d, not %d", what, p->data_size, ours, theirs);
}

static void test_integers_of_any_width_are_read_as_libcrypto_does(void)
{
    static const uint8_t bytes[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    enum { NBYTES = sizeof bytes };

    /* The lowest, an inner, and the highest byte; the rest is zeros or ones. */
    for (size_t size = 1; size <= MAX_WIDTH; size++)
        for (size_t i = 0; i < NBYTES * NBYTES * NBYTES * 2; i++) {
            uint64_t aligned[MAX_WIDTH / 8];
            uint8_t *data = (uint8_t *)aligned;
            size_t rest = i;
            memset(data, rest % 2 ? 0xff : 0, MAX_WIDTH);
            rest /= 2;
            data[0] = bytes[rest % NBYTES];
            rest /= NBYTES;
            data[size / 2] = bytes[rest % NBYTES];
            rest /= NBYTES;
            data[size - 1] = bytes[rest % NBYTES];
            expect_read(&(OSSL_PARAM){"p", OSSL_PARAM_INTEGER, data, size, 0}, "signed");
            expect_read(&(OSSL_PARAM){"p", OSSL_PARAM_UNSIGNED_INTEGER, data, size, 0}, "unsigned");
        }
}

static void test_a_real_is_read_if_it_is_an_integer(void)
{
    double values[] = {0,
                       -0.0,
                       1,
                       -1,
                       0.5,
                       2147483647.0,
                       2147483648.0,
                       -2147483648.0,
                       -2147483649.0,
                       4294967296.0,
                       0x1p53,
                       0x1p63,
                       0x1p64,
                       -0x1p63,
                       0x1.fffffffffffffp63,
                       1e300,
                       -1e300,
                       1e-300};

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        expect_read(&(OSSL_PARAM){"p", OSSL_PARAM_REAL, &values[i], sizeof values[i], 0}, "real");
    expect_read(&(OSSL_PARAM){"p", OSSL_PARAM_REAL, &values[0], sizeof(float), 0}, "real");
}

static void test_what_is_no_number_is_not_read(void)
{
    char data[8] = "1";
    uint64_t value64;
    int value;
    static const unsigned types[] = {OSSL_PARAM_UTF8_STRING,
                                     OSSL_PARAM_OCTET_STRING,
                                     OSSL_PARAM_UTF8_PTR,
                                     OSSL_PARAM_OCTET_PTR,
                                     0,
                                     99};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        OSSL_PARAM p = {"p", types[i], data, sizeof data, 0};
        CU_ASSERT_EQUAL(params_get_uint64(&p, &value64), 0);
        CU_ASSERT_EQUAL(params_get_int(&p, &value), 0);
    }
    OSSL_PARAM nothing = {"p", OSSL_PARAM_INTEGER, NULL, 4, 0},
               empty = {"p", OSSL_PARAM_INTEGER, data, 0, 0};
    CU_ASSERT_EQUAL(params_get_uint64(&nothing, &value64), 0);
    CU_ASSERT_EQUAL(params_get_int(&nothing, &value), 0);
    CU_ASSERT_EQUAL(params_get_uint64(&empty, &value64), 0);
    CU_ASSERT_EQUAL(params_get_int(&empty, &value), 0);
}

static CU_TestInfo tests[] = {
    {"several are found in one pass, the first of each name",
     test_several_are_found_in_one_pass_the_first_of_each_name},
    {"integers of any width are read as libcrypto does",
     test_integers_of_any_width_are_read_as_libcrypto_does},
    {"a real is read if it is an integer", test_a_real_is_read_if_it_is_an_integer},
    {"what is no number is not read", test_what_is_no_number_is_not_read},
    {"a parameter is found by its whole name", test_a_parameter_is_found_by_its_whole_name},
    {"an integer of any width is answered if it holds the value, else refused",
     test_an_integer_of_any_width_is_answered_or_refused},
    {"an integer reads back through libcrypto", test_an_integer_reads_back_through_libcrypto},
    {"an integer without data tells its size", test_an_integer_without_data_tells_its_size},
    {"a parameter of another type is refused", test_a_parameter_of_another_type_is_refused},
    {"a parameter that is not there is no error", test_a_parameter_that_is_not_there_is_no_error},
    {"a text by pointer is the text itself", test_a_text_by_pointer_is_the_text_itself},
    {"a text by copy fits as libcrypto's does", test_a_text_by_copy_fits_as_libcrypto_s_does},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_params", tests);
}
