/* The provider as libcrypto's core sees it: parameters, configuration, loading and unloading,
   threads, forks, property queries, and algorithms of other providers that fetch a digest. */
#include "providers.h"
#include "suite.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

static const char text[] =
    "what is hashed by tests that care for the provider rather than for the digest: "
    "more than one block of either kind, so that its compressor runs in an update, "
    "and more than two of the smaller";

/* Whether a digest of this name, in this context and under this query, is ours and right. */
static int hashes_right(OSSL_LIB_CTX *ctx, const struct algorithm *algorithm, const char *query)
{
    unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
    struct library reference;
    EVP_MD *md = EVP_MD_fetch(ctx, algorithm->name, query);
    int right = is_from(md, "fastsha2") && hash(md, text, sizeof text, got) == algorithm->size;

    EVP_MD_free(md);
    right = right && library_open(&reference, DEFAULT, NULL);
    right = right && expected(&reference, algorithm, text, sizeof text, want) == algorithm->size;
    library_close(&reference);
    return right && memcmp(got, want, algorithm->size) == 0;
}

static void all_hash_right(OSSL_LIB_CTX *ctx)
{
    FOR_EACH_ALGORITHM (algorithm)
        CU_ASSERT_TRUE(hashes_right(ctx, algorithm, OURS));
}

/* Parameters */

static void parameters_are_answered_one_at_a_time_and_together(void)
{
    struct library library;
    char *name = NULL, *version = NULL, *buildinfo = NULL, *sha256 = NULL, *sha512 = NULL;
    char *unknown = NULL;
    int status = 7;
    OSSL_PARAM all[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, &name, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, &version, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, &buildinfo, 0),
        OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, &status),
        OSSL_PARAM_utf8_ptr("sha256-backend", &sha256, 0),
        OSSL_PARAM_utf8_ptr("sha512-backend", &sha512, 0),
        OSSL_PARAM_utf8_ptr("of-no-provider", &unknown, 0),
        OSSL_PARAM_END,
    };
    enum { KNOWN = 6 };

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    for (size_t i = 0; i <= KNOWN; i++) {
        OSSL_PARAM one[] = {all[i], OSSL_PARAM_END};
        CU_ASSERT_TRUE(OSSL_PROVIDER_get_params(library.ours, one));
        CU_ASSERT_EQUAL(OSSL_PARAM_modified(one), i < KNOWN);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(buildinfo);
    char *buildinfo_alone = buildinfo;
    name = version = buildinfo = sha256 = sha512 = NULL;
    status = 7;
    CU_ASSERT_TRUE_FATAL(OSSL_PROVIDER_get_params(library.ours, all));
    CU_ASSERT_PTR_NULL(unknown);
    CU_ASSERT_FALSE(OSSL_PARAM_modified(&all[KNOWN]));

    int dots = 0;
    CU_ASSERT_STRING_EQUAL(name, "fastsha2");
    for (const char *c = version; *c != '\0'; c++)
        dots += *c == '.';
    CU_ASSERT_TRUE(dots >= 2);
    CU_ASSERT_EQUAL(status, 1);
    CU_ASSERT_STRING_EQUAL(buildinfo, buildinfo_alone);
    char rows[100];
    snprintf(rows, sizeof rows, "sha256=%s sha512=%s", sha256, sha512);
    CU_ASSERT_PTR_NOT_NULL(strstr(buildinfo, rows));

    int named = 0;
    const OSSL_PARAM *gettable = OSSL_PROVIDER_gettable_params(library.ours);
    CU_ASSERT_PTR_NOT_NULL_FATAL(gettable);
    for (; gettable->key != NULL; gettable++)
        for (size_t i = 0; i < KNOWN; i++)
            named +=
                strcmp(gettable->key, all[i].key) == 0 && gettable->data_type == all[i].data_type;
    CU_ASSERT_EQUAL(named, KNOWN);
    library_close(&library);
}

