/*
 * The x86 rows, fastest first. Measured on AMD Zen 5 with gcc 12 by fastsha2-bench kernels, in cycles per
 * byte for one block and at 16 KiB, beside libcrypto 3.0 held to the same instruction set:
 *
 *     SHA-256         ours          libcrypto        SHA-512         ours          libcrypto
 *     shani        2.24  2.03      2.31  2.03        sha512ni    not measured         none
 *     avx512       5.53  5.13      6.04  5.64        avx512       3.28  3.13      3.69  3.50
 *     avx2         5.60  5.09      6.04  5.64        avx2         3.33  3.16      3.69  3.50
 *     avx          5.74  5.40      7.55  7.07        avx          4.51  4.40      4.88  4.78
 *     ssse3        5.79  5.42      7.55  7.07        ssse3        4.51  4.40      4.88  4.78
 *     portable     7.92  7.78      7.85  7.61        portable     4.95  4.87      4.90  4.80
 *
 * No row is overtaken by one below it. Where two are equal, the first needs fewer instructions, which
 * counts on narrower processors; and avx, unlike ssse3, is not slowed by a caller's dirty upper halves
 * (ssse3 loses a sixth to them). sha512ni stands first by the latency that Intel's processors after
 * Alder Lake are modelled with, 1.6 cycles per byte: none was at hand.
 *
 * PBKDF2, in cycles an iteration, beside a loop around the compressor and libcrypto 3.0: shani 272 (one chain) and
 * 339 (two), 338, 815; avx512 854, 891, 1670; avx2 855, 905. The other rows have no kernel: one for SHA-512's avx and
 * ssse3 gained 3 to 4%, and of the loop around SHA-256's, two bare blocks are 93%.
 */
#include "arch/portable/portable.h"
#include "backend_config.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_shani;
sha256_pbkdf2_fn sha256_pbkdf2_shani;
sha256_compress_fn sha256_compress_avx512;
sha256_compress_fn sha256_compress_avx2;
sha256_compress_fn sha256_compress_avx;
sha256_compress_fn sha256_compress_ssse3;
sha512_compress_fn sha512_compress_sha512ni;
sha512_compress_fn sha512_compress_avx512;
sha512_pbkdf2_fn sha512_pbkdf2_avx512;
sha512_compress_fn sha512_compress_avx2;
sha512_pbkdf2_fn sha512_pbkdf2_avx2;
sha512_compress_fn sha512_compress_avx;
sha512_compress_fn sha512_compress_ssse3;
sha256_many_fn sha256_many2_shani, sha256_many3_shani, sha256_many4_shani;
sha256_many_fn sha256_many16_avx512, sha256_many32_avx512;
sha256_many_fn sha256_many8_avx2;
sha512_many_fn sha512_many8_avx512, sha512_many16_avx512;
sha512_many_fn sha512_many4_avx2;

enum {
    SHANI = CPU_SHA | CPU_SSSE3 | CPU_SSE41,
    AVX2_BMI = CPU_AVX2 | CPU_BMI1 | CPU_BMI2,
    AVX512_BMI = AVX2_BMI | CPU_AVX512F | CPU_AVX512VL | CPU_AVX512BW,
};

static const struct backend sha256_rows[] = {
    {"shani", SHANI, .sha256 = sha256_compress_shani, .sha256_pbkdf2 = sha256_pbkdf2_shani},
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
    {"avx512", AVX512_BMI, .sha512 = sha512_compress_avx512, .sha512_pbkdf2 = sha512_pbkdf2_avx512},
    {"avx2", AVX2_BMI, .sha512 = sha512_compress_avx2, .sha512_pbkdf2 = sha512_pbkdf2_avx2},
    {"avx", CPU_AVX, .sha512 = sha512_compress_avx},
    {"ssse3", CPU_SSSE3, .sha512 = sha512_compress_ssse3},
    {SHA512_PORTABLE_ROW},
};

const struct backend_table sha256_backends = {BACKEND_TABLE(sha256_rows)};
const struct backend_table sha512_backends = {BACKEND_TABLE(sha512_rows)};

/*
 * Cycles measured as above, in calls of 16 blocks; sha512ni's are the model's. In cycles per byte:
 *
 *     SHA-256     avx512 x 32   0.50    avx512 x 16   0.56    avx2 x 8   1.94
 *                 shani x 4     1.11    shani x 3     1.21    shani x 2  1.31
 *     SHA-512     avx512 x 16   0.61    avx512 x 8    0.68    avx2 x 4   2.36
 */
static const struct many_backend sha256_many_rows[] = {
    {"avx512", AVX512_BMI, 32, 1028, .sha256 = sha256_many32_avx512},
    {"avx512", AVX512_BMI, 16, 579, .sha256 = sha256_many16_avx512},
    {"avx2", AVX2_BMI, 8, 995, .sha256 = sha256_many8_avx2},
    {"shani", SHANI, 4, 284, .sha256 = sha256_many4_shani},
    {"shani", SHANI, 3, 233, .sha256 = sha256_many3_shani},
    {"shani", SHANI, 2, 168, .sha256 = sha256_many2_shani},
    {"shani", .lanes = 1, .cycles = 130},
    {"avx512", .lanes = 1, .cycles = 328},
    {"avx2", .lanes = 1, .cycles = 326},
    {"avx", .lanes = 1, .cycles = 346},
    {"ssse3", .lanes = 1, .cycles = 347},
    {"portable", .lanes = 1, .cycles = 498},
};

static const struct many_backend sha512_many_rows[] = {
    {"avx512", AVX512_BMI, 16, 1250, .sha512 = sha512_many16_avx512},
    {"avx512", AVX512_BMI, 8, 699, .sha512 = sha512_many8_avx512},
    {"avx2", AVX2_BMI, 4, 1209, .sha512 = sha512_many4_avx2},
    {"sha512ni", .lanes = 1, .cycles = 205},
    {"avx512", .lanes = 1, .cycles = 401},
    {"avx2", .lanes = 1, .cycles = 404},
    {"avx", .lanes = 1, .cycles = 563},
    {"ssse3", .lanes = 1, .cycles = 563},
    {"portable", .lanes = 1, .cycles = 623},
};

const struct many_table sha256_many_backends = {BACKEND_TABLE(sha256_many_rows)};
const struct many_table sha512_many_backends = {BACKEND_TABLE(sha512_many_rows)};
