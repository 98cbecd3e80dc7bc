/*
 * The reader and writer of OSSL_PARAM, beside libcrypto's own: parameters of any type, size and value.
 *
 * What may differ:
 * - A number of 0 bytes is none here, and room for none; for libcrypto it is a 0.
 * - A number without data is not read here; libcrypto 3.0 reads it and crashes.
 * - A number is refused in a floating-point parameter here, and written there by libcrypto.
 * - A text is refused in a parameter of another type here; libcrypto tells its size there where the data is NULL.
 */
#include "params.h"
#include "dice.h"
#include "finding.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/params.h>

enum { MAX_SIZE = 40, MAX_LIST = 8, KEYS = 5 };

static const unsigned types[] = {
    OSSL_PARAM_INTEGER,
    OSSL_PARAM_UNSIGNED_INTEGER,
    OSSL_PARAM_REAL,
    OSSL_PARAM_UTF8_STRING,
    OSSL_PARAM_OCTET_STRING,
    OSSL_PARAM_UTF8_PTR,
    OSSL_PARAM_OCTET_PTR,
    0,
    99,
};

static unsigned a_type(struct dice *dice)
{
    /* numbers in every other input, for there is most to read in them */
    return types[dice_pick(dice, dice_happens(dice, 50) ? 3 : sizeof types / sizeof types[0])];
}

/* As much memory as it is said to be, so that the sanitizer sees what is read or written beyond; NULL now and then. */
static void *some_memory(struct dice *dice, size_t size)
{
    if (dice_happens(dice, 5))
        return NULL;
    void *memory = malloc(size);
    EXPECT(memory != NULL, "no memory");
    memset(memory, 0xee, size);
    dice_take(dice, memory, size);
    return memory;
}

static size_t a_size(struct dice *dice)
{
    static const size_t sizes[] = {4, 8, 8, 8, 1, 2, 16};

    return dice_happens(dice, 60) ? sizes[dice_pick(dice, sizeof sizes / sizeof sizes[0])]
                                  : dice_pick(dice, MAX_SIZE);
}

static void read_as_libcrypto_does(struct dice *dice)
{
    OSSL_PARAM p = {"p", a_type(dice), NULL, a_size(dice), OSSL_PARAM_UNMODIFIED};
    uint64_t ours64 = 7, theirs64 = 7;
    int ours = 7, theirs = 7;

    p.data = some_memory(dice, p.data_size);
    int ours_read64 = params_get_uint64(&p, &ours64), ours_read = params_get_int(&p, &ours);
    if (p.data == NULL || p.data_size == 0) {
        EXPECT(!ours_read64 && !ours_read, "type %u is read from nothing", p.data_type);
    } else {
        int read64 = OSSL_PARAM_get_uint64(&p, &theirs64), read = OSSL_PARAM_get_int(&p, &theirs);
        EXPECT(ours_read64 == read64 && ours_read == read,
               "type %u of %zu bytes: uint64_t %d, not %d; int %d, not %d", p.data_type,
               p.data_size, ours_read64, read64, ours_read, read);
        EXPECT((!read64 || ours64 == theirs64) && (!read || ours == theirs),
               "type %u of %zu bytes: uint64_t %llu, not %llu; int %d, not %d", p.data_type,
               p.data_size, (unsigned long long)ours64, (unsigned long long)theirs64, ours, theirs);
    }
    free(p.data);
}

/* Ours and theirs of the same request. */
struct answers {
    OSSL_PARAM ours[2], theirs[2];
};

static void ask(struct dice *dice, struct answers *answers)
{
    unsigned type = a_type(dice);
    size_t size = a_size(dice);

    if (type == OSSL_PARAM_UTF8_PTR && size < sizeof(char *))
        size = sizeof(char *);
    answers->ours[0] =
        (OSSL_PARAM){"wanted", type, some_memory(dice, size), size, OSSL_PARAM_UNMODIFIED};
    answers->theirs[0] = answers->ours[0];
    if (answers->ours[0].data != NULL) {
        answers->theirs[0].data = malloc(size);
        EXPECT(answers->theirs[0].data != NULL, "no memory");
        memcpy(answers->theirs[0].data, answers->ours[0].data, size);
    }
    answers->ours[1] = answers->theirs[1] = OSSL_PARAM_construct_end();
}

