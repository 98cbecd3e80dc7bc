/* A saved state moves between our digests and the default provider's, byte for byte, where
   libcrypto has EVP_MD_CTX_serialize (OpenSSL 4.0); elsewhere this is skipped. */
#include "providers.h"
#include "suite.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/err.h>

/* Looked up, for they are younger than the headers that this is compiled with may be. */
static int (*serialize)(EVP_MD_CTX *ctx, unsigned char *out, size_t *size);
static int (*deserialize)(EVP_MD_CTX *ctx, const unsigned char *in, size_t size);

static struct library both;

enum { SAVED_MAX = 224, DATA_SIZE = 500 };

static EVP_MD_CTX *started(const struct algorithm *algorithm, const char *query)
{
    EVP_MD *md = EVP_MD_fetch(both.ctx, algorithm->name, query);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    CU_ASSERT_TRUE_FATAL(is_from(md, strcmp(query, OURS) == 0 ? "fastsha2" : "default"));
    CU_ASSERT_TRUE_FATAL(EVP_DigestInit_ex(ctx, md, NULL));
    EVP_MD_free(md);
    return ctx;
}

static size_t save(EVP_MD_CTX *ctx, unsigned char saved[SAVED_MAX])
{
    size_t size = SAVED_MAX;

    memset(saved, 0xee, SAVED_MAX);
    CU_ASSERT_TRUE_FATAL(serialize(ctx, saved, &size));
    return size;
}

/* Two states of head bytes each, ours and the default's, in one update or byte by byte. */
static void saved_states(const struct algorithm *algorithm, const unsigned char *data, size_t head,
                         size_t step, unsigned char ours[SAVED_MAX],
                         unsigned char theirs[SAVED_MAX], size_t size[2])
{
    EVP_MD_CTX *ctx[] = {started(algorithm, OURS), started(algorithm, THEIRS)};

    for (int i = 0; i < 2; i++) {
        for (size_t at = 0; at < head; at += step)
            CU_ASSERT_TRUE(
                EVP_DigestUpdate(ctx[i], data + at, head - at < step ? head - at : step));
        size[i] = save(ctx[i], i == 0 ? ours : theirs);
        EVP_MD_CTX_free(ctx[i]);
    }
}

/* After one update, the bytes of the block that are not waiting are zero in both. */
static void saved_states_are_the_default_ones(void)
{
    unsigned char data[DATA_SIZE], ours[SAVED_MAX], theirs[SAVED_MAX];

    fill(data, sizeof data, 31);
    FOR_EACH_ALGORITHM (algorithm) {
        for (size_t head = 0; head <= 2 * algorithm->block_size; head++) {
            size_t size[2];
            saved_states(algorithm, data, head, DATA_SIZE, ours, theirs, size);
            CU_ASSERT_EQUAL(size[0], size[1]);
            CU_ASSERT_EQUAL(memcmp(ours, theirs, size[0]), 0);
        }
    }
}

/* After many, the default provider leaves there what earlier blocks were, which is no part of the
   state; we never write out bytes of the message that are not needed. */
static void saved_states_after_many_updates_mean_the_same(void)
{
    unsigned char data[DATA_SIZE], ours[SAVED_MAX], theirs[SAVED_MAX];

    fill(data, sizeof data, 33);
    FOR_EACH_ALGORITHM (algorithm) {
        size_t block_size = algorithm->block_size;
        for (size_t head = 0; head <= 2 * block_size; head++) {
            size_t size[2];
            saved_states(algorithm, data, head, 7, ours, theirs, size);
            CU_ASSERT_EQUAL(size[0], size[1]);
            CU_ASSERT_EQUAL(memcmp(ours, theirs, size[0] - block_size + head % block_size), 0);
            for (size_t at = head % block_size; at < block_size; at++)
                CU_ASSERT_EQUAL(ours[size[0] - block_size + at], 0);
        }
    }
}

static void the_digest_size_that_is_saved_is_the_default_one(void)
{
    unsigned char data[DATA_SIZE] = {0}, ours[SAVED_MAX], theirs[SAVED_MAX];

    FOR_EACH_ALGORITHM (algorithm) {
        size_t size[2];
        saved_states(algorithm, data, 0, 1, ours, theirs, size);
        printf("\n    %s: %.8s, md_len %u, %zu bytes", algorithm->name, (char *)theirs, theirs[8],
               size[1]);
        CU_ASSERT_EQUAL(memcmp(ours, theirs, 16), 0);
    }
    printf(" ");
}