static void other_operations_are_left_to_other_providers(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    for (int operation = OSSL_OP_DIGEST; operation <= 40; operation++) {
        int no_cache = 7;
        const OSSL_ALGORITHM *offered =
            OSSL_PROVIDER_query_operation(library.ours, operation, &no_cache);
        CU_ASSERT_EQUAL(offered != NULL, operation == OSSL_OP_DIGEST || operation == OSSL_OP_MAC ||
                                             operation == OSSL_OP_KDF);
        OSSL_PROVIDER_unquery_operation(library.ours, operation, offered);
    }
    library_close(&library);
}

static void the_self_test_passes(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    CU_ASSERT_EQUAL(OSSL_PROVIDER_self_test(library.ours), 1);
    all_hash_right(library.ctx);
    library_close(&library);
}

/* Configuration. The allowed names are known from what the provider says to a wrong one. */

struct key {
    const char *name;
    const struct algorithm *algorithm; /* one that its row computes */
};
static const struct key keys[] = {{"sha256-backend", &algorithms[1]},
                                  {"sha512-backend", &algorithms[4]}};
#define FOR_EACH_KEY(key) for (const struct key *key = keys; key < keys + 2; key++)

/* The row that a value gives, "" if it fails the load, after a digest was made with it. */
static const char *row_for(const struct key *key, const char *value, char row[40])
{
    struct library library;
    char section[200] = "";

    if (value != NULL)
        snprintf(section, sizeof section, "%s = %s", key->name, value);
    row[0] = '\0';
    if (library_open(&library, FASTSHA2, value == NULL ? NULL : section)) {
        snprintf(row, 40, "%s", library_ask(&library, key->name));
        CU_ASSERT_TRUE(hashes_right(library.ctx, key->algorithm, NULL));
        const char *other = key == keys ? keys[1].name : keys[0].name;
        char *other_row = strdup(library_ask(&library, other));
        library_close(&library);
        CU_ASSERT_TRUE(library_open(&library, FASTSHA2, NULL));
        CU_ASSERT_STRING_EQUAL(other_row, library_ask(&library, other)); /* untouched */
        free(other_row);
    }
    library_close(&library);
    return row;
}

enum { MAX_ROWS = 32 };

/* Fills in the names that the error message to a wrong value lists; returns their number. */
static size_t allowed_names(const struct key *key, char names[MAX_ROWS][40])
{
    struct library library;
    char section[100], errors[2000];
    size_t n = 0;

    snprintf(section, sizeof section, "%s = of-no-processor", key->name);
    CU_ASSERT_FALSE(library_open(&library, FASTSHA2, section));
    take_errors(errors, sizeof errors);
    library_close(&library);
    const char *list = strstr(errors, "commas: ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    list += strlen("commas: ");
    while (n < MAX_ROWS && *list != '\n' && *list != '\0') {
        size_t size = strcspn(list, ",\n");
        snprintf(names[n++], 40, "%.*s", (int)size, list);
        list += size;
        list += strspn(list, ", ");
    }
    return n;
}

static void each_name_gives_its_row_or_is_skipped(void)
{
    FOR_EACH_KEY (key) {
        char names[MAX_ROWS][40], row[40], automatic[40];
        int runnable = 0, found = 0;
        size_t n = allowed_names(key, names);
        CU_ASSERT_TRUE(n >= 2);
        row_for(key, NULL, automatic);
        for (size_t i = 0; i < n; i++) {
            row_for(key, names[i], row);
            CU_ASSERT_TRUE(strcmp(row, names[i]) == 0 || strcmp(row, "portable") == 0);
            runnable += strcmp(row, names[i]) == 0;
            found += strcmp(automatic, names[i]) == 0 && strcmp(row, names[i]) == 0;
        }
        CU_ASSERT_EQUAL(found, 1);
        CU_ASSERT_STRING_EQUAL(row_for(key, "portable", row), "portable");
        printf("(%s: %d of %zu) ", key->name, runnable, n);
    }
}

static void a_list_gives_its_first_row_that_runs_here(void)
{
    FOR_EACH_KEY (key) {
        char names[MAX_ROWS][40], alone[MAX_ROWS][40], value[100], row[40];
        size_t n = allowed_names(key, names);
        for (size_t i = 0; i < n; i++)
            row_for(key, names[i], alone[i]);
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                if (i == j)
                    continue;
                int first_runs = strcmp(alone[i], names[i]) == 0;
                snprintf(value, sizeof value, i % 2 ? "%s,%s" : "%s \t,  %s", names[i], names[j]);
                CU_ASSERT_STRING_EQUAL(row_for(key, value, row), alone[first_runs ? i : j]);
            }
        }
    }
}

