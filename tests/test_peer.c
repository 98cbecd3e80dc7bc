/* HMAC and PBKDF2 with digests that are not ours: whoever else is loaded serves them, however providers come and go. */
#include "foreign.h"
#include "providers.h"
#include "suite.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

static const unsigned char text[] =
    "what is authenticated by tests that care for who does it, and that is longer "
    "than one block of every digest which may be asked for here, at that";
static const unsigned char key[] = "a key";

static const char *const others[] = {"SHA1", "MD5", "SHA3-256", "SM3", "BLAKE2S-256", "RIPEMD160"};
enum { NOTHERS = sizeof others / sizeof others[0] };

static EVP_MAC *fetch_mac(OSSL_LIB_CTX *ctx)
{
    EVP_MAC *mac = EVP_MAC_fetch(ctx, "HMAC", OURS);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mac);
    return mac;
}

static EVP_KDF *fetch_kdf(OSSL_LIB_CTX *ctx)
{
    EVP_KDF *kdf = EVP_KDF_fetch(ctx, "PBKDF2", OURS);
    CU_ASSERT_PTR_NOT_NULL_FATAL(kdf);
    return kdf;
}

/* Returns 1, or 0 and leaves an error on the queue. */
static int begin_mac(EVP_MAC_CTX *ctx, const char *digest, const char *query)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)digest, 0),
        OSSL_PARAM_END,
        OSSL_PARAM_END,
    };

    if (query != NULL)
        params[1] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_PROPERTIES,
                                                     (char *)(uintptr_t)query, 0);
    return EVP_MAC_init(ctx, key, sizeof key, params);
}

static size_t end_mac(EVP_MAC_CTX *ctx, size_t head, unsigned char out[EVP_MAX_MD_SIZE])
{
    size_t size = 0;

    return EVP_MAC_update(ctx, text + head, sizeof text - head) &&
                   EVP_MAC_final(ctx, out, &size, EVP_MAX_MD_SIZE)
               ? size
               : 0;
}

/* The MAC's size, or 0. */
static size_t make_mac(EVP_MAC *mac, const char *digest, const char *query,
                       unsigned char out[EVP_MAX_MD_SIZE])
{
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    size_t size = ctx != NULL && begin_mac(ctx, digest, query) ? end_mac(ctx, 0, out) : 0;

    EVP_MAC_CTX_free(ctx);
    return size;
}

static int set_kdf(EVP_KDF_CTX *ctx, const char *digest)
{
    unsigned iterations = 3;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)(uintptr_t)digest, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)(uintptr_t)key, sizeof key),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)text, sizeof text),
        OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_END,
    };

    return EVP_KDF_CTX_set_params(ctx, params);
}

enum { KEY_SIZE = 50 };

static int make_key(EVP_KDF *kdf, const char *digest, unsigned char out[KEY_SIZE])
{
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    int done = ctx != NULL && set_kdf(ctx, digest) && EVP_KDF_derive(ctx, out, KEY_SIZE, NULL) > 0;

    EVP_KDF_CTX_free(ctx);
    return done;
}

/* What the default provider says, in a library context of its own. */
struct expected {
    unsigned char mac[EVP_MAX_MD_SIZE], key[KEY_SIZE];
    size_t mac_size;
};

static struct expected expect(const char *digest)
{
    struct library reference;
    struct expected want = {.mac_size = 0};

    CU_ASSERT_TRUE_FATAL(library_open(&reference, DEFAULT, NULL));
    EVP_MAC *mac = EVP_MAC_fetch(reference.ctx, "HMAC", NULL);
    EVP_KDF *kdf = EVP_KDF_fetch(reference.ctx, "PBKDF2", NULL);
    want.mac_size = make_mac(mac, digest, NULL, want.mac);
    CU_ASSERT_TRUE_FATAL(want.mac_size != 0 && make_key(kdf, digest, want.key));
    EVP_KDF_free(kdf);
    EVP_MAC_free(mac);
    library_close(&reference);
    return want;
}

static int is_mac(const struct expected *want, size_t size, const unsigned char *mac)
{
    return size == want->mac_size && memcmp(mac, want->mac, size) == 0;
}

static int mac_is_right(OSSL_LIB_CTX *ctx, const char *digest)
{
    struct expected want = expect(digest);
    unsigned char got[EVP_MAX_MD_SIZE];
    EVP_MAC *mac = fetch_mac(ctx);
    int right = is_mac(&want, make_mac(mac, digest, NULL, got), got);

    EVP_MAC_free(mac);
    return right;
}

