/*
 * Rows that compute wrong digests: the provider, which this program is linked with, passes over them when it is
 * loaded, does not load where none is left, and offers nothing any more once one that it chose goes wrong.
 *
 * The linker's --wrap puts a table in place of the architecture's in which every row spoils what the real one
 * computes, as long as its name is among the spoilt.
 */
#include "fastsha2_static.h"
#include "providers.h"
#include "select.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

enum { MAX_ROWS = 16 };

/* What spoils a row. */
enum { COMPRESSOR = 1, PBKDF2_KERNEL = 2 };

/* One hash: the real rows, those that stand in for them, and which of these are spoilt. */
struct table {
    const struct backend_table *real;
    struct backend rows[MAX_ROWS];
    int spoilt[MAX_ROWS];
    size_t now; /* the row that is being tested, and then the one that was chosen */
};
static struct table sha256 = {.real = &sha256_backends}, sha512 = {.real = &sha512_backends};

static const struct backend *real_row(const struct table *table)
{
    return &table->real->rows[table->now];
}

static int is_spoilt(const struct table *table, int what)
{
    return table->spoilt[table->now] & what;
}

static void spoil_sha256(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    real_row(&sha256)->sha256(state, blocks, nblocks);
    if (is_spoilt(&sha256, COMPRESSOR) && nblocks != 0)
        state[7] ^= 1;
}

static void spoil_sha512(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    real_row(&sha512)->sha512(state, blocks, nblocks);
    if (is_spoilt(&sha512, COMPRESSOR) && nblocks != 0)
        state[7] ^= 1;
}

static void spoil_sha256_pbkdf2(const struct sha256_pbkdf2 *pbkdf2, uint32_t u[][8],
                                uint32_t t[][8], size_t nchains, uint64_t iterations)
{
    real_row(&sha256)->sha256_pbkdf2(pbkdf2, u, t, nchains, iterations);
    if (is_spoilt(&sha256, PBKDF2_KERNEL))
        t[nchains - 1][0] ^= 1;
}

static void spoil_sha512_pbkdf2(const struct sha512_pbkdf2 *pbkdf2, uint64_t u[][8],
                                uint64_t t[][8], size_t nchains, uint64_t iterations)
{
    real_row(&sha512)->sha512_pbkdf2(pbkdf2, u, t, nchains, iterations);
    if (is_spoilt(&sha512, PBKDF2_KERNEL))
        t[nchains - 1][0] ^= 1;
}

static void stand_in(struct table *table)
{
    for (size_t i = 0; i < table->real->nrows; i++) {
        const struct backend *real = &table->real->rows[i];
        struct backend *row = &table->rows[i];
        *row = *real;
        if (table == &sha256) {
            row->sha256 = spoil_sha256;
            row->sha256_pbkdf2 = real->sha256_pbkdf2 == NULL ? NULL : spoil_sha256_pbkdf2;
        } else {
            row->sha512 = spoil_sha512;
            row->sha512_pbkdf2 = real->sha512_pbkdf2 == NULL ? NULL : spoil_sha512_pbkdf2;
        }
    }
}

/* The check of select_backend, told first which row it is about to run. */
static backend_check_fn *real_check;

static int check(const struct backend *row)
{
    struct table *table = row >= sha256.rows && row < sha256.rows + MAX_ROWS ? &sha256 : &sha512;

    table->now = (size_t)(row - table->rows);
    return real_check(row);
}

/* As the header declares it, by the names that the linker gives it. */
__typeof__(select_backend) __real_select_backend, __wrap_select_backend;

const struct backend *__wrap_select_backend(const struct backend_table *table, uint64_t features,
                                            const struct preference *preference,
                                            backend_check_fn *check_of_it)
{
    struct table *ours = table == &sha256_backends ? &sha256 : &sha512;
    const struct backend_table rows = {ours->rows, ours->real->nrows};

    stand_in(ours);
    real_check = check_of_it;
    return __real_select_backend(&rows, features, preference, check);
}

static void spoil_nothing(void)
{
    memset(sha256.spoilt, 0, sizeof sha256.spoilt);
    memset(sha512.spoilt, 0, sizeof sha512.spoilt);
}

/* Loads the provider, and the default beside it. Returns whether ours loaded. */
static int open_both(struct library *library)
{
    *library = (struct library){.ctx = OSSL_LIB_CTX_new()};
    library->theirs = OSSL_PROVIDER_load(library->ctx, "default");
    CU_ASSERT_PTR_NOT_NULL_FATAL(library->theirs);
    CU_ASSERT_TRUE(OSSL_PROVIDER_add_builtin(library->ctx, "fastsha2", fastsha2_provider_init));
    library->ours = OSSL_PROVIDER_load(library->ctx, "fastsha2");
    return library->ours != NULL;
}

static const unsigned char text[] =
    "what is hashed to see that the row which was chosen is right: more than one "
    "block of either hash, so that updates compress, and not just the end of them";

/* Whether what prefers us is served by this provider, with the default provider's digests. */
static int served_right(const struct library *library, const char *by)
{
    int right = 1;

    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
        EVP_MD *md = EVP_MD_fetch(library->ctx, algorithm->name, PREFER_OURS);
        if (md == NULL && strcmp(by, "default") == 0)
            continue; /* an older one has no SHA-256/192 */
        right &= is_from(md, by) && hash(md, text, sizeof text, got) == algorithm->size &&
                 expected(library, algorithm, text, sizeof text, want) == algorithm->size &&
                 memcmp(got, want, algorithm->size) == 0;
        EVP_MD_free(md);
    }
    return right;
}

