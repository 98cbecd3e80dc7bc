/* The seven digests through EVP: the default provider's answers, whatever the calls that lead to
   them. */
#include "programs.h"
#include "subjects.h"
#include "suite.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>

static struct library both;

/* For tests that walk the algorithms: ours and what else the loop needs. */
static EVP_MD *fetch_ours(const struct algorithm *algorithm)
{
    EVP_MD *md = EVP_MD_fetch(both.ctx, algorithm->name, OURS);
    CU_ASSERT_TRUE_FATAL(is_from(md, "fastsha2"));
    return md;
}

static EVP_MD_CTX *started(const EVP_MD *md)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(ctx);
    CU_ASSERT_TRUE_FATAL(EVP_DigestInit_ex(ctx, md, NULL));
    return ctx;
}

/* Ends the context's message and tells whether it was these bytes. */
static int ends_as(EVP_MD_CTX *ctx, const struct algorithm *algorithm, const void *data,
                   size_t size)
{
    unsigned char want[EVP_MAX_MD_SIZE], got[EVP_MAX_MD_SIZE];
    unsigned got_size = 0;

    return expected(&both, algorithm, data, size, want) == algorithm->size &&
           EVP_DigestFinal_ex(ctx, got, &got_size) && got_size == algorithm->size &&
           memcmp(got, want, got_size) == 0;
}

static int same_in_one_update(const EVP_MD *md, const struct algorithm *algorithm,
                              const unsigned char *data, size_t size)
{
    EVP_MD_CTX *ctx = started(md);
    int same = EVP_DigestUpdate(ctx, data, size) && ends_as(ctx, algorithm, data, size);

    EVP_MD_CTX_free(ctx);
    return same;
}

static void every_length_gives_the_default_digest(void)
{
    unsigned char data[301];

    fill(data, sizeof data, 1);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        for (size_t size = 0; size < sizeof data; size++)
            CU_ASSERT_TRUE(same_in_one_update(md, algorithm, data, size));
        EVP_MD_free(md);
    }
}

static void large_messages_give_the_default_digest(void)
{
    static const size_t sizes[] = {4096, 65535, 65536, 1000003, (4 << 20) + 13};
    size_t largest = sizes[sizeof sizes / sizeof sizes[0] - 1];
    unsigned char *data = malloc(largest);

    CU_ASSERT_PTR_NOT_NULL_FATAL(data);
    fill(data, largest, 2);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            CU_ASSERT_TRUE(same_in_one_update(md, algorithm, data, sizes[i]));
        EVP_MD_free(md);
    }
    free(data);
}

static void the_number_of_updates_does_not_matter(void)
{
    unsigned char data[700];

    fill(data, sizeof data, 3);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        for (size_t step = 1; step < 300; step += step < 140 ? 1 : 17) {
            EVP_MD_CTX *ctx = started(md);
            for (size_t at = 0; at < sizeof data; at += step) {
                size_t rest = sizeof data - at;
                CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, data + at, rest < step ? rest : step));
            }
            CU_ASSERT_TRUE(ends_as(ctx, algorithm, data, sizeof data));
            EVP_MD_CTX_free(ctx);
        }
        EVP_MD_free(md);
    }
}

static void empty_updates_change_nothing(void)
{
    unsigned char data[130];

    fill(data, sizeof data, 4);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        EVP_MD_CTX *ctx = started(md);
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, NULL, 0));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, data, 65));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, NULL, 0));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, data, 0));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, data + 65, 65));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, NULL, 0));
        CU_ASSERT_TRUE(ends_as(ctx, algorithm, data, sizeof data));
        CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, NULL, NULL));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, NULL, 0));
        CU_ASSERT_TRUE(ends_as(ctx, algorithm, "", 0));
        EVP_MD_CTX_free(ctx);
        EVP_MD_free(md);
    }
}

