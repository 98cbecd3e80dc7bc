/* Clears the stack that functions called before have used: compilers spill there what no function can reach. */
#ifndef FASTSHA2_WIPE_STACK_H
#define FASTSHA2_WIPE_STACK_H

#include "wipe.h"

#include <stdint.h>

/*
 * More than any compressor takes, with the functions between it and the one that wipes: some 1,000 bytes of
 * avx2 with gcc 12 on x86-64. Elsewhere there are larger frames: lasx alone has one of 1,408 bytes, RISC-V's scalar rows
 * of 1,008; areas for registers in each; and where a word of SHA-512 takes two registers, more is spilled.
 */
#if defined(__x86_64__) || defined(__aarch64__)
enum { WIPE_STACK_MAX = 1152 };
#else
enum { WIPE_STACK_MAX = 3072 };
#endif

enum { WIPE_STACK_LIMIT = 2 * WIPE_STACK_MAX + 3072 };

/* Of the function that calls it, so many bytes below its own frame, WIPE_STACK_LIMIT at most. */
static __attribute__((noinline)) void wipe_stack(size_t size)
{
    unsigned char below[WIPE_STACK_LIMIT];

    wipe(below + sizeof below - size, size);
}

#endif
