/* SHA-256 compressor with RISC-V's scalar instructions for it, Zknh (FIPS 180-4, section 6.2.2). */
#include "backend.h"
#include "sha2_constants.h"

/* For compilers have functions for them from gcc 14 and clang 17 on only. */
#define SIGMA(function, instruction)                       \
    static inline uint32_t function(uint32_t x)            \
    {                                                      \
        uint32_t y;                                        \
        __asm__(instruction " %0, %1" : "=r"(y) : "r"(x)); \
        return y;                                          \
    }

SIGMA(big_sigma0, "sha256sum0")
SIGMA(big_sigma1, "sha256sum1")
SIGMA(small_sigma0, "sha256sig0")
SIGMA(small_sigma1, "sha256sig1")

sha256_compress_fn sha256_compress_zknh;

#define SHA2_COMPRESS sha256_compress_zknh
#define SHA2_WORD uint32_t
#define SHA2_ROUNDS 64
#define SHA2_K sha256_k
#include "scalar_template.h"
