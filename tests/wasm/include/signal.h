/* WASI delivers no signal: a fault ends the program with the engine's own message. */
#ifndef FASTSHA2_TESTS_WASM_SIGNAL_H
#define FASTSHA2_TESTS_WASM_SIGNAL_H

#include_next <signal.h>

struct sigaction {
    void (*sa_handler)(int signal);
};

static inline int sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
    (void)signal;
    (void)action;
    (void)old;
    return 0;
}

#endif
