/* Vectors of LSX, each of which holds words of one block: what the compressors know of a vector's width. */
#ifndef FASTSHA2_LSX_H
#define FASTSHA2_LSX_H

#include <lsxintrin.h>
#include <stdint.h>
#include <string.h>

enum { BLOCKS = 1 };

typedef __m128i vec;

#define V(operation) __lsx_v##operation

/* The i-th vector of each block. */
static inline vec load_blocks(const uint8_t *const block[BLOCKS], size_t i)
{
    vec x;

    memcpy(&x, block[0] + 16 * i, sizeof x);
    return x;
}

/* The i-th 16 bytes of a table, for each block. */
static inline vec load_table(const void *table, size_t i)
{
    vec x;

    memcpy(&x, (const uint8_t *)table + 16 * i, sizeof x);
    return x;
}

#endif
