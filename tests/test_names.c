/* Names, numbers and flags by which programs and certificates know the digests: the default
   provider's own. */
#include "providers.h"
#include "suite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

static struct library both;

enum spelling { AS_IS, LOWER, UPPER, MIXED, NSPELLINGS };

static const char *spelt(const char *name, enum spelling spelling, char to[64])
{
    size_t i = 0;

    for (; i < 63 && name[i] != '\0'; i++) {
        int lower = spelling == LOWER || (spelling == MIXED && i % 2 == 0);
        int c = (unsigned char)name[i];
        to[i] = (char)(spelling == AS_IS ? c : lower ? tolower(c) : toupper(c));
    }
    to[i] = '\0';
    return to;
}

#define FOR_EACH_NAME(algorithm, i) for (size_t i = 0; i < 4 && (algorithm)->names[i] != NULL; i++)

/* In a process that has fetched nothing before. The child tells by its exit status. */
static int is_first_fetch_of_a_process(const struct algorithm *algorithm, const char *name)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
        struct library ours, reference;
        if (!library_open(&ours, FASTSHA2, NULL))
            _exit(2);
        EVP_MD *md = EVP_MD_fetch(ours.ctx, name, NULL);
        if (!is_from(md, "fastsha2") || hash(md, "abc", 3, got) != algorithm->size)
            _exit(3);
        if (!library_open(&reference, DEFAULT, NULL) ||
            expected(&reference, algorithm, "abc", 3, want) != algorithm->size)
            _exit(4);
        _exit(memcmp(got, want, algorithm->size) == 0 ? 0 : 5);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* Runs before this process has used libcrypto. */
static void every_name_may_be_the_first_fetch_of_a_process(void)
{
    char name[64];

    FOR_EACH_ALGORITHM (algorithm)
        FOR_EACH_NAME (algorithm, i)
            CU_ASSERT_TRUE(is_first_fetch_of_a_process(
                algorithm, spelt(algorithm->names[i], (enum spelling)(i % NSPELLINGS), name)));
}

static void every_spelling_may_be_the_first_fetch_of_a_library(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        FOR_EACH_NAME (algorithm, i) {
            for (enum spelling spelling = AS_IS; spelling < NSPELLINGS; spelling++) {
                struct library ours;
                char name[64];
                unsigned char got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
                CU_ASSERT_TRUE_FATAL(library_open(&ours, FASTSHA2, NULL));
                EVP_MD *md =
                    EVP_MD_fetch(ours.ctx, spelt(algorithm->names[i], spelling, name), NULL);
                CU_ASSERT_TRUE(is_from(md, "fastsha2"));
                CU_ASSERT_EQUAL(hash(md, "abc", 3, got), algorithm->size);
                CU_ASSERT_EQUAL(expected(&both, algorithm, "abc", 3, want), algorithm->size);
                CU_ASSERT_EQUAL(memcmp(got, want, algorithm->size), 0);
                EVP_MD_free(md);
                library_close(&ours);
            }
        }
    }
}

/* What EVP tells of our digest and of the default's. theirs is NULL where this libcrypto has no
   SHA-256/192. */
struct pair {
    EVP_MD *ours, *theirs;
};

static struct pair fetch_pair(const struct algorithm *algorithm)
{
    struct pair pair = {
        EVP_MD_fetch(both.ctx, algorithm->name, OURS),
        EVP_MD_fetch(both.ctx, algorithm->name, THEIRS),
    };

    CU_ASSERT_TRUE_FATAL(is_from(pair.ours, "fastsha2"));
    CU_ASSERT_TRUE_FATAL(pair.theirs == NULL || is_from(pair.theirs, "default"));
    CU_ASSERT_TRUE(pair.theirs != NULL || strcmp(algorithm->name, "SHA2-256/192") == 0);
    return pair;
}

static void free_pair(struct pair pair)
{
    EVP_MD_free(pair.ours);
    EVP_MD_free(pair.theirs);
}

