/* HMAC through EVP: the default provider's answers, whatever the calls that lead to them. */
#include "programs.h"
#include "subjects.h"
#include "suite.h"
#include "vectors/rfc4231.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>

/* One message, in pieces of so many bytes. Returns the MAC's size, or 0. */
static size_t make_mac(EVP_MAC *mac, const char *digest, const unsigned char *key, size_t key_size,
                       const unsigned char *data, size_t size, size_t piece,
                       unsigned char out[EVP_MAX_MD_SIZE])
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)digest, 0),
        OSSL_PARAM_END,
    };
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    size_t got = 0;
    int done = ctx != NULL && EVP_MAC_init(ctx, key, key_size, params);

    for (size_t at = 0; done && at < size; at += piece)
        done = EVP_MAC_update(ctx, data + at, size - at < piece ? size - at : piece);
    done = done && EVP_MAC_final(ctx, out, &got, EVP_MAX_MD_SIZE);
    EVP_MAC_CTX_free(ctx);
    return done ? got : 0;
}

/* The default provider's, over its own digest: in a library context without ours. */
static int open_reference(struct library *reference, EVP_MAC **mac)
{
    *mac = NULL;
    return library_open(reference, DEFAULT, NULL) &&
           (*mac = EVP_MAC_fetch(reference->ctx, "HMAC", NULL)) != NULL;
}

static void the_vectors_of_rfc_4231_pass(void)
{
    static const char *const digests[] = {"SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512"};
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    EVP_MAC *mac = EVP_MAC_fetch(library.ctx, "HMAC", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mac);
    for (size_t i = 0; i < sizeof rfc4231 / sizeof rfc4231[0]; i++) {
        long key_size, size, want_size;
        unsigned char *key = OPENSSL_hexstr2buf(rfc4231[i].key, &key_size);
        unsigned char *data = OPENSSL_hexstr2buf(rfc4231[i].data, &size);
        CU_ASSERT_TRUE_FATAL(key != NULL && data != NULL);
        for (size_t j = 0; j < 4; j++) {
            unsigned char *want = OPENSSL_hexstr2buf(rfc4231[i].macs[j], &want_size);
            unsigned char got[EVP_MAX_MD_SIZE];
            size_t got_size = make_mac(mac, digests[j], key, (size_t)key_size, data, (size_t)size,
                                       (size_t)size, got);
            CU_ASSERT_TRUE_FATAL(want != NULL && got_size >= (size_t)want_size);
            CU_ASSERT_TRUE(got_size == (size_t)want_size || want_size == 16);
            CU_ASSERT_EQUAL(memcmp(got, want, (size_t)want_size), 0);
            OPENSSL_free(want);
        }
        OPENSSL_free(key);
        OPENSSL_free(data);
    }
    EVP_MAC_free(mac);
    library_close(&library);
}

/* Ours without the default provider, against the default provider without ours; SHA-256/192, which older defaults
   lack, is left to the vectors of others there. */
static void every_length_of_key_and_message_gives_the_default_mac(void)
{
    struct library library, reference;
    EVP_MAC *mac, *reference_mac;
    const unsigned char *noise = noise_bytes();
    int compared = 0;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    CU_ASSERT_TRUE_FATAL(open_reference(&reference, &reference_mac));
    mac = EVP_MAC_fetch(library.ctx, "HMAC", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mac);
    FOR_EACH_ALGORITHM (algorithm) {
        size_t most = 2 * algorithm->block_size + 3;
        for (size_t i = 0; i <= most; i++) {
            unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
            size_t key_sizes[] = {i, 20, most - i}, sizes[] = {77, i, 3 * i};
            for (size_t j = 0; j < 3; j++) {
                size_t size = make_mac(mac, algorithm->name, noise, key_sizes[j], noise + 500,
                                       sizes[j], 1 + i % 70, got);
                CU_ASSERT_EQUAL(size, algorithm->size);
                if (make_mac(reference_mac, algorithm->name, noise, key_sizes[j], noise + 500,
                             sizes[j], SIZE_MAX, want) == 0)
                    continue;
                CU_ASSERT_EQUAL(memcmp(got, want, algorithm->size), 0);
                compared++;
            }
        }
    }
    CU_ASSERT_TRUE(compared >= 6 * 3 * 130);
    ERR_clear_error();
    EVP_MAC_free(reference_mac);
    EVP_MAC_free(mac);
    library_close(&reference);
    library_close(&library);
}