static void a_wrong_value_fails_the_load_with_one_message(void)
{
    static const struct {
        const char *value, *culprit;
    } wrong[] = {
        {"of-no-processor", "'of-no-processor'"},
        {"PORTABLE", "'PORTABLE'"},
        {"portables", "'portables'"},
        {"port", "'port'"},
        {"portable avx2", "'portable avx2'"},
        {"portable;avx2", "'portable;avx2'"},
        {"", "''"},
        {",", "''"},
        {"portable,", "''"},
        {",portable", "''"},
        {"portable,,avx2", "''"},
        {"portable, portable", "'portable'"},
        {"portable, avx2, portable", "'portable'"},
        {"avx2, nonsense", "'nonsense'"},
    };

    FOR_EACH_KEY (key) {
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            struct library library;
            char section[200], errors[4000], shown[120];
            snprintf(section, sizeof section, "%s = %s", key->name, wrong[i].value);
            ERR_clear_error();
            CU_ASSERT_FALSE(library_open(&library, FASTSHA2, section));
            CU_ASSERT_PTR_NULL(library.ours);
            take_errors(errors, sizeof errors);
            snprintf(shown, sizeof shown, "%s = %s:", key->name, wrong[i].value);
            const char *message = strstr(errors, shown);
            CU_ASSERT_PTR_NOT_NULL_FATAL(message);
            CU_ASSERT_PTR_NULL(strstr(message + 1, key->name)); /* one message */
            CU_ASSERT_PTR_NOT_NULL(strstr(message, wrong[i].culprit));
            CU_ASSERT_PTR_NOT_NULL(strstr(message, "allowed are, separated by commas: "));
            CU_ASSERT_PTR_NOT_NULL(strstr(message, "portable, "));
            library_close(&library);
        }
    }
}

/* Whatever else stands in the section, now or in later OpenSSL versions, is not ours to judge. */
static void other_keys_of_the_section_are_no_error(void)
{
    struct library library;

    CU_ASSERT_TRUE(library_open(&library, FASTSHA2, "comment = none\nsha256-backends = x"));
    all_hash_right(library.ctx);
    library_close(&library);
}

static void libraries_choose_for_themselves(void)
{
    struct library plain, automatic, half;

    CU_ASSERT_TRUE_FATAL(
        library_open(&plain, FASTSHA2, "sha256-backend = portable\nsha512-backend = portable"));
    CU_ASSERT_TRUE_FATAL(library_open(&automatic, BOTH, NULL));
    CU_ASSERT_TRUE_FATAL(library_open(&half, FASTSHA2, "sha512-backend = portable"));
    CU_ASSERT_STRING_EQUAL(library_ask(&plain, "buildinfo"), "sha256=portable sha512=portable");
    CU_ASSERT_STRING_EQUAL(library_ask(&half, "sha512-backend"), "portable");
    CU_ASSERT_STRING_EQUAL(library_ask(&half, "sha256-backend"),
                           library_ask(&automatic, "sha256-backend"));
    all_hash_right(plain.ctx);
    all_hash_right(automatic.ctx);
    all_hash_right(half.ctx);
    library_close(&plain);
    all_hash_right(automatic.ctx);
    library_close(&automatic);
    all_hash_right(half.ctx);
    library_close(&half);
}

/* Life */

static void loading_leaves_no_error_on_the_queue(void)
{
    struct library library;

    ERR_clear_error();
    CU_ASSERT_TRUE(library_open(&library, BOTH, NULL));
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
    library_close(&library);
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
}

