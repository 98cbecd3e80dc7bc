/* A call on a stack of its own, which can be looked at afterwards. */
#ifndef FASTSHA2_TESTS_APART_H
#define FASTSHA2_TESTS_APART_H

#include <stdint.h>

/* 0 where instrumented code has a stack of its own kind, of which this one shows nothing. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define APART_SHOWS 0
#else
#define APART_SHOWS 1
#endif

enum { APART_SIZE = 1 << 16 };

/* What the last call left below its caller's frame; zero where it did not write. */
extern uint8_t apart_stack[APART_SIZE];

void apart_run(void (*function)(void));

#endif
