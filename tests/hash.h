/*
 * SHA-256 and SHA-512 in one shape, so that a test is written once for both: the engine, the back ends, and
 * libcrypto's answers to the same questions.
 */
#ifndef FASTSHA2_TESTS_HASH_H
#define FASTSHA2_TESTS_HASH_H

#include "many.h"
#include "select.h"
#include "sha256.h"
#include "sha512.h"

enum { MAX_BLOCK_SIZE = 128, MAX_DIGEST_SIZE = 64, MAX_EXPORT_SIZE = 224, NWORDS = 8 };

union hash_state {
    struct sha256 sha256;
    struct sha512 sha512;
};

/* A chaining value: eight 32-bit words fill half of it. */
union hash_words {
    uint32_t word32[NWORDS];
    uint64_t word64[NWORDS];
};

/* A compressor, whatever its words are. */
typedef void hash_compress_fn(void *words, const uint8_t *blocks, size_t nblocks);

struct hash {
    const char *name; /* that libcrypto knows */
    size_t word_size, block_size, digest_size, export_size;
    const void *iv;
    const struct backend_table *backends;
    const struct backend_names *names;
    backend_check_fn *selftest;

    /* What sha256.h and sha512.h declare. */
    size_t state_size;
    size_t block_at; /* where the state keeps its block */
    void (*reset)(union hash_state *state);
    void (*init)(union hash_state *state);
    int (*update)(union hash_state *state, const struct backend *row, const uint8_t *data,
                  size_t size);
    int (*final)(union hash_state *state, const struct backend *row, uint8_t *digest,
                 size_t digest_size);
    void (*copy)(union hash_state *to, const union hash_state *from);
    int (*export)(const union hash_state *state, size_t digest_size, uint8_t *saved);
    int (*import)(union hash_state *state, size_t digest_size, const uint8_t *saved);
    void (*compress)(const struct backend *row, void *words, const uint8_t *blocks, size_t nblocks);

    /* Many messages: the lanes of a state, the kernels, and what many.h declares. */
    size_t lanes;
    const struct many_table *many_backends;
    many_check_fn *many_selftest;
    void (*many_compress)(const struct many_backend *row, void *state,
                          const uint8_t *const blocks[], size_t nblocks);
    void (*many)(const struct many_plan *plan, const union hash_state *start,
                 const struct messages *messages, size_t digest_size);

    /* libcrypto's compressor. */
    hash_compress_fn *libcrypto_compress;
    /* What libcrypto has after these bytes, in the saved form that sha256.h describes. */
    void (*libcrypto_export)(const uint8_t *data, size_t size, uint8_t *saved);
    /* libcrypto goes on from a saved form, with more bytes, to the digest of the size saved there. */
    void (*libcrypto_finish)(const uint8_t *saved, const uint8_t *data, size_t size,
                             uint8_t *digest);
};

extern const struct hash hash_sha256;
extern const struct hash hash_sha512;

/* The row that ends the table. */
const struct backend *hash_portable(const struct hash *hash);

static inline int hash_can_run(const struct backend *row)
{
    return (row->needs & ~cpu_features()) == 0;
}

/* A message in one update. */
void hash_digest(const struct hash *hash, const struct backend *row, const uint8_t *data,
                 size_t size, uint8_t *digest);

/* The default provider's digest, through EVP. Ends the program if libcrypto has none. */
void libcrypto_digest(const char *name, const uint8_t *data, size_t size, uint8_t *digest);

/* Integers of the saved form: little-endian, size bytes. */
uint64_t get_le(const uint8_t *from, size_t size);
void put_le(uint8_t *to, size_t size, uint64_t value);

/* A saved form; high and low make the bit count, the waiting bytes come from the block. */
void hash_save(const struct hash *hash, size_t digest_size, const void *words, uint64_t low,
               uint64_t high, const uint8_t *block, uint8_t *saved);

#endif
