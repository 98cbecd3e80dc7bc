/*
 * The rows of 32-bit x86, fastest first, by the instructions that they take for a block beside those of libcrypto 3.0
 * with the same features (bench/README.md): a processor that runs 32-bit programs was not at hand.
 *
 * Eight general registers hold neither eight working variables of SHA-256 nor two of SHA-512, so that the rounds are in
 * vectors as well. The 64-bit rows, compiled for 32 bits, take 24 to 60% more for SHA-256 and two to three times
 * as much for SHA-512.
 */
#include "arch/portable/portable.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_shani;
sha256_compress_fn sha256_compress_avx2;
sha256_compress_fn sha256_compress_avx;
sha256_compress_fn sha256_compress_ssse3;
sha512_compress_fn sha512_compress_avx2;
sha512_compress_fn sha512_compress_avx;
sha512_compress_fn sha512_compress_ssse3;

static const struct backend sha256_rows[] = {
    {"shani", CPU_SHA | CPU_SSSE3 | CPU_SSE41, .sha256 = sha256_compress_shani},
    {"avx2", CPU_AVX2, .sha256 = sha256_compress_avx2},
    {"avx", CPU_AVX, .sha256 = sha256_compress_avx},
    {"ssse3", CPU_SSSE3, .sha256 = sha256_compress_ssse3},
    {SHA256_PORTABLE_ROW},
};

static const struct backend sha512_rows[] = {
    {"avx2", CPU_AVX2, .sha512 = sha512_compress_avx2},
    {"avx", CPU_AVX, .sha512 = sha512_compress_avx},
    {"ssse3", CPU_SSSE3, .sha512 = sha512_compress_ssse3},
    {SHA512_PORTABLE_ROW},
};

const struct backend_table sha256_backends = {BACKEND_TABLE(sha256_rows)};
const struct backend_table sha512_backends = {BACKEND_TABLE(sha512_rows)};
const struct many_table sha256_many_backends = {NULL, 0};
const struct many_table sha512_many_backends = {NULL, 0};
