/* NIST's CAVP vectors, byte-oriented, through EVP: short, long and Monte Carlo (SHAVS, sections 6.2
   to 6.4), for each folder of response files given. */
#include "providers.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/err.h>

static struct library ours;
static char **folders; /* ends with NULL */

/* Names of the files, without ShortMsg.rsp and so on; SHA-256/192 is no algorithm of FIPS 180-4. */
static const struct {
    const char *file, *name;
    size_t size;
} tested[] = {
    {"SHA224", "SHA2-224", 28},         {"SHA256", "SHA2-256", 32},
    {"SHA384", "SHA2-384", 48},         {"SHA512", "SHA2-512", 64},
    {"SHA512_224", "SHA2-512/224", 28}, {"SHA512_256", "SHA2-512/256", 32},
};

enum { LINE_MAX_SIZE = 1 << 17 }; /* the longest message is 25,600 bytes */

struct response_file {
    const EVP_MD *md;
    size_t digest_size;
    FILE *file;
    char *line;
    int vectors;
};

/* The bytes of a line's value, which the caller frees; NULL if they are not hexadecimal. */
static unsigned char *value_bytes(const char *value, size_t *size)
{
    long got = 0;
    unsigned char *bytes = OPENSSL_hexstr2buf(value, &got);

    *size = bytes == NULL ? 0 : (size_t)got;
    return bytes;
}

/* The next line of the form "name = value"; *value is cut off it. Returns NULL at the end. */
static const char *next_field(struct response_file *rsp, char **value)
{
    while (fgets(rsp->line, LINE_MAX_SIZE, rsp->file) != NULL) {
        char *equals = strstr(rsp->line, " = ");
        if (equals == NULL || rsp->line[0] == '#' || rsp->line[0] == '[')
            continue;
        *equals = '\0';
        *value = equals + 3;
        (*value)[strcspn(*value, "\r\n")] = '\0';
        return rsp->line;
    }
    return NULL;
}

static int is_digest(const struct response_file *rsp, const char *value,
                     const unsigned char *digest)
{
    size_t size;
    unsigned char *want = value_bytes(value, &size);
    int same = size == rsp->digest_size && memcmp(want, digest, size) == 0;

    OPENSSL_free(want);
    return same;
}

/* Len, Msg, MD: Len is in bits, and an empty message is written as one zero byte. */
static void check_messages(struct response_file *rsp)
{
    unsigned char digest[EVP_MAX_MD_SIZE], *message = NULL;
    size_t length = 0, size = 0;
    char *value;
    const char *field;

    while ((field = next_field(rsp, &value)) != NULL) {
        if (strcmp(field, "Len") == 0) {
            length = strtoul(value, NULL, 10);
            CU_ASSERT_EQUAL(length % 8, 0);
        } else if (strcmp(field, "Msg") == 0) {
            OPENSSL_free(message);
            message = value_bytes(value, &size);
            CU_ASSERT_TRUE_FATAL(message != NULL && size >= length / 8);
        } else if (strcmp(field, "MD") == 0) {
            CU_ASSERT_EQUAL(hash(rsp->md, message, length / 8, digest), rsp->digest_size);
            CU_ASSERT_TRUE(is_digest(rsp, value, digest));
            rsp->vectors++;
        }
    }
    OPENSSL_free(message);
}

/* A checkpoint is the last of 1,000 digests, each of the three before it joined; it is the seed of
   the next. */
static void monte_carlo(const struct response_file *rsp, unsigned char seed[EVP_MAX_MD_SIZE])
{
    size_t size = rsp->digest_size;
    unsigned char joined[3 * EVP_MAX_MD_SIZE];
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    for (int i = 0; i < 3; i++)
        memcpy(joined + (size_t)i * size, seed, size);
    for (int i = 0; i < 1000; i++) {
        CU_ASSERT_TRUE_FATAL(EVP_DigestInit_ex(ctx, rsp->md, NULL) &&
                             EVP_DigestUpdate(ctx, joined, 3 * size) &&
                             EVP_DigestFinal_ex(ctx, seed, NULL));
        memmove(joined, joined + size, 2 * size);
        memcpy(joined + 2 * size, seed, size);
    }
    EVP_MD_CTX_free(ctx);
}

static void check_monte_carlo(struct response_file *rsp)
{
    unsigned char seed[EVP_MAX_MD_SIZE];
    int seeded = 0;
    char *value;
    const char *field;

    while ((field = next_field(rsp, &value)) != NULL) {
        if (strcmp(field, "Seed") == 0) {
            size_t size;
            unsigned char *bytes = value_bytes(value, &size);
            CU_ASSERT_EQUAL_FATAL(size, rsp->digest_size);
            memcpy(seed, bytes, size);
            OPENSSL_free(bytes);
            seeded = 1;
        } else if (strcmp(field, "MD") == 0) {
            CU_ASSERT_TRUE_FATAL(seeded);
            monte_carlo(rsp, seed);
            CU_ASSERT_TRUE(is_digest(rsp, value, seed));
            rsp->vectors++;
        }
    }
}

static void check_files(const char *kind, void check(struct response_file *))
{
    static char line[LINE_MAX_SIZE];

    putchar('\n');
    for (char **folder = folders; *folder != NULL; folder++) {
        for (size_t i = 0; i < sizeof tested / sizeof tested[0]; i++) {
            char path[4096];
            EVP_MD *md = EVP_MD_fetch(ours.ctx, tested[i].name, NULL);
            snprintf(path, sizeof path, "%s/%s%s.rsp", *folder, tested[i].file, kind);
            struct response_file rsp = {md, tested[i].size, fopen(path, "r"), line, 0};
            CU_ASSERT_TRUE(is_from(md, "fastsha2"));
            if (rsp.file == NULL)
                perror(path);
            CU_ASSERT_PTR_NOT_NULL_FATAL(rsp.file);
            check(&rsp);
            printf("    %s%s.rsp: %d vectors\n", tested[i].file, kind, rsp.vectors);
            CU_ASSERT_TRUE(rsp.vectors > 0);
            fclose(rsp.file);
            EVP_MD_free(md);
        }
    }
}

static void short_messages(void)
{
    check_files("ShortMsg", check_messages);
}

static void long_messages(void)
{
    check_files("LongMsg", check_messages);
}

static void monte_carlo_checkpoints(void)
{
    check_files("Monte", check_monte_carlo);
}

int main(int argc, char **argv)
{
    CU_TestInfo tests[] = {
        {"short messages", short_messages},
        {"long messages", long_messages},
        {"Monte Carlo checkpoints", monte_carlo_checkpoints},
        CU_TEST_INFO_NULL,
    };

    if (argc < 2) {
        fprintf(stderr, "usage: test_cavp FOLDER...\n");
        return 2;
    }
    folders = argv + 1;
    if (strcmp(argv[1], "FASTSHA2_CAVP_DIR-NOTFOUND") == 0) {
        printf("test_cavp: skipped: the full files are not installed (Debian: "
               "python3-cryptography-vectors)\n");
        return 77;
    }
    if (!library_open(&ours, FASTSHA2, NULL)) {
        ERR_print_errors_fp(stderr);
        return 1;
    }
    int failed = suite_run("CAVP", tests);
    library_close(&ours);
    return failed;
}
