/* The self-test on demand: its events, as a program hears them, and the end of a provider that fails it. */
#include "providers.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/self_test.h>

/* What is told, and the test that is corrupted: a description, or NULL for none. */
static struct {
    char said[1000];
    size_t size;
    const char *corrupt;
} heard;

static const char *value(const OSSL_PARAM params[], const char *key)
{
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, key);
    const char *text = "?";

    CU_ASSERT_TRUE(p != NULL && OSSL_PARAM_get_utf8_string_ptr(p, &text));
    return text;
}

static int listen(const OSSL_PARAM params[], void *argument)
{
    const char *phase = value(params, OSSL_PROV_PARAM_SELF_TEST_PHASE);
    const char *description = value(params, OSSL_PROV_PARAM_SELF_TEST_DESC);

    CU_ASSERT_PTR_EQUAL(argument, &heard);
    heard.size +=
        (size_t)snprintf(heard.said + heard.size, sizeof heard.said - heard.size, "%s %s %s\n",
                         phase, value(params, OSSL_PROV_PARAM_SELF_TEST_TYPE), description);
    return strcmp(phase, OSSL_SELF_TEST_PHASE_CORRUPT) != 0 || heard.corrupt == NULL ||
           strcmp(description, heard.corrupt) != 0;
}

static int run(const struct library *library, const char *corrupt)
{
    heard.said[0] = '\0';
    heard.size = 0;
    heard.corrupt = corrupt;
    OSSL_SELF_TEST_set_callback(library->ctx, listen, &heard);
    int passed = OSSL_PROVIDER_self_test(library->ours);
    OSSL_SELF_TEST_set_callback(library->ctx, NULL, NULL);
    return passed;
}

static const struct {
    const char *type, *description;
} events[] = {
    {"KAT_Digest", "SHA256"}, {"KAT_Digest", "SHA512"}, {"KAT_Mac", "HMAC"}, {"KAT_KDF", "PBKDF2"}};
enum { NEVENTS = sizeof events / sizeof events[0] };

/* What should be told where one test fails, or none where that is NEVENTS. */
static void expect_heard(size_t failed)
{
    char want[sizeof heard.said];
    size_t size = 0;

    for (size_t i = 0; i < NEVENTS; i++)
        size += (size_t)snprintf(
            want + size, sizeof want - size, "Start %s %s\nCorrupt %s %s\n%s %s %s\n",
            events[i].type, events[i].description, events[i].type, events[i].description,
            i == failed ? "Fail" : "Pass", events[i].type, events[i].description);
    CU_ASSERT_STRING_EQUAL(heard.said, want);
}

static int is_offered(const struct library *library)
{
    EVP_MD *md = EVP_MD_fetch(library->ctx, "SHA2-256", OURS);
    EVP_MAC *mac = EVP_MAC_fetch(library->ctx, "HMAC", OURS);
    EVP_KDF *kdf = EVP_KDF_fetch(library->ctx, "PBKDF2", OURS);
    int offered = (md != NULL) + (mac != NULL) + (kdf != NULL);

    EVP_MD_free(md);
    EVP_MAC_free(mac);
    EVP_KDF_free(kdf);
    ERR_clear_error();
    CU_ASSERT_TRUE(offered == 0 || offered == 3);
    return offered;
}

static int status(const struct library *library)
{
    int is = 7;
    OSSL_PARAM params[] = {OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, &is), OSSL_PARAM_END};

    CU_ASSERT_TRUE(OSSL_PROVIDER_get_params(library->ours, params));
    return is;
}

static void every_test_is_told_from_start_to_end(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    for (int again = 0; again < 2; again++) {
        CU_ASSERT_EQUAL(run(&library, NULL), 1);
        expect_heard(NEVENTS);
        CU_ASSERT_EQUAL(ERR_peek_error(), 0);
        CU_ASSERT_EQUAL(status(&library), 1);
        CU_ASSERT_TRUE(is_offered(&library));
    }
    library_close(&library);
}

static void it_runs_without_anyone_who_listens(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    CU_ASSERT_EQUAL(OSSL_PROVIDER_self_test(library.ours), 1);
    CU_ASSERT_TRUE(is_offered(&library));
    library_close(&library);
}

static void a_corrupted_test_fails_and_the_provider_offers_nothing_any_more(void)
{
    for (size_t i = 0; i < NEVENTS; i++) {
        struct library library, other;
        unsigned char digest[EVP_MAX_MD_SIZE];
        char errors[1000];
        CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
        CU_ASSERT_TRUE_FATAL(library_open(&other, FASTSHA2, NULL));
        EVP_MD *before = EVP_MD_fetch(library.ctx, "SHA2-512", OURS);
        ERR_clear_error();
        CU_ASSERT_EQUAL(run(&library, events[i].description), 0);
        expect_heard(i);
        CU_ASSERT_TRUE(take_errors(errors, sizeof errors) >= 1);
        CU_ASSERT_PTR_NOT_NULL(strstr(errors, events[i].type));
        CU_ASSERT_PTR_NOT_NULL(strstr(errors, events[i].description));
        CU_ASSERT_EQUAL(status(&library), 0);
        CU_ASSERT_FALSE(is_offered(&library));

        /* For good; who prefers us is served by default, who has a method goes on, and others are not concerned. */
        CU_ASSERT_EQUAL(run(&library, NULL), 0);
        ERR_clear_error();
        CU_ASSERT_FALSE(is_offered(&library));
        EVP_MD *after = EVP_MD_fetch(library.ctx, "SHA2-512", PREFER_OURS);
        CU_ASSERT_TRUE(is_from(after, "default"));
        CU_ASSERT_EQUAL(hash(before, "abc", 3, digest), 64);
        CU_ASSERT_EQUAL(status(&other), 1);
        CU_ASSERT_TRUE(is_offered(&other));
        EVP_MD_free(after);
        EVP_MD_free(before);
        library_close(&other);
        library_close(&library);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"every test is told from start to end", every_test_is_told_from_start_to_end},
        {"it runs without anyone who listens", it_runs_without_anyone_who_listens},
        {"a corrupted test fails, and the provider offers nothing any more",
         a_corrupted_test_fails_and_the_provider_offers_nothing_any_more},
        CU_TEST_INFO_NULL,
    };

    return suite_run("self_test", tests);
}