static void it_loads_again_and_again(void)
{
    OSSL_LIB_CTX *ctx = OSSL_LIB_CTX_new();
    unsigned char digest[EVP_MAX_MD_SIZE];

    for (int i = 0; i < 100; i++) {
        OSSL_PROVIDER *provider = OSSL_PROVIDER_load(ctx, "fastsha2");
        CU_ASSERT_PTR_NOT_NULL_FATAL(provider);
        EVP_MD *md = EVP_MD_fetch(ctx, "SHA512-256", NULL);
        CU_ASSERT_TRUE(is_from(md, "fastsha2"));
        CU_ASSERT_EQUAL(hash(md, text, sizeof text, digest), 32);
        EVP_MD_free(md);
        CU_ASSERT_TRUE(OSSL_PROVIDER_unload(provider));
    }
    OSSL_LIB_CTX_free(ctx);
}

static void a_digest_outlives_the_unloading_of_its_provider(void)
{
    unsigned char digest[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];

    FOR_EACH_ALGORITHM (algorithm) {
        struct library library;
        CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
        CU_ASSERT_EQUAL(expected(&library, algorithm, text, sizeof text, want), algorithm->size);
        EVP_MD *md = EVP_MD_fetch(library.ctx, algorithm->name, OURS);
        EVP_MD_CTX *ctx = EVP_MD_CTX_new();
        CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, md, NULL));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, text, 10));
        CU_ASSERT_TRUE(OSSL_PROVIDER_unload(library.ours));
        library.ours = NULL;
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, text + 10, sizeof text - 10));
        CU_ASSERT_TRUE(EVP_DigestFinal_ex(ctx, digest, NULL));
        CU_ASSERT_EQUAL(memcmp(digest, want, algorithm->size), 0);
        EVP_MD_CTX_free(ctx);
        CU_ASSERT_EQUAL(hash(md, text, sizeof text, digest), algorithm->size);
        CU_ASSERT_EQUAL(memcmp(digest, want, algorithm->size), 0);
        EVP_MD_free(md);
        library_close(&library);
    }
}

static void a_message_is_finished_on_both_sides_of_a_fork(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    fflush(stdout);
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char digest[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
        CU_ASSERT_EQUAL(expected(&library, algorithm, text, sizeof text, want), algorithm->size);
        EVP_MD *md = EVP_MD_fetch(library.ctx, algorithm->name, OURS);
        EVP_MD_CTX *ctx = EVP_MD_CTX_new();
        CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, md, NULL));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, text, 100));
        pid_t child = fork();
        int same = EVP_DigestUpdate(ctx, text + 100, sizeof text - 100) &&
                   EVP_DigestFinal_ex(ctx, digest, NULL) &&
                   memcmp(digest, want, algorithm->size) == 0 &&
                   hash(md, text, sizeof text, digest) == algorithm->size &&
                   memcmp(digest, want, algorithm->size) == 0;
        if (child == 0)
            _exit(same ? 0 : 1);
        int status = -1;
        CU_ASSERT_TRUE(same);
        CU_ASSERT_TRUE(child > 0 && waitpid(child, &status, 0) == child);
        CU_ASSERT_EQUAL(status, 0);
        EVP_MD_CTX_free(ctx);
        EVP_MD_free(md);
    }
    library_close(&library);
}

/* Threads. CUnit is not for them: they count. */

enum { NTHREADS = 8, ROUNDS = 12 };

struct thread_arguments {
    pthread_t thread;
    int number;
    int wrong;
    unsigned char (*want)[EVP_MAX_MD_SIZE];
    OSSL_LIB_CTX *shared; /* or NULL for a library context of its own, once a round */
};

static int hash_all_in(OSSL_LIB_CTX *ctx, unsigned char (*want)[EVP_MAX_MD_SIZE])
{
    int wrong = 0;

    for (int i = 0; i < NALGORITHMS; i++) {
        unsigned char digest[EVP_MAX_MD_SIZE];
        EVP_MD *md = EVP_MD_fetch(ctx, algorithms[i].name, OURS);
        wrong += !is_from(md, "fastsha2") ||
                 hash(md, text, sizeof text, digest) != algorithms[i].size ||
                 memcmp(digest, want[i], algorithms[i].size) != 0;
        EVP_MD_free(md);
    }
    return wrong;
}

