/* What keeps compilers from undoing the order and the placement of the x86 SHA-256 compressors. */
#ifndef FASTSHA2_SHA256_BARRIERS_H
#define FASTSHA2_SHA256_BARRIERS_H

#include "wipe.h"

#include <stddef.h>
#include <stdint.h>

#define SHA256_INLINE static inline __attribute__((always_inline))

/*
 * Sends the compiler through memory for these words. Of what vectors stored for the rounds to
 * load, clang 19, and in part gcc, would else pass some by vector extracts, which is slower.
 */
SHA256_INLINE void forget(uint32_t *words, size_t size)
{
    __asm__ volatile("" : "+m"(*(char(*)[size])(void *)words));
}

/* A pointer of which the compiler knows nothing: it trusts the vector type for the alignment. */
SHA256_INLINE const uint32_t *opaque(const uint32_t *p)
{
    __asm__ volatile("" : "+r"(p));
    return p;
}

#endif
