/*
 * Memory whose end is guarded: WebAssembly protects no page, but it checks the end of the memory, so that is where
 * a mapping is put.
 */
#ifndef FASTSHA2_TESTS_WASM_MMAN_H
#define FASTSHA2_TESTS_WASM_MMAN_H

#include <stddef.h>

enum { PROT_NONE, PROT_READ, PROT_WRITE, MAP_PRIVATE = 0, MAP_ANONYMOUS = 0, MAP_NORESERVE = 0 };
#define MAP_FAILED ((void *)-1)

/* The last of its pages lies behind the memory's end, until something else makes that grow. */
void *mmap(void *at, size_t size, int protection, int flags, int fd, long offset);

static inline int mprotect(void *at, size_t size, int protection)
{
    (void)at;
    (void)size;
    (void)protection;
    return 0;
}

/* A memory does not shrink. */
static inline int munmap(void *at, size_t size)
{
    (void)at;
    (void)size;
    return 0;
}

#endif
