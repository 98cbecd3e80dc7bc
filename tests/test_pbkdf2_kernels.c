/* The kernels of PBKDF2 beside the compressors: against libcrypto's compression and HMAC, chain by chain. */
#include "apart.h"
#include "expect.h"
#include "hash.h"
#include "noise.h"
#include "suite.h"
#include "variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

enum { MAX_CHAINS = 9, MAX_ITERATIONS = 1000, NLENGTHS = 5 };

static const uint64_t lengths[NLENGTHS] = {0, 1, 2, 3, MAX_ITERATIONS};

static const struct digest {
    const char *name; /* that libcrypto knows, or NULL: 3.0 has no SHA-256/192 */
    const struct hash *hash;
    size_t size;
    const void *iv;
} digests[] = {
    {"SHA2-256", &hash_sha256, 32, sha2_256.iv},
    {"SHA2-224", &hash_sha256, 28, sha2_224.iv},
    {NULL, &hash_sha256, 24, sha2_256_192.iv},
    {"SHA2-512", &hash_sha512, 64, sha2_512.iv},
    {"SHA2-384", &hash_sha512, 48, sha2_384.iv},
    {"SHA2-512/256", &hash_sha512, 32, sha2_512_256.iv},
    {"SHA2-512/224", &hash_sha512, 28, sha2_512_224.iv},
};
enum { NDIGESTS = sizeof digests / sizeof digests[0] };

/* What a kernel is given and gives back, its words in the low bits where they have 32. */
struct work {
    uint64_t inner[NWORDS], outer[NWORDS], keep[NWORDS], fill[2 * NWORDS];
    uint64_t u[MAX_CHAINS + 1][NWORDS], t[MAX_CHAINS + 1][NWORDS];
};

static void put_be(uint8_t *to, size_t size, uint64_t value)
{
    for (size_t i = size; i-- > 0; value >>= 8)
        to[i] = (uint8_t)value;
}

static uint64_t get_be(const uint8_t *from, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | from[i];
    return value;
}

static void words_from_bytes(uint64_t *words, size_t nwords, const uint8_t *bytes, size_t word_size)
{
    for (size_t i = 0; i < nwords; i++)
        words[i] = get_be(bytes + i * word_size, word_size);
}

/* Random states, u and t, and the padding of this digest as a message after one block. */
static void start_work(const struct digest *digest, uint64_t seed, struct work *work)
{
    size_t word = digest->hash->word_size, block = digest->hash->block_size;
    uint8_t keep[MAX_BLOCK_SIZE / 2] = {0}, fill[MAX_BLOCK_SIZE] = {0};
    uint64_t mask = UINT64_MAX >> (64 - 8 * word);

    noise_fill(seed, work, sizeof *work);
    for (size_t i = 0; i < NWORDS; i++) {
        work->inner[i] &= mask;
        work->outer[i] &= mask;
        for (size_t chain = 0; chain <= MAX_CHAINS; chain++) {
            work->u[chain][i] &= mask;
            work->t[chain][i] &= mask;
        }
    }
    memset(keep, 0xff, digest->size);
    fill[digest->size] = 0x80;
    put_be(fill + block - 4, 4, (block + digest->size) * 8);
    words_from_bytes(work->keep, NWORDS, keep, word);
    words_from_bytes(work->fill, sizeof work->fill / sizeof work->fill[0], fill, word);
}

static void narrow(uint32_t *to, const uint64_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (uint32_t)from[i];
}

