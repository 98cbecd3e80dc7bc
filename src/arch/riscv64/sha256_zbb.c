/* SHA-256 compressor for RISC-V with Zbb, which rotates (FIPS 180-4, section 6.2.2). */
#include "backend.h"
#include "sha2_constants.h"

/* As gcc 12 turns right rotations by more than half a word into left ones, whose count it loads first. */
#define ROTR(n)                                          \
    static inline uint32_t rotr##n(uint32_t x)           \
    {                                                    \
        uint32_t y;                                      \
        __asm__("roriw %0, %1, " #n : "=r"(y) : "r"(x)); \
        return y;                                        \
    }

ROTR(2)
ROTR(5)
ROTR(6)
ROTR(7)
ROTR(9)
ROTR(11)
ROTR(14)
ROTR(17)
ROTR(18)
ROTR(19)

/* rotr 2 ^ rotr 13 ^ rotr 22, each in the next one: with one value in between, not three. */
static inline uint32_t big_sigma0(uint32_t x)
{
    return rotr2(rotr11(rotr9(x) ^ x) ^ x);
}

/* rotr 6 ^ rotr 11 ^ rotr 25. */
static inline uint32_t big_sigma1(uint32_t x)
{
    return rotr6(rotr5(rotr14(x) ^ x) ^ x);
}

static inline uint32_t small_sigma0(uint32_t x)
{
    return rotr7(x) ^ rotr18(x) ^ (x >> 3);
}

static inline uint32_t small_sigma1(uint32_t x)
{
    return rotr17(x) ^ rotr19(x) ^ (x >> 10);
}

sha256_compress_fn sha256_compress_zbb;

#define SHA2_COMPRESS sha256_compress_zbb
#define SHA2_WORD uint32_t
#define SHA2_ROUNDS 64
#define SHA2_K sha256_k
#include "scalar_template.h"