static int key_is_right(OSSL_LIB_CTX *ctx, const char *digest)
{
    struct expected want = expect(digest);
    unsigned char got[KEY_SIZE];
    EVP_KDF *kdf = fetch_kdf(ctx);
    int right = make_key(kdf, digest, got) && memcmp(got, want.key, KEY_SIZE) == 0;

    EVP_KDF_free(kdf);
    return right;
}

/* With SHA-1, which is not ours: no answer, and an error that says so. */
static void others_are_refused(OSSL_LIB_CTX *ctx)
{
    unsigned char out[EVP_MAX_MD_SIZE];
    EVP_MAC *mac = fetch_mac(ctx);
    EVP_KDF *kdf = fetch_kdf(ctx);
    char errors[1000];

    ERR_clear_error();
    CU_ASSERT_EQUAL(make_mac(mac, "SHA1", NULL, out), 0);
    CU_ASSERT_TRUE(take_errors(errors, sizeof errors) > 0);
    CU_ASSERT_TRUE(strlen(errors) > 10);
    CU_ASSERT_FALSE(make_key(kdf, "SHA1", out));
    CU_ASSERT_TRUE(take_errors(errors, sizeof errors) > 0);
    CU_ASSERT_TRUE(strlen(errors) > 10);
    EVP_KDF_free(kdf);
    EVP_MAC_free(mac);
}

static void all_are_right(OSSL_LIB_CTX *ctx)
{
    CU_ASSERT_TRUE(mac_is_right(ctx, "SHA256"));
    CU_ASSERT_TRUE(key_is_right(ctx, "SHA512"));
    for (size_t i = 0; i < NOTHERS; i++) {
        CU_ASSERT_TRUE(mac_is_right(ctx, others[i]));
        CU_ASSERT_TRUE(key_is_right(ctx, others[i]));
    }
}

static void digests_of_others_are_served_in_any_order_of_loading(void)
{
    for (int ours_first = 0; ours_first < 2; ours_first++) {
        OSSL_LIB_CTX *ctx = OSSL_LIB_CTX_new();
        OSSL_PROVIDER *first = OSSL_PROVIDER_load(ctx, ours_first ? "fastsha2" : "default");
        OSSL_PROVIDER *second = OSSL_PROVIDER_load(ctx, ours_first ? "default" : "fastsha2");
        CU_ASSERT_TRUE_FATAL(first != NULL && second != NULL);
        ERR_clear_error();
        all_are_right(ctx);
        CU_ASSERT_EQUAL(ERR_peek_error(), 0);
        OSSL_PROVIDER_unload(first);
        OSSL_PROVIDER_unload(second);
        OSSL_LIB_CTX_free(ctx);
    }
}

static void without_another_provider_there_is_an_error_until_one_is_loaded(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    EVP_MAC *mac = fetch_mac(library.ctx);
    EVP_MAC_CTX *waiting = EVP_MAC_CTX_new(mac);
    struct expected want = expect("SHA1");
    unsigned char got[EVP_MAX_MD_SIZE];

    others_are_refused(library.ctx);
    CU_ASSERT_TRUE(mac_is_right(library.ctx, "SHA256"));
    CU_ASSERT_TRUE(key_is_right(library.ctx, "SHA512"));
    CU_ASSERT_FALSE(begin_mac(waiting, "SHA1", NULL));
    library.theirs = OSSL_PROVIDER_load(library.ctx, "default");
    CU_ASSERT_PTR_NOT_NULL_FATAL(library.theirs);
    all_are_right(library.ctx);
    CU_ASSERT_TRUE(begin_mac(waiting, "SHA1", NULL));
    CU_ASSERT_TRUE(is_mac(&want, end_mac(waiting, 0, got), got));
    EVP_MAC_CTX_free(waiting);
    EVP_MAC_free(mac);
    library_close(&library);
}

static void unload(OSSL_PROVIDER **provider)
{
    CU_ASSERT_TRUE(OSSL_PROVIDER_unload(*provider));
    *provider = NULL;
}

