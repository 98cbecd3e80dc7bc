/* What the compressors by KIMD share: the instruction repeated until it has worked through all blocks. */
#ifndef FASTSHA2_S390X_KIMD_BLOCKS_H
#define FASTSHA2_S390X_KIMD_BLOCKS_H

#include "kimd.h"

/* Its chaining value is in big-endian words, as they are native here; size is that of all blocks. */
static inline void kimd_blocks(enum kimd_function function, void *state, const uint8_t *blocks,
                               size_t size)
{
    while (kimd(function, state, &blocks, &size) == KIMD_PARTIAL)
        continue;
}

#endif