static void a_context_serves_many_messages(void)
{
    unsigned char data[257];

    fill(data, sizeof data, 5);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        EVP_MD_CTX *ctx = started(md);
        for (size_t size = 0; size < sizeof data; size += 16) {
            CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, data, size)); /* dropped by the next init */
            CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, size % 32 == 0 ? md : NULL, NULL));
            CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, data, size));
            CU_ASSERT_TRUE(ends_as(ctx, algorithm, data, size));
            CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, NULL, NULL));
        }
        EVP_MD_CTX_free(ctx);
        EVP_MD_free(md);
    }
}

static void a_context_changes_from_one_algorithm_to_another(void)
{
    unsigned char data[200];
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    fill(data, sizeof data, 6);
    CU_ASSERT_PTR_NOT_NULL_FATAL(ctx);
    FOR_EACH_ALGORITHM (from) {
        FOR_EACH_ALGORITHM (to) {
            EVP_MD *first = fetch_ours(from), *second = fetch_ours(to);
            CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, first, NULL));
            CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, data, 77));
            CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, second, NULL));
            CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, data, sizeof data));
            CU_ASSERT_TRUE(ends_as(ctx, to, data, sizeof data));
            EVP_MD_free(first);
            EVP_MD_free(second);
        }
    }
    EVP_MD_CTX_free(ctx);
}

/* Steps of a misuse, one letter each: u(pdate), f(inal). Returns what each call returned, a bit a
   step, and the digest of the last final. */
static unsigned misuse(EVP_MD_CTX *ctx, const char *steps, unsigned char digest[EVP_MAX_MD_SIZE])
{
    unsigned returned = 0;

    for (; *steps != '\0'; steps++) {
        int result =
            *steps == 'u' ? EVP_DigestUpdate(ctx, "abc", 3) : EVP_DigestFinal_ex(ctx, digest, NULL);
        returned = returned << 1 | (result == 1);
    }
    return returned;
}

/* A call that the default provider refuses is refused by us; one that it accepts may be refused
   too, but no digest comes of it that is not the default provider's. */
static void a_finished_message_gives_no_second_digest(void)
{
    static const char *const misuses[] = {"uff", "ufu", "ufuf", "ff", "fuf"};

    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        EVP_MD *reference = EVP_MD_fetch(both.ctx, algorithm->name, THEIRS);
        for (size_t i = 0; i < sizeof misuses / sizeof misuses[0]; i++) {
            unsigned char got[EVP_MAX_MD_SIZE] = {0}, want[EVP_MAX_MD_SIZE] = {0};
            EVP_MD_CTX *ctx = started(md);
            unsigned returned = misuse(ctx, misuses[i], got);
            EVP_MD_CTX_free(ctx);
            if (reference == NULL)
                continue;
            ctx = started(reference);
            unsigned allowed = misuse(ctx, misuses[i], want);
            EVP_MD_CTX_free(ctx);
            CU_ASSERT_EQUAL(returned & ~allowed, 0);
            if (returned == allowed)
                CU_ASSERT_EQUAL(memcmp(got, want, sizeof got), 0);
        }
        EVP_MD_free(reference);
        EVP_MD_free(md);
    }
}

static void refused_calls_leave_the_context_usable(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char digest[EVP_MAX_MD_SIZE];
        EVP_MD *md = fetch_ours(algorithm);
        EVP_MD_CTX *ctx = started(md);
        misuse(ctx, "ufufuuf", digest);
        CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, NULL, NULL));
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, "abc", 3));
        CU_ASSERT_TRUE(ends_as(ctx, algorithm, "abc", 3));
        EVP_MD_CTX_free(ctx);
        EVP_MD_free(md);
    }
    ERR_clear_error();
}

static void a_context_without_a_digest_refuses_to_hash(void)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    CU_ASSERT_PTR_NOT_NULL_FATAL(ctx);
    CU_ASSERT_EQUAL(EVP_DigestUpdate(ctx, "abc", 3), 0);
    CU_ASSERT_EQUAL(EVP_DigestFinal_ex(ctx, digest, NULL), 0);
    EVP_MD_CTX_free(ctx);
    ERR_clear_error();
}