static void a_message_ends_after_the_other_provider_was_unloaded(void)
{
    struct library library;

    for (size_t i = 0; i < NOTHERS; i++) {
        struct expected want = expect(others[i]);
        unsigned char got[EVP_MAX_MD_SIZE];
        CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
        EVP_MAC *mac = fetch_mac(library.ctx);
        EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac), *copy;
        CU_ASSERT_TRUE(begin_mac(ctx, others[i], NULL) && EVP_MAC_update(ctx, text, 70));
        unload(&library.theirs);
        copy = EVP_MAC_CTX_dup(ctx);
        CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
        CU_ASSERT_TRUE(is_mac(&want, end_mac(ctx, 70, got), got));
        EVP_MAC_CTX_free(ctx);
        CU_ASSERT_TRUE(is_mac(&want, end_mac(copy, 70, got), got));
        CU_ASSERT_TRUE(EVP_MAC_init(copy, NULL, 0, NULL)); /* again, with the same key */
        CU_ASSERT_TRUE(is_mac(&want, end_mac(copy, 0, got), got));
        EVP_MAC_free(mac);
        if (i % 2 == 0) /* and the context may even be the last of all */
            unload(&library.ours);
        EVP_MAC_CTX_free(copy);
        library_close(&library);
    }
    ERR_clear_error();
}

static void a_key_is_derived_after_the_other_provider_was_unloaded(void)
{
    struct library library;
    struct expected want = expect("SM3");
    unsigned char got[KEY_SIZE];

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    EVP_KDF *kdf = fetch_kdf(library.ctx);
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(kdf);
    CU_ASSERT_TRUE(set_kdf(ctx, "SM3"));
    unload(&library.theirs);
    CU_ASSERT_TRUE(EVP_KDF_derive(ctx, got, KEY_SIZE, NULL) == 1);
    CU_ASSERT_EQUAL(memcmp(got, want.key, KEY_SIZE), 0);
    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
    library_close(&library);
}

/* The contexts hold nothing longer than they live: what was unloaded is gone, and can be loaded again. */
static void providers_come_and_go(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    for (int round = 0; round < 5; round++) {
        all_are_right(library.ctx);
        unload(&library.theirs);
        others_are_refused(library.ctx);
        CU_ASSERT_TRUE(mac_is_right(library.ctx, "SHA256"));
        if (round % 2 == 1) {
            unload(&library.ours);
            library.ours = OSSL_PROVIDER_load(library.ctx, "fastsha2");
            CU_ASSERT_PTR_NOT_NULL_FATAL(library.ours);
        }
        library.theirs = OSSL_PROVIDER_load(library.ctx, "default");
        CU_ASSERT_PTR_NOT_NULL_FATAL(library.theirs);
    }
    library_close(&library);
}

static void libraries_have_others_of_their_own(void)
{
    struct library with, without, later;

    CU_ASSERT_TRUE_FATAL(library_open(&with, BOTH, NULL));
    CU_ASSERT_TRUE_FATAL(library_open(&without, FASTSHA2, NULL));
    CU_ASSERT_TRUE_FATAL(library_open(&later, FASTSHA2, NULL));
    all_are_right(with.ctx);
    others_are_refused(without.ctx);
    others_are_refused(later.ctx);
    later.theirs = OSSL_PROVIDER_load(later.ctx, "default");
    unload(&with.theirs);
    others_are_refused(with.ctx);
    others_are_refused(without.ctx);
    all_are_right(later.ctx);
    library_close(&later);
    others_are_refused(with.ctx);
    library_close(&without);
    library_close(&with);
}

/* As is seen when it is not there. "?provider=default" is handed to it as well, and then finds nothing, where the
   default provider's HMAC would find our digest: a wish that is not granted is refused. */
static void a_query_for_the_default_provider_is_handed_to_it(void)
{
    static const char *const queries[] = {THEIRS, "provider!=fastsha2"};
    struct library library;
    struct expected want = expect("SHA256");
    unsigned char got[EVP_MAX_MD_SIZE];

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    EVP_MAC *mac = fetch_mac(library.ctx);
    for (size_t i = 0; i < 2; i++)
        CU_ASSERT_TRUE(is_mac(&want, make_mac(mac, "SHA256", queries[i], got), got));
    unload(&library.theirs);
    for (size_t i = 0; i < 2; i++)
        CU_ASSERT_EQUAL(make_mac(mac, "SHA256", queries[i], got), 0);
    ERR_clear_error();
    EVP_MAC_free(mac);
    library_close(&library);
}

