/*
 * The loongarch64 rows, fastest first.
 *
 * lasx takes 66 to 68% of the instructions of libcrypto's C code for a block, lsx 72 to 77%, portable 93 to 94%. Both
 * leave the rounds to scalar registers: 23 operations each, of which a processor starts four or more a cycle. With a
 * and e side by side in vectors of LSX, as on i386, a block of SHA-512 took 59%, but those 15 operations a round are
 * a chain of seven from e to e, not five, and all are for the vector units, of which processors have two or four.
 */
#include "arch/portable/portable.h"
#include "backend_config.h"
#include "cpu.h"

sha256_compress_fn sha256_compress_lasx;
sha256_compress_fn sha256_compress_lsx;
sha512_compress_fn sha512_compress_lasx;
sha512_compress_fn sha512_compress_lsx;

static const struct backend sha256_rows[] = {
#if FASTSHA2_SHA256_LASX
    {"lasx", CPU_LASX, .sha256 = sha256_compress_lasx},
#endif
#if FASTSHA2_SHA256_LSX
    {"lsx", CPU_LSX, .sha256 = sha256_compress_lsx},
#endif
    {SHA256_PORTABLE_ROW},
};

static const struct backend sha512_rows[] = {
#if FASTSHA2_SHA512_LASX
    {"lasx", CPU_LASX, .sha512 = sha512_compress_lasx},
#endif
#if FASTSHA2_SHA512_LSX
    {"lsx", CPU_LSX, .sha512 = sha512_compress_lsx},
#endif
    {SHA512_PORTABLE_ROW},
};

const struct backend_table sha256_backends = {BACKEND_TABLE(sha256_rows)};
const struct backend_table sha512_backends = {BACKEND_TABLE(sha512_rows)};
const struct many_table sha256_many_backends = {NULL, 0};
const struct many_table sha512_many_backends = {NULL, 0};
