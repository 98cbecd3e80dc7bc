/* Time by the monotonic clock; cycles by a chain of instructions whose latency is known. */
#include "clock.h"
#include "machine.h"

#include <math.h>
#include <time.h>

int64_t clock_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
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
