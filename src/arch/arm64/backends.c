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
sha256_many_fn sha256_many2_armsha256;
sha512_many_fn sha512_many2_armsha512;

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

/*
 * Cycles not measured but by llvm-mca's models (bench/README.md): of Neoverse N1 for SHA-256, of Neoverse V2 for
 * SHA-512, whose instructions N1 lacks. One block after another waits for the hash instructions' latency, 5 cycles for
 * four rounds of SHA-256, 6 for two of SHA-512. Two at a time pay where the next can be issued before: 1.4 times in
 * SHA-256 and 1.6 in SHA-512 on cores that issue one a cycle. Of these cycles few are left free, 2 and 14: so there are
 * no kernels for three.
 */
static const struct many_backend sha256_many_rows[] = {
    {"armsha256", CPU_SHA256, 2, 114, .sha256 = sha256_many2_armsha256},
    {"armsha256", .lanes = 1, .cycles = 82},
    {"neon", .lanes = 1, .cycles = 444},
    {"portable", .lanes = 1, .cycles = 600},
};

static const struct many_backend sha512_many_rows[] = {
    {"armsha512", CPU_SHA512, 2, 302, .sha512 = sha512_many2_armsha512},
    {"armsha512", .lanes = 1, .cycles = 242},
    {"portable", .lanes = 1, .cycles = 404},
};

const struct many_table sha256_many_backends = {BACKEND_TABLE(sha256_many_rows)};
const struct many_table sha512_many_backends = {BACKEND_TABLE(sha512_many_rows)};
