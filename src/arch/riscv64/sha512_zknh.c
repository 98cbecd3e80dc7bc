/* SHA-512 compressor with RISC-V's scalar instructions for it, Zknh (FIPS 180-4, section 6.4.2). */
#include "backend.h"
#include "sha2_constants.h"

/* For compilers have functions for them from gcc 14 and clang 17 on only. */
#define SIGMA(function, instruction)                       \
    static inline uint64_t function(uint64_t x)            \
    {                                                      \
        uint64_t y;                                        \
        __asm__(instruction " %0, %1" : "=r"(y) : "r"(x)); \
        return y;                                          \
    }

SIGMA(big_sigma0, "sha512sum0")
SIGMA(big_sigma1, "sha512sum1")
SIGMA(small_sigma0, "sha512sig0")
SIGMA(small_sigma1, "sha512sig1")

sha512_compress_fn sha512_compress_zknh;

#define SHA2_COMPRESS sha512_compress_zknh
#define SHA2_WORD uint64_t
#define SHA2_ROUNDS 80
#define SHA2_K sha512_k
#include "scalar_template.h"
