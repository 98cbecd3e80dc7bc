/* PBKDF2 through EVP: the default provider's answers, whatever the calls that lead to them; and HKDF of the default
   provider over our HMAC. */
#include "programs.h"
#include "subjects.h"
#include "suite.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/kdf.h>

struct derivation {
    const char *digest;
    const void *pass;
    size_t pass_size;
    const void *salt;
    size_t salt_size;
    unsigned iterations;
};

static int derive(EVP_KDF *kdf, const struct derivation *how, unsigned char *out, size_t size)
{
    struct derivation d = *how;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)(uintptr_t)d.digest, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)(uintptr_t)d.pass, d.pass_size),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)d.salt, d.salt_size),
        OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &d.iterations),
        OSSL_PARAM_END,
    };
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    int done = ctx != NULL && EVP_KDF_derive(ctx, out, size, params) > 0;

    EVP_KDF_CTX_free(ctx);
    return done;
}

/* Vectors */

static const struct {
    struct derivation how;
    const char *key;
} vectors[] = {
    /* RFC 7914, section 11. */
    {{"SHA256", "passwd", 6, "salt", 4, 1},
     "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
     "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"},
    {{"SHA256", "Password", 8, "NaCl", 4, 80000},
     "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
     "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"},
    /* RFC 6070, section 2, but for the case of 16,777,216 iterations. SHA-1 is not ours. */
    {{"SHA1", "password", 8, "salt", 4, 1}, "0c60c80f961f0e71f3a9b524af6012062fe037a6"},
    {{"SHA1", "password", 8, "salt", 4, 2}, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"},
    {{"SHA1", "password", 8, "salt", 4, 4096}, "4b007901b765489abead49d926f721d065a429c1"},
    {{"SHA1", "passwordPASSWORDpassword", 24, "saltSALTsaltSALTsaltSALTsaltSALTsalt", 36, 4096},
     "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"},
    {{"SHA1", "pass\0word", 9, "sa\0lt", 5, 4096}, "56fa6aa75548099dcc37d7f03425e0c3"},
};

static int is_hex(const unsigned char *got, const char *hex)
{
    long size = 0;
    unsigned char *want = OPENSSL_hexstr2buf(hex, &size);
    int same = want != NULL && size > 0 && memcmp(got, want, (size_t)size) == 0;

    OPENSSL_free(want);
    return same;
}

static void the_vectors_of_rfc_7914_and_rfc_6070_pass(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    EVP_KDF *kdf = EVP_KDF_fetch(library.ctx, "PBKDF2", OURS);
    CU_ASSERT_PTR_NOT_NULL_FATAL(kdf);
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        unsigned char got[64];
        CU_ASSERT_TRUE(derive(kdf, &vectors[i].how, got, strlen(vectors[i].key) / 2));
        CU_ASSERT_TRUE(is_hex(got, vectors[i].key));
    }
    EVP_KDF_free(kdf);
    library_close(&library);
}

/* RFC 5869, appendix A: test cases 1 to 3, and those of SHA-1, which is not ours. */
static const struct {
    const char *digest, *secret, *salt, *info, *key;
} rfc5869[] = {
    {"SHA2-256", "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "000102030405060708090a0b0c",
     "f0f1f2f3f4f5f6f7f8f9",
     "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
     "34007208d5b887185865"},
    {"SHA2-256",
     "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
     "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
     "404142434445464748494a4b4c4d4e4f",
     "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
     "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
     "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf",
     "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecf"
     "d0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeef"
     "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
     "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
     "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
     "cc30c58179ec3e87c14c01d5c1f3434f1d87"},
    {"SHA2-256", "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "", "",
     "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"
     "9d201395faa4b61a96c8"},
    {"SHA1", "0b0b0b0b0b0b0b0b0b0b0b", "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
     "085a01ea1b10f36933068b56efa5ad81a4f14b822f5b091568a9cdd4f155fda2"
     "c22e422478d305f3f896"},
    {"SHA1",
     "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
     "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
     "404142434445464748494a4b4c4d4e4f",
     "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
     "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
     "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf",
     "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecf"
     "d0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeef"
     "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
     "0bd770a74d1160f7c9f12cd5912a06ebff6adcae899d92191fe4305673ba2ffe"
     "8fa3f1a4e5ad79f3f334b3b202b2173c486ea37ce3d397ed034c7f9dfeb15c5e"
     "927336d0441f4c4300e2cff0d0900b52d3b4"},
    {"SHA1", "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "", "",
     "0ac1af7002b3d761d1e55298da9d0506b9ae52057220a306e07b6b87e8df21d0"
     "ea00033de03984d34918"},
    {"SHA1", "0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c", "", "",
     "2c91117204d745f3500d636a62f64f0ab3bae548aa53d423b0d1f27ebba6f5e5"
     "673a081d70cce7acfc48"},
};

