/* Clears secrets in a way that the compiler may not drop as a dead store. */
#ifndef FASTSHA2_WIPE_H
#define FASTSHA2_WIPE_H

#include <string.h>

static inline void wipe(void *secret, size_t size)
{
    memset(secret, 0, size);
    __asm__ volatile("" : : "r"(secret) : "memory");
}

#endif