/* 1 if a state saved by one provider is finished right by the other. */
static int finishes(const struct algorithm *algorithm, const char *from, const char *to,
                    const unsigned char *data, size_t head, size_t step)
{
    unsigned char saved[SAVED_MAX], got[EVP_MAX_MD_SIZE], want[EVP_MAX_MD_SIZE];
    EVP_MD_CTX *source = started(algorithm, from), *target = started(algorithm, to);

    for (size_t at = 0; at < head; at += step)
        CU_ASSERT_TRUE(EVP_DigestUpdate(source, data + at, head - at < step ? head - at : step));
    size_t size = save(source, saved);
    int same = EVP_DigestUpdate(target, data, 33) && deserialize(target, saved, size) &&
               EVP_DigestUpdate(target, data + head, DATA_SIZE - head) &&
               EVP_DigestFinal_ex(target, got, NULL) &&
               expected(&both, algorithm, data, DATA_SIZE, want) == algorithm->size &&
               memcmp(got, want, algorithm->size) == 0;
    EVP_MD_CTX_free(source);
    EVP_MD_CTX_free(target);
    return same;
}

static void each_provider_goes_on_from_the_state_of_the_other(void)
{
    unsigned char data[DATA_SIZE];

    fill(data, sizeof data, 32);
    FOR_EACH_ALGORITHM (algorithm) {
        for (size_t head = 0; head <= 2 * algorithm->block_size; head++) {
            CU_ASSERT_TRUE(finishes(algorithm, OURS, THEIRS, data, head, DATA_SIZE));
            CU_ASSERT_TRUE(finishes(algorithm, THEIRS, OURS, data, head, DATA_SIZE));
            CU_ASSERT_TRUE(finishes(algorithm, THEIRS, OURS, data, head, 7));
            CU_ASSERT_TRUE(finishes(algorithm, OURS, OURS, data, head, 7));
        }
    }
}

/* A count beyond 2^32 bits, and for SHA-512 beyond 2^64, is set in the default's state and finished
   by both. */
static void long_messages_are_counted_as_the_default_counts(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        size_t word = algorithm->block_size / 16, count_at = 16 + 8 * word;
        for (size_t bit = 10; bit < 16 * word; bit++) {
            unsigned char saved[SAVED_MAX], got[2][EVP_MAX_MD_SIZE];
            EVP_MD_CTX *source = started(algorithm, THEIRS);
            size_t size = save(source, saved);
            EVP_MD_CTX_free(source);
            saved[count_at + bit / 8] |= (unsigned char)(1 << bit % 8);
            for (int i = 0; i < 2; i++) {
                EVP_MD_CTX *ctx = started(algorithm, i == 0 ? OURS : THEIRS);
                CU_ASSERT_TRUE(deserialize(ctx, saved, size));
                CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, saved, SAVED_MAX));
                CU_ASSERT_TRUE(EVP_DigestFinal_ex(ctx, got[i], NULL));
                EVP_MD_CTX_free(ctx);
            }
            CU_ASSERT_EQUAL(memcmp(got[0], got[1], algorithm->size), 0);
        }
    }
}

static void what_the_default_refuses_we_refuse(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        FOR_EACH_ALGORITHM (other) {
            unsigned char saved[SAVED_MAX], data[DATA_SIZE] = {0};
            int accepted[2];
            EVP_MD_CTX *source = started(other, THEIRS);
            CU_ASSERT_TRUE(EVP_DigestUpdate(source, data, 77));
            size_t size = save(source, saved);
            EVP_MD_CTX_free(source);
            for (int i = 0; i < 2; i++) {
                EVP_MD_CTX *ctx = started(algorithm, i == 0 ? OURS : THEIRS);
                accepted[i] = deserialize(ctx, saved, size) == 1;
                CU_ASSERT_NOT_EQUAL(deserialize(ctx, saved, size - 1), 1);
                EVP_MD_CTX_free(ctx);
            }
            CU_ASSERT_EQUAL(accepted[0], accepted[1]);
            CU_ASSERT_EQUAL(accepted[0], algorithm == other);
        }
    }
    ERR_clear_error();
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"saved states are the default ones", saved_states_are_the_default_ones},
        {"saved states after many updates mean the same",
         saved_states_after_many_updates_mean_the_same},
        {"the digest size that is saved is the default one",
         the_digest_size_that_is_saved_is_the_default_one},
        {"each provider goes on from the state of the other",
         each_provider_goes_on_from_the_state_of_the_other},
        {"long messages are counted as the default counts",
         long_messages_are_counted_as_the_default_counts},
        {"what the default refuses we refuse", what_the_default_refuses_we_refuse},
        CU_TEST_INFO_NULL,
    };

    *(void **)&serialize = dlsym(RTLD_DEFAULT, "EVP_MD_CTX_serialize");
    *(void **)&deserialize = dlsym(RTLD_DEFAULT, "EVP_MD_CTX_deserialize");
    if (serialize == NULL || deserialize == NULL) {
        printf("test_serialize: skipped: %s cannot save a digest's state\n",
               OpenSSL_version(OPENSSL_VERSION));
        return 77;
    }
    if (!library_open(&both, BOTH, NULL)) {
        ERR_print_errors_fp(stderr);
        return 1;
    }
    int failed = suite_run("serialize", tests);
    library_close(&both);
    return failed;
}