static void who_asks_for_fips_never_gets_ours(void)
{
    static const char *const queries[] = {"fips=yes", OURS ",fips=yes", PREFER_OURS ",fips=yes"};
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        CU_ASSERT_PTR_NULL(EVP_MAC_fetch(library.ctx, "HMAC", queries[i]));
        CU_ASSERT_PTR_NULL(EVP_KDF_fetch(library.ctx, "PBKDF2", queries[i]));
    }
    CU_ASSERT_TRUE(EVP_set_default_properties(library.ctx, "fips=yes"));
    CU_ASSERT_PTR_NULL(EVP_MAC_fetch(library.ctx, "HMAC", NULL));
    CU_ASSERT_PTR_NULL(EVP_KDF_fetch(library.ctx, "PBKDF2", OURS));
    ERR_clear_error();
    library_close(&library);
}

/* RFC 2104, with a key shorter than a block. */
static void hmac_by_definition(const EVP_MD *md, unsigned char out[EVP_MAX_MD_SIZE])
{
    unsigned char message[64 + sizeof text] = {0};

    memcpy(message, key, sizeof key);
    for (size_t i = 0; i < 64; i++)
        message[i] ^= 0x36;
    memcpy(message + 64, text, sizeof text);
    CU_ASSERT_EQUAL(hash(md, message, sizeof message, out), 32);
    for (size_t i = 0; i < 64; i++)
        message[i] ^= 0x36 ^ 0x5c;
    memcpy(message + 64, out, 32);
    CU_ASSERT_EQUAL(hash(md, message, 64 + 32, out), 32);
}

static void a_digest_of_a_third_provider_is_served(void)
{
    struct library library;
    unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE], keys[2][KEY_SIZE];

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    EVP_MAC *mac = fetch_mac(library.ctx);
    CU_ASSERT_EQUAL(make_mac(mac, "FOO-256", NULL, got), 0);
    CU_ASSERT_TRUE(OSSL_PROVIDER_add_builtin(library.ctx, "foreign", foreign_digest_init));
    OSSL_PROVIDER *foreign = OSSL_PROVIDER_load(library.ctx, "foreign");
    CU_ASSERT_PTR_NOT_NULL_FATAL(foreign);
    EVP_MD *md = EVP_MD_fetch(library.ctx, "FOO-256", NULL);
    hmac_by_definition(md, want);
    CU_ASSERT_EQUAL(make_mac(mac, "FOO-256", NULL, got), 32);
    CU_ASSERT_EQUAL(memcmp(got, want, 32), 0);
    EVP_KDF *ours = fetch_kdf(library.ctx), *theirs = EVP_KDF_fetch(library.ctx, "PBKDF2", THEIRS);
    CU_ASSERT_TRUE(make_key(ours, "FOO-256", keys[0]) && make_key(theirs, "FOO-256", keys[1]));
    CU_ASSERT_EQUAL(memcmp(keys[0], keys[1], KEY_SIZE), 0);
    EVP_KDF_free(theirs);
    EVP_KDF_free(ours);
    EVP_MD_free(md);
    EVP_MAC_free(mac);
    OSSL_PROVIDER_unload(foreign);
    ERR_clear_error();
    library_close(&library);
}

/* A provider that is in the child because it is in the parent, and one that is in the child alone. */
static void child_library_contexts_are_served(void)
{
    for (int in_child = 0; in_child < 2; in_child++) {
        struct library parent;
        OSSL_PROVIDER *ours = NULL;
        CU_ASSERT_TRUE_FATAL(library_open(&parent, in_child ? DEFAULT : BOTH, NULL));
        CU_ASSERT_TRUE(OSSL_PROVIDER_add_builtin(parent.ctx, "parent", foreign_parent_init));
        OSSL_PROVIDER *foreign = OSSL_PROVIDER_load(parent.ctx, "parent");
        CU_ASSERT_TRUE_FATAL(foreign != NULL && foreign_child() != NULL);
        if (in_child) {
            ours = OSSL_PROVIDER_load(foreign_child(), "fastsha2");
            CU_ASSERT_PTR_NOT_NULL_FATAL(ours);
        } else {
            all_are_right(parent.ctx);
        }
        all_are_right(foreign_child());
        unload(&parent.theirs);
        others_are_refused(foreign_child());
        parent.theirs = OSSL_PROVIDER_load(parent.ctx, "default");
        all_are_right(foreign_child());
        if (ours != NULL)
            OSSL_PROVIDER_unload(ours);
        OSSL_PROVIDER_unload(foreign);
        ERR_clear_error();
        library_close(&parent);
        CU_ASSERT_PTR_NULL(foreign_child());
    }
}

