/*
 * The arm64 rows, fastest first.
 *
 * neon takes 13 to 16% fewer instructions for a block than portable, and 2 to 5% fewer than libcrypto's code of this kind.
 * There is none for SHA-512: two words of its schedule take 21 vector instructions or 20 scalar ones.
 */
#include "arch/portable/portable.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_armsha256;
sha256_compress_fn sha256_compress_neon;
sha512_compress_fn sha512_compress_armsha512;

static const struct backend sha256_rows[] = {
    {"armsha256", CPU_SHA256, .sha256 = sha256_compress_armsha256},
    {"neon", CPU_ASIMD, .sha256 = sha256_compress_neon},
    {SHA256_PORTABLE_ROW},
};

static const struct backend sha512_rows[] = {
    {"armsha512", CPU_SHA512, .sha512 = sha512_compress_armsha512},
    {SHA512_PORTABLE_ROW},
};

const struct backend_table sha256_backends = {BACKEND_TABLE(sha256_rows)};
const struct backend_table sha512_backends = {BACKEND_TABLE(sha512_rows)};
const struct many_table sha256_many_backends = {NULL, 0};
const struct many_table sha512_many_backends = {NULL, 0};
