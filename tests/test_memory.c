/* What the provider does when memory runs out, and what it leaves in memory that it frees:
   libcrypto's own allocator, replaced. */
#include "providers.h"
#include "suite.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>

enum { KEPT_ROOM = 1 << 16 };

static struct {
    long ours_left;   /* allocations of the provider's until one fails; negative: none does */
    long all_left;    /* allocations of libcrypto or the provider until one fails */
    int failed;       /* one did */
    size_t ours_live; /* the provider's, not yet freed */
    int watching;     /* the provider's blocks must be wiped before they are freed */
    int freed;        /* while watching */
    int dirty;        /* of those, not wiped */
    /* Where the provider's blocks go before they are freed, and how much is there; NULL: nowhere. */
    unsigned char *kept;
    size_t kept_size;
} memory = {.ours_left = -1, .all_left = -1};

/* Put before each block. */
union header {
    struct {
        size_t size;
        int ours;
    } is;
    max_align_t aligned;
};

/* Source names are given to the allocator; builds map the provider's to this end. */
static int is_ours(const char *file)
{
    static const char end[] = "provider/core.c";
    size_t size = file == NULL ? 0 : strlen(file);

    return size >= sizeof end - 1 && strcmp(file + size - (sizeof end - 1), end) == 0;
}

static int runs_out(long *left)
{
    if (*left != 0) {
        *left -= *left > 0;
        return 0;
    }
    *left = -1;
    memory.failed = 1;
    return 1;
}

static void *counted_malloc(size_t size, const char *file, int line)
{
    int ours = is_ours(file);

    (void)line;
    if ((ours && runs_out(&memory.ours_left)) || runs_out(&memory.all_left))
        return NULL;
    union header *header = malloc(sizeof *header + size);
    if (header == NULL)
        return NULL;
    header->is.size = size;
    header->is.ours = ours;
    memory.ours_live += ours ? 1 : 0;
    memset(header + 1, 0xa5, size);
    return header + 1;
}

static void counted_free(void *block, const char *file, int line)
{
    (void)file;
    (void)line;
    if (block == NULL)
        return;
    union header *header = (union header *)block - 1;
    if (header->is.ours) {
        const unsigned char *bytes = block;
        unsigned char rest = 0;
        for (size_t i = 0; i < header->is.size; i++)
            rest |= bytes[i];
        memory.ours_live--;
        if (memory.watching) {
            memory.freed++;
            memory.dirty += rest != 0;
        }
        if (memory.kept != NULL && memory.kept_size + header->is.size <= KEPT_ROOM) {
            memcpy(memory.kept + memory.kept_size, block, header->is.size);
            memory.kept_size += header->is.size;
        }
    }
    memset(block, 0xd8, header->is.size);
    free(header);
}

static void *counted_realloc(void *block, size_t size, const char *file, int line)
{
    if (block == NULL)
        return counted_malloc(size, file, line);
    if (size == 0) {
        counted_free(block, file, line);
        return NULL;
    }
    void *bigger = counted_malloc(size, file, line);
    if (bigger != NULL) {
        size_t old = ((union header *)block - 1)->is.size;
        memcpy(bigger, block, old < size ? old : size);
        counted_free(block, file, line);
    }
    return bigger;
}

static const char message[] =
    "a message that is longer than one block of either hash, so that both the "
    "block and the chaining value in a context say something of it; and more "
    "than two of them, at that";

static void freed_contexts_are_wiped(void)
{
    struct library library;
    unsigned char digest[EVP_MAX_MD_SIZE];

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    memory.watching = 1;
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = EVP_MD_fetch(library.ctx, algorithm->name, NULL);
        CU_ASSERT_TRUE_FATAL(is_from(md, "fastsha2"));
        for (int final = 0; final < 2; final++) {
            EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();
            int freed = memory.freed;
            CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, md, NULL));
            CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, message, sizeof message));
            CU_ASSERT_TRUE(EVP_MD_CTX_copy_ex(copy, ctx));
            if (final)
                CU_ASSERT_TRUE(EVP_DigestFinal_ex(ctx, digest, NULL));
            EVP_MD_CTX_free(copy);
            EVP_MD_CTX_free(ctx);
            CU_ASSERT_TRUE(memory.freed >= freed + 2);
        }
        EVP_MD_free(md);
    }
    memory.watching = 0;
    CU_ASSERT_EQUAL(memory.dirty, 0);
    library_close(&library);
}