/* Threads. CUnit is not for them: they count. */

enum { NTHREADS = 8, NLOADERS = 2, ROUNDS = 50, ROUNDS_MAX = 50000 };

struct thread_arguments {
    pthread_t thread;
    OSSL_LIB_CTX *ctx;
    const struct expected *sha1, *sha256;
    /* The others go on until the loaders have ended, and they until some were served: on a busy machine the first may
       come late. */
    atomic_int *over, *served;
    int asked, wrong;
};

static void *load_and_unload(void *arguments)
{
    struct thread_arguments *a = arguments;

    for (int round = 0; round < ROUNDS || (atomic_load(a->served) == 0 && round < ROUNDS_MAX);
         round++) {
        OSSL_PROVIDER *provider = OSSL_PROVIDER_load(a->ctx, "default");
        usleep(500);
        a->wrong += provider == NULL || !OSSL_PROVIDER_unload(provider);
        usleep(500);
    }
    return NULL;
}

/* SHA-1 may be refused, for there may be nobody who has it; but what is begun is ended, and right. */
static void *authenticate(void *arguments)
{
    struct thread_arguments *a = arguments;
    EVP_MAC *mac = EVP_MAC_fetch(a->ctx, "HMAC", OURS);

    while (!atomic_load(a->over)) {
        unsigned char got[EVP_MAX_MD_SIZE];
        EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac), *copy = NULL;
        if (ctx == NULL) {
            a->wrong++;
            break;
        }
        a->asked++;
        if (begin_mac(ctx, "SHA1", NULL)) {
            atomic_fetch_add(a->served, 1);
            copy = EVP_MAC_CTX_dup(ctx);
            a->wrong += copy == NULL || !is_mac(a->sha1, end_mac(copy, 0, got), got) ||
                        !is_mac(a->sha1, end_mac(ctx, 0, got), got);
        }
        a->wrong +=
            !begin_mac(ctx, "SHA256", NULL) || !is_mac(a->sha256, end_mac(ctx, 0, got), got);
        EVP_MAC_CTX_free(copy);
        EVP_MAC_CTX_free(ctx);
    }
    EVP_MAC_free(mac);
    return NULL;
}

static void threads_authenticate_while_others_load_and_unload(void)
{
    struct thread_arguments threads[NTHREADS];
    struct expected sha1 = expect("SHA1"), sha256 = expect("SHA256");
    struct library library;
    atomic_int over = 0, served = 0;
    int asked = 0;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    for (int i = 0; i < NTHREADS; i++) {
        threads[i] = (struct thread_arguments){
            .ctx = library.ctx, .sha1 = &sha1, .sha256 = &sha256, .over = &over, .served = &served};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i].thread, NULL,
                                             i < NLOADERS ? load_and_unload : authenticate,
                                             &threads[i]),
                              0);
    }
    for (int i = 0; i < NTHREADS; i++) {
        atomic_store(&over, i >= NLOADERS);
        CU_ASSERT_EQUAL(pthread_join(threads[i].thread, NULL), 0);
        CU_ASSERT_EQUAL(threads[i].wrong, 0);
        asked += threads[i].asked;
    }
    printf("(%d of %d with SHA-1) ", atomic_load(&served), asked);
    CU_ASSERT_TRUE(atomic_load(&served) > 0);
    library_close(&library);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"digests of others are served in any order of loading",
         digests_of_others_are_served_in_any_order_of_loading},
        {"without another provider there is an error until one is loaded",
         without_another_provider_there_is_an_error_until_one_is_loaded},
        {"a message ends after the other provider was unloaded",
         a_message_ends_after_the_other_provider_was_unloaded},
        {"a key is derived after the other provider was unloaded",
         a_key_is_derived_after_the_other_provider_was_unloaded},
        {"providers come and go", providers_come_and_go},
        {"libraries have others of their own", libraries_have_others_of_their_own},
        {"a query for the default provider is handed to it",
         a_query_for_the_default_provider_is_handed_to_it},
        {"who asks for fips never gets ours", who_asks_for_fips_never_gets_ours},
        {"a digest of a third provider is served", a_digest_of_a_third_provider_is_served},
        {"child library contexts are served", child_library_contexts_are_served},
        {"threads authenticate while others load and unload",
         threads_authenticate_while_others_load_and_unload},
        CU_TEST_INFO_NULL,
    };

    alarm(300); /* a deadlock ends with a signal rather than never */
    return suite_run("peer", tests);
}