static void the_lists_of_parameters_are_the_default_ones(void)
{
    /* Gone since 3.6, where they had long been without effect. */
    static const char *const older[] = {OSSL_MAC_PARAM_DIGEST_NOINIT, OSSL_MAC_PARAM_DIGEST_ONESHOT,
                                        NULL};
    struct sides sides;
    EVP_MAC_CTX *ctx[NSIDES];

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &hmac, &settings[0]));
    EVP_MAC *macs[] = {sides.algorithms[OUR_SIDE], sides.algorithms[THEIR_SIDE]};
    CU_ASSERT_TRUE(
        same_keys(EVP_MAC_gettable_params(macs[0]), EVP_MAC_gettable_params(macs[1]), NULL));
    CU_ASSERT_TRUE(same_keys(EVP_MAC_gettable_ctx_params(macs[0]),
                             EVP_MAC_gettable_ctx_params(macs[1]), NULL));
    CU_ASSERT_TRUE(same_keys(EVP_MAC_settable_ctx_params(macs[0]),
                             EVP_MAC_settable_ctx_params(macs[1]), older));
    for (int side = 0; side < NSIDES; side++)
        ctx[side] = EVP_MAC_CTX_new(macs[side]);
    CU_ASSERT_TRUE(
        same_keys(EVP_MAC_CTX_gettable_params(ctx[0]), EVP_MAC_CTX_gettable_params(ctx[1]), NULL));
    CU_ASSERT_TRUE(
        same_keys(EVP_MAC_CTX_settable_params(ctx[0]), EVP_MAC_CTX_settable_params(ctx[1]), older));
    for (int side = 0; side < NSIDES; side++)
        EVP_MAC_CTX_free(ctx[side]);
    sides_close(&sides);
}

/* TLS with MAC-then-encrypt (RFC 5246, section 6.2.3.2) */

/* When a context is told of the size of a record; again means of another key as well. */
enum telling { WITH_THE_DIGEST, AFTER_THE_KEY, AGAIN, TELLINGS };

struct record {
    size_t header_size; /* 13 where it is right */
    size_t data_size;   /* without MAC and padding */
    size_t total_size;  /* with them */
    size_t key_size;
    enum telling told;
};

static int tls_begin(EVP_MAC_CTX *ctx, const char *digest, struct record record)
{
    const unsigned char *noise = noise_bytes();
    size_t another_size = record.total_size + 20;
    OSSL_PARAM size = OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &record.total_size);
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)digest, 0),
        size,
        OSSL_PARAM_END,
    };
    OSSL_PARAM later[] = {
        size,
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, (void *)(uintptr_t)(noise + 40),
                                record.key_size),
        OSSL_PARAM_END,
    };

    if (record.told == AFTER_THE_KEY)
        params[1] = later[1] = params[2];
    if (record.told == AGAIN)
        params[1].data = &another_size;
    return EVP_MAC_init(ctx, noise, record.key_size, params) &&
           (record.told == WITH_THE_DIGEST || EVP_MAC_CTX_set_params(ctx, later));
}

static void tls_mac(EVP_MAC *mac, const char *digest, struct record record, struct answer *answer)
{
    const unsigned char *noise = noise_bytes();
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac), *copy = NULL;

    answer_begin(answer);
    int done = ctx != NULL && tls_begin(ctx, digest, record) &&
               EVP_MAC_update(ctx, noise + 100, record.header_size) &&
               EVP_MAC_update(ctx, noise + 200, record.data_size) &&
               (copy = EVP_MAC_CTX_dup(ctx)) != NULL &&
               EVP_MAC_final(copy, answer->out, &answer->size, EVP_MAX_MD_SIZE);
    answer_end(answer, done);
    EVP_MAC_CTX_free(copy);
    EVP_MAC_CTX_free(ctx);
}

