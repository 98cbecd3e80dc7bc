/* Additions in C, for processors without a file of their own: one cycle each wherever it was tried. The term comes from
   memory: an engine of WebAssembly would fold additions of a constant, which an empty statement hides from the compiler
   only. */
#include "machine.h"

static volatile unsigned long three = 3;

static inline unsigned long plus(unsigned long sum, unsigned long term)
{
    sum += term;
    __asm__ volatile("" : "+r"(sum));
    return sum;
}

static volatile unsigned long sink; /* or the engine drops the sums */

double machine_latency_chain(void)
{
    enum { TURNS = 1800, STEPS = 16 };
    unsigned long sum = 1, term = three;

    for (int turn = 0; turn < TURNS; turn++) {
        sum = plus(plus(plus(plus(sum, term), term), term), term);
        sum = plus(plus(plus(plus(sum, term), term), term), term);
        sum = plus(plus(plus(plus(sum, term), term), term), term);
        sum = plus(plus(plus(plus(sum, term), term), term), term);
    }
    sink = sum;
    return (double)(TURNS * STEPS);
}

void machine_throughput_probe(void)
{
    enum { STEPS = 8 };
    unsigned long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, term = three;

    for (int turn = 0; turn < MACHINE_PROBE_INSTRUCTIONS / STEPS; turn++) {
        a = plus(a, term);
        b = plus(b, term);
        c = plus(c, term);
        d = plus(d, term);
        e = plus(e, term);
        f = plus(f, term);
        g = plus(g, term);
        h = plus(h, term);
    }
    sink = a + b + c + d + e + f + g + h;
}
