/* The x86 rows, fastest first. */
#include "arch/portable/portable.h"
#include "backend_config.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_shani;
sha256_compress_fn sha256_compress_avx512;
sha256_compress_fn sha256_compress_avx2;
sha256_compress_fn sha256_compress_ssse3;
sha512_compress_fn sha512_compress_sha512ni;
sha512_compress_fn sha512_compress_avx512;
sha512_compress_fn sha512_compress_avx2;
sha512_compress_fn sha512_compress_ssse3;

enum {
    AVX2_BMI = CPU_AVX2 | CPU_BMI1 | CPU_BMI2,
    AVX512_BMI = AVX2_BMI | CPU_AVX512F | CPU_AVX512VL,
};

static const struct backend sha256_rows[] = {
    {"shani", CPU_SHA | CPU_SSSE3 | CPU_SSE41, .sha256 = sha256_compress_shani},
    {"avx512", AVX512_BMI, .sha256 = sha256_compress_avx512},
    {"avx2", AVX2_BMI, .sha256 = sha256_compress_avx2},
    {"ssse3", CPU_SSSE3, .sha256 = sha256_compress_ssse3},
    {SHA256_PORTABLE_ROW},
};

static const struct backend sha512_rows[] = {
#if FASTSHA2_SHA512_SHA512NI
    {"sha512ni", CPU_AVX2 | CPU_SHA512, .sha512 = sha512_compress_sha512ni},
#endif
    {"avx512", AVX512_BMI, .sha512 = sha512_compress_avx512},
    {"avx2", AVX2_BMI, .sha512 = sha512_compress_avx2},
    {"ssse3", CPU_SSSE3, .sha512 = sha512_compress_ssse3},
    {SHA512_PORTABLE_ROW},
};

const struct backend_table sha256_backends = {
    sha256_rows,
    sizeof sha256_rows / sizeof sha256_rows[0],
};
const struct backend_table sha512_backends = {
    sha512_rows,
    sizeof sha512_rows / sizeof sha512_rows[0],
};