static void the_vectors_of_rfc_5869_pass_over_our_hmac(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    CU_ASSERT_TRUE(EVP_set_default_properties(library.ctx, PREFER_OURS));
    EVP_MAC *mac = EVP_MAC_fetch(library.ctx, "HMAC", NULL); /* as HKDF does */
    CU_ASSERT_PTR_NOT_NULL_FATAL(mac);
    CU_ASSERT_PTR_EQUAL(EVP_MAC_get0_provider(mac), library.ours);
    EVP_MAC_free(mac);
    EVP_KDF *kdf = EVP_KDF_fetch(library.ctx, "HKDF", THEIRS);
    CU_ASSERT_PTR_NOT_NULL_FATAL(kdf);
    for (size_t i = 0; i < sizeof rfc5869 / sizeof rfc5869[0]; i++) {
        long secret_size = 0, salt_size = 0, info_size = 0;
        unsigned char *secret = OPENSSL_hexstr2buf(rfc5869[i].secret, &secret_size);
        unsigned char *salt = OPENSSL_hexstr2buf(rfc5869[i].salt, &salt_size);
        unsigned char *info = OPENSSL_hexstr2buf(rfc5869[i].info, &info_size);
        unsigned char got[100];
        OSSL_PARAM params[] = {
            OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)(uintptr_t)rfc5869[i].digest, 0),
            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, secret, (size_t)secret_size),
            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, salt_size > 0 ? (void *)salt : "",
                                    (size_t)salt_size),
            OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, info_size > 0 ? (void *)info : "",
                                    (size_t)info_size),
            OSSL_PARAM_END,
        };
        EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
        CU_ASSERT_EQUAL(EVP_KDF_derive(ctx, got, strlen(rfc5869[i].key) / 2, params), 1);
        CU_ASSERT_TRUE(is_hex(got, rfc5869[i].key));
        EVP_KDF_CTX_free(ctx);
        OPENSSL_free(secret);
        OPENSSL_free(salt);
        OPENSSL_free(info);
    }
    EVP_KDF_free(kdf);
    library_close(&library);
}

/* Ours without the default provider, against the default provider without ours. Returns 1 if compared: older defaults
   lack SHA-256/192. */
static int is_default_key(EVP_KDF *ours, EVP_KDF *theirs, const struct derivation *how, size_t size)
{
    unsigned char got[700], want[700];

    memset(got, 0xee, sizeof got);
    memset(want, 0xee, sizeof want);
    CU_ASSERT_TRUE(derive(ours, how, got, size));
    if (!derive(theirs, how, want, size))
        return 0;
    CU_ASSERT_EQUAL(memcmp(got, want, sizeof got), 0);
    return 1;
}

static void every_length_gives_the_default_key(void)
{
    struct library library, reference;
    const unsigned char *noise = noise_bytes();
    int compared = 0;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    CU_ASSERT_TRUE_FATAL(library_open(&reference, DEFAULT, NULL));
    EVP_KDF *ours = EVP_KDF_fetch(library.ctx, "PBKDF2", NULL);
    EVP_KDF *theirs = EVP_KDF_fetch(reference.ctx, "PBKDF2", NULL);
    CU_ASSERT_TRUE_FATAL(ours != NULL && theirs != NULL);
    FOR_EACH_ALGORITHM (algorithm) {
        struct derivation how = {algorithm->name, noise, 9, noise + 700, 16, 3};
        for (size_t size = 1; size <= 10 * algorithm->size + 1; size++)
            compared += is_default_key(ours, theirs, &how, size);
        for (size_t size = 0; size <= 2 * algorithm->block_size + 3; size++) {
            how.pass_size = size;
            how.salt_size = 16;
            compared += is_default_key(ours, theirs, &how, algorithm->size + 1);
            how.pass_size = 9;
            how.salt_size = size;
            compared += is_default_key(ours, theirs, &how, algorithm->size + 1);
        }
        for (how.iterations = 1; how.iterations < 40; how.iterations++)
            compared += is_default_key(ours, theirs, &how, 3 * algorithm->size);
    }
    CU_ASSERT_TRUE(compared >= 6 * (240 + 2 * 130 + 39));
    ERR_clear_error();
    EVP_KDF_free(theirs);
    EVP_KDF_free(ours);
    library_close(&reference);
    library_close(&library);
}

static void empty_passwords_and_salts_give_the_default_key(void)
{
    static const char *const digests[] = {"SHA256", "SHA2-384", "SHA1", "SM3"};
    struct sides sides;

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &pbkdf2, &settings[0]));
    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++) {
        const struct derivation hows[] = {
            {digests[i], "", 0, "", 0, 2},
            {digests[i], NULL, 0, NULL, 0, 2},
            {digests[i], "", 0, "a salt", 6, 2},
            {digests[i], NULL, 0, "a salt", 6, 2},
            {digests[i], "a password", 10, "", 0, 2},
            {digests[i], "a password", 10, NULL, 0, 2},
        };
        for (size_t j = 0; j < sizeof hows / sizeof hows[0]; j++)
            CU_ASSERT_TRUE(is_default_key(sides.algorithms[OUR_SIDE], sides.algorithms[THEIR_SIDE],
                                          &hows[j], 50));
    }
    sides_close(&sides);
}

