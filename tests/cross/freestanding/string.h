/* What the engines use of <string.h>, for a target without a C library. */
#ifndef FASTSHA2_FREESTANDING_STRING_H
#define FASTSHA2_FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#endif
