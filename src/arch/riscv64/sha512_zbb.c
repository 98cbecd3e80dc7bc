/* SHA-512 compressor for RISC-V with Zbb, which rotates (FIPS 180-4, section 6.4.2). */
#include "backend.h"
#include "sha2_constants.h"

/* As gcc 12 turns right rotations by more than half a word into left ones, whose count it loads first. */
#define ROTR(n)                                         \
    static inline uint64_t rotr##n(uint64_t x)          \
    {                                                   \
        uint64_t y;                                     \
        __asm__("rori %0, %1, " #n : "=r"(y) : "r"(x)); \
        return y;                                       \
    }

ROTR(1)
ROTR(4)
ROTR(5)
ROTR(6)
ROTR(8)
ROTR(14)
ROTR(19)
ROTR(23)
ROTR(28)
ROTR(61)

/* rotr 28 ^ rotr 34 ^ rotr 39, each in the next one: with one value in between, not three. */
static inline uint64_t big_sigma0(uint64_t x)
{
    return rotr28(rotr6(rotr5(x) ^ x) ^ x);
}

/* rotr 14 ^ rotr 18 ^ rotr 41. */
static inline uint64_t big_sigma1(uint64_t x)
{
    return rotr14(rotr4(rotr23(x) ^ x) ^ x);
}

static inline uint64_t small_sigma0(uint64_t x)
{
    return rotr1(x) ^ rotr8(x) ^ (x >> 7);
}

static inline uint64_t small_sigma1(uint64_t x)
{
    return rotr19(x) ^ rotr61(x) ^ (x >> 6);
}

sha512_compress_fn sha512_compress_zbb;

#define SHA2_COMPRESS sha512_compress_zbb
#define SHA2_WORD uint64_t
#define SHA2_ROUNDS 80
#define SHA2_K sha512_k
#include "scalar_template.h"
