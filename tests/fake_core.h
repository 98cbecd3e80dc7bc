/* A core that answers from a table, remembers errors, and can run out of memory: for units that call libcrypto's. */
#ifndef FASTSHA2_TESTS_FAKE_CORE_H
#define FASTSHA2_TESTS_FAKE_CORE_H

#include "core.h"

struct fake_core {
    /* What the configuration holds: one key, or none where it is NULL. */
    const char *key, *value;
    int get_params_fails;
    int out_of_memory;
    /* What was called since the last fake_core_open. */
    int new_errors, set_debugs, vset_errors, allocations, frees;
    uint32_t reason;
    char file[256], function[64], message[2048];
    int line;
};

/* The core's table, which ends with a zero; another id than ours is among them. */
extern const OSSL_DISPATCH fake_core_functions[];
enum { FAKE_CORE_FUNCTIONS = 7 }; /* without the end */

/* Opens core on an empty fake. 1 or 0 as core_open says. */
int fake_core_open(struct core *core, struct fake_core *fake);

#endif
