/*
 * Saved states, whole, changed or invented: those that are one are gone on from as libcrypto's own SHA256_CTX and
 * SHA512_CTX would, which is what the default provider saves from OpenSSL 4.0 on; any other is refused, and the message
 * under way goes on.
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* SHA256_CTX, SHA512_CTX */

#include "dice.h"
#include "fastsha2.h"
#include "finding.h"
#include "sections.h"

#include <stdlib.h>

#include <openssl/sha.h>

enum { SAVED_MAX = 224, HEADER_SIZE = 16, DATA_SIZE = 1024, CHANGES_MAX = 4 };

static uint8_t message[DATA_SIZE];

static uint64_t little_endian(const uint8_t *bytes, size_t size)
{
    uint64_t value = 0;

    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

/* A saved state taken apart: magic, digest size, waiting bytes, h[8], bit count in two words, block. */
struct saved {
    const uint8_t *bytes;
    size_t size, word;
};

static size_t block_size(const struct saved *saved)
{
    return 16 * saved->word;
}

static uint64_t word_of(const struct saved *saved, size_t i)
{
    return little_endian(saved->bytes + HEADER_SIZE + i * saved->word, saved->word);
}

static size_t waiting(const struct saved *saved)
{
    return (size_t)little_endian(saved->bytes + 12, 4);
}

static const uint8_t *block_of(const struct saved *saved)
{
    return saved->bytes + HEADER_SIZE + 10 * saved->word;
}

static int is_valid(const struct saved *saved, const struct algorithm *algorithm)
{
    if (saved->size != HEADER_SIZE + 10 * saved->word + block_size(saved))
        return 0;
    return memcmp(saved->bytes, saved->word == 4 ? "SHA256v1" : "SHA512v1", 8) == 0 &&
           little_endian(saved->bytes + 8, 4) == algorithm->size && word_of(saved, 8) % 8 == 0 &&
           word_of(saved, 8) / 8 % block_size(saved) == waiting(saved);
}

/* The digest of a saved state and so many bytes more, by libcrypto. */
static void go_on_by_libcrypto(const struct saved *saved, size_t more,
                               uint8_t digest[SHA512_DIGEST_LENGTH])
{
    SHA256_CTX sha256 = {.Nl = (SHA_LONG)word_of(saved, 8),
                         .Nh = (SHA_LONG)word_of(saved, 9),
                         .num = (unsigned)waiting(saved),
                         .md_len = SHA256_DIGEST_LENGTH};
    SHA512_CTX sha512 = {.Nl = word_of(saved, 8),
                         .Nh = word_of(saved, 9),
                         .num = (unsigned)waiting(saved),
                         .md_len = SHA512_DIGEST_LENGTH};

    for (size_t i = 0; i < 8; i++) {
        sha256.h[i] = (SHA_LONG)word_of(saved, i);
        sha512.h[i] = word_of(saved, i);
    }
    if (saved->word == 4) {
        memcpy(sha256.data, block_of(saved), sizeof sha256.data);
        EXPECT(SHA256_Update(&sha256, message, more) && SHA256_Final(digest, &sha256), "no digest");
    } else {
        memcpy(sha512.u.p, block_of(saved), sizeof sha512.u.p);
        EXPECT(SHA512_Update(&sha512, message, more) && SHA512_Final(digest, &sha512), "no digest");
    }
}

/* What is saved again is the same, but for the bytes of the block that do not wait, which are zero. */
static void expect_saved_again(EVP_MD_CTX *ctx, const struct saved *saved)
{
    uint8_t again[SAVED_MAX], wanted[SAVED_MAX];
    size_t size = sizeof again, used = saved->size - block_size(saved) + waiting(saved);

    memcpy(wanted, saved->bytes, used);
    memset(wanted + used, 0, saved->size - used);
    EXPECT(fastsha2_state_export(ctx, again, &size) && size == saved->size &&
               memcmp(again, wanted, size) == 0,
           "another state is saved than was resumed");
}

/* A state of the first bytes of the message with some bytes changed, or invented bytes. Returns its size. */
static size_t make_saved(struct dice *dice, EVP_MD_CTX *ctx, uint8_t bytes[SAVED_MAX])
{
    size_t size = SAVED_MAX;

    if (dice_happens(dice, 20))
        return dice_take(dice, bytes, dice_pick(dice, SAVED_MAX + 1));
    EXPECT(EVP_DigestUpdate(ctx, message, dice_pick(dice, DATA_SIZE)) &&
               fastsha2_state_export(ctx, bytes, &size),
           "no state is saved");
    for (size_t i = dice_pick(dice, CHANGES_MAX + 1); i > 0; i--) {
        size_t at = dice_pick(dice, size);
        dice_take(dice, bytes + at, 1);
    }
    if (dice_happens(dice, 10))
        size = dice_pick(dice, size);
    return size;
}

static void check(const struct library *library, const struct algorithm *algorithm,
                  struct dice *dice)
{
    uint8_t bytes[SAVED_MAX], digest[EVP_MAX_MD_SIZE], wanted[SHA512_DIGEST_LENGTH];
    EVP_MD *md = EVP_MD_fetch(library->ctx, algorithm->name, OURS);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    EXPECT(md != NULL && ctx != NULL && EVP_DigestInit_ex2(ctx, md, NULL), "no digest");
    struct saved saved = {.size = make_saved(dice, ctx, bytes), .word = algorithm->block_size / 16};
    uint8_t *exact = malloc(saved.size == 0 ? 1 : saved.size);
    EXPECT(exact != NULL, "no memory");
    memcpy(exact, bytes, saved.size);
    saved.bytes = exact;

    size_t before = dice_pick(dice, DATA_SIZE), more = dice_pick(dice, DATA_SIZE);
    int begun = dice_happens(dice, 50), valid = is_valid(&saved, algorithm);
    EXPECT(EVP_DigestInit_ex2(ctx, md, NULL) && EVP_DigestUpdate(ctx, message, before),
           "no digest");
    int accepted = fastsha2_state_import(ctx, begun ? NULL : md, saved.bytes, saved.size);
    EXPECT(accepted == valid, "%s: a state is %s", algorithm->name,
           accepted ? "accepted" : "refused");
    if (accepted) {
        expect_saved_again(ctx, &saved);
        EXPECT(EVP_DigestUpdate(ctx, message, more) && EVP_DigestFinal_ex(ctx, digest, NULL),
               "%s: it is not gone on from", algorithm->name);
        go_on_by_libcrypto(&saved, more, wanted);
    } else {
        EXPECT(ERR_peek_error() != 0, "no error tells of it");
        EXPECT(EVP_DigestFinal_ex(ctx, digest, NULL), "the message under way does not go on");
        EXPECT(expected(library, algorithm, message, begun ? before : 0, wanted) != 0, "no digest");
    }
    EXPECT(memcmp(digest, wanted, algorithm->size) == 0, "%s: another digest", algorithm->name);
    ERR_clear_error();
    free(exact);
    EVP_MD_CTX_free(ctx);
    EVP_MD_free(md);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dice dice = dice_of_bytes(data, size);
    const struct library *library = sections_library(dice_pick(&dice, sections_count()));
    const struct algorithm *algorithm = &algorithms[dice_pick(&dice, NALGORITHMS)];

    if (message[0] == 0)
        fill(message, sizeof message, 21);
    check(library, algorithm, &dice);
    return 0;
}
