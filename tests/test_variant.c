/* The initial values and digest sizes: by libcrypto's digests, and by what FIPS 180-4 derives them from. */
#include "variant.h"
#include "arch/portable/portable.h"
#include "expect.h"
#include "hash.h"
#include "suite.h"

#include <string.h>

static const struct {
    const char *name;
    const struct sha256_variant *variant;
} sha256_variants[] = {{"SHA2-224", &sha2_224}, {"SHA2-256", &sha2_256}};

static const struct {
    const char *name;
    const struct sha512_variant *variant;
} sha512_variants[] = {
    {"SHA2-384", &sha2_384},
    {"SHA2-512", &sha2_512},
    {"SHA2-512/224", &sha2_512_224},
    {"SHA2-512/256", &sha2_512_256},
};

static const char *const messages[] = {"", "abc"};

static void digest_by_256(const struct sha256_variant *variant, const char *message,
                          uint8_t *digest)
{
    struct sha256 state;

    sha256_init(&state, variant->iv);
    sha256_update(&state, sha256_compress_portable, (const uint8_t *)message, strlen(message));
    sha256_final(&state, sha256_compress_portable, digest, variant->digest_size);
}

static void digest_by_512(const struct sha512_variant *variant, const char *message,
                          uint8_t *digest)
{
    struct sha512 state;

    sha512_init(&state, variant->iv);
    sha512_update(&state, sha512_compress_portable, (const uint8_t *)message, strlen(message));
    sha512_final(&state, sha512_compress_portable, digest, variant->digest_size);
}

static void test_each_hashes_as_libcrypto_s_of_the_same_name(void)
{
    for (size_t m = 0; m < 2; m++) {
        const uint8_t *message = (const uint8_t *)messages[m];
        size_t size = strlen(messages[m]);

        for (size_t i = 0; i < 2; i++) {
            uint8_t ours[MAX_DIGEST_SIZE] = {0}, theirs[MAX_DIGEST_SIZE] = {0};
            digest_by_256(sha256_variants[i].variant, messages[m], ours);
            libcrypto_digest(sha256_variants[i].name, message, size, theirs);
            /* The whole buffers: digests of different sizes differ. */
            EXPECT(memcmp(ours, theirs, sizeof ours) == 0, "%s of '%s'", sha256_variants[i].name,
                   messages[m]);
        }
        for (size_t i = 0; i < 4; i++) {
            uint8_t ours[MAX_DIGEST_SIZE] = {0}, theirs[MAX_DIGEST_SIZE] = {0};
            digest_by_512(sha512_variants[i].variant, messages[m], ours);
            libcrypto_digest(sha512_variants[i].name, message, size, theirs);
            EXPECT(memcmp(ours, theirs, sizeof ours) == 0, "%s of '%s'", sha512_variants[i].name,
                   messages[m]);
        }
    }
}

static void test_sha_256_192_is_sha_256_cut_to_24_bytes(void)
{
    uint8_t ours[MAX_DIGEST_SIZE] = {0}, theirs[MAX_DIGEST_SIZE];

    digest_by_256(&sha2_256_192, "abc", ours);
    libcrypto_digest("SHA2-256", (const uint8_t *)"abc", 3, theirs);
    memset(theirs + 24, 0, sizeof theirs - 24);
    CU_ASSERT_EQUAL(memcmp(ours, theirs, sizeof ours), 0);
}

static void test_digest_sizes_are_those_of_the_names(void)
{
    CU_ASSERT_EQUAL(sha2_224.digest_size, 224 / 8);
    CU_ASSERT_EQUAL(sha2_256.digest_size, 256 / 8);
    CU_ASSERT_EQUAL(sha2_256_192.digest_size, 192 / 8);
    CU_ASSERT_EQUAL(sha2_384.digest_size, 384 / 8);
    CU_ASSERT_EQUAL(sha2_512.digest_size, 512 / 8);
    CU_ASSERT_EQUAL(sha2_512_224.digest_size, 224 / 8);
    CU_ASSERT_EQUAL(sha2_512_256.digest_size, 256 / 8);
}

/* FIPS 180-4, 5.3.2. */
static void test_sha_224_starts_from_the_second_halves_of_sha_384_s_words(void)
{
    for (size_t i = 0; i < 8; i++)
        CU_ASSERT_EQUAL(sha2_224.iv[i], (uint32_t)sha2_384.iv[i]);
}

/* FIPS 180-4, 5.3.3 and 5.3.5: the same square roots, to 32 and to 64 bits. */
static void test_sha_256_starts_from_the_first_halves_of_sha_512_s_words(void)
{
    for (size_t i = 0; i < 8; i++)
        CU_ASSERT_EQUAL(sha2_256.iv[i], (uint32_t)(sha2_512.iv[i] >> 32));
}

/* FIPS 180-4, 5.3.6: the digest of the name by SHA-512 with an initial value of its own. Done by libcrypto. */
static void test_sha_512_t_starts_from_the_digest_of_its_name(void)
{
    static const struct {
        const char *name;
        const struct sha512_variant *variant;
    } both[] = {{"SHA-512/224", &sha2_512_224}, {"SHA-512/256", &sha2_512_256}};

    for (size_t i = 0; i < 2; i++) {
        union hash_words words;
        uint8_t saved[MAX_EXPORT_SIZE], nothing[1] = {0}, digest[MAX_DIGEST_SIZE];

        for (size_t j = 0; j < NWORDS; j++)
            words.word64[j] = sha2_512.iv[j] ^ UINT64_C(0xa5a5a5a5a5a5a5a5);
        hash_save(&hash_sha512, SHA512_DIGEST_SIZE, &words, 0, 0, nothing, saved);
        hash_sha512.libcrypto_finish(saved, (const uint8_t *)both[i].name, strlen(both[i].name),
                                     digest);
        for (size_t j = 0; j < NWORDS; j++) {
            uint64_t word = 0;
            for (size_t k = 0; k < 8; k++)
                word = word << 8 | digest[8 * j + k];
            EXPECT(both[i].variant->iv[j] == word, "%s, word %zu", both[i].name, j);
        }
    }
}

static CU_TestInfo tests[] = {
    {"each hashes as libcrypto's of the same name",
     test_each_hashes_as_libcrypto_s_of_the_same_name},
    {"SHA-256/192 is SHA-256 cut to 24 bytes", test_sha_256_192_is_sha_256_cut_to_24_bytes},
    {"digest sizes are those of the names", test_digest_sizes_are_those_of_the_names},
    {"SHA-224 starts from the second halves of SHA-384's words",
     test_sha_224_starts_from_the_second_halves_of_sha_384_s_words},
    {"SHA-256 starts from the first halves of SHA-512's words",
     test_sha_256_starts_from_the_first_halves_of_sha_512_s_words},
    {"SHA-512/t starts from the digest of its name",
     test_sha_512_t_starts_from_the_digest_of_its_name},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_variant", tests);
}