/* Both halves of a copied message go on, each with a tail of its own. */
static void both_finish(EVP_MD_CTX *source, EVP_MD_CTX *copy, const struct algorithm *algorithm,
                        const unsigned char *data, size_t head)
{
    unsigned char message[600];
    size_t tail = 150;

    memcpy(message, data, head);
    memset(message + head, 'c', tail);
    CU_ASSERT_TRUE(EVP_DigestUpdate(copy, message + head, tail));
    CU_ASSERT_TRUE(ends_as(copy, algorithm, message, head + tail));
    memset(message + head, 's', tail);
    CU_ASSERT_TRUE(EVP_DigestUpdate(source, message + head, tail));
    CU_ASSERT_TRUE(ends_as(source, algorithm, message, head + tail));
}

static void a_copy_goes_on_from_every_fill_level(void)
{
    unsigned char data[300];

    fill(data, sizeof data, 7);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        for (size_t head = 0; head <= 2 * algorithm->block_size; head++) {
            EVP_MD_CTX *source = started(md), *copy = EVP_MD_CTX_new();
            CU_ASSERT_TRUE(EVP_DigestUpdate(source, data, head));
            CU_ASSERT_TRUE(EVP_MD_CTX_copy_ex(copy, source));
            both_finish(source, copy, algorithm, data, head);
            EVP_MD_CTX_free(copy);
            EVP_MD_CTX_free(source);
        }
        EVP_MD_free(md);
    }
}

/* OpenSSL 3.5 and later copy into the provider's context that is already there. */
static void a_copy_forgets_what_its_context_held(void)
{
    unsigned char data[400];

    fill(data, sizeof data, 8);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        FOR_EACH_ALGORITHM (other) {
            EVP_MD *before = fetch_ours(other);
            EVP_MD_CTX *copy = started(before);
            for (size_t head = 0; head <= 2 * algorithm->block_size; head += 31) {
                EVP_MD_CTX *source = started(md);
                CU_ASSERT_TRUE(EVP_DigestUpdate(copy, data, 99 + head));
                CU_ASSERT_TRUE(EVP_DigestUpdate(source, data, head));
                CU_ASSERT_TRUE(EVP_MD_CTX_copy_ex(copy, source));
                CU_ASSERT_TRUE(EVP_MD_CTX_copy_ex(copy, source));
                both_finish(source, copy, algorithm, data, head);
                EVP_MD_CTX_free(source);
                CU_ASSERT_TRUE(EVP_DigestInit_ex(copy, before, NULL));
            }
            EVP_MD_CTX_free(copy);
            EVP_MD_free(before);
        }
        EVP_MD_free(md);
    }
}

static void a_copy_outlives_its_source_and_is_copied_again(void)
{
    unsigned char data[1000];

    fill(data, sizeof data, 9);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        EVP_MD_CTX *ctx = started(md);
        EVP_MD_free(md);
        for (size_t at = 0; at < sizeof data; at += 25) {
            EVP_MD_CTX *next = EVP_MD_CTX_new();
            CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, data + at, 25));
            CU_ASSERT_TRUE_FATAL(EVP_MD_CTX_copy_ex(next, ctx));
            EVP_MD_CTX_free(ctx);
            ctx = next;
        }
        CU_ASSERT_TRUE(ends_as(ctx, algorithm, data, sizeof data));
        EVP_MD_CTX_free(ctx);
    }
}

