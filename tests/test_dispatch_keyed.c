/* The module's tables of HMAC and PBKDF2, called as libcrypto's core never would: misuse is refused with an error and
   does no harm. */
#include "dispatch.h"
#include "providers.h"
#include "suite.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>

static struct library reference; /* the default provider, for expected values */
static struct module module;
static struct mac_functions mac;
static struct kdf_functions kdf;

static const unsigned char key[] = "a key";
static const unsigned char password[] = "a password";
static const unsigned char salt[] = "and salt";
enum { ITERATIONS = 3 };

/* Those of FIPS 180-4: older defaults lack the other, and so cannot tell what is right. */
#define FOR_EACH_KEYED(algorithm)  \
    FOR_EACH_ALGORITHM (algorithm) \
        if (strcmp((algorithm)->name, "SHA2-256/192") != 0)

/* A context that has begun a message, and absorbed "ab". */
static void *begin_mac(const struct algorithm *algorithm)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)algorithm->name, 0),
        OSSL_PARAM_END,
    };
    void *ctx = mac.newctx(module.provctx);

    CU_ASSERT_PTR_NOT_NULL_FATAL(ctx);
    CU_ASSERT_TRUE(mac.init(ctx, key, sizeof key, params));
    CU_ASSERT_TRUE(mac.update(ctx, (const unsigned char *)"ab", 2));
    return ctx;
}

/* "c" is still to come; the MAC is the default provider's, and what lies behind it is left alone. Ends the context. */
static int ends_as_abc(void *ctx, const struct algorithm *algorithm)
{
    unsigned char want[EVP_MAX_MD_SIZE], got[EVP_MAX_MD_SIZE];
    size_t size = 0, want_size = 0;

    memset(want, 0x5a, sizeof want);
    memset(got, 0x5a, sizeof got);
    int same = mac.update(ctx, (const unsigned char *)"c", 1) &&
               mac.final(ctx, got, &size, algorithm->size) && size == algorithm->size &&
               EVP_Q_mac(reference.ctx, "HMAC", NULL, algorithm->name, NULL, key, sizeof key,
                         (const unsigned char *)"abc", 3, want, sizeof want, &want_size) != NULL &&
               want_size == size && memcmp(got, want, sizeof got) == 0;
    mac.freectx(ctx);
    return same;
}

static void missing_data_is_refused_and_the_message_goes_on(void)
{
    FOR_EACH_KEYED(algorithm)
    {
        void *ctx = begin_mac(algorithm);
        CU_ASSERT_REFUSED(mac.update(ctx, NULL, 1));
        CU_ASSERT_REFUSED(mac.update(ctx, NULL, SIZE_MAX));
        CU_ASSERT_TRUE(mac.update(ctx, NULL, 0));
        CU_ASSERT_TRUE(ends_as_abc(ctx, algorithm));
    }
}

static void a_short_output_buffer_is_refused_and_left_alone(void)
{
    FOR_EACH_KEYED(algorithm)
    {
        unsigned char out[EVP_MAX_MD_SIZE], untouched[EVP_MAX_MD_SIZE];
        void *ctx = begin_mac(algorithm);
        size_t size = 4711;
        memset(untouched, 0x5a, sizeof untouched);
        memset(out, 0x5a, sizeof out);
        for (size_t room = 0; room < algorithm->size; room++)
            CU_ASSERT_REFUSED(mac.final(ctx, out, &size, room));
        CU_ASSERT_REFUSED(mac.final(ctx, NULL, &size, sizeof out));
        CU_ASSERT_EQUAL(size, 4711);
        CU_ASSERT_EQUAL(memcmp(out, untouched, sizeof out), 0);
        CU_ASSERT_TRUE(ends_as_abc(ctx, algorithm));
    }
}

