/* The s390x rows, fastest first. */
#include "arch/portable/portable.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_cpacf;
sha512_compress_fn sha512_compress_cpacf;

static const struct backend sha256_rows[] = {
    {"cpacf", CPU_KIMD_SHA_256, .sha256 = sha256_compress_cpacf},
    {SHA256_PORTABLE_ROW},
};

static const struct backend sha512_rows[] = {
    {"cpacf", CPU_KIMD_SHA_512, .sha512 = sha512_compress_cpacf},
    {SHA512_PORTABLE_ROW},
};

const struct backend_table sha256_backends = {BACKEND_TABLE(sha256_rows)};
const struct backend_table sha512_backends = {BACKEND_TABLE(sha512_rows)};
const struct many_table sha256_many_backends = {NULL, 0};
const struct many_table sha512_many_backends = {NULL, 0};
