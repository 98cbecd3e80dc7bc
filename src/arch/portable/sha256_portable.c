/* SHA-256's compression function in plain C, for every processor (FIPS 180-4, section 6.2.2). */
#include "endian.h"
#include "portable.h"
#include "sha2_constants.h"

static inline uint32_t rotr(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static inline uint32_t big_sigma0(uint32_t x)
{
    return rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22);
}

static inline uint32_t big_sigma1(uint32_t x)
{
    return rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25);
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