static void compare(struct answers *answers, int ours, int theirs, const char *what)
{
    const OSSL_PARAM *our = &answers->ours[0], *their = &answers->theirs[0];

    EXPECT(ours == theirs, "%s in type %u of %zu bytes: %d, not %d", what, our->data_type,
           our->data_size, ours, theirs);
    EXPECT(!ours || our->return_size == their->return_size,
           "%s in type %u of %zu bytes: size %zu, not %zu", what, our->data_type, our->data_size,
           our->return_size, their->return_size);
    EXPECT(our->data == NULL || memcmp(our->data, their->data, our->data_size) == 0,
           "%s in type %u of %zu bytes: other bytes", what, our->data_type, our->data_size);
    free(our->data);
    free(their->data);
}

static void answer_numbers_as_libcrypto_does(struct dice *dice)
{
    struct answers answers;
    size_t value = 0;

    dice_take(dice, &value, 1 + dice_pick(dice, sizeof value));
    ask(dice, &answers);
    int ours = params_set_uint(answers.ours, "wanted", value);
    const OSSL_PARAM *p = &answers.theirs[0];
    int known = p->data_type == OSSL_PARAM_REAL || (p->data != NULL && p->data_size == 0);
    int theirs = !known && OSSL_PARAM_set_size_t(answers.theirs, value);
    compare(&answers, ours, theirs, "a number");
}

static void answer_texts_as_libcrypto_does(struct dice *dice)
{
    static char text[MAX_SIZE];
    struct answers answers;

    memset(text, 0, sizeof text);
    dice_take(dice, text, dice_pick(dice, sizeof text));
    ask(dice, &answers);
    int ours = params_set_text(answers.ours, "wanted", text);
    int theirs = 0;
    if (answers.theirs[0].data_type == OSSL_PARAM_UTF8_PTR)
        theirs = OSSL_PARAM_set_utf8_ptr(answers.theirs, text);
    else if (answers.theirs[0].data_type == OSSL_PARAM_UTF8_STRING)
        theirs = OSSL_PARAM_set_utf8_string(answers.theirs, text);
    compare(&answers, ours, theirs, "a text");
}

static void find_as_libcrypto_does(struct dice *dice)
{
    static const char *const keys[KEYS] = {"", "a", "ab", "abc", "b"};
    OSSL_PARAM list[MAX_LIST + 1];
    const OSSL_PARAM *found[KEYS];
    size_t n = dice_pick(dice, MAX_LIST + 1);

    for (size_t i = 0; i < n; i++)
        list[i] = (OSSL_PARAM){keys[dice_pick(dice, KEYS)], OSSL_PARAM_INTEGER, NULL, 0, 0};
    list[n] = OSSL_PARAM_construct_end();
    params_find_all(list, keys, KEYS, found);
    for (size_t i = 0; i < KEYS; i++) {
        const OSSL_PARAM *wanted = OSSL_PARAM_locate(list, keys[i]);
        EXPECT(params_find(list, keys[i]) == wanted, "\"%s\" is another one", keys[i]);
        EXPECT(found[i] == wanted, "\"%s\" is another one of all", keys[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tasks[])(struct dice *) = {
        read_as_libcrypto_does,
        answer_numbers_as_libcrypto_does,
        answer_texts_as_libcrypto_does,
        find_as_libcrypto_does,
    };
    struct dice dice = dice_of_bytes(data, size);

    while (!dice_used_up(&dice))
        tasks[dice_pick(&dice, sizeof tasks / sizeof tasks[0])](&dice);
    ERR_clear_error();
    return 0;
}