static void widen(uint64_t *to, const uint32_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

/* What the kernels read and write; u and t start one word off a multiple of 64. */
static struct {
    union {
        struct sha256_pbkdf2 sha256;
        struct sha512_pbkdf2 sha512;
    } pbkdf2;
    _Alignas(64) uint8_t u[64 + sizeof(uint64_t[MAX_CHAINS + 1][NWORDS])];
    _Alignas(64) uint8_t t[64 + sizeof(uint64_t[MAX_CHAINS + 1][NWORDS])];
} shared;

static void load_work(const struct hash *hash, const struct work *work)
{
    size_t nwords = sizeof work->u / sizeof **work->u;

    if (hash == &hash_sha256) {
        narrow(shared.pbkdf2.sha256.inner, work->inner, NWORDS);
        narrow(shared.pbkdf2.sha256.outer, work->outer, NWORDS);
        narrow(shared.pbkdf2.sha256.keep, work->keep, NWORDS);
        narrow(shared.pbkdf2.sha256.fill, work->fill, (size_t)2 * NWORDS);
        narrow((uint32_t *)(void *)(shared.u + 4), *work->u, nwords);
        narrow((uint32_t *)(void *)(shared.t + 4), *work->t, nwords);
    } else {
        memcpy(shared.pbkdf2.sha512.inner, work->inner, sizeof work->inner);
        memcpy(shared.pbkdf2.sha512.outer, work->outer, sizeof work->outer);
        memcpy(shared.pbkdf2.sha512.keep, work->keep, sizeof work->keep);
        memcpy(shared.pbkdf2.sha512.fill, work->fill, sizeof work->fill);
        memcpy(shared.u + 8, work->u, sizeof work->u);
        memcpy(shared.t + 8, work->t, sizeof work->t);
    }
}

static void store_work(const struct hash *hash, struct work *work)
{
    size_t nwords = sizeof work->u / sizeof **work->u;

    if (hash == &hash_sha256) {
        widen(*work->u, (const uint32_t *)(const void *)(shared.u + 4), nwords);
        widen(*work->t, (const uint32_t *)(const void *)(shared.t + 4), nwords);
    } else {
        memcpy(work->u, shared.u + 8, sizeof work->u);
        memcpy(work->t, shared.t + 8, sizeof work->t);
    }
}

static void call_kernel(const struct hash *hash, const struct backend *row, size_t nchains,
                        uint64_t iterations)
{
    if (hash == &hash_sha256)
        row->sha256_pbkdf2(&shared.pbkdf2.sha256, (void *)(shared.u + 4), (void *)(shared.t + 4),
                           nchains, iterations);
    else
        row->sha512_pbkdf2(&shared.pbkdf2.sha512, (void *)(shared.u + 8), (void *)(shared.t + 8),
                           nchains, iterations);
}

static void run(const struct hash *hash, const struct backend *row, struct work *work,
                size_t nchains, uint64_t iterations)
{
    load_work(hash, work);
    call_kernel(hash, row, nchains, iterations);
    store_work(hash, work);
}

static int has_kernel(const struct hash *hash, const struct backend *row)
{
    return hash == &hash_sha256 ? row->sha256_pbkdf2 != NULL : row->sha512_pbkdf2 != NULL;
}

/* The row of that number if it has a kernel and this processor can run it, else NULL. */
static const struct backend *kernel_row(const struct hash *hash, size_t i)
{
    const struct backend *row = &hash->backends->rows[i];
    return has_kernel(hash, row) && hash_can_run(row) ? row : NULL;
}

/* By libcrypto's compressor: u becomes the hash, from this state, of the message that u is. */
static void hash_message(const struct digest *digest, const struct work *work,
                         const uint64_t state[NWORDS], uint64_t u[NWORDS])
{
    size_t word = digest->hash->word_size;
    uint8_t block[MAX_BLOCK_SIZE];
    union hash_words words;

    for (size_t i = 0; i < (size_t)2 * NWORDS; i++)
        put_be(block + i * word, word,
               i < NWORDS ? (u[i] & work->keep[i]) | work->fill[i] : work->fill[i]);
    if (word == 4)
        narrow(words.word32, state, NWORDS);
    else
        memcpy(words.word64, state, sizeof words.word64);
    digest->hash->libcrypto_compress(&words, block, 1);
    if (word == 4)
        widen(u, words.word32, NWORDS);
    else
        memcpy(u, words.word64, sizeof words.word64);
}

/* One iteration of every chain. */
static void step(const struct digest *digest, struct work *work)
{
    for (size_t chain = 0; chain < MAX_CHAINS; chain++) {
        hash_message(digest, work, work->inner, work->u[chain]);
        hash_message(digest, work, work->outer, work->u[chain]);
        for (size_t i = 0; i < NWORDS; i++)
            work->t[chain][i] ^= work->u[chain][i];
    }
}

static void test_every_chain_is_worked_on_and_no_other(void)
{
    for (size_t d = 0; d < NDIGESTS; d++) {
        const struct hash *hash = digests[d].hash;
        struct work start, expected;
        uint64_t done = 0;

        start_work(&digests[d], d, &start);
        expected = start;
        for (size_t i = 0; i < NLENGTHS; i++) {
            for (; done < lengths[i]; done++)
                step(&digests[d], &expected);
            for (size_t r = 0; r < hash->backends->nrows; r++)
                for (size_t n = 1; n <= MAX_CHAINS && kernel_row(hash, r) != NULL; n++) {
                    size_t worked = n * sizeof start.u[0], rest = sizeof start.u - worked;
                    struct work work = start;

                    run(hash, kernel_row(hash, r), &work, n, lengths[i]);
                    EXPECT(memcmp(work.u, expected.u, worked) == 0 &&
                               memcmp(work.t, expected.t, worked) == 0,
                           "%s %s, digest %zu: %zu chains, %d iterations", hash->name,
                           kernel_row(hash, r)->name, digests[d].size, n, (int)lengths[i]);
                    EXPECT(memcmp(work.u[n], start.u[n], rest) == 0 &&
                               memcmp(work.t[n], start.t[n], rest) == 0,
                           "%s %s: writes behind %zu chains", hash->name, kernel_row(hash, r)->name,
                           n);
                }
        }
    }
}

/* The state after the block that is the key, padded with zeros and xored with a byte (RFC 2104). */
static void key_state(const struct digest *digest, const uint8_t *key, size_t size, uint8_t pad,
                      uint64_t state[NWORDS])
{
    uint8_t block[MAX_BLOCK_SIZE];
    union hash_words words;

    memset(block, pad, sizeof block);
    for (size_t i = 0; i < size; i++)
        block[i] ^= key[i];
    memcpy(&words, digest->iv, NWORDS * digest->hash->word_size);
    digest->hash->libcrypto_compress(&words, block, 1);
    if (digest->hash->word_size == 4)
        widen(state, words.word32, NWORDS);
    else
        memcpy(state, words.word64, sizeof words.word64);
}

/* libcrypto's HMAC of u, whose words are those of the digest; t takes it in. */
static void hmac_step(const struct digest *digest, const EVP_MD *md, const uint8_t *key,
                      size_t key_size, uint64_t u[NWORDS], uint64_t t[NWORDS])
{
    size_t word = digest->hash->word_size;
    uint8_t bytes[MAX_DIGEST_SIZE], mac[EVP_MAX_MD_SIZE] = {0};

    for (size_t i = 0; i < NWORDS; i++)
        put_be(bytes + i * word, word, u[i]);
    if (HMAC(md, key, (int)key_size, bytes, digest->size, mac, NULL) == NULL)
        exit(1);
    words_from_bytes(u, NWORDS, mac, word);
    for (size_t i = 0; i < NWORDS; i++)
        t[i] ^= u[i];
}

static void test_an_iteration_is_libcrypto_s_hmac(void)
{
    enum { ITERATIONS = 5, KEY_SIZE = 20 };

    for (size_t d = 0; d < NDIGESTS; d++) {
        const struct digest *digest = &digests[d];
        EVP_MD *md = digest->name == NULL ? NULL : EVP_MD_fetch(NULL, digest->name, NULL);
        uint8_t key[KEY_SIZE];
        struct work start, expected;

        if (md == NULL)
            continue;
        noise_fill(d, key, sizeof key);
        start_work(digest, d, &start);
        key_state(digest, key, sizeof key, 0x36, start.inner);
        key_state(digest, key, sizeof key, 0x5c, start.outer);
        expected = start;
        for (int i = 0; i < ITERATIONS; i++)
            hmac_step(digest, md, key, sizeof key, expected.u[0], expected.t[0]);
        for (size_t r = 0; r < digest->hash->backends->nrows; r++) {
            struct work work = start;
            int right = 1;

            if (kernel_row(digest->hash, r) == NULL)
                continue;
            run(digest->hash, kernel_row(digest->hash, r), &work, 1, ITERATIONS);
            for (size_t i = 0; i < NWORDS; i++)
                right &= ((work.u[0][i] ^ expected.u[0][i]) & start.keep[i]) == 0 &&
                         ((work.t[0][i] ^ expected.t[0][i]) & start.keep[i]) == 0;
            EXPECT(right, "%s on %s", digest->name, kernel_row(digest->hash, r)->name);
        }
        EVP_MD_free(md);
    }
}

/* A call on a stack apart. */
static struct {
    const struct hash *hash;
    const struct backend *row;
    size_t nchains;
} alone;

static void call_alone(void)
{
    call_kernel(alone.hash, alone.row, alone.nchains, 3);
}

/* Which of two keys: in memory, for a register that the kernel saves would show on the stack as well. */
static volatile uint64_t key_number;

static __attribute__((noinline)) void run_apart(const struct digest *digest,
                                                const struct backend *row, size_t nchains)
{
    struct work work;

    start_work(digest, key_number, &work);
    load_work(digest->hash, &work);
    alone.hash = digest->hash;
    alone.row = row;
    alone.nchains = nchains;
    apart_run(call_alone);
}

/* What two keys leave there may differ in nothing. */
static void test_nothing_that_depends_on_the_key_stays_on_the_stack(void)
{
    static uint8_t before[APART_SIZE];

    if (!APART_SHOWS) {
        printf("is NOT RUN: instrumented code has a stack of its own kind ");
        return;
    }
    for (size_t d = 0; d < NDIGESTS; d++)
        for (size_t r = 0; r < digests[d].hash->backends->nrows; r++)
            for (size_t n = 1; n <= 3 && kernel_row(digests[d].hash, r) != NULL; n++) {
                const struct backend *row = kernel_row(digests[d].hash, r);
                size_t used = 0, different = 0;

                for (key_number = 1; key_number <= 2; key_number++) {
                    memcpy(before, apart_stack, sizeof before);
                    run_apart(&digests[d], row, n);
                }
                for (size_t i = 0; i < APART_SIZE; i++) {
                    used += apart_stack[i] != 0;
                    different += apart_stack[i] != before[i];
                }
                EXPECT(used > 0 && different == 0,
                       "%s %s, digest %zu, %zu chains: %zu bytes of %zu", digests[d].hash->name,
                       row->name, digests[d].size, n, different, used);
            }
}

static CU_TestInfo tests[] = {
    {"every chain is worked on, and no other", test_every_chain_is_worked_on_and_no_other},
    {"an iteration is libcrypto's HMAC", test_an_iteration_is_libcrypto_s_hmac},
    {"nothing that depends on the key stays on the stack",
     test_nothing_that_depends_on_the_key_stays_on_the_stack},
    CU_TEST_INFO_NULL,
};

static void name_what_is_not_run(const struct hash *hash)
{
    for (size_t i = 0; i < hash->backends->nrows; i++) {
        const struct backend *row = &hash->backends->rows[i];
        if (has_kernel(hash, row) && !hash_can_run(row))
            printf("%s %s is NOT RUN on this processor\n", hash->name, row->name);
    }
}

int main(void)
{
    name_what_is_not_run(&hash_sha256);
    name_what_is_not_run(&hash_sha512);
    return suite_run("test_pbkdf2_kernels", tests);
}
