/* Contexts and methods that outlive their provider, the library's cleanup or a fork. Processes that end are children,
   in which CUnit has no part: their exit status tells. */
#include "providers.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <openssl/crypto.h>
#include <openssl/err.h>

static const unsigned char text[] =
    "a message that goes on after what it was begun with is gone, and that is longer than one "
    "block of either hash, so that both have compressed some of it before that";
enum { HEAD = 140 };

/* A digest, two MACs and two keys under way: SHA-2, which is ours, and SHA-1, which we hand to the default provider. */
struct work {
    EVP_MD *md;
    EVP_MAC *mac;
    EVP_KDF *kdf;
    EVP_MD_CTX *md_ctx;
    EVP_MAC_CTX *mac_ctx[2];
    EVP_KDF_CTX *kdf_ctx[2];
};

static const char *const digests[2] = {"SHA2-512", "SHA1"};

struct results {
    unsigned char digest[EVP_MAX_MD_SIZE], mac[2][EVP_MAX_MD_SIZE], key[2][KDF_SIZE];
};

static int work_begin(struct work *work, OSSL_LIB_CTX *ctx, const char *query)
{
    int done;

    *work = (struct work){.md = EVP_MD_fetch(ctx, digests[0], query),
                          .mac = EVP_MAC_fetch(ctx, "HMAC", query),
                          .kdf = EVP_KDF_fetch(ctx, "PBKDF2", query),
                          .md_ctx = EVP_MD_CTX_new()};
    done = work->md != NULL && work->mac != NULL && work->kdf != NULL &&
           EVP_DigestInit_ex(work->md_ctx, work->md, NULL) &&
           EVP_DigestUpdate(work->md_ctx, text, HEAD);
    for (int i = 0; i < 2 && done; i++) {
        work->mac_ctx[i] = EVP_MAC_CTX_new(work->mac);
        work->kdf_ctx[i] = EVP_KDF_CTX_new(work->kdf);
        done = mac_begin(work->mac_ctx[i], digests[i]) &&
               EVP_MAC_update(work->mac_ctx[i], text, HEAD) &&
               kdf_set(work->kdf_ctx[i], digests[i]);
    }
    return done;
}

static int work_end(struct work *work, struct results *results)
{
    int done = EVP_DigestUpdate(work->md_ctx, text + HEAD, sizeof text - HEAD) &&
               EVP_DigestFinal_ex(work->md_ctx, results->digest, NULL);

    for (int i = 0; i < 2 && done; i++)
        done = mac_end(work->mac_ctx[i], text + HEAD, sizeof text - HEAD, results->mac[i]) &&
               kdf_end(work->kdf_ctx[i], results->key[i]);
    return done;
}

static void work_free(struct work *work)
{
    for (int i = 0; i < 2; i++) {
        EVP_MAC_CTX_free(work->mac_ctx[i]);
        EVP_KDF_CTX_free(work->kdf_ctx[i]);
    }
    EVP_MD_CTX_free(work->md_ctx);
    EVP_MD_free(work->md);
    EVP_MAC_free(work->mac);
    EVP_KDF_free(work->kdf);
}

/* By the default provider alone; compared as a whole, so what is not written is zero in both. */
static struct results want;

static int work_out_what_is_wanted(void)
{
    struct library reference;
    struct work work;
    int done = library_open(&reference, DEFAULT, NULL) && work_begin(&work, reference.ctx, NULL) &&
               work_end(&work, &want);

    if (done)
        work_free(&work);
    library_close(&reference);
    return done;
}

static int ends_right(struct work *work)
{
    struct results got = {{0}, {{0}}, {{0}}};

    return work_end(work, &got) && memcmp(&got, &want, sizeof want) == 0;
}

static int begins_and_ends_right(OSSL_LIB_CTX *ctx, const char *query)
{
    struct work work;
    int right = work_begin(&work, ctx, query) && ends_right(&work);

    work_free(&work);
    return right;
}

static void live_contexts_and_methods_outlive_their_provider(void)
{
    for (int both = 0; both < 2; both++) {
        struct library library;
        struct work work;
        CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
        CU_ASSERT_TRUE_FATAL(work_begin(&work, library.ctx, OURS));
        CU_ASSERT_TRUE(OSSL_PROVIDER_unload(library.ours));
        library.ours = NULL;
        if (both) {
            CU_ASSERT_TRUE(OSSL_PROVIDER_unload(library.theirs));
            library.theirs = NULL;
        }
        CU_ASSERT_TRUE(ends_right(&work));

        /* A method that was fetched before makes contexts still. */
        EVP_MAC_CTX *mac_ctx = EVP_MAC_CTX_new(work.mac);
        EVP_KDF_CTX *kdf_ctx = EVP_KDF_CTX_new(work.kdf);
        struct results got;
        CU_ASSERT_TRUE(hash(work.md, text, sizeof text, got.digest) == 64 &&
                       memcmp(got.digest, want.digest, 64) == 0);
        CU_ASSERT_TRUE(mac_begin(mac_ctx, digests[0]) &&
                       mac_end(mac_ctx, text, sizeof text, got.mac[0]) &&
                       memcmp(got.mac[0], want.mac[0], 64) == 0);
        CU_ASSERT_TRUE(kdf_set(kdf_ctx, digests[0]) && kdf_end(kdf_ctx, got.key[0]) &&
                       memcmp(got.key[0], want.key[0], KDF_SIZE) == 0);
        EVP_MAC_CTX_free(mac_ctx);
        EVP_KDF_CTX_free(kdf_ctx);
        work_free(&work);
        library_close(&library);
    }
}

