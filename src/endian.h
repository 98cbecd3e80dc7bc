/* Words in memory of either byte order; compilers turn each into one or two instructions. */
#ifndef FASTSHA2_ENDIAN_H
#define FASTSHA2_ENDIAN_H

#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ENDIAN_BE(bits, word) __builtin_bswap##bits(word)
#define ENDIAN_LE(bits, word) (word)
#else
#define ENDIAN_BE(bits, word) (word)
#define ENDIAN_LE(bits, word) __builtin_bswap##bits(word)
#endif

static inline uint32_t load_be32(const uint8_t *from)
{
    uint32_t word;
    memcpy(&word, from, sizeof word);
    return ENDIAN_BE(32, word);
}

static inline uint64_t load_be64(const uint8_t *from)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return ENDIAN_BE(64, word);
}

static inline uint32_t load_le32(const uint8_t *from)
{
    uint32_t word;
    memcpy(&word, from, sizeof word);
    return ENDIAN_LE(32, word);
}

static inline uint64_t load_le64(const uint8_t *from)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return ENDIAN_LE(64, word);
}

static inline void store_be32(uint8_t *to, uint32_t word)
{
    word = ENDIAN_BE(32, word);
    memcpy(to, &word, sizeof word);
}

static inline void store_be64(uint8_t *to, uint64_t word)
{
    word = ENDIAN_BE(64, word);
    memcpy(to, &word, sizeof word);
}

static inline void store_le32(uint8_t *to, uint32_t word)
{
    word = ENDIAN_LE(32, word);
    memcpy(to, &word, sizeof word);
}

static inline void store_le64(uint8_t *to, uint64_t word)
{
    word = ENDIAN_LE(64, word);
    memcpy(to, &word, sizeof word);
}

#endif