static void *thread_main(void *arguments)
{
    struct thread_arguments *a = arguments;
    static const char *const sections[] = {NULL, "sha256-backend = portable",
                                           "sha512-backend = portable"};

    for (int round = 0; round < ROUNDS; round++) {
        if (a->shared != NULL) {
            a->wrong += hash_all_in(a->shared, a->want);
            continue;
        }
        struct library own;
        const char *section = sections[(a->number + round) % 3];
        if (!library_open(&own, FASTSHA2, section)) {
            a->wrong++;
        } else {
            a->wrong += hash_all_in(own.ctx, a->want);
            if (section != NULL) {
                char key[sizeof "sha256-backend"];
                snprintf(key, sizeof key, "%s", section);
                a->wrong += strcmp(library_ask(&own, key), "portable") != 0;
            }
        }
        library_close(&own);
    }
    return NULL;
}

static void run_threads(OSSL_LIB_CTX *shared)
{
    static unsigned char want[NALGORITHMS][EVP_MAX_MD_SIZE];
    struct thread_arguments threads[NTHREADS];
    struct library reference;

    CU_ASSERT_TRUE_FATAL(library_open(&reference, DEFAULT, NULL));
    for (int i = 0; i < NALGORITHMS; i++)
        expected(&reference, &algorithms[i], text, sizeof text, want[i]);
    library_close(&reference);
    for (int i = 0; i < NTHREADS; i++) {
        threads[i] = (struct thread_arguments){.number = i, .want = want, .shared = shared};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i].thread, NULL, thread_main, &threads[i]),
                              0);
    }
    for (int i = 0; i < NTHREADS; i++) {
        CU_ASSERT_EQUAL(pthread_join(threads[i].thread, NULL), 0);
        CU_ASSERT_EQUAL(threads[i].wrong, 0);
    }
}

static void threads_load_and_unload_for_themselves(void)
{
    run_threads(NULL);
}

static void threads_share_one_provider(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    run_threads(library.ctx);
    library_close(&library);
}

/* Property queries */

static void property_queries_tell_the_providers_apart(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    FOR_EACH_ALGORITHM (algorithm) {
        static const struct {
            const char *query, *provider; /* NULL: none answers */
        } queries[] = {
            {OURS, "fastsha2"},
            {PREFER_OURS, "fastsha2"},
            {THEIRS, "default"},
            {"?provider=default", "default"},
            {"fips=yes", NULL},
            {"provider=fastsha2,fips=yes", NULL},
            {"provider!=fastsha2", "default"},
            {"-fips,provider=fastsha2", "fastsha2"},
        };
        EVP_MD *theirs = EVP_MD_fetch(library.ctx, algorithm->name, THEIRS);
        for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
            const char *want = queries[i].provider;
            if (want != NULL && strcmp(want, "default") == 0 && theirs == NULL)
                continue; /* an older libcrypto has no SHA-256/192 */
            EVP_MD *md = EVP_MD_fetch(library.ctx, algorithm->name, queries[i].query);
            CU_ASSERT_EQUAL(is_from(md, want == NULL ? "fastsha2" : want), want != NULL);
            EVP_MD_free(md);
        }
        EVP_MD_free(theirs);
    }
    ERR_clear_error();
    library_close(&library);
}