/* Whatever this libcrypto says to such a copy for its own digest, it says for ours. */
static void copies_of_idle_contexts_go_as_the_default_goes(void)
{
    unsigned char digest[EVP_MAX_MD_SIZE];

    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *mds[] = {fetch_ours(algorithm), EVP_MD_fetch(both.ctx, "SHA2-512", THEIRS)};
        int of_empty[2], of_final[2];
        for (int i = 0; i < 2; i++) {
            EVP_MD_CTX *source = EVP_MD_CTX_new(), *copy = started(mds[i]);
            of_empty[i] = EVP_MD_CTX_copy_ex(copy, source);
            EVP_MD_CTX_free(copy);
            CU_ASSERT_TRUE(EVP_DigestInit_ex(source, mds[i], NULL));
            CU_ASSERT_TRUE(EVP_DigestFinal_ex(source, digest, NULL));
            copy = EVP_MD_CTX_new();
            of_final[i] = EVP_MD_CTX_copy_ex(copy, source);
            if (of_final[i] && i == 0) {
                misuse(copy, "uf", digest);
                CU_ASSERT_TRUE(EVP_DigestInit_ex(copy, NULL, NULL));
                CU_ASSERT_TRUE(EVP_DigestUpdate(copy, "abc", 3));
                CU_ASSERT_TRUE(ends_as(copy, algorithm, "abc", 3));
            }
            EVP_MD_CTX_free(copy);
            EVP_MD_CTX_free(source);
            EVP_MD_free(mds[i]);
        }
        CU_ASSERT_EQUAL(of_empty[0], of_empty[1]);
        CU_ASSERT_EQUAL(of_final[0], of_final[1]);
    }
    ERR_clear_error();
}

/* EVP_MD_CTX_dup is younger than the headers that this is compiled with may be. */
static void a_duplicate_goes_on_from_every_fill_level(void)
{
    EVP_MD_CTX *(*dup)(const EVP_MD_CTX *);
    unsigned char data[300];

    *(void **)&dup = dlsym(RTLD_DEFAULT, "EVP_MD_CTX_dup");
    if (dup == NULL) {
        printf("(not in %s) ", OpenSSL_version(OPENSSL_VERSION));
        return;
    }
    fill(data, sizeof data, 10);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        for (size_t head = 0; head <= 2 * algorithm->block_size; head++) {
            EVP_MD_CTX *source = started(md);
            CU_ASSERT_TRUE(EVP_DigestUpdate(source, data, head));
            EVP_MD_CTX *copy = dup(source);
            CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
            both_finish(source, copy, algorithm, data, head);
            EVP_MD_CTX_free(copy);
            EVP_MD_CTX_free(source);
        }
        EVP_MD_free(md);
    }
}

static void no_correct_use_leaves_an_error_on_the_queue(void)
{
    unsigned char digest[EVP_MAX_MD_SIZE];

    ERR_clear_error();
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch_ours(algorithm);
        CU_ASSERT_EQUAL(hash(md, "abc", 3, digest), algorithm->size);
        EVP_MD_free(md);
    }
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
}

static void random_programs_go_as_the_default_goes(void)
{
    for (size_t i = 0; i < NALGORITHMS; i++)
        programs_run(&sha2[i], 300);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"every length gives the default digest", every_length_gives_the_default_digest},
        {"large messages give the default digest", large_messages_give_the_default_digest},
        {"the number of updates does not matter", the_number_of_updates_does_not_matter},
        {"empty updates change nothing", empty_updates_change_nothing},
        {"a context serves many messages", a_context_serves_many_messages},
        {"a context changes from one algorithm to another",
         a_context_changes_from_one_algorithm_to_another},
        {"a finished message gives no second digest", a_finished_message_gives_no_second_digest},
        {"refused calls leave the context usable", refused_calls_leave_the_context_usable},
        {"a context without a digest refuses to hash", a_context_without_a_digest_refuses_to_hash},
        {"a copy goes on from every fill level", a_copy_goes_on_from_every_fill_level},
        {"a copy forgets what its context held", a_copy_forgets_what_its_context_held},
        {"a copy outlives its source and is copied again",
         a_copy_outlives_its_source_and_is_copied_again},
        {"copies of idle contexts go as the default goes",
         copies_of_idle_contexts_go_as_the_default_goes},
        {"a duplicate goes on from every fill level", a_duplicate_goes_on_from_every_fill_level},
        {"no correct use leaves an error on the queue",
         no_correct_use_leaves_an_error_on_the_queue},
        {"random programs go as the default goes", random_programs_go_as_the_default_goes},
        CU_TEST_INFO_NULL,
    };

    if (!library_open(&both, BOTH, NULL)) {
        ERR_print_errors_fp(stderr);
        return 1;
    }
    int failed = suite_run("digest", tests);
    library_close(&both);
    return failed;
}
