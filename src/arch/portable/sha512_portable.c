/* SHA-512's compression function in plain C, for every processor (FIPS 180-4, section 6.4.2). */
#include "endian.h"
#include "portable.h"
#include "sha2_constants.h"

/* The value unchanged, but opaque: else compilers re-associate the sums of a round and undo the nesting of
   rotations, which is 4 to 10% slower on x86-64. Not where a word takes two registers, for which only a compiler with
   64-bit registers has an __int128: there it holds words together that are better apart, 5% (i386) to 40% (Arm) of the
   instructions of a block. */
static inline uint64_t keep(uint64_t x)
{
#ifdef __SIZEOF_INT128__
    __asm__("" : "+r"(x));
#endif
    return x;
}

static inline uint64_t rotr(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

/* rotr 28 ^ rotr 34 ^ rotr 39, nested: an instruction set of two operands needs one copy of x, not three. */
static inline uint64_t big_sigma0(uint64_t x)
{
    return rotr(keep(rotr(keep(rotr(x, 5) ^ x), 6) ^ x), 28);
}

/* rotr 14 ^ rotr 18 ^ rotr 41. */
static inline uint64_t big_sigma1(uint64_t x)
{
    return rotr(keep(rotr(keep(rotr(x, 23) ^ x), 4) ^ x), 14);
}

static inline uint64_t small_sigma0(uint64_t x)
{
    return rotr(x, 1) ^ rotr(x, 8) ^ (x >> 7);
}

static inline uint64_t small_sigma1(uint64_t x)
{
    return rotr(x, 19) ^ rotr(x, 61) ^ (x >> 6);
}

#define SHA2_COMPRESS sha512_compress_portable
#define SHA2_WORD uint64_t
#define SHA2_ROUNDS 80
#define SHA2_K sha512_k
#define SHA2_LOAD_BE load_be64
#include "compress_template.h"
