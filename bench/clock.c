/* Time by the monotonic clock; cycles by a chain of instructions whose latency is known. */
#include "clock.h"
#include "machine.h"

#include <math.h>
#include <time.h>

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_processor(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double clock_since(int64_t start)
{
    return (double)(clock_now() - start);
}

/* The shortest of several runs, for an interruption only ever adds time. */
double clock_cycle(void)
{
    enum { RUNS = 12 };
    double cycle = INFINITY;

    for (int run = 0; run < RUNS; run++) {
        int64_t start = clock_now();
        double cycles = machine_latency_chain();
        cycle = fmin(cycle, clock_since(start) / cycles);
    }
    return cycle;
}
