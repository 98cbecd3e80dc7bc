/* Clears the stack that functions called before have used: compilers spill there what no function can reach. */
#ifndef FASTSHA2_WIPE_STACK_H
#define FASTSHA2_WIPE_STACK_H

#include "wipe.h"

#include <stdint.h>

/* More than any compressor takes, with the engine's functions around it: 830 bytes, avx2's with gcc 12; where a word of
   SHA-512 takes two registers, more is spilled. */
enum { WIPE_STACK_MAX = sizeof(void *) < sizeof(uint64_t) ? 2048 : 1024 };

/* Of the function that calls it, so many bytes below its own frame. */
static __attribute__((noinline)) void wipe_stack(size_t size)
{
    unsigned char below[WIPE_STACK_MAX];

    wipe(below + sizeof below - size, size);
}

#endif