static void a_key_without_an_address_is_refused_and_the_message_goes_on(void)
{
    FOR_EACH_KEYED(algorithm)
    {
        void *ctx = begin_mac(algorithm);
        OSSL_PARAM params[] = {
            OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, sizeof key),
            OSSL_PARAM_END,
        };
        CU_ASSERT_REFUSED(mac.set_ctx_params(ctx, params));
        CU_ASSERT_STRING_EQUAL(bare_core.last_error, "key is not there");
        CU_ASSERT_REFUSED(mac.init(ctx, NULL, 0, params));
        CU_ASSERT_TRUE(ends_as_abc(ctx, algorithm));
    }
}

/* A context that has all that it needs. */
static void *begin_kdf(const struct algorithm *algorithm)
{
    unsigned iterations = ITERATIONS;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)(uintptr_t)algorithm->name, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)(uintptr_t)password,
                                sizeof password),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt, sizeof salt),
        OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_END,
    };
    void *ctx = kdf.newctx(module.provctx);

    CU_ASSERT_PTR_NOT_NULL_FATAL(ctx);
    CU_ASSERT_TRUE(kdf.set_ctx_params(ctx, params));
    return ctx;
}

static int derives_the_default_key(void *ctx, const struct algorithm *algorithm)
{
    unsigned char got[KDF_SIZE], want[KDF_SIZE];
    EVP_MD *md = EVP_MD_fetch(reference.ctx, algorithm->name, NULL);
    int same = md != NULL &&
               PKCS5_PBKDF2_HMAC((const char *)password, sizeof password, salt, sizeof salt,
                                 ITERATIONS, md, sizeof want, want) &&
               kdf.derive(ctx, got, sizeof got, NULL) && memcmp(got, want, sizeof got) == 0;

    EVP_MD_free(md);
    return same;
}

static void octets_without_an_address_take_away_what_was_there(void)
{
    static const struct {
        const char *name;
        const unsigned char *bytes;
        size_t size;
        const char *error;
    } octets[] = {{OSSL_KDF_PARAM_PASSWORD, password, sizeof password, "set 'pass'"},
                  {OSSL_KDF_PARAM_SALT, salt, sizeof salt, "set 'salt'"}};

    FOR_EACH_KEYED(algorithm)
    {
        for (size_t i = 0; i < 2; i++) {
            unsigned char out[KDF_SIZE];
            void *ctx = begin_kdf(algorithm);
            OSSL_PARAM params[] = {
                OSSL_PARAM_octet_string(octets[i].name, NULL, octets[i].size),
                OSSL_PARAM_END,
            };
            CU_ASSERT_TRUE(kdf.set_ctx_params(ctx, params));
            CU_ASSERT_REFUSED(kdf.derive(ctx, out, sizeof out, NULL));
            CU_ASSERT_STRING_EQUAL(bare_core.last_error, octets[i].error);
            CU_ASSERT_REFUSED(kdf.derive(ctx, out, sizeof out, params));
            params[0].data = (void *)(uintptr_t)octets[i].bytes;
            CU_ASSERT_TRUE(kdf.set_ctx_params(ctx, params));
            CU_ASSERT_TRUE(derives_the_default_key(ctx, algorithm));
            kdf.freectx(ctx);
        }
    }
}

static void every_allocation_is_freed(void)
{
    module_close(&module);
    CU_ASSERT_EQUAL(bare_core.live, 0);
    CU_ASSERT_TRUE_FATAL(module_open(&module));
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"missing data is refused and the message goes on",
         missing_data_is_refused_and_the_message_goes_on},
        {"a short output buffer is refused and left alone",
         a_short_output_buffer_is_refused_and_left_alone},
        {"a key without an address is refused and the message goes on",
         a_key_without_an_address_is_refused_and_the_message_goes_on},
        {"octets without an address take away what was there",
         octets_without_an_address_take_away_what_was_there},
        {"every allocation is freed", every_allocation_is_freed},
        CU_TEST_INFO_NULL,
    };

    if (!library_open(&reference, DEFAULT, NULL) || !module_open(&module) ||
        !module_hmac(&module, &mac) || !module_pbkdf2(&module, &kdf)) {
        fprintf(stderr, "test_dispatch_keyed: the default provider or the module does not load\n");
        return 1;
    }
    int failed = suite_run("keyed dispatch", tests);
    module_close(&module);
    library_close(&reference);
    return failed;
}