static void tls_records_give_the_default_mac(void)
{
    static const char *const digests[] = {"SHA256", "SHA384", "SHA1",      "MD5",
                                          "SHA224", "SHA512", "SHA512-256"};
    static const size_t key_sizes[] = {20, 64}; /* none that is longer than a block: TLS has none */
    struct sides sides;
    struct program program;
    size_t compared = 0;

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &hmac, &settings[0]));
    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++) {
        program_start(&program, digests[i], dice_of_seed(i));
        for (size_t size = 0; size < 400 && !program.failed; size += 1 + pick(&program, 9)) {
            struct answer answers[NSIDES];
            struct record record = {
                .header_size = 13,
                .data_size = size,
                .total_size = size + EVP_MAX_MD_SIZE + 1 + pick(&program, 256),
                .key_size = key_sizes[pick(&program, sizeof key_sizes / sizeof key_sizes[0])],
                .told = (enum telling)pick(&program, TELLINGS),
            };
            if (happens(&program, 3))
                record.header_size = 12;
            if (happens(&program, 3))
                record.data_size = record.total_size + 1;
            say(&program, "    a key of %zu, a header of %zu, data of %zu in all of %zu, told %d",
                record.key_size, record.header_size, record.data_size, record.total_size,
                (int)record.told);
            for (int side = 0; side < NSIDES; side++)
                tls_mac(sides.algorithms[side], digests[i], record, &answers[side]);
            compared += (size_t)program_compare(&program, answers);
        }
        program_end(&program);
    }
    CU_ASSERT_TRUE(compared > 6 * 60);
    sides_close(&sides);
}

/* Of a key for another digest we no longer have all that the other provider would need. */
static void tls_records_need_a_key_for_their_digest(void)
{
    struct library library;
    unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
    const unsigned char *noise = noise_bytes();
    size_t size = 400;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA512", 0),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &size),
        OSSL_PARAM_END,
    };

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    EVP_MAC *mac = EVP_MAC_fetch(library.ctx, "HMAC", OURS);
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac), *untroubled = EVP_MAC_CTX_new(mac);
    CU_ASSERT_TRUE(mac_begin(ctx, "SHA256") && mac_begin(untroubled, "SHA256"));
    ERR_clear_error();
    CU_ASSERT_FALSE(EVP_MAC_CTX_set_params(ctx, params));
    CU_ASSERT_NOT_EQUAL(ERR_peek_error(), 0);
    CU_ASSERT_TRUE(mac_end(ctx, noise, 300, got) && mac_end(untroubled, noise, 300, want));
    CU_ASSERT_EQUAL(memcmp(got, want, 32), 0);
    ERR_clear_error();
    EVP_MAC_CTX_free(untroubled);
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    library_close(&library);
}

/* After it has refused one, the default provider's HMAC tells the size of that and goes on with what it had. */
static void digests_of_any_length_are_refused(void)
{
    struct sides sides;
    const unsigned char *noise = noise_bytes();

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &hmac, &settings[0]));
    for (int side = 0; side < NSIDES; side++) {
        unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
        EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(sides.algorithms[side]);
        size_t size = 0;
        OSSL_PARAM params[] = {
            OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHAKE256", 0),
            OSSL_PARAM_END,
        };
        CU_ASSERT_FALSE(EVP_MAC_init(ctx, noise, 20, params));
        CU_ASSERT_FALSE(EVP_MAC_update(ctx, noise, 20));
        CU_ASSERT_FALSE(EVP_MAC_final(ctx, got, &size, sizeof got));
        params[0].data = (char *)"SHA256";
        CU_ASSERT_TRUE(EVP_MAC_init(ctx, noise, 20, params));
        CU_ASSERT_TRUE(EVP_MAC_update(ctx, noise, 100));
        CU_ASSERT_TRUE(EVP_MAC_final(ctx, got, &size, sizeof got));
        CU_ASSERT_EQUAL(
            make_mac(sides.algorithms[THEIR_SIDE], "SHA256", noise, 20, noise, 100, 100, want), 32);
        CU_ASSERT_TRUE(size == 32 && memcmp(got, want, 32) == 0);
        EVP_MAC_CTX_free(ctx);
    }
    ERR_clear_error();
    sides_close(&sides);
}

/* Nor does a message begin with the key before the one that was refused; one that has begun may end. Found by
   fuzz/mac.c. */
