/* Bytes to hash, from a small generator of numbers. */
#include "message.h"

#include <stdio.h>
#include <stdlib.h>

uint8_t *message_new(size_t size)
{
    enum { PAGE = 4096 };
    uint8_t *message = aligned_alloc(PAGE, (size / PAGE + 1) * PAGE);
    uint64_t state = 1;

    if (message == NULL) {
        fprintf(stderr, "fastsha2-bench: no memory for a message of %zu bytes\n", size);
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        message[i] = (uint8_t)(state >> 56);
    }
    return message;
}