/* As the default has it: no error yet, but a password or a salt that is not there any more. */
static void octets_without_an_address_take_away_what_was_there(void)
{
    static const char *const digests[] = {"SHA256", "SHA2-384", "SHA1"};
    static const char *const names[] = {OSSL_KDF_PARAM_PASSWORD, OSSL_KDF_PARAM_SALT};
    struct sides sides;

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &pbkdf2, &settings[0]));
    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++) {
        for (int n = 0; n < 2; n++) {
            unsigned char keys[NSIDES][KDF_SIZE];
            OSSL_PARAM nowhere[] = {OSSL_PARAM_octet_string(names[n], NULL, 10), OSSL_PARAM_END};
            for (int side = 0; side < NSIDES; side++) {
                EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(sides.algorithms[side]);
                CU_ASSERT_TRUE(kdf_set(ctx, digests[i]));
                CU_ASSERT_TRUE(EVP_KDF_CTX_set_params(ctx, nowhere));
                ERR_clear_error();
                CU_ASSERT_FALSE(kdf_end(ctx, keys[side]));
                CU_ASSERT_NOT_EQUAL(ERR_peek_error(), 0);
                CU_ASSERT_TRUE(kdf_set(ctx, digests[i]) && kdf_end(ctx, keys[side]));
                EVP_KDF_CTX_free(ctx);
            }
            CU_ASSERT_EQUAL(memcmp(keys[OUR_SIDE], keys[THEIR_SIDE], KDF_SIZE), 0);
        }
    }
    ERR_clear_error();
    sides_close(&sides);
}

/* RFC 8018, section 5.2, allows 2^32 - 1 blocks, of which libcrypto makes one less. None is made here: the room for
   them is one byte. */
static void more_blocks_than_can_be_counted_are_refused(void)
{
    struct sides sides;

#if SIZE_MAX <= UINT32_MAX
    return; /* so many bytes there cannot be */
#endif
    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &pbkdf2, &settings[0]));
    FOR_EACH_ALGORITHM (algorithm) {
        struct derivation how = {algorithm->name, "password", 8, "salt", 4, 1};
        size_t limit = UINT32_MAX * algorithm->size;
        size_t sizes[] = {limit, limit + 1, limit + algorithm->size, SIZE_MAX / 2, SIZE_MAX};
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            for (int side = 0; side < NSIDES; side++) {
                unsigned char room[1];
                ERR_clear_error();
                CU_ASSERT_FALSE(derive(sides.algorithms[side], &how, room, sizes[i]));
                CU_ASSERT_NOT_EQUAL(ERR_peek_error(), 0);
            }
        }
    }
    ERR_clear_error();
    sides_close(&sides);
}

static void the_lists_of_parameters_are_the_default_ones(void)
{
    struct sides sides;
    EVP_KDF_CTX *ctx[NSIDES];

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &pbkdf2, &settings[0]));
    EVP_KDF *kdfs[] = {sides.algorithms[OUR_SIDE], sides.algorithms[THEIR_SIDE]};
    CU_ASSERT_TRUE(
        same_keys(EVP_KDF_gettable_params(kdfs[0]), EVP_KDF_gettable_params(kdfs[1]), NULL));
    CU_ASSERT_TRUE(same_keys(EVP_KDF_gettable_ctx_params(kdfs[0]),
                             EVP_KDF_gettable_ctx_params(kdfs[1]), NULL));
    CU_ASSERT_TRUE(same_keys(EVP_KDF_settable_ctx_params(kdfs[0]),
                             EVP_KDF_settable_ctx_params(kdfs[1]), NULL));
    for (int side = 0; side < NSIDES; side++)
        ctx[side] = EVP_KDF_CTX_new(kdfs[side]);
    CU_ASSERT_TRUE(
        same_keys(EVP_KDF_CTX_gettable_params(ctx[0]), EVP_KDF_CTX_gettable_params(ctx[1]), NULL));
    CU_ASSERT_TRUE(
        same_keys(EVP_KDF_CTX_settable_params(ctx[0]), EVP_KDF_CTX_settable_params(ctx[1]), NULL));
    for (int side = 0; side < NSIDES; side++)
        EVP_KDF_CTX_free(ctx[side]);
    sides_close(&sides);
}

static void random_programs_go_as_the_default_goes(void)
{
    programs_run(&pbkdf2, 300);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"the vectors of RFC 7914 and RFC 6070 pass", the_vectors_of_rfc_7914_and_rfc_6070_pass},
        {"the vectors of RFC 5869 pass over our HMAC", the_vectors_of_rfc_5869_pass_over_our_hmac},
        {"every length gives the default key", every_length_gives_the_default_key},
        {"empty passwords and salts give the default key",
         empty_passwords_and_salts_give_the_default_key},
        {"octets without an address take away what was there",
         octets_without_an_address_take_away_what_was_there},
        {"more blocks than can be counted are refused",
         more_blocks_than_can_be_counted_are_refused},
        {"the lists of parameters are the default ones",
         the_lists_of_parameters_are_the_default_ones},
        {"random programs go as the default goes", random_programs_go_as_the_default_goes},
        CU_TEST_INFO_NULL,
    };

    return suite_run("KDF", tests);
}