static void a_refused_key_leaves_the_message_that_was_begun(void)
{
    static const char *const digests[] = {"SHA256", "SHA2-256/192", "SHA512", "SHA1"};
    struct sides sides;
    const unsigned char *noise = noise_bytes();

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &hmac, &settings[0]));
    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++) {
        unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
        EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(sides.algorithms[OUR_SIDE]);
        EVP_MAC_CTX *untroubled = EVP_MAC_CTX_new(sides.algorithms[OUR_SIDE]);
        OSSL_PARAM params[] = {
            OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHAKE256", 0),
            OSSL_PARAM_END,
        };
        CU_ASSERT_TRUE(mac_begin(untroubled, digests[i]) && mac_end(untroubled, noise, 300, want));
        CU_ASSERT_TRUE(mac_begin(ctx, digests[i]) && EVP_MAC_update(ctx, noise, 200));
        CU_ASSERT_FALSE(EVP_MAC_init(ctx, noise, 20, params));
        EVP_MAC_CTX *copy = EVP_MAC_CTX_dup(ctx);
        CU_ASSERT_TRUE(mac_end(ctx, noise + 200, 100, got));
        CU_ASSERT_EQUAL(memcmp(got, want, EVP_MAC_CTX_get_mac_size(untroubled)), 0);
        CU_ASSERT_FALSE(EVP_MAC_init(ctx, NULL, 0, NULL));
        CU_ASSERT_FALSE(EVP_MAC_init(copy, NULL, 0, NULL));
        CU_ASSERT_TRUE(mac_begin(ctx, digests[i]) && EVP_MAC_init(ctx, NULL, 0, NULL));
        EVP_MAC_CTX_free(copy);
        EVP_MAC_CTX_free(untroubled);
        EVP_MAC_CTX_free(ctx);
    }
    ERR_clear_error();
    sides_close(&sides);
}

/* A parameter without a key begins a message with the key that is there, if that was set for the same digest: of two
   digests that are not ours only the other provider can tell. Found by fuzz/mac.c. */
static void a_key_that_is_not_given_serves_its_own_digest_only(void)
{
    static const char *const digests[] = {"SHA256", "SHA512", "SHA1", "MD5"};
    enum { NDIGESTS = sizeof digests / sizeof digests[0] };
    struct sides sides;

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &hmac, &settings[0]));
    for (size_t i = 0; i < NDIGESTS * NDIGESTS; i++) {
        const char *first = digests[i / NDIGESTS], *second = digests[i % NDIGESTS];
        OSSL_PARAM params[] = {
            OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)second, 0),
            OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
            OSSL_PARAM_END,
        };
        for (int side = 0; side < NSIDES; side++) {
            EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(sides.algorithms[side]);
            CU_ASSERT_TRUE(mac_begin(ctx, first));
            CU_ASSERT_EQUAL(EVP_MAC_CTX_set_params(ctx, params), first == second);
            EVP_MAC_CTX_free(ctx);
        }
    }
    ERR_clear_error();
    sides_close(&sides);
}

/* To us a digest is what it computes; OpenSSL refuses here if the query finds it in another provider than before. Found
   by fuzz/mac.c. */
static void a_key_that_is_not_given_serves_its_digest_by_queries_that_find_ours(void)
{
    static const char *const queries[] = {OURS, PREFER_OURS, ""};
    struct sides sides;

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &hmac, &settings[0]));
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        FOR_EACH_ALGORITHM (algorithm) {
            unsigned char got[2][EVP_MAX_MD_SIZE];
            size_t size[2] = {0};
            EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(sides.algorithms[OUR_SIDE]);
            OSSL_PARAM params[] = {
                OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, (char *)(uintptr_t)queries[i], 0),
                OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)algorithm->name,
                                       0),
                OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
                OSSL_PARAM_END,
            };
            CU_ASSERT_TRUE(mac_begin(ctx, algorithm->name));
            for (int n = 0; n < 2; n++) {
                CU_ASSERT_TRUE(n == 0 || EVP_MAC_CTX_set_params(ctx, params));
                CU_ASSERT_TRUE(EVP_MAC_update(ctx, noise_bytes(), 200));
                CU_ASSERT_TRUE(EVP_MAC_final(ctx, got[n], &size[n], sizeof got[n]));
            }
            CU_ASSERT_EQUAL(size[0], algorithm->size);
            CU_ASSERT_TRUE(size[1] == size[0] && memcmp(got[1], got[0], size[0]) == 0);
            EVP_MAC_CTX_free(ctx);
        }
    }
    sides_close(&sides);
}

