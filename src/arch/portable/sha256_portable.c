/* SHA-256's compression function in plain C, for every processor (FIPS 180-4, section 6.2.2). */
#include "endian.h"
#include "portable.h"
#include "sha2_constants.h"

/* The value unchanged, but opaque: else compilers re-associate the sums of a round and undo the nesting of
   rotations, which is 4 to 10% slower on x86-64. */
static inline uint32_t keep(uint32_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

static inline uint32_t rotr(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

/* rotr 2 ^ rotr 13 ^ rotr 22, nested: an instruction set of two operands needs one copy of x, not three. */
static inline uint32_t big_sigma0(uint32_t x)
{
    return rotr(keep(rotr(keep(rotr(x, 9) ^ x), 11) ^ x), 2);
}

/* rotr 6 ^ rotr 11 ^ rotr 25. */
static inline uint32_t big_sigma1(uint32_t x)
{
    return rotr(keep(rotr(keep(rotr(x, 14) ^ x), 5) ^ x), 6);
}

static inline uint32_t small_sigma0(uint32_t x)
{
    return rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3);
}

static inline uint32_t small_sigma1(uint32_t x)
{
    return rotr(x, 17) ^ rotr(x, 19) ^ (x >> 10);
}

#define SHA2_COMPRESS sha256_compress_portable
#define SHA2_WORD uint32_t
#define SHA2_ROUNDS 64
#define SHA2_K sha256_k
#define SHA2_LOAD_BE load_be32
#include "compress_template.h"
