/* The wasm32 rows, fastest first. */
#include "arch/portable/portable.h"
#include "backend_config.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_simd128;
sha512_compress_fn sha512_compress_simd128;

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
const struct many_table sha256_many_backends = {NULL, 0};
const struct many_table sha512_many_backends = {NULL, 0};