static void a_default_query_serves_old_programs(void)
{
    static const struct {
        const EVP_MD *(*get)(void);
        size_t algorithm;
    } legacy[] = {
        {EVP_sha224, 0}, {EVP_sha256, 1},     {EVP_sha384, 3},
        {EVP_sha512, 4}, {EVP_sha512_224, 5}, {EVP_sha512_256, 6},
    };
    enum { NLEGACY = sizeof legacy / sizeof legacy[0] };
    OSSL_PROVIDER *ours = OSSL_PROVIDER_load(NULL, "fastsha2"), *theirs = NULL;
    struct library reference;

    CU_ASSERT_PTR_NOT_NULL_FATAL(ours);
    CU_ASSERT_TRUE_FATAL(library_open(&reference, DEFAULT, NULL));
    /* Alone at first, for such a method does not tell by whom it is served; then preferred. */
    for (size_t i = 0; i < (size_t)2 * NLEGACY; i++) {
        const struct algorithm *algorithm = &algorithms[legacy[i % NLEGACY].algorithm];
        if (i == NLEGACY) {
            theirs = OSSL_PROVIDER_load(NULL, "default");
            CU_ASSERT_PTR_NOT_NULL_FATAL(theirs);
            CU_ASSERT_TRUE(EVP_set_default_properties(NULL, PREFER_OURS));
        }
        unsigned char digest[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
        size_t size = 0;
        expected(&reference, algorithm, text, sizeof text, want);
        EVP_MD_CTX *ctx = EVP_MD_CTX_new();
        CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, legacy[i % NLEGACY].get(), NULL));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, text, sizeof text));
        CU_ASSERT_TRUE(EVP_DigestFinal_ex(ctx, digest, NULL));
        CU_ASSERT_EQUAL(memcmp(digest, want, algorithm->size), 0);
        EVP_MD_CTX_free(ctx);
        EVP_MD *implicit = EVP_MD_fetch(NULL, algorithm->name, NULL);
        CU_ASSERT_TRUE(is_from(implicit, "fastsha2"));
        EVP_MD_free(implicit);

        CU_ASSERT_TRUE(EVP_Q_digest(NULL, algorithm->name, NULL, text, sizeof text, digest, &size));
        CU_ASSERT_EQUAL(size, algorithm->size);
        CU_ASSERT_EQUAL(memcmp(digest, want, algorithm->size), 0);
    }

    /* And nothing else is lost. */
    static const char *const digests[] = {"MD5", "SHA1", "SHA3-256", "BLAKE2B-512"};
    unsigned char bytes[64], iv[16] = {0};
    int size = 0;
    CU_ASSERT_EQUAL(RAND_bytes(bytes, 32), 1);
    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++) {
        EVP_MD *md = EVP_MD_fetch(NULL, digests[i], NULL);
        CU_ASSERT_TRUE(is_from(md, "default"));
        EVP_MD_free(md);
    }
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    CU_ASSERT_TRUE(EVP_EncryptInit_ex(cipher, EVP_aes_128_cbc(), NULL, bytes, iv));
    CU_ASSERT_TRUE(EVP_EncryptUpdate(cipher, bytes, &size, iv, 16));
    CU_ASSERT_EQUAL(size, 16);
    EVP_CIPHER_CTX_free(cipher);
    EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
    CU_ASSERT_PTR_NOT_NULL(key);
    EVP_PKEY_free(key);

    CU_ASSERT_TRUE(EVP_set_default_properties(NULL, ""));
    library_close(&reference);
    OSSL_PROVIDER_unload(ours);
    OSSL_PROVIDER_unload(theirs);
}

static void one_shot_digests_need_no_other_provider(void)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char digest[EVP_MAX_MD_SIZE];
        size_t size = 0;
        CU_ASSERT_TRUE(EVP_Q_digest(library.ctx, algorithm->name, NULL, "", 0, digest, &size));
        CU_ASSERT_EQUAL(size, algorithm->size);
    }
    library_close(&library);
}

/* The default provider's algorithms over our digests. Each writes 32 bytes or returns 0. */

