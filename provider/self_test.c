/* The self-test on demand, told event by event. */
#include "self_test.h"
#include "retest.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/self_test.h>

/* Types and descriptions that OpenSSL has no words for. */
#define TYPE_KAT_MAC "KAT_Mac"
#define DESC_SHA256 "SHA256"
#define DESC_SHA512 "SHA512"

static const struct test {
    const char *type, *description;
    retest_fn *run;
} tests[] = {
    {OSSL_SELF_TEST_TYPE_KAT_DIGEST, DESC_SHA256, retest_sha256},
    {OSSL_SELF_TEST_TYPE_KAT_DIGEST, DESC_SHA512, retest_sha512},
    {TYPE_KAT_MAC, OSSL_SELF_TEST_DESC_INTEGRITY_HMAC, retest_hmac},
    {OSSL_SELF_TEST_TYPE_KAT_KDF, OSSL_SELF_TEST_DESC_KDF_PBKDF2, retest_pbkdf2},
};

/* What the program has set; call is NULL where it has not. */
struct listener {
    OSSL_CALLBACK *call;
    void *argument;
};

static struct listener find_listener(const struct core *core)
{
    struct listener listener = {NULL, NULL};

    if (core->self_test_cb != NULL && core->get_libctx != NULL)
        core->self_test_cb(core->get_libctx(core->handle), &listener.call, &listener.argument);
    return listener;
}

static OSSL_PARAM text(const char *key, const char *value)
{
    return (OSSL_PARAM){key, OSSL_PARAM_UTF8_STRING, (void *)(uintptr_t)value, strlen(value),
                        OSSL_PARAM_UNMODIFIED};
}

/* Returns what the listener does; 1 if there is none. */
static int tell(const struct listener *listener, const struct test *test, const char *phase)
{
    const OSSL_PARAM event[] = {
        text(OSSL_PROV_PARAM_SELF_TEST_PHASE, phase),
        text(OSSL_PROV_PARAM_SELF_TEST_TYPE, test->type),
        text(OSSL_PROV_PARAM_SELF_TEST_DESC, test->description),
        OSSL_PARAM_END,
    };

    return listener->call == NULL || listener->call(event, listener->argument);
}

int self_test_run(const struct core *core, const struct many_plan *sha256,
                  const struct many_plan *sha512)
{
    const struct listener listener = find_listener(core);
    int all = 1;

    for (const struct test *test = tests; test < tests + sizeof tests / sizeof tests[0]; test++) {
        tell(&listener, test, OSSL_SELF_TEST_PHASE_START);
        uint8_t fault = !tell(&listener, test, OSSL_SELF_TEST_PHASE_CORRUPT);
        int passed = test->run(sha256, sha512, fault);
        tell(&listener, test, passed ? OSSL_SELF_TEST_PHASE_PASS : OSSL_SELF_TEST_PHASE_FAIL);
        if (!passed) {
            CORE_RAISE(core, REASON_SELF_TEST_FAILED, "%s of %s, with sha256=%s sha512=%s",
                       test->type, test->description, sha256->single->name, sha512->single->name);
            all = 0;
        }
    }
    return all;
}
