/* Calls on a stack of their own: a signal handler's, which every C library has, as not every one has makecontext. */
#include "apart.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Alignas(64) uint8_t apart_stack[APART_SIZE];

static void (*volatile to_call)(void);
static uint8_t *volatile frame;

static void on_signal(int signal)
{
    volatile uint8_t here = (uint8_t)signal;

    frame = (uint8_t *)(uintptr_t)&here;
    to_call();
}

void apart_run(void (*function)(void))
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK}, before;
    stack_t stack = {.ss_sp = apart_stack, .ss_size = sizeof apart_stack}, stack_before;

    to_call = function;
    memset(apart_stack, 0, sizeof apart_stack);
    if (sigaltstack(&stack, &stack_before) != 0 || sigaction(SIGUSR1, &action, &before) != 0 ||
        raise(SIGUSR1) != 0) {
        perror("a stack of its own");
        exit(1);
    }
    sigaction(SIGUSR1, &before, NULL);
    sigaltstack(&stack_before, NULL);
    memset(frame, 0, (size_t)(apart_stack + APART_SIZE - frame));
}
