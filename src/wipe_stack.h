/* Clears the stack that functions called before have used: compilers spill there what no function can reach. */
#ifndef FASTSHA2_WIPE_STACK_H
#define FASTSHA2_WIPE_STACK_H

#include "wipe.h"

#include <stdint.h>

/* WIPE_STACK_MAX is more than any compressor takes, with the functions between it and the one that wipes: the machine's,
   by cmake/Architecture.cmake. */
enum { WIPE_STACK_LIMIT = 2 * WIPE_STACK_MAX + 3072 };

/* Of the function that calls it, so many bytes below its own frame, WIPE_STACK_LIMIT at most. */
static __attribute__((noinline)) void wipe_stack(size_t size)
{
    unsigned char below[WIPE_STACK_LIMIT];

    wipe(below + sizeof below - size, size);
}

#endif
