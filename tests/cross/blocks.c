/*
 * blocks HASH ROW N: compresses N blocks by a row of this architecture, or by libcrypto, which its own ROW is
 * called; so that an emulator can count what a block takes.
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* EVP's overhead is not a block's */
#include "backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/sha.h>

static const struct backend *find(const struct backend_table *table, const char *name)
{
    for (size_t i = 0; i < table->nrows; i++)
        if (strcmp(table->rows[i].name, name) == 0 && (table->rows[i].needs & ~cpu_features()) == 0)
            return &table->rows[i];
    fprintf(stderr, "blocks: no row %s for this processor\n", name);
    exit(2);
}

static void sha256_blocks(const char *row, const uint8_t *data, size_t n)
{
    SHA256_CTX context;

    SHA256_Init(&context);
    if (strcmp(row, "libcrypto") == 0)
        SHA256_Update(&context, data, 64 * n);
    else
        find(&sha256_backends, row)->sha256(context.h, data, n);
}

static void sha512_blocks(const char *row, const uint8_t *data, size_t n)
{
    SHA512_CTX context;
    uint64_t words[8] = {0};

    SHA512_Init(&context);
    if (strcmp(row, "libcrypto") == 0)
        SHA512_Update(&context, data, 128 * n);
    else
        find(&sha512_backends, row)->sha512(words, data, n);
}

int main(int argc, char **argv)
{
    static uint8_t data[128 * 1024];

    if (argc == 2 && strcmp(argv[1], "rows") == 0) {
        for (size_t i = 0; i < sha256_backends.nrows; i++)
            printf("sha256 %s\n", sha256_backends.rows[i].name);
        for (size_t i = 0; i < sha512_backends.nrows; i++)
            printf("sha512 %s\n", sha512_backends.rows[i].name);
        return 0;
    }
    size_t n = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    if (n == 0 || n > sizeof data / 128) {
        fprintf(stderr, "usage: blocks rows | blocks sha256|sha512 ROW|libcrypto N\n");
        return 2;
    }
    if (strcmp(argv[1], "sha256") == 0)
        sha256_blocks(argv[2], data, n);
    else
        sha512_blocks(argv[2], data, n);
    return 0;
}
