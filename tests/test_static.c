/* libfastsha2.a in a program that links it, and that has functions of the same names as its engines
   have. */
#include "fastsha2_static.h"
#include "providers.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#include <openssl/err.h>

/* The program's own: were these called by the provider, or its own by the program, no test would
   pass. */
int sha256_init(int x);
int sha256_update(int x);
int sha512_final(int x);
int select_backend(int x);
int cpu_features(int x);
int core_alloc(int x);
extern const int sha256_backends;
extern const int digest_algorithms;
const int sha256_backends = 11;
const int digest_algorithms = 12;

int sha256_init(int x)
{
    return x + 1;
}

int sha256_update(int x)
{
    return x + 2;
}

int sha512_final(int x)
{
    return x + 3;
}

int select_backend(int x)
{
    return x + 4;
}

int cpu_features(int x)
{
    return x + 5;
}

int core_alloc(int x)
{
    return x + 6;
}

static void the_program_keeps_its_own_functions(void)
{
    CU_ASSERT_EQUAL(sha256_init(10), 11);
    CU_ASSERT_EQUAL(sha256_update(10), 12);
    CU_ASSERT_EQUAL(sha512_final(10), 13);
    CU_ASSERT_EQUAL(select_backend(10), 14);
    CU_ASSERT_EQUAL(cpu_features(10), 15);
    CU_ASSERT_EQUAL(core_alloc(10), 16);
    CU_ASSERT_EQUAL(sha256_backends + digest_algorithms, 23);
}

/* The module's loading by name is not meant here: the built-in one comes first. */
static OSSL_PROVIDER *load_builtin(const struct library *library, const char *name)
{
    CU_ASSERT_TRUE_FATAL(OSSL_PROVIDER_add_builtin(library->ctx, name, fastsha2_provider_init));
    return OSSL_PROVIDER_load(library->ctx, name);
}

static void check_digests(const struct library *library, const char *provider)
{
    static const char message[] = "to be hashed by a provider that is part of the program";
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
        EVP_MD *md = EVP_MD_fetch(library->ctx, algorithm->name, OURS);
        CU_ASSERT_TRUE(is_from(md, provider));
        CU_ASSERT_EQUAL(hash(md, message, sizeof message, got), algorithm->size);
        CU_ASSERT_EQUAL(expected(library, algorithm, message, sizeof message, want),
                        algorithm->size);
        CU_ASSERT_EQUAL(memcmp(got, want, algorithm->size), 0);
        EVP_MD_free(md);
    }
}

static void the_digests_are_the_default_ones(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, DEFAULT, NULL));
    OSSL_PROVIDER *builtin = load_builtin(&library, "fastsha2");
    CU_ASSERT_PTR_NOT_NULL_FATAL(builtin);
    check_digests(&library, "fastsha2");
    CU_ASSERT_EQUAL(OSSL_PROVIDER_self_test(builtin), 1);
    CU_ASSERT_TRUE(OSSL_PROVIDER_unload(builtin));
    library_close(&library);
}

static void loading_leaves_no_error_on_the_queue(void)
{
    struct library library;

    ERR_clear_error();
    CU_ASSERT_TRUE_FATAL(library_open(&library, DEFAULT, NULL));
    OSSL_PROVIDER *builtin = load_builtin(&library, "fastsha2");
    CU_ASSERT_PTR_NOT_NULL(builtin);
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
    OSSL_PROVIDER_unload(builtin);
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
    library_close(&library);
}

static void the_name_it_is_added_under_is_the_program_s_choice(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, DEFAULT, NULL));
    OSSL_PROVIDER *builtin = load_builtin(&library, "another-name");
    CU_ASSERT_PTR_NOT_NULL_FATAL(builtin);
    check_digests(&library, "another-name");
    OSSL_PROVIDER_unload(builtin);
    library_close(&library);
}

static void it_lives_beside_the_module(void)
{
    struct library linked, loaded;

    CU_ASSERT_TRUE_FATAL(library_open(&linked, DEFAULT, NULL));
    CU_ASSERT_TRUE_FATAL(library_open(&loaded, BOTH, "sha256-backend = portable"));
    OSSL_PROVIDER *builtin = load_builtin(&linked, "fastsha2");
    CU_ASSERT_PTR_NOT_NULL_FATAL(builtin);
    check_digests(&linked, "fastsha2");
    check_digests(&loaded, "fastsha2");
    CU_ASSERT_STRING_EQUAL(library_ask(&loaded, "sha256-backend"), "portable");
    library_close(&loaded);
    check_digests(&linked, "fastsha2");
    OSSL_PROVIDER_unload(builtin);
    library_close(&linked);
}

/* The built-in one, told in a context of its own by the lines of its section. */
static void open_configured(struct library *library, const char *section)
{
    CU_ASSERT_TRUE_FATAL(library_open(library, DEFAULT, NULL));
    CU_ASSERT_TRUE_FATAL(
        OSSL_PROVIDER_add_builtin(library->ctx, "fastsha2", fastsha2_provider_init));
    library_configure(library->ctx, section);
}

static void the_configuration_reaches_it(void)
{
    struct library library;
    EVP_MD *md;

    open_configured(&library, "activate = 1\nsha512-backend = portable");
    library.ours = OSSL_PROVIDER_load(library.ctx, "fastsha2");
    CU_ASSERT_PTR_NOT_NULL_FATAL(library.ours);
    CU_ASSERT_STRING_EQUAL(library_ask(&library, "sha512-backend"), "portable");
    check_digests(&library, "fastsha2");
    library_close(&library);

    open_configured(&library, "activate = 1\nsha512-backend = nothing");
    md = EVP_MD_fetch(library.ctx, "SHA2-512", OURS);
    CU_ASSERT_PTR_NULL(md);
    EVP_MD_free(md);
    ERR_clear_error();
    library_close(&library);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"the program keeps its own functions", the_program_keeps_its_own_functions},
        {"the digests are the default ones", the_digests_are_the_default_ones},
        {"loading leaves no error on the queue", loading_leaves_no_error_on_the_queue},
        {"the name it is added under is the program's choice",
         the_name_it_is_added_under_is_the_program_s_choice},
        {"it lives beside the module", it_lives_beside_the_module},
        {"the configuration reaches it", the_configuration_reaches_it},
        CU_TEST_INFO_NULL,
    };

    return suite_run("static", tests);
}