/* Properties that libcrypto cannot parse are no error there, though it leaves one on the queue the first time that it
   sees them; what matters is the digest that they find. */
static void malformed_queries_find_what_they_find_for_the_default(void)
{
    static const char *const queries[] = {"not at all", "=", ",", "provider=", "?", "provider"};
    static const char *const digests[] = {"SHA256", "SHA2-512/224", "SHA1"};
    struct sides sides;

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &hmac, &settings[0]));
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        for (size_t j = 0; j < sizeof digests / sizeof digests[0]; j++) {
            OSSL_PARAM params[] = {
                OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)digests[j], 0),
                OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, (char *)(uintptr_t)queries[i], 0),
                OSSL_PARAM_END,
            };
            int returned[NSIDES];
            for (int side = 0; side < NSIDES; side++) {
                EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(sides.algorithms[side]);
                returned[side] = EVP_MAC_init(ctx, noise_bytes(), 20, params);
                EVP_MAC_CTX_free(ctx);
            }
            CU_ASSERT_EQUAL(returned[OUR_SIDE], returned[THEIR_SIDE]);
        }
    }
    ERR_clear_error();
    sides_close(&sides);
}

/* In a context with it, OpenSSL 3.0 refuses to hash, and frees twice once it is copied; later versions take no notice
   of it. Either is well, so long as no other MAC comes of it. */
static void digest_noinit_is_refused_or_makes_no_difference(void)
{
    struct sides sides;
    const unsigned char *noise = noise_bytes();

    CU_ASSERT_TRUE_FATAL(sides_open(&sides, &hmac, &settings[0]));
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
        size_t size = 0;
        int on = 1;
        OSSL_PARAM params[] = {
            OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)algorithm->name, 0),
            OSSL_PARAM_int(OSSL_MAC_PARAM_DIGEST_NOINIT, &on),
            OSSL_PARAM_END,
        };
        EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(sides.algorithms[OUR_SIDE]);
        int done = EVP_MAC_init(ctx, noise, 20, params) && EVP_MAC_update(ctx, noise, 200) &&
                   EVP_MAC_final(ctx, got, &size, sizeof got);
        CU_ASSERT_EQUAL(make_mac(sides.algorithms[THEIR_SIDE], algorithm->name, noise, 20, noise,
                                 200, 200, want),
                        algorithm->size);
        CU_ASSERT_TRUE(!done || (size == algorithm->size && memcmp(got, want, size) == 0));
        EVP_MAC_CTX_free(ctx);
    }
    ERR_clear_error();
    sides_close(&sides);
}

static void random_programs_go_as_the_default_goes(void)
{
    programs_run(&hmac, 3000);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"the vectors of RFC 4231 pass", the_vectors_of_rfc_4231_pass},
        {"every length of key and message gives the default MAC",
         every_length_of_key_and_message_gives_the_default_mac},
        {"the lists of parameters are the default ones",
         the_lists_of_parameters_are_the_default_ones},
        {"TLS records give the default MAC", tls_records_give_the_default_mac},
        {"TLS records need a key for their digest", tls_records_need_a_key_for_their_digest},
        {"digests of any length are refused", digests_of_any_length_are_refused},
        {"a refused key leaves the message that was begun",
         a_refused_key_leaves_the_message_that_was_begun},
        {"a key that is not given serves its own digest only",
         a_key_that_is_not_given_serves_its_own_digest_only},
        {"a key that is not given serves its digest by queries that find ours",
         a_key_that_is_not_given_serves_its_digest_by_queries_that_find_ours},
        {"malformed queries find what they find for the default",
         malformed_queries_find_what_they_find_for_the_default},
        {"digest-noinit is refused or makes no difference",
         digest_noinit_is_refused_or_makes_no_difference},
        {"random programs go as the default goes", random_programs_go_as_the_default_goes},
        CU_TEST_INFO_NULL,
    };

    return suite_run("MAC", tests);
}
