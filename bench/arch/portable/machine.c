/* Additions in C, for processors without a file of their own: one cycle each wherever it was tried.
   */
#include "machine.h"

/* The empty statement keeps the compiler from folding the sum, and costs no instruction. */
static inline unsigned long plus(unsigned long sum, unsigned long term)
{
    sum += term;
    __asm__ volatile("" : "+r"(sum));
    return sum;
}

double machine_latency_chain(void)
{
    enum { TURNS = 1800, STEPS = 16 };
    unsigned long sum = 1, term = 3;

    __asm__ volatile("" : "+r"(term));
    for (int turn = 0; turn < TURNS; turn++) {
        sum = plus(plus(plus(plus(sum, term), term), term), term);
        sum = plus(plus(plus(plus(sum, term), term), term), term);
        sum = plus(plus(plus(plus(sum, term), term), term), term);
        sum = plus(plus(plus(plus(sum, term), term), term), term);
    }
    return (double)(TURNS * STEPS);
}

void machine_throughput_probe(void)
{
    enum { STEPS = 8 };
    unsigned long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, term = 3;

    __asm__ volatile("" : "+r"(term));
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
}
