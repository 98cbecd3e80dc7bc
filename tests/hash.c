/* The two hashes for tests that are written once, and what libcrypto says. */
#define OPENSSL_SUPPRESS_DEPRECATED /* EVP shows no chaining value; the low-level functions do */
#include "hash.h"
#include "selftest.h"
#include "variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/sha.h>

uint64_t get_le(const uint8_t *from, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;)
        value = value << 8 | from[i];
    return value;
}

void put_le(uint8_t *to, size_t size, uint64_t value)
{
    for (size_t i = 0; i < size; i++, value >>= 8)
        to[i] = (uint8_t)value;
}

const struct backend *hash_portable(const struct hash *hash)
{
    return &hash->backends->rows[hash->backends->nrows - 1];
}

void hash_digest(const struct hash *hash, const struct backend *row, const uint8_t *data,
                 size_t size, uint8_t *digest)
{
    union hash_state state;

    hash->init(&state);
    hash->update(&state, row, data, size);
    hash->final(&state, row, digest, hash->digest_size);
}

void libcrypto_digest(const char *name, const uint8_t *data, size_t size, uint8_t *digest)
{
    if (!EVP_Q_digest(NULL, name, "provider=default", data, size, digest, NULL)) {
        fprintf(stderr, "libcrypto's default provider has no %s\n", name);
        exit(1);
    }
}

void hash_save(const struct hash *hash, size_t digest_size, const void *words, uint64_t low,
               uint64_t high, const uint8_t *block, uint8_t *saved)
{
    size_t waiting = (size_t)(low / 8 % hash->block_size);
    uint8_t *at = saved + 8;

    memset(saved, 0, hash->export_size);
    memcpy(saved, hash == &hash_sha256 ? "SHA256v1" : "SHA512v1", 8);
    put_le(at, 4, digest_size);
    put_le(at + 4, 4, waiting);
    at += 8;
    for (size_t i = 0; i < NWORDS; i++, at += hash->word_size)
        put_le(at, hash->word_size,
               hash->word_size == 4 ? ((const uint32_t *)words)[i] : ((const uint64_t *)words)[i]);
    put_le(at, hash->word_size, low);
    put_le(at + hash->word_size, hash->word_size, high);
    memcpy(at + 2 * hash->word_size, block, waiting);
}

#define HASH hash_sha256
#define SHA2(name) sha256_##name
#define SHA2_MEMBER sha256
#define SHA2_WORD uint32_t
#define SHA2_NAME "SHA2-256"
#define SHA2_IV sha2_256.iv
#define SHA2_SELFTEST selftest_sha256
#define SHA2_MANY_SELFTEST selftest_sha256_many
#define SHA2_LANES SHA256_LANES
#define LIBCRYPTO(name) SHA256_##name
#define LIBCRYPTO_BLOCK(context) ((unsigned char *)(context).data)
#include "hash_template.h"

#define HASH hash_sha512
#define SHA2(name) sha512_##name
#define SHA2_MEMBER sha512
#define SHA2_WORD uint64_t
#define SHA2_NAME "SHA2-512"
#define SHA2_IV sha2_512.iv
#define SHA2_SELFTEST selftest_sha512
#define SHA2_MANY_SELFTEST selftest_sha512_many
#define SHA2_LANES SHA512_LANES
#define LIBCRYPTO(name) SHA512_##name
#define LIBCRYPTO_BLOCK(context) ((context).u.p)
#include "hash_template.h"