/* Returns a child's exit status, or 1000 and its signal. */
static int in_a_child(int (*function)(void))
{
    int status = -1;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0)
        exit(function());
    CU_ASSERT_TRUE_FATAL(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* In a library context of the program's own. The cleanup does not free it, and it cannot be freed any more: with the
   default provider alone as well, OpenSSL 3.0 crashes then. */
static int use_after_cleanup(void)
{
    static struct library library;
    struct work work;

    if (!library_open(&library, BOTH, NULL) || !work_begin(&work, library.ctx, OURS))
        return 1;
    OPENSSL_cleanup();
    if (!ends_right(&work))
        return 2;
    work_free(&work);
    return OSSL_PROVIDER_unload(library.ours) && OSSL_PROVIDER_unload(library.theirs) ? 0 : 3;
}

/* Kept where a leak checker finds them, for they are never unloaded. */
static int load_into_the_default_library(void)
{
    static OSSL_PROVIDER *theirs, *ours;

    theirs = OSSL_PROVIDER_load(NULL, "default");
    ours = OSSL_PROVIDER_load(NULL, "fastsha2");
    return theirs != NULL && ours != NULL;
}

/* Of the library's own context, which the cleanup frees with all providers but those that methods hold. */
static int use_of_the_default_library_after_cleanup(void)
{
    static struct work work;

    if (!load_into_the_default_library() || !work_begin(&work, NULL, OURS))
        return 1;
    OPENSSL_cleanup();
    return ends_right(&work) ? 0 : 2;
}

static int end_of_a_process_that_frees_nothing(void)
{
    static struct library library;
    static struct work works[2];

    if (!library_open(&library, BOTH, NULL) || !load_into_the_default_library() ||
        !work_begin(&works[0], library.ctx, OURS) || !work_begin(&works[1], NULL, OURS))
        return 1;
    return ends_right(&works[0]) && ends_right(&works[1]) ? 0 : 2;
}

static void what_is_live_outlives_the_library_s_cleanup(void)
{
    CU_ASSERT_EQUAL(in_a_child(use_after_cleanup), 0);
    CU_ASSERT_EQUAL(in_a_child(use_of_the_default_library_after_cleanup), 0);
}

static void a_process_may_end_without_freeing_anything(void)
{
    CU_ASSERT_EQUAL(in_a_child(end_of_a_process_that_frees_nothing), 0);
}

static void messages_are_ended_and_providers_loaded_on_both_sides_of_a_fork(void)
{
    struct library library;
    struct work work;
    int status = -1;

    CU_ASSERT_TRUE_FATAL(library_open(&library, BOTH, NULL));
    CU_ASSERT_TRUE_FATAL(work_begin(&work, library.ctx, OURS));
    fflush(stdout);
    pid_t child = fork();
    struct library fresh = {0};
    int right = ends_right(&work) && begins_and_ends_right(library.ctx, OURS) &&
                library_open(&fresh, BOTH, NULL) && begins_and_ends_right(fresh.ctx, OURS);
    library_close(&fresh);
    work_free(&work);
    library_close(&library);
    if (child == 0)
        _exit(right ? 0 : 1);
    CU_ASSERT_TRUE(right);
    CU_ASSERT_TRUE(child > 0 && waitpid(child, &status, 0) == child);
    CU_ASSERT_EQUAL(status, 0);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"live contexts and methods outlive their provider",
         live_contexts_and_methods_outlive_their_provider},
        {"what is live outlives the library's cleanup",
         what_is_live_outlives_the_library_s_cleanup},
        {"a process may end without freeing anything", a_process_may_end_without_freeing_anything},
        {"messages are ended, and providers loaded, on both sides of a fork",
         messages_are_ended_and_providers_loaded_on_both_sides_of_a_fork},
        CU_TEST_INFO_NULL,
    };

    /* The only thing that is done in libcrypto before the children are made is to look for what is wanted. */
    if (!work_out_what_is_wanted()) {
        ERR_print_errors_fp(stderr);
        return 1;
    }
    return suite_run("lifetime", tests);
}
