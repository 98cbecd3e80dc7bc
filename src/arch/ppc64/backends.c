/*
 * The ppc64 rows, fastest first, in either byte order.
 *
 * power8 takes 12% fewer instructions for a block of SHA-256 than libcrypto's code of this kind, and 8% fewer of
 * SHA-512.
 */
#include "arch/portable/portable.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_power8;
sha512_compress_fn sha512_compress_power8;

static const struct backend sha256_rows[] = {
    {"power8", CPU_VCRYPTO, .sha256 = sha256_compress_power8},
    {SHA256_PORTABLE_ROW},
};

static const struct backend sha512_rows[] = {
    {"power8", CPU_VCRYPTO, .sha512 = sha512_compress_power8},
    {SHA512_PORTABLE_ROW},
};

const struct backend_table sha256_backends = {BACKEND_TABLE(sha256_rows)};
const struct backend_table sha512_backends = {BACKEND_TABLE(sha512_rows)};
const struct many_table sha256_many_backends = {NULL, 0};
const struct many_table sha512_many_backends = {NULL, 0};
