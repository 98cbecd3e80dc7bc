/*
 * The part of FIPS 180-4 that SHA-256 and SHA-512 share, word for word, but for the size of the words:
 * buffering, padding (section 5.1), output and the saved form. sha256.c and sha512.c include it once
 * each, after they have said how their message length is kept and what SHA2_… stand for.
 */
#include "wipe.h"

enum {
    COUNT_SIZE = 2 * sizeof(SHA2_WORD), /* the bit count that ends the padding */
    COUNT_AT = SHA2_BLOCK_SIZE - COUNT_SIZE,
};

static inline size_t waiting(const SHA2_STATE *state)
{
    return (size_t)state->length % SHA2_BLOCK_SIZE;
}

void SHA2(reset)(SHA2_STATE *state)
{
    set_idle(state);
}

void SHA2(init)(SHA2_STATE *state, const SHA2_WORD iv[8])
{
    clear_length(state);
    memcpy(state->h, iv, sizeof state->h);
}

void SHA2(resume)(SHA2_STATE *state, const SHA2_WORD h[8], size_t nblocks)
{
    SHA2(init)(state, h);
    add_length(state, nblocks * SHA2_BLOCK_SIZE);
}

/* The part of an update that completes a block; apart, so that short updates save no registers. */
static __attribute__((noinline)) void absorb(SHA2_STATE *state, SHA2(compress_fn) * compress,
                                             size_t used, const uint8_t *data, size_t size)
{
    if (used != 0) {
        size_t room = SHA2_BLOCK_SIZE - used;
        memcpy(state->block + used, data, room);
        compress(state->h, state->block, 1);
        data += room;
        size -= room;
    }

    size_t nblocks = size / SHA2_BLOCK_SIZE;
    if (nblocks != 0)
        compress(state->h, data, nblocks);
    if (size % SHA2_BLOCK_SIZE != 0)
        memcpy(state->block, data + nblocks * SHA2_BLOCK_SIZE, size % SHA2_BLOCK_SIZE);
}

int SHA2(update)(SHA2_STATE *state, SHA2(compress_fn) * compress, const uint8_t *data, size_t size)
{
    if (is_idle(state))
        return 0;
    if (size == 0) /* data may be NULL, which memcpy may not have */
        return 1;

    size_t used = waiting(state);
    add_length(state, size);
    if (size < SHA2_BLOCK_SIZE - used)
        memcpy(state->block + used, data, size);
    else
        absorb(state, compress, used, data, size);
    return 1;
}

/* libc's memset, whatever the compiler knows of the size: gcc 12 makes of a bounded one a "rep stos", which takes
   10 to 35 ns of the 150 of a short message on Zen 5, depending on the address. */
static inline void clear(uint8_t *at, size_t size)
{
    __asm__("" : "+r"(size));
    memset(at, 0, size);
}

/* Compresses what waits and its padding: one block, or two in one call where the count does not fit. */
static inline void compress_tail(SHA2_STATE *state, SHA2(compress_fn) * compress)
{
    size_t used = waiting(state);

    if (used < COUNT_AT) {
        state->block[used] = 0x80;
        clear(state->block + used + 1, COUNT_AT - used - 1);
        store_bit_count_be(state, state->block + COUNT_AT);
        compress(state->h, state->block, 1);
    } else {
        uint8_t tail[2 * SHA2_BLOCK_SIZE];
        memcpy(tail, state->block, used);
        tail[used] = 0x80;
        clear(tail + used + 1, SHA2_BLOCK_SIZE + COUNT_AT - used - 1);
        store_bit_count_be(state, tail + SHA2_BLOCK_SIZE + COUNT_AT);
        compress(state->h, tail, 2);
        wipe(tail, SHA2_BLOCK_SIZE);
    }
}

static inline void write_digest(const SHA2_STATE *state, uint8_t *digest, size_t size)
{
    uint8_t whole[8 * sizeof(SHA2_WORD)];
    uint8_t *to = size == sizeof whole ? digest : whole;

#pragma GCC unroll 8
    for (size_t i = 0; i < 8; i++)
        SHA2_STORE_BE(to + i * sizeof(SHA2_WORD), state->h[i]);
    if (to == whole)
        memcpy(digest, whole, size);
}

int SHA2(finish)(SHA2_STATE *state, SHA2(compress_fn) * compress)
{
    if (is_idle(state))
        return 0;
    compress_tail(state, compress);
    set_idle(state);
    return 1;
}

int SHA2(final)(SHA2_STATE *state, SHA2(compress_fn) * compress, uint8_t *digest,
                size_t digest_size)
{
    if (is_idle(state))
        return 0;
    compress_tail(state, compress);
    set_idle(state);
    write_digest(state, digest, digest_size);
    return 1;
}

void SHA2(copy)(SHA2_STATE *to, const SHA2_STATE *from)
{
    if (is_idle(from)) {
        set_idle(to);
        return;
    }
    copy_length(to, from);
    memcpy(to->h, from->h, sizeof to->h);
    memcpy(to->block, from->block, waiting(from));
}

/* Where the fields of the saved form start. */
enum {
    MAGIC_SIZE = sizeof SHA2_MAGIC - 1,
    SAVED_DIGEST_SIZE = MAGIC_SIZE,
    SAVED_WAITING = SAVED_DIGEST_SIZE + 4,
    SAVED_H = SAVED_WAITING + 4,
    SAVED_COUNT = SAVED_H + 8 * sizeof(SHA2_WORD),
    SAVED_BLOCK = SAVED_COUNT + COUNT_SIZE,
};

int SHA2(export)(const SHA2_STATE *state, size_t digest_size, uint8_t saved[SHA2_EXPORT_SIZE])
{
    if (is_idle(state))
        return 0;

    size_t used = waiting(state);
    memcpy(saved, SHA2_MAGIC, MAGIC_SIZE);
    store_le32(saved + SAVED_DIGEST_SIZE, (uint32_t)digest_size);
    store_le32(saved + SAVED_WAITING, (uint32_t)used);
    for (size_t i = 0; i < 8; i++)
        SHA2_STORE_LE(saved + SAVED_H + i * sizeof(SHA2_WORD), state->h[i]);
    store_bit_count_le(state, saved + SAVED_COUNT);
    memcpy(saved + SAVED_BLOCK, state->block, used);
    clear(saved + SAVED_BLOCK + used, SHA2_BLOCK_SIZE - used);
    return 1;
}

int SHA2(import)(SHA2_STATE *state, size_t digest_size, const uint8_t saved[SHA2_EXPORT_SIZE])
{
    SHA2_STATE read;

    clear_length(&read);
    if (memcmp(saved, SHA2_MAGIC, MAGIC_SIZE) != 0 ||
        load_le32(saved + SAVED_DIGEST_SIZE) != digest_size ||
        !load_bit_count_le(&read, saved + SAVED_COUNT) ||
        load_le32(saved + SAVED_WAITING) != waiting(&read))
        return 0;
    for (size_t i = 0; i < 8; i++)
        read.h[i] = SHA2_LOAD_LE(saved + SAVED_H + i * sizeof(SHA2_WORD));
    memcpy(read.block, saved + SAVED_BLOCK, waiting(&read));
    SHA2(copy)(state, &read);
    wipe(&read, sizeof read);
    return 1;
}
