/*
 * The x86 rows, fastest first. Measured on AMD Zen 5 with gcc 12 by fastsha2-bench kernels, in cycles per
 * byte at 16 KiB and for one block, beside libcrypto 3.0 held to the same instruction set:
 *
 *     SHA-256            ours           libcrypto          SHA-512            ours           libcrypto
 *     shani          2.03   2.24       2.04   2.32         sha512ni      not measured         none
 *     avx512         5.14   5.58       5.65   6.03         avx512         3.14   3.29       3.51   3.70
 *     avx2           5.12   5.63       5.65   6.03         avx2           3.20   3.30       3.51   3.70
 *     avx            5.45   5.79       7.08   7.47         avx            4.42   4.56       4.80   4.89
 *     ssse3          5.44   5.79       7.08   7.47         ssse3          4.40   4.53       4.80   4.90
 *     portable       @P256@       portable       5.02   5.04       4.80   4.90
 *
 * No row here is overtaken by one below it. Where two are equal, the first needs fewer instructions, which
 * counts on narrower processors; avx, unlike ssse3, is not slowed by a caller's dirty upper halves
 * (ssse3 loses a sixth to them). sha512ni stands first by the latency that Intel's successors of Alder
 * Lake are modelled with, 1.6 cycles per byte: no such processor was at hand.
 */
#include "arch/portable/portable.h"
#include "backend_config.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_shani;
sha256_compress_fn sha256_compress_avx512;
sha256_compress_fn sha256_compress_avx2;
sha256_compress_fn sha256_compress_avx;
sha256_compress_fn sha256_compress_ssse3;
sha512_compress_fn sha512_compress_sha512ni;
sha512_compress_fn sha512_compress_avx512;
sha512_compress_fn sha512_compress_avx2;
sha512_compress_fn sha512_compress_avx;
sha512_compress_fn sha512_compress_ssse3;

enum {
    AVX2_BMI = CPU_AVX2 | CPU_BMI1 | CPU_BMI2,
    AVX512_BMI = AVX2_BMI | CPU_AVX512F | CPU_AVX512VL,
};

static const struct backend sha256_rows[] = {
    {"shani", CPU_SHA | CPU_SSSE3 | CPU_SSE41, .sha256 = sha256_compress_shani},
    {"avx512", AVX512_BMI, .sha256 = sha256_compress_avx512},
    {"avx2", AVX2_BMI, .sha256 = sha256_compress_avx2},
    {"avx", CPU_AVX, .sha256 = sha256_compress_avx},
    {"ssse3", CPU_SSSE3, .sha256 = sha256_compress_ssse3},
    {SHA256_PORTABLE_ROW},
};

static const struct backend sha512_rows[] = {
#if FASTSHA2_SHA512_SHA512NI
    {"sha512ni", CPU_AVX2 | CPU_SHA512, .sha512 = sha512_compress_sha512ni},
#endif
    {"avx512", AVX512_BMI, .sha512 = sha512_compress_avx512},
    {"avx2", AVX2_BMI, .sha512 = sha512_compress_avx2},
    {"avx", CPU_AVX, .sha512 = sha512_compress_avx},
    {"ssse3", CPU_SSSE3, .sha512 = sha512_compress_ssse3},
    {SHA512_PORTABLE_ROW},
};

const struct backend_table sha256_backends = {BACKEND_TABLE(sha256_rows)};
const struct backend_table sha512_backends = {BACKEND_TABLE(sha512_rows)};
