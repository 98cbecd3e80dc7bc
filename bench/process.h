/* Other programs, with an OpenSSL configuration of our choice. */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

struct process {
    char *const *argv; /* the program is looked for in PATH; NULL at the end */
    char **environment;
};

/* Prepares to run a program with OPENSSL_CONF set to that file. The caller gives it back with
   process_free. False if there is no memory. */
bool process_prepare(struct process *process, char *const *argv, const char *configuration);
void process_free(struct process *process);

/* What one run of it, from start to end and without output, takes. */
struct process_cost {
    double wall, cpu; /* nanoseconds */
};

/* False if it cannot be run or its exit status is not 0. */
bool process_run(const struct process *process, struct process_cost *cost);

/* Runs it, and keeps the start of its output as a string. False as above. */
bool process_output(const struct process *process, char *output, size_t room);

#endif
