/* Other programs, with an OpenSSL configuration of our choice. */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

struct process {
    char *const *argv; /* the program is looked for in PATH; NULL at the end */
    char **environment;
};

/* Prepares to run a program with OPENSSL_CONF set to that file. The caller gives it back with process_free. False
   if there is no memory. */
bool process_prepare(struct process *process, char *const *argv, const char *configuration);
void process_free(struct process *process);

/* Runs it from start to end, without output. Nanoseconds that this took; negative if it cannot be run or its exit
   status is not 0. */
double process_time(const struct process *process);

/* Runs it, and keeps the start of its output as a string. False as above. */
bool process_output(const struct process *process, char *output, size_t room);

#endif