/* A MAC whose context is copied, with one that is left unfinished, and a key that is derived twice. */
static void use_secret(EVP_MAC *mac, EVP_KDF *kdf, const struct algorithm *algorithm,
                       const unsigned char *secret, size_t size)
{
    unsigned iterations = 2;
    OSSL_PARAM digest = OSSL_PARAM_utf8_string("digest", (char *)(uintptr_t)algorithm->name, 0);
    OSSL_PARAM mac_params[] = {digest, OSSL_PARAM_END};
    OSSL_PARAM kdf_params[] = {
        digest,
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)(uintptr_t)secret, size),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)secret, size / 2),
        OSSL_PARAM_uint(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_END,
    };
    EVP_MAC_CTX *mac_ctx = EVP_MAC_CTX_new(mac), *mac_copy;
    EVP_KDF_CTX *kdf_ctx = EVP_KDF_CTX_new(kdf), *kdf_copy;
    unsigned char out[EVP_MAX_MD_SIZE];
    size_t written;

    CU_ASSERT_TRUE(EVP_MAC_init(mac_ctx, secret, size, mac_params));
    CU_ASSERT_TRUE(EVP_MAC_update(mac_ctx, secret, size / 2));
    mac_copy = EVP_MAC_CTX_dup(mac_ctx);
    CU_ASSERT_TRUE(EVP_MAC_final(mac_copy, out, &written, sizeof out));
    CU_ASSERT_TRUE(EVP_KDF_derive(kdf_ctx, out, sizeof out, kdf_params) == 1);
    kdf_copy = EVP_KDF_CTX_dup(kdf_ctx);
    CU_ASSERT_TRUE(EVP_KDF_derive(kdf_copy, out, sizeof out, NULL) == 1);
    EVP_MAC_CTX_free(mac_ctx);
    EVP_MAC_CTX_free(mac_copy);
    EVP_KDF_CTX_free(kdf_ctx);
    EVP_KDF_CTX_free(kdf_copy);
}

/* They also hold what is no secret, so what they held is compared: it may not depend on the key. */
static void freed_macs_and_kdfs_hold_nothing_of_their_keys(void)
{
    static unsigned char kept[2][KEPT_ROOM];
    unsigned char secret[200];
    size_t kept_size[2];
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, FASTSHA2, NULL));
    EVP_MAC *mac = EVP_MAC_fetch(library.ctx, "HMAC", NULL);
    EVP_KDF *kdf = EVP_KDF_fetch(library.ctx, "PBKDF2", NULL);
    for (size_t size = 10; size <= sizeof secret; size += 95)
        FOR_EACH_ALGORITHM (algorithm) {
            for (unsigned i = 0; i < 2; i++) {
                fill(secret, sizeof secret, i);
                memory.kept = kept[i];
                memory.kept_size = 0;
                use_secret(mac, kdf, algorithm, secret, size);
                kept_size[i] = memory.kept_size;
                memory.kept = NULL;
            }
            CU_ASSERT_TRUE(kept_size[0] > 4 * size && kept_size[0] == kept_size[1]);
            CU_ASSERT_EQUAL(memcmp(kept[0], kept[1], kept_size[0]), 0);
        }
    EVP_MAC_free(mac);
    EVP_KDF_free(kdf);
    library_close(&library);
    CU_ASSERT_EQUAL(memory.ours_live, 0);
}

static void everything_the_provider_allocates_is_freed(void)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    struct library library;

    CU_ASSERT_TRUE(library_open(&library, FASTSHA2, NULL));
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = EVP_MD_fetch(library.ctx, algorithm->name, NULL);
        CU_ASSERT_EQUAL(hash(md, message, sizeof message, digest), algorithm->size);
        EVP_MD_free(md);
    }
    CU_ASSERT_TRUE(memory.ours_live > 0);
    library_close(&library);
    CU_ASSERT_EQUAL(memory.ours_live, 0);

    CU_ASSERT_FALSE(library_open(&library, FASTSHA2, "sha256-backend = nothing"));
    library_close(&library);
    ERR_clear_error();
    CU_ASSERT_EQUAL(memory.ours_live, 0);
}

/* What is to come of a whole use. */
struct results {
    unsigned char digest[EVP_MAX_MD_SIZE], mac[EVP_MAX_MD_SIZE], key[KDF_SIZE];
};

