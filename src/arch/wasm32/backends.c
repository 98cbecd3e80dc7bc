/* The wasm32 rows, fastest first. */
#include "arch/portable/portable.h"
#include "backend_config.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_simd128;
sha512_compress_fn sha512_compress_simd128;
sha256_many_fn sha256_many4_simd128;

static const struct backend sha256_rows[] = {
#if FASTSHA2_SHA256_SIMD128
    {"simd128", CPU_SIMD128, .sha256 = sha256_compress_simd128},
#endif
    {SHA256_PORTABLE_ROW},
};

static const struct backend sha512_rows[] = {
#if FASTSHA2_SHA512_SIMD128
    {"simd128", CPU_SIMD128, .sha512 = sha512_compress_simd128},
#endif
    {SHA512_PORTABLE_ROW},
};

const struct backend_table sha256_backends = {BACKEND_TABLE(sha256_rows)};
const struct backend_table sha512_backends = {BACKEND_TABLE(sha512_rows)};

/*
 * Cycles of V8 11.3 on Zen 5, in calls of 16 blocks. In cycles per byte: simd128 x 4 4.6, simd128 6.1, portable 8.2,
 * and 4.7, 8.5, 12 when the core is shared. There are none for SHA-512: two messages at once took 6.0, one 4.1.
 */
static const struct many_backend sha256_many_rows[] = {
#if FASTSHA2_SHA256_SIMD128
    {"simd128", CPU_SIMD128, 4, 1188, .sha256 = sha256_many4_simd128},
    {"simd128", .lanes = 1, .cycles = 389},
#endif
    {"portable", .lanes = 1, .cycles = 525},
};

const struct many_table sha256_many_backends = {BACKEND_TABLE(sha256_many_rows)};
const struct many_table sha512_many_backends = {NULL, 0};