static void numbers_are_the_default_ones(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct pair pair = fetch_pair(algorithm);
        if (algorithm->names[3] != NULL) {
            CU_ASSERT_EQUAL(EVP_MD_get_type(pair.ours), OBJ_txt2nid(algorithm->names[3]));
            CU_ASSERT_NOT_EQUAL(EVP_MD_get_type(pair.ours), NID_undef);
        }
        if (pair.theirs != NULL)
            CU_ASSERT_EQUAL(EVP_MD_get_type(pair.ours), EVP_MD_get_type(pair.theirs));
        free_pair(pair);
    }
}

static void numbers_do_not_need_the_default_provider(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct library ours;
        CU_ASSERT_TRUE_FATAL(library_open(&ours, FASTSHA2, NULL));
        EVP_MD *md = EVP_MD_fetch(ours.ctx, algorithm->name, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(md);
        if (algorithm->names[3] != NULL)
            CU_ASSERT_EQUAL(EVP_MD_get_type(md), OBJ_txt2nid(algorithm->names[3]));
        EVP_MD_free(md);
        library_close(&ours);
    }
}

static void sizes_and_flags_are_the_default_ones(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct pair pair = fetch_pair(algorithm);
        CU_ASSERT_EQUAL((size_t)EVP_MD_get_size(pair.ours), algorithm->size);
        CU_ASSERT_EQUAL((size_t)EVP_MD_get_block_size(pair.ours), algorithm->block_size);
        CU_ASSERT_EQUAL(EVP_MD_get_flags(pair.ours), EVP_MD_FLAG_DIGALGID_ABSENT);
        if (pair.theirs != NULL) {
            CU_ASSERT_EQUAL(EVP_MD_get_size(pair.ours), EVP_MD_get_size(pair.theirs));
            CU_ASSERT_EQUAL(EVP_MD_get_block_size(pair.ours), EVP_MD_get_block_size(pair.theirs));
            CU_ASSERT_EQUAL(EVP_MD_get_flags(pair.ours), EVP_MD_get_flags(pair.theirs));
            CU_ASSERT_STRING_EQUAL(EVP_MD_get0_name(pair.ours), EVP_MD_get0_name(pair.theirs));
        }
        free_pair(pair);
    }
}

static void a_digest_is_known_by_its_own_names_only(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct pair pair = fetch_pair(algorithm);
        FOR_EACH_ALGORITHM (other)
            FOR_EACH_NAME (other, i)
                CU_ASSERT_EQUAL(EVP_MD_is_a(pair.ours, other->names[i]), other == algorithm);
        CU_ASSERT_FALSE(EVP_MD_is_a(pair.ours, "SHA3-256"));
        free_pair(pair);
    }
}

struct names {
    size_t count;
    const char *name[32];
};

