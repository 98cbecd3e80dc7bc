/* SHA256_Update and SHA512_Update on contexts that hold no part of a block: they add to a count,
   and compress. */
#include "libcrypto_sha.h"

#include <openssl/sha.h>

bool libcrypto_sha256(uint32_t state[8], const uint8_t *blocks, size_t nblocks, size_t repeats)
{
    SHA256_CTX ctx;
    int valid = SHA256_Init(&ctx);

    for (int i = 0; i < 8; i++)
        ctx.h[i] = state[i];
    for (size_t i = 0; i < repeats; i++)
        valid &= SHA256_Update(&ctx, blocks, nblocks * SHA256_CBLOCK);
    for (int i = 0; i < 8; i++)
        state[i] = ctx.h[i];
    return valid;
}

bool libcrypto_sha512(uint64_t state[8], const uint8_t *blocks, size_t nblocks, size_t repeats)
{
    SHA512_CTX ctx;
    int valid = SHA512_Init(&ctx);

    for (int i = 0; i < 8; i++)
        ctx.h[i] = state[i];
    for (size_t i = 0; i < repeats; i++)
        valid &= SHA512_Update(&ctx, blocks, nblocks * SHA512_CBLOCK);
    for (int i = 0; i < 8; i++)
        state[i] = ctx.h[i];
    return valid;
}
