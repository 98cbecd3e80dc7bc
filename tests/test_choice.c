/* Which digests that HMAC and PBKDF2 are asked for are ours: by name, property query and engine. */
#include "choice.h"
#include "expect.h"
#include "fake_core.h"
#include "names.h"
#include "sha256.h"
#include "sha512.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/params.h>

static struct core core;
static struct fake_core fake;
static struct digest_methods methods;
static struct choice_names names;
static struct plan plans[2];

static OSSL_PARAM text(const char *key, const char *value)
{
    return (OSSL_PARAM){key, OSSL_PARAM_UTF8_STRING, (void *)value,
                        value == NULL ? 0 : strlen(value), OSSL_PARAM_UNMODIFIED};
}

/* What a name makes of no choice; with a query and an engine where they are not NULL. */
static struct choice chosen(const char *name, const char *query, const char *engine)
{
    OSSL_PARAM digest = text(OSSL_ALG_PARAM_DIGEST, name);
    OSSL_PARAM properties = text(OSSL_ALG_PARAM_PROPERTIES, query);
    OSSL_PARAM loaded = text(CHOICE_ENGINE, engine);
    const struct choice_params params = {&digest, query == NULL ? NULL : &properties,
                                         engine == NULL ? NULL : &loaded};
    struct choice choice = {.kind = CHOICE_NONE};

    CU_ASSERT_EQUAL(choice_read(&choice, &core, &names, &params), 1);
    return choice;
}

static void test_every_name_of_ours_in_any_case_is_ours(void)
{
    static const struct {
        const char *list;
        enum choice_kind kind;
        const void *method;
    } all[] = {
        {NAMES_SHA2_224, CHOICE_SHA256, &methods.sha2_224},
        {NAMES_SHA2_256, CHOICE_SHA256, &methods.sha2_256},
        {NAMES_SHA2_256_192, CHOICE_SHA256, &methods.sha2_256_192},
        {NAMES_SHA2_384, CHOICE_SHA512, &methods.sha2_384},
        {NAMES_SHA2_512, CHOICE_SHA512, &methods.sha2_512},
        {NAMES_SHA2_512_224, CHOICE_SHA512, &methods.sha2_512_224},
        {NAMES_SHA2_512_256, CHOICE_SHA512, &methods.sha2_512_256},
    };
    size_t count = 0;

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char list[128];
        snprintf(list, sizeof list, "%s", all[i].list);
        for (char *name = strtok(list, ":"); name != NULL; name = strtok(NULL, ":")) {
            for (int lower = 0; lower < 2; lower++) {
                struct choice choice = chosen(name, NULL, NULL);
                EXPECT(choice.kind == all[i].kind && (const void *)choice.sha256 == all[i].method,
                       "%s", name);
                for (char *c = name; *c != '\0'; c++)
                    if (*c >= 'A' && *c <= 'Z')
                        *c = (char)(*c - 'A' + 'a');
            }
            count++;
        }
    }
    CU_ASSERT_EQUAL(count, names.count);
}

static void test_any_other_name_is_not(void)
{
    static const char *const others[] = {"",
                                         "MD5",
                                         "SHA1",
                                         "SHA-1",
                                         "SHA3-256",
                                         "SHA25",
                                         "SHA2567",
                                         "SHA2-25",
                                         "sha512-22",
                                         "SHA2-512/2240",
                                         "RSA-SHA256",
                                         "BLAKE2S256",
                                         "SHA256:",
                                         ":SHA256",
                                         "SHA2-256:SHA-256",
                                         "SHA256 ",
                                         "2.16.840.1.101.3.4.2.10"};

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        EXPECT(chosen(others[i], NULL, NULL).kind == CHOICE_OTHER, "'%s'", others[i]);
    CU_ASSERT_EQUAL(chosen(NULL, NULL, NULL).kind, CHOICE_OTHER);
}

