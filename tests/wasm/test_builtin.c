/* libfastsha2.a in a program whose functions have names that its engines use, and its configuration by a file. */
#include "fastsha2_static.h"
#include "providers.h"
#include "suite.h"

#include <string.h>

#include <openssl/err.h>

/* The program's own: were these called by the provider, or its own by the program, no test would pass. */
int sha256_init(int x);
int sha512_update(int x);
int select_backend(int x);
extern const int sha256_k;
const int sha256_k = 5;

int sha256_init(int x)
{
    return x + 1;
}

int sha512_update(int x)
{
    return x + 2;
}

int select_backend(int x)
{
    return x + 3;
}

static void the_program_keeps_its_own_names(void)
{
    CU_ASSERT_EQUAL(sha256_init(10), 11);
    CU_ASSERT_EQUAL(sha512_update(10), 12);
    CU_ASSERT_EQUAL(select_backend(10), 13);
    CU_ASSERT_EQUAL(sha256_k, 5);
}

static void the_digests_are_the_default_ones(void)
{
    static const char message[] = "to be hashed by a provider that is part of the program";
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, DEFAULT, NULL));
    CU_ASSERT_TRUE(OSSL_PROVIDER_add_builtin(library.ctx, "fastsha2", fastsha2_provider_init));
    library.ours = OSSL_PROVIDER_load(library.ctx, "fastsha2");
    CU_ASSERT_PTR_NOT_NULL_FATAL(library.ours);
    CU_ASSERT_EQUAL(OSSL_PROVIDER_self_test(library.ours), 1);
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
        EVP_MD *md = EVP_MD_fetch(library.ctx, algorithm->name, OURS);
        CU_ASSERT_TRUE(is_from(md, "fastsha2"));
        CU_ASSERT_EQUAL(hash(md, message, sizeof message, got), algorithm->size);
        CU_ASSERT_EQUAL(expected(&library, algorithm, message, sizeof message, want),
                        algorithm->size);
        CU_ASSERT_EQUAL(memcmp(got, want, algorithm->size), 0);
        EVP_MD_free(md);
    }
    library_close(&library);
}

static void the_configuration_reaches_it(void)
{
    struct library library = {.ctx = OSSL_LIB_CTX_new()};

    CU_ASSERT_TRUE_FATAL(
        OSSL_PROVIDER_add_builtin(library.ctx, "fastsha2", fastsha2_provider_init) &&
        library_configure(library.ctx, "activate = 1\nsha512-backend = portable"));
    library.ours = OSSL_PROVIDER_load(library.ctx, "fastsha2");
    CU_ASSERT_STRING_EQUAL(library_ask(&library, "sha512-backend"), "portable");
    library_close(&library);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"the program keeps its own names", the_program_keeps_its_own_names},
        {"the digests are the default ones", the_digests_are_the_default_ones},
        {"the configuration reaches it", the_configuration_reaches_it},
        CU_TEST_INFO_NULL,
    };

    return suite_run("builtin", tests);
}
