/* What the suites hash. */
#ifndef BENCH_MESSAGE_H
#define BENCH_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that do not repeat and are the same in every run, at the start of a cache line and a page.
   The caller frees them; NULL, with a message on standard error, if there is no memory. */
uint8_t *message_new(size_t size);

#endif