/* Where the default provider has no such digest its MAC is not known, and is not compared. */
static void expect_results(const struct algorithm *algorithm, struct results *want)
{
    struct library library;

    CU_ASSERT_TRUE_FATAL(library_open(&library, DEFAULT, NULL));
    CU_ASSERT_EQUAL_FATAL(expected(&library, algorithm, message, sizeof message, want->digest),
                          algorithm->size);
    EVP_MAC *mac = EVP_MAC_fetch(library.ctx, "HMAC", NULL);
    EVP_KDF *kdf = EVP_KDF_fetch(library.ctx, "PBKDF2", NULL);
    EVP_MAC_CTX *mac_ctx = EVP_MAC_CTX_new(mac);
    EVP_KDF_CTX *kdf_ctx = EVP_KDF_CTX_new(kdf);
    if (!mac_begin(mac_ctx, algorithm->name) ||
        !mac_end(mac_ctx, message, sizeof message, want->mac) ||
        !kdf_set(kdf_ctx, algorithm->name) || !kdf_end(kdf_ctx, want->key))
        want->mac[0] = want->key[0] = 0;
    EVP_KDF_CTX_free(kdf_ctx);
    EVP_MAC_CTX_free(mac_ctx);
    EVP_KDF_free(kdf);
    EVP_MAC_free(mac);
    ERR_clear_error();
    library_close(&library);
}

/* A MAC, by a copy of its context, and a key. Returns 1 for the right ones, 0 for a clean failure, 2 for wrong ones. */
static int use_keys(OSSL_LIB_CTX *library, const struct algorithm *algorithm,
                    const struct results *want)
{
    unsigned char out[EVP_MAX_MD_SIZE], key[KDF_SIZE];
    EVP_MAC *mac = EVP_MAC_fetch(library, "HMAC", NULL);
    EVP_KDF *kdf = EVP_KDF_fetch(library, "PBKDF2", NULL);
    EVP_MAC_CTX *mac_ctx = mac == NULL ? NULL : EVP_MAC_CTX_new(mac), *mac_copy = NULL;
    EVP_KDF_CTX *kdf_ctx = kdf == NULL ? NULL : EVP_KDF_CTX_new(kdf), *kdf_copy = NULL;
    int done =
        mac_begin(mac_ctx, algorithm->name) && (mac_copy = EVP_MAC_CTX_dup(mac_ctx)) != NULL &&
        mac_end(mac_copy, message, sizeof message, out) && kdf_set(kdf_ctx, algorithm->name) &&
        (kdf_copy = EVP_KDF_CTX_dup(kdf_ctx)) != NULL && kdf_end(kdf_copy, key);

    if (done && want->mac[0] != 0 && memcmp(out, want->mac, algorithm->size) != 0)
        done = 2;
    if (done && want->key[0] != 0 && memcmp(key, want->key, KDF_SIZE) != 0)
        done = 2;
    EVP_KDF_CTX_free(kdf_copy);
    EVP_KDF_CTX_free(kdf_ctx);
    EVP_MAC_CTX_free(mac_copy);
    EVP_MAC_CTX_free(mac_ctx);
    EVP_KDF_free(kdf);
    EVP_MAC_free(mac);
    return done;
}

/* From loading to a copied message's end, a MAC and a key, in a library context that exists. Returns 1 for the right
   results, 0 for a clean failure, 2 for one that is wrong, 3 if the provider lost memory. */