static void collect(const char *name, void *names_)
{
    struct names *names = names_;
    if (names->count < 32)
        names->name[names->count++] = name;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of one digest in a library context in which no other provider could have named it. */
static struct names names_of(const struct library *library, const struct algorithm *algorithm)
{
    struct names names = {0};
    EVP_MD *md = EVP_MD_fetch(library->ctx, algorithm->name, NULL);

    if (md != NULL)
        CU_ASSERT_TRUE(EVP_MD_names_do_all(md, collect, &names));
    qsort(names.name, names.count, sizeof names.name[0], by_text);
    EVP_MD_free(md);
    return names;
}

static void the_list_of_names_is_the_default_one(void)
{
    struct library ours, theirs;

    CU_ASSERT_TRUE_FATAL(library_open(&ours, FASTSHA2, NULL));
    CU_ASSERT_TRUE_FATAL(library_open(&theirs, DEFAULT, NULL));
    FOR_EACH_ALGORITHM (algorithm) {
        struct names names = names_of(&ours, algorithm), want = names_of(&theirs, algorithm);
        if (want.count == 0)
            continue;
        CU_ASSERT_EQUAL_FATAL(names.count, want.count);
        for (size_t i = 0; i < names.count; i++)
            CU_ASSERT_STRING_EQUAL(names.name[i], want.name[i]);
    }
    library_close(&ours);
    library_close(&theirs);
}

static void algorithm_identifiers_are_the_default_ones(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct pair pair = fetch_pair(algorithm);
        if (pair.theirs != NULL && algorithm->names[3] != NULL) {
            X509_ALGOR *ours = X509_ALGOR_new(), *theirs = X509_ALGOR_new();
            unsigned char *got = NULL, *want = NULL;
            X509_ALGOR_set_md(ours, pair.ours);
            X509_ALGOR_set_md(theirs, pair.theirs);
            int got_size = i2d_X509_ALGOR(ours, &got), want_size = i2d_X509_ALGOR(theirs, &want);
            CU_ASSERT_EQUAL(got_size, 13); /* a sequence of the identifier alone, without NULL */
            CU_ASSERT_EQUAL(got_size, want_size);
            CU_ASSERT_TRUE(got_size == want_size && memcmp(got, want, (size_t)got_size) == 0);
            OPENSSL_free(got);
            OPENSSL_free(want);
            X509_ALGOR_free(ours);
            X509_ALGOR_free(theirs);
        }
        free_pair(pair);
    }
}

/* Returns the signature's size. */
static size_t sign(EVP_PKEY *key, const char *digest, const char *properties,
                   unsigned char *signature, size_t room)
{
    static const char message[] = "signed by either provider";
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    size_t size = room;

    if (!EVP_DigestSignInit_ex(ctx, NULL, digest, both.ctx, properties, key, NULL) ||
        !EVP_DigestSign(ctx, signature, &size, (const unsigned char *)message, sizeof message))
        size = 0;
    EVP_MD_CTX_free(ctx);
    return size;
}

/* PKCS #1 v1.5 is deterministic, and signs the DER of DigestInfo. */
static void rsa_signatures_are_the_default_ones(void)
{
    EVP_PKEY *key = EVP_PKEY_Q_keygen(both.ctx, NULL, "RSA", (size_t)2048);

    CU_ASSERT_PTR_NOT_NULL_FATAL(key);
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char ours[256], theirs[256];
        if (algorithm->names[3] == NULL)
            continue;
        CU_ASSERT_EQUAL(sign(key, algorithm->name, PREFER_OURS, ours, sizeof ours), sizeof ours);
        CU_ASSERT_EQUAL(sign(key, algorithm->name, THEIRS, theirs, sizeof theirs), sizeof theirs);
        CU_ASSERT_EQUAL(memcmp(ours, theirs, sizeof ours), 0);
    }
    EVP_PKEY_free(key);
}

int main(void)
{
    CU_TestInfo first[] = {
        {"every name may be the first fetch of a process",
         every_name_may_be_the_first_fetch_of_a_process},
        CU_TEST_INFO_NULL,
    };
    CU_TestInfo tests[] = {
        {"every spelling may be the first fetch of a library",
         every_spelling_may_be_the_first_fetch_of_a_library},
        {"numbers are the default ones", numbers_are_the_default_ones},
        {"numbers do not need the default provider", numbers_do_not_need_the_default_provider},
        {"sizes and flags are the default ones", sizes_and_flags_are_the_default_ones},
        {"a digest is known by its own names only", a_digest_is_known_by_its_own_names_only},
        {"the list of names is the default one", the_list_of_names_is_the_default_one},
        {"algorithm identifiers are the default ones", algorithm_identifiers_are_the_default_ones},
        {"rsa signatures are the default ones", rsa_signatures_are_the_default_ones},
        CU_TEST_INFO_NULL,
    };

    int failed = suite_run("names, first", first);
    if (!library_open(&both, BOTH, NULL)) {
        ERR_print_errors_fp(stderr);
        return 1;
    }
    failed |= suite_run("names", tests);
    library_close(&both);
    return failed;
}
