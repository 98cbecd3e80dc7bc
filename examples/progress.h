/* How far a long run is: a bar on standard error if that is a terminal, and what it took in the end. */
#ifndef EXAMPLES_PROGRESS_H
#define EXAMPLES_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    uint64_t total; /* units: bytes, files; 0 if it is not known */
    double start, shown;
    bool visible;
};

void progress_start(struct progress *progress, uint64_t total);

/* To be called often: it draws ten times a second. */
void progress_show(struct progress *progress, uint64_t done);

/* Clears the bar's line. Returns the seconds since the start. */
double progress_end(struct progress *progress);

#endif