static const char *chosen(const struct library *library, const struct table *table)
{
    return library_ask(library, table == &sha256 ? "sha256-backend" : "sha512-backend");
}

static const char *name_of(const struct table *table, size_t i)
{
    return table->real->rows[i].name;
}

/* The rows that this processor runs, in their order, are spoilt one after another. */
static void each_spoilt_row_gives_way_to_the_next(void)
{
    static struct table *const tables[] = {&sha256, &sha512};

    for (size_t t = 0; t < 2; t++) {
        struct table *table = tables[t];
        size_t portable = table->real->nrows - 1, spoilt = 0;
        spoil_nothing();
        for (;;) {
            struct library library;
            CU_ASSERT_TRUE_FATAL(open_both(&library));
            size_t now = table->now;
            CU_ASSERT_STRING_EQUAL(chosen(&library, table), name_of(table, now));
            CU_ASSERT_EQUAL(table->spoilt[now], 0);
            for (size_t i = 0; i < now;
                 i++) /* no other was passed over than those and what cannot run */
                CU_ASSERT_TRUE(table->spoilt[i] != 0 ||
                               (table->real->rows[i].needs & ~cpu_features()) != 0);
            CU_ASSERT_TRUE(served_right(&library, "fastsha2"));
            CU_ASSERT_EQUAL(ERR_peek_error(), 0);
            library_close(&library);
            if (now == portable)
                break;
            table->spoilt[now] = COMPRESSOR;
            spoilt++;
        }
        printf("(%zu) ", spoilt);
    }
    spoil_nothing();
}

static void a_spoilt_kernel_of_pbkdf2_spoils_its_row(void)
{
    struct library library;
    size_t before[2];

    spoil_nothing();
    CU_ASSERT_TRUE_FATAL(open_both(&library));
    before[0] = sha256.now;
    before[1] = sha512.now;
    library_close(&library);
    for (size_t i = 0; i < MAX_ROWS; i++)
        sha256.spoilt[i] = sha512.spoilt[i] = PBKDF2_KERNEL;
    CU_ASSERT_TRUE_FATAL(open_both(&library));
    CU_ASSERT_PTR_NULL(real_row(&sha256)->sha256_pbkdf2);
    CU_ASSERT_PTR_NULL(real_row(&sha512)->sha512_pbkdf2);
    CU_ASSERT_EQUAL(sha256.now == before[0], sha256.real->rows[before[0]].sha256_pbkdf2 == NULL);
    CU_ASSERT_EQUAL(sha512.now == before[1], sha512.real->rows[before[1]].sha512_pbkdf2 == NULL);
    library_close(&library);
    spoil_nothing();
}

static void with_portable_spoilt_as_well_nothing_loads_and_default_serves(void)
{
    static struct table *const tables[] = {&sha256, &sha512};

    for (size_t t = 0; t < 2; t++) {
        struct library library;
        char errors[1000];
        spoil_nothing();
        for (size_t i = 0; i < MAX_ROWS; i++)
            tables[t]->spoilt[i] = COMPRESSOR;
        ERR_clear_error();
        CU_ASSERT_FALSE(open_both(&library));
        CU_ASSERT_TRUE(take_errors(errors, sizeof errors) >= 1);
        CU_ASSERT_PTR_NOT_NULL(strstr(errors, t == 0 ? "SHA-256" : "SHA-512"));
        CU_ASSERT_TRUE(served_right(&library, "default"));
        ERR_clear_error();
        library_close(&library);
    }
    spoil_nothing();
}

/* Hardware may go bad later. */
static void a_row_that_goes_wrong_later_fails_the_self_test(void)
{
    static struct table *const tables[] = {&sha256, &sha512};

    for (size_t t = 0; t < 2; t++) {
        struct library library;
        spoil_nothing();
        CU_ASSERT_TRUE_FATAL(open_both(&library));
        CU_ASSERT_EQUAL(OSSL_PROVIDER_self_test(library.ours), 1);
        CU_ASSERT_TRUE(served_right(&library, "fastsha2"));
        tables[t]->spoilt[tables[t]->now] = COMPRESSOR;
        CU_ASSERT_FALSE(served_right(&library, "fastsha2"));
        CU_ASSERT_EQUAL(OSSL_PROVIDER_self_test(library.ours), 0);
        CU_ASSERT_TRUE(served_right(&library, "default"));
        ERR_clear_error();
        library_close(&library);
    }
    spoil_nothing();
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"each spoilt row gives way to the next", each_spoilt_row_gives_way_to_the_next},
        {"a spoilt kernel of PBKDF2 spoils its row", a_spoilt_kernel_of_pbkdf2_spoils_its_row},
        {"with portable spoilt as well nothing loads, and default serves",
         with_portable_spoilt_as_well_nothing_loads_and_default_serves},
        {"a row that goes wrong later fails the self-test",
         a_row_that_goes_wrong_later_fails_the_self_test},
        CU_TEST_INFO_NULL,
    };

    return suite_run("corruption", tests);
}