static int whole_use(OSSL_LIB_CTX *library, long *counter, long left,
                     const struct algorithm *algorithm, const struct results *want)
{
    OSSL_PROVIDER *provider;
    EVP_MD *md = NULL;
    EVP_MD_CTX *ctx = NULL, *copy = NULL;
    unsigned char digest[2][EVP_MAX_MD_SIZE];
    int outcome = 0;

    *counter = left;
    provider = OSSL_PROVIDER_load(library, "fastsha2");
    if (provider != NULL && (md = EVP_MD_fetch(library, algorithm->name, NULL)) != NULL &&
        (ctx = EVP_MD_CTX_new()) != NULL && (copy = EVP_MD_CTX_new()) != NULL &&
        EVP_DigestInit_ex(ctx, md, NULL) && EVP_DigestUpdate(ctx, message, 100) &&
        EVP_MD_CTX_copy_ex(copy, ctx) &&
        EVP_DigestUpdate(ctx, message + 100, sizeof message - 100) &&
        EVP_DigestUpdate(copy, message + 100, sizeof message - 100) &&
        EVP_DigestFinal_ex(ctx, digest[0], NULL) && EVP_DigestFinal_ex(copy, digest[1], NULL))
        outcome = memcmp(digest[0], want->digest, algorithm->size) == 0 &&
                          memcmp(digest[1], want->digest, algorithm->size) == 0
                      ? use_keys(library, algorithm, want)
                      : 2;
    *counter = -1;
    EVP_MD_CTX_free(copy);
    EVP_MD_CTX_free(ctx);
    EVP_MD_free(md);
    if (provider == NULL) /* libcrypto does not tear down what it fails to finish loading itself */
        return counter == &memory.ours_left && memory.ours_live != 0 ? 3 : outcome;
    OSSL_PROVIDER_unload(provider);
    OSSL_LIB_CTX_free(library);
    return memory.ours_live != 0 ? 3 : outcome;
}

/* Fails the 1st, the 2nd, … allocation of a use, each in a process of its own, until none is left
   to fail. Returns how many there were. */
static long fail_one_after_another(long *counter, const struct algorithm *algorithm)
{
    struct results want;

    expect_results(algorithm, &want);
    OSSL_LIB_CTX *fresh = OSSL_LIB_CTX_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(fresh);
    /* libcrypto's tables of names, 1600 allocations, are made by the first fetch. */
    OSSL_PROVIDER *none = OSSL_PROVIDER_load(fresh, "null");
    CU_ASSERT_PTR_NOT_NULL_FATAL(none);
    CU_ASSERT_PTR_NULL(EVP_MD_fetch(fresh, "none", NULL));
    ERR_clear_error();
    fflush(stdout);
    for (long n = 0; n < 100000; n++) {
        pid_t child = fork();
        CU_ASSERT_TRUE_FATAL(child >= 0);
        if (child == 0) {
            int outcome = whole_use(fresh, counter, n, algorithm, &want);
            _exit(outcome << 1 | memory.failed);
        }
        int status;
        CU_ASSERT_EQUAL_FATAL(waitpid(child, &status, 0), child);
        if (!WIFEXITED(status)) {
            printf("(%s: allocation %ld: signal %d) ", algorithm->name, n, WTERMSIG(status));
            CU_FAIL("the process crashed");
            continue;
        }
        int outcome = WEXITSTATUS(status) >> 1, failed = WEXITSTATUS(status) & 1;
        if (outcome > 1)
            printf("(%s: allocation %ld: outcome %d) ", algorithm->name, n, outcome);
        CU_ASSERT_TRUE(outcome <= 1);
        if (!failed) {
            CU_ASSERT_EQUAL(outcome, 1);
            OSSL_PROVIDER_unload(none);
            OSSL_LIB_CTX_free(fresh);
            return n;
        }
    }
    CU_FAIL("there was no end to the allocations");
    return 0;
}

static void each_allocation_of_the_provider_may_fail(void)
{
    /* One for the provider's context; for the digest's, the MAC's and the KDF's, and for a copy of each; for password and
       salt, and for copies of these. */
    FOR_EACH_ALGORITHM (algorithm)
        CU_ASSERT_EQUAL(fail_one_after_another(&memory.ours_left, algorithm), 11);
}

static void each_allocation_of_libcrypto_may_fail(void)
{
    long n = fail_one_after_another(&memory.all_left, &algorithms[4]);
    CU_ASSERT_TRUE(n > 30);
    printf("(%ld allocations) ", n);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"freed contexts are wiped", freed_contexts_are_wiped},
        {"freed MACs and KDFs hold nothing of their keys",
         freed_macs_and_kdfs_hold_nothing_of_their_keys},
        {"everything the provider allocates is freed", everything_the_provider_allocates_is_freed},
        {"each allocation of the provider may fail", each_allocation_of_the_provider_may_fail},
        {"each allocation of libcrypto may fail", each_allocation_of_libcrypto_may_fail},
        CU_TEST_INFO_NULL,
    };

    if (!CRYPTO_set_mem_functions(counted_malloc, counted_realloc, counted_free)) {
        fprintf(stderr, "test_memory: libcrypto has allocated already\n");
        return 1;
    }
    return suite_run("memory", tests);
}
