/* Vectors of LASX, each of which holds words of two blocks, in its halves: what the compressors know of a vector's
   width. Loads are 32 bytes wide, and of an even vector and the next the same. */
#ifndef FASTSHA2_LASX_H
#define FASTSHA2_LASX_H

#include <lasxintrin.h>
#include <stdint.h>
#include <string.h>

enum { BLOCKS = 2 };

typedef __m256i vec;

#define V(operation) __lasx_xv##operation

static inline vec load_pair(const uint8_t *from, size_t i)
{
    vec x;

    memcpy(&x, from + 32 * (i / 2), sizeof x);
    return x;
}

/* The i-th vector of each block. */
static inline vec load_blocks(const uint8_t *const block[BLOCKS], size_t i)
{
    const vec first = load_pair(block[0], i);
    const vec second = load_pair(block[1], i);

    return i % 2 == 0 ? V(permi_q)(second, first, 0x20) : V(permi_q)(second, first, 0x31);
}

/* The i-th 16 bytes of a table, for each block. */
static inline vec load_table(const void *table, size_t i)
{
    const vec pair = load_pair(table, i);

    return i % 2 == 0 ? V(permi_d)(pair, 0x44) : V(permi_d)(pair, 0xee);
}

#endif
