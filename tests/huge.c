/*
 * huge: real messages of more than 4 GiB, in updates of many sizes and in one, by the built module.
 *
 * Apart from the tests of units, for an emulator would take hours. The message is one piece of memory, mapped again
 * and again. The digests are those of sha256sum and sha512sum (GNU coreutils 9.1, built without OpenSSL) of the same
 * bytes.
 */
#define _GNU_SOURCE /* memfd_create */
#include "noise.h"
#include "providers.h"
#include "suite.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <openssl/err.h>

/* PIECE bytes of noise, 65 times over, and the first TAIL of them: 4 GiB, 64 MiB and a bit. */
enum { PIECE = 1 << 26, PIECES = 65, TAIL = 77 };
static const uint64_t message_size = (uint64_t)PIECES * PIECE + TAIL;

static const struct {
    const char *name, *digest;
} answers[] = {
    {"SHA2-256", "d31c9a0b841e4eef38b4e16e66cfd624266033695eb57abb74719a9bf68e6629"},
    {"SHA2-512", "41ddb0176c01500c4a3f525c5fbf2459eae72a33861808dd65208744f98e561d1afb74017560f2b40"
                 "09d0bd251f172021ca4a4d80ce83e02f4de5dd5237c5916"},
};
enum { NANSWERS = sizeof answers / sizeof answers[0] };

static int message_file;
static struct library library;

static int message_open(void)
{
    message_file = memfd_create("message", MFD_CLOEXEC);
    if (message_file < 0 || ftruncate(message_file, PIECE) != 0)
        return 0;
    void *piece = mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED, message_file, 0);
    if (piece == MAP_FAILED)
        return 0;
    noise_fill(4, piece, PIECE);
    return munmap(piece, PIECE) == 0;
}

/* The first pieces of the message, one behind the other; NULL where addresses do not suffice. */
static const unsigned char *message_map(size_t npieces)
{
    if (npieces > SIZE_MAX / PIECE)
        return NULL;
    unsigned char *all =
        mmap(NULL, npieces * PIECE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    for (size_t i = 0; i < npieces; i++)
        if (mmap(all + i * PIECE, PIECE, PROT_READ, MAP_SHARED | MAP_FIXED, message_file, 0) ==
            MAP_FAILED)
            return NULL;
    return all;
}

static void expect_digest(size_t i, EVP_MD_CTX *ctx)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    char hex[2 * EVP_MAX_MD_SIZE + 1];
    unsigned size = 0;

    CU_ASSERT_TRUE(EVP_DigestFinal_ex(ctx, digest, &size));
    for (unsigned at = 0; at < size; at++)
        snprintf(hex + (size_t)2 * at, 3, "%02x", digest[at]);
    CU_ASSERT_STRING_EQUAL(hex, answers[i].digest);
}

static EVP_MD_CTX *begin(size_t i)
{
    EVP_MD *md = EVP_MD_fetch(library.ctx, answers[i].name, OURS);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    CU_ASSERT_TRUE_FATAL(EVP_DigestInit_ex(ctx, md, NULL));
    EVP_MD_free(md);
    return ctx;
}

/* Odd sizes, so that blocks and pieces never meet but by chance, and one update that crosses 4 GiB. */
static void in_updates(void)
{
    static const size_t sizes[] = {(1 << 25) - 3, 1, 4095, (1 << 24) + 129};
    const unsigned char *piece = message_map(2);

    CU_ASSERT_PTR_NOT_NULL_FATAL(piece);
    for (size_t i = 0; i < NANSWERS; i++) {
        EVP_MD_CTX *ctx = begin(i);
        size_t n = 0;
        for (uint64_t done = 0; done < message_size; n++) {
            size_t size = sizes[n % 4];
            if (size > message_size - done)
                size = (size_t)(message_size - done);
            CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, piece + done % PIECE, size));
            done += size;
        }
        expect_digest(i, ctx);
        EVP_MD_CTX_free(ctx);
    }
}

static void in_one_update(void)
{
    const unsigned char *message = message_map(PIECES + 1);

    if (message == NULL && sizeof(size_t) < 8) {
        printf("is NOT RUN: a size here has 32 bits ");
        return;
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(message);
    for (size_t i = 0; i < NANSWERS; i++) {
        EVP_MD_CTX *ctx = begin(i);
        CU_ASSERT_TRUE(EVP_DigestUpdate(ctx, message, (size_t)message_size));
        expect_digest(i, ctx);
        EVP_MD_CTX_free(ctx);
    }
}

int main(int argc, char **argv)
{
    CU_TestInfo tests[] = {
        {"more than 4 GiB in updates", in_updates},
        {"more than 4 GiB in one update", in_one_update},
        CU_TEST_INFO_NULL,
    };

    if (!message_open()) {
        perror("huge: a message");
        return 1;
    }
    if (argc == 2 && strcmp(argv[1], "--write") == 0) { /* for sha256sum and sha512sum */
        const unsigned char *piece = message_map(1);
        for (size_t i = 0; piece != NULL && i < PIECES; i++)
            if (fwrite(piece, 1, PIECE, stdout) != PIECE)
                return 1;
        return piece == NULL || fwrite(piece, 1, TAIL, stdout) != TAIL || fflush(stdout) != 0;
    }
    if (!library_open(&library, FASTSHA2, NULL)) {
        ERR_print_errors_fp(stderr);
        return 1;
    }
    int failed = suite_run("huge", tests);
    library_close(&library);
    return failed;
}
