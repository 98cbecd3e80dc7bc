/* Time, and the length of a processor cycle in it. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdint.h>

/* A point in time, in nanoseconds since some other one. */
int64_t clock_now(void);

/* Nanoseconds since a point in time. */
double clock_since(int64_t start);

/* Nanoseconds for which this process has had the processor. */
int64_t clock_processor(void);

/* Nanoseconds that a cycle takes now; takes a tenth of a millisecond to find out. */
double clock_cycle(void);

#endif