static int make_hmac(OSSL_LIB_CTX *ctx, const char *digest, const char *query,
                     unsigned char out[64])
{
    EVP_MAC *mac = EVP_MAC_fetch(ctx, "HMAC", THEIRS);
    EVP_MAC_CTX *mac_ctx = EVP_MAC_CTX_new(mac);
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, (char *)query, 0),
        OSSL_PARAM_END,
    };
    size_t size = 0;
    int done = mac_ctx != NULL && EVP_MAC_init(mac_ctx, (const unsigned char *)"key", 3, params) &&
               EVP_MAC_update(mac_ctx, (const unsigned char *)text, 70) &&
               EVP_MAC_update(mac_ctx, (const unsigned char *)text + 70, sizeof text - 70);
    EVP_MAC_CTX *copy = EVP_MAC_CTX_dup(mac_ctx);
    EVP_MAC_CTX_free(mac_ctx);
    done = done && copy != NULL && EVP_MAC_final(copy, out, &size, 64);
    EVP_MAC_CTX_free(copy);
    EVP_MAC_free(mac);
    return done;
}

static int derive(OSSL_LIB_CTX *ctx, const char *name, OSSL_PARAM params[], unsigned char out[64])
{
    EVP_KDF *kdf = EVP_KDF_fetch(ctx, name, THEIRS);
    EVP_KDF_CTX *kdf_ctx = EVP_KDF_CTX_new(kdf);
    int done = kdf_ctx != NULL && EVP_KDF_derive(kdf_ctx, out, 64, params) == 1;

    EVP_KDF_CTX_free(kdf_ctx);
    EVP_KDF_free(kdf);
    return done;
}

static int make_pbkdf2(OSSL_LIB_CTX *ctx, const char *digest, const char *query,
                       unsigned char out[64])
{
    unsigned iterations = 300;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, (char *)query, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, (char *)"password", 8),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, (char *)"salt", 4),
        OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_END,
    };
    return derive(ctx, "PBKDF2", params, out);
}

static int make_hkdf(OSSL_LIB_CTX *ctx, const char *digest, const char *query,
                     unsigned char out[64])
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, (char *)query, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, (char *)text, 40),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, (char *)"salt", 4),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, (char *)"info", 4),
        OSSL_PARAM_END,
    };
    return derive(ctx, "HKDF", params, out);
}

static int make_tls_key_block(OSSL_LIB_CTX *ctx, const char *digest, const char *query,
                              unsigned char out[64])
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)digest, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, (char *)query, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SECRET, (char *)text, 48),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SEED, (char *)"key expansion", 13),
        OSSL_PARAM_END,
    };
    return derive(ctx, "TLS1-PRF", params, out);
}

static void macs_and_kdfs_over_ours_are_the_default_ones(void)
{
    static int (*const make[])(OSSL_LIB_CTX *, const char *, const char *, unsigned char *) = {
        make_hmac,
        make_pbkdf2,
        make_hkdf,
        make_tls_key_block,
    };
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *theirs = EVP_MD_fetch(library.ctx, algorithm->name, THEIRS);
        for (size_t i = 0; i < sizeof make / sizeof make[0] && theirs != NULL; i++) {
            unsigned char got[64] = {0}, want[64] = {0};
            int allowed = make[i](library.ctx, algorithm->name, THEIRS, want);
            CU_ASSERT_EQUAL(make[i](library.ctx, algorithm->name, PREFER_OURS, got), allowed);
            CU_ASSERT_EQUAL(memcmp(got, want, sizeof got), 0);
            CU_ASSERT_TRUE(allowed || make[i] == make_tls_key_block);
        }
        EVP_MD_free(theirs);
    }
    ERR_clear_error();
    library_close(&library);
}

static EVP_MD_CTX *sign_ctx(OSSL_LIB_CTX *ctx, const char *digest, const char *query, EVP_PKEY *key,
                            int verify)
{
    EVP_MD_CTX *md_ctx = EVP_MD_CTX_new();
    int done = verify ? EVP_DigestVerifyInit_ex(md_ctx, NULL, digest, ctx, query, key, NULL)
                      : EVP_DigestSignInit_ex(md_ctx, NULL, digest, ctx, query, key, NULL);

    CU_ASSERT_TRUE(done);
    CU_ASSERT_TRUE(
        is_from(EVP_MD_CTX_get0_md(md_ctx), strcmp(query, THEIRS) == 0 ? "default" : "fastsha2"));
    return md_ctx;
}

