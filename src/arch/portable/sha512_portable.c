/* SHA-512's compression function in plain C, for every processor (FIPS 180-4, section 6.4.2). */
#include "endian.h"
#include "portable.h"
#include "sha2_constants.h"

static inline uint64_t rotr(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

static inline uint64_t big_sigma0(uint64_t x)
{
    return rotr(x, 28) ^ rotr(x, 34) ^ rotr(x, 39);
}

static inline uint64_t big_sigma1(uint64_t x)
{
    return rotr(x, 14) ^ rotr(x, 18) ^ rotr(x, 41);
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