static void test_a_query_that_asks_for_more_than_us_is_left_to_libcrypto(void)
{
    static const char *const ours[] = {"",
                                       " ",
                                       "provider=fastsha2",
                                       "?provider=fastsha2",
                                       " Provider = FASTSHA2 ",
                                       "? provider=fastsha2"};
    static const char *const others[] = {"provider=default",
                                         "?provider=default",
                                         "provider!=fastsha2",
                                         "-provider",
                                         "fips=yes",
                                         "provider=fastsha2,fips=yes",
                                         "provider=fastsha2x",
                                         "provider=fastsha",
                                         "provider",
                                         "provider=",
                                         "provider=fastsha2,",
                                         "!",
                                         "?",
                                         "??provider=fastsha2"};

    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        EXPECT(chosen("SHA256", ours[i], NULL).kind == CHOICE_SHA256, "'%s'", ours[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        EXPECT(chosen("SHA256", others[i], NULL).kind == CHOICE_OTHER, "'%s'", others[i]);
}

static void test_an_engine_is_left_to_libcrypto(void)
{
    CU_ASSERT_EQUAL(chosen("SHA256", NULL, "rdrand").kind, CHOICE_OTHER);
    CU_ASSERT_EQUAL(chosen("SHA256", "provider=fastsha2", "").kind, CHOICE_OTHER);
}

static void test_without_a_digest_the_choice_stays(void)
{
    OSSL_PARAM properties = text(OSSL_ALG_PARAM_PROPERTIES, "provider=default");
    struct choice choice = chosen("SHA2-384", NULL, NULL);

    CU_ASSERT_EQUAL(
        choice_read(&choice, &core, &names, &(struct choice_params){NULL, &properties, NULL}), 1);
    CU_ASSERT_EQUAL(choice.kind, CHOICE_SHA512);
    CU_ASSERT_PTR_EQUAL(choice.sha512, &methods.sha2_384);
}

static void test_a_parameter_that_is_no_text_is_an_error_that_names_it(void)
{
    for (size_t i = 0; i < 3; i++) {
        OSSL_PARAM all[] = {text(OSSL_ALG_PARAM_DIGEST, "SHA256"),
                            text(OSSL_ALG_PARAM_PROPERTIES, ""), text(CHOICE_ENGINE, "")};
        struct choice choice = {.kind = CHOICE_NONE};

        fake_core_open(&core, &fake);
        all[i].data_type = OSSL_PARAM_OCTET_STRING;
        CU_ASSERT_EQUAL(
            choice_read(&choice, &core, &names, &(struct choice_params){&all[0], &all[1], &all[2]}),
            0);
        CU_ASSERT_EQUAL(choice.kind, CHOICE_NONE);
        CU_ASSERT_EQUAL(fake.reason, REASON_BAD_PARAMETER);
        CU_ASSERT_PTR_NOT_NULL(strstr(fake.message, all[i].key));
    }
}

static void test_the_list_for_another_provider_holds_what_is_there(void)
{
    OSSL_PARAM digest = text(OSSL_ALG_PARAM_DIGEST, "MD5"), loaded = text(CHOICE_ENGINE, "e");
    OSSL_PARAM list[CHOICE_PARAMS];

    choice_params_list(&(struct choice_params){&digest, NULL, &loaded}, list);
    CU_ASSERT_STRING_EQUAL(list[0].key, digest.key);
    CU_ASSERT_PTR_EQUAL(list[0].data, digest.data);
    CU_ASSERT_STRING_EQUAL(list[1].key, loaded.key);
    CU_ASSERT_PTR_NULL(list[2].key);
}

static void test_sizes_are_those_of_ours_and_0_for_any_other(void)
{
    struct choice choice = chosen("SHA2-256/192", NULL, NULL);

    CU_ASSERT_EQUAL(choice_digest_size(&choice), 24);
    CU_ASSERT_EQUAL(choice_block_size(&choice), SHA256_BLOCK_SIZE);
    choice = chosen("SHA2-512/224", NULL, NULL);
    CU_ASSERT_EQUAL(choice_digest_size(&choice), 28);
    CU_ASSERT_EQUAL(choice_block_size(&choice), SHA512_BLOCK_SIZE);
    choice = chosen("MD5", NULL, NULL);
    CU_ASSERT_EQUAL(choice_digest_size(&choice), 0);
    CU_ASSERT_EQUAL(choice_block_size(&choice), 0);
}

int main(void)
{
    const struct preference none = {.count = 0};
    CU_TestInfo tests[] = {
        {"every name of ours in any case is ours", test_every_name_of_ours_in_any_case_is_ours},
        {"any other name is not", test_any_other_name_is_not},
        {"a query that asks for more than us is left to libcrypto",
         test_a_query_that_asks_for_more_than_us_is_left_to_libcrypto},
        {"an engine is left to libcrypto", test_an_engine_is_left_to_libcrypto},
        {"without a digest the choice stays", test_without_a_digest_the_choice_stays},
        {"a parameter that is no text is an error that names it",
         test_a_parameter_that_is_no_text_is_an_error_that_names_it},
        {"the list for another provider holds what is there",
         test_the_list_for_another_provider_holds_what_is_there},
        {"sizes are those of ours, and 0 for any other",
         test_sizes_are_those_of_ours_and_0_for_any_other},
        CU_TEST_INFO_NULL,
    };

    fake_core_open(&core, &fake);
    plan_open(&plans[0], &sha256_many_backends, &none, NULL, &sha256_backends.rows[0]);
    plan_open(&plans[1], &sha512_many_backends, &none, NULL, &sha512_backends.rows[0]);
    digest_methods_set(&methods, &core, &plans[0], &plans[1]);
    choice_names_set(&names, &methods);
    return suite_run("test_choice", tests);
}