/* EVP_DigestSignFinal works on a copy of the context, so that more can follow. */
static void signatures_over_ours_are_verified_by_the_default_and_back(void)
{
    static const char *const kinds[] = {"RSA", "EC"};
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    for (size_t kind = 0; kind < 2; kind++) {
        EVP_PKEY *key = kind == 0 ? EVP_PKEY_Q_keygen(library.ctx, NULL, kinds[0], (size_t)2048)
                                  : EVP_PKEY_Q_keygen(library.ctx, NULL, kinds[1], "P-256");
        CU_ASSERT_PTR_NOT_NULL_FATAL(key);
        FOR_EACH_ALGORITHM (algorithm) {
            if (algorithm->names[3] == NULL)
                continue;
            for (int ours_signs = 0; ours_signs < 2; ours_signs++) {
                unsigned char signature[256];
                size_t size = sizeof signature;
                const char *signer = ours_signs ? PREFER_OURS : THEIRS;
                const char *verifier = ours_signs ? THEIRS : PREFER_OURS;
                EVP_MD_CTX *ctx = sign_ctx(library.ctx, algorithm->name, signer, key, 0);
                CU_ASSERT_TRUE(EVP_DigestSignUpdate(ctx, text, 100));
                CU_ASSERT_TRUE(EVP_DigestSignFinal(ctx, signature, &size));
                EVP_MD_CTX_free(ctx);
                ctx = sign_ctx(library.ctx, algorithm->name, verifier, key, 1);
                CU_ASSERT_TRUE(EVP_DigestVerifyUpdate(ctx, text, 33));
                CU_ASSERT_TRUE(EVP_DigestVerifyUpdate(ctx, text + 33, 67));
                CU_ASSERT_EQUAL(EVP_DigestVerifyFinal(ctx, signature, size), 1);
                EVP_MD_CTX_free(ctx);
                ctx = sign_ctx(library.ctx, algorithm->name, verifier, key, 1);
                CU_ASSERT_TRUE(EVP_DigestVerifyUpdate(ctx, text, 99));
                CU_ASSERT_NOT_EQUAL(EVP_DigestVerifyFinal(ctx, signature, size), 1);
                EVP_MD_CTX_free(ctx);
            }
        }
        EVP_PKEY_free(key);
    }
    ERR_clear_error();
    library_close(&library);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"parameters are answered one at a time and together",
         parameters_are_answered_one_at_a_time_and_together},
        {"other operations are left to other providers",
         other_operations_are_left_to_other_providers},
        {"the self-test passes", the_self_test_passes},
        {"each name gives its row or is skipped", each_name_gives_its_row_or_is_skipped},
        {"a list gives its first row that runs here", a_list_gives_its_first_row_that_runs_here},
        {"a wrong value fails the load with one message",
         a_wrong_value_fails_the_load_with_one_message},
        {"other keys of the section are no error", other_keys_of_the_section_are_no_error},
        {"libraries choose for themselves", libraries_choose_for_themselves},
        {"loading leaves no error on the queue", loading_leaves_no_error_on_the_queue},
        {"it loads again and again", it_loads_again_and_again},
        {"a digest outlives the unloading of its provider",
         a_digest_outlives_the_unloading_of_its_provider},
        {"a message is finished on both sides of a fork",
         a_message_is_finished_on_both_sides_of_a_fork},
        {"threads load and unload for themselves", threads_load_and_unload_for_themselves},
        {"threads share one provider", threads_share_one_provider},
        {"property queries tell the providers apart", property_queries_tell_the_providers_apart},
        {"a default query serves old programs", a_default_query_serves_old_programs},
        {"one-shot digests need no other provider", one_shot_digests_need_no_other_provider},
        {"MACs and KDFs over ours are the default ones",
         macs_and_kdfs_over_ours_are_the_default_ones},
        {"signatures over ours are verified by the default and back",
         signatures_over_ours_are_verified_by_the_default_and_back},
        CU_TEST_INFO_NULL,
    };

    return suite_run("provider", tests);
}
