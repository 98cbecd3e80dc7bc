/* Multiplications, three cycles each on every x86-64 since 2008, and additions by lea. */
#include "machine.h"

double machine_latency_chain(void)
{
    enum { TURNS = 600, STEPS = 16, LATENCY = 3 };
    long turns = TURNS;
    long product = 3;

    __asm__ volatile("1:\n\t"
                     ".rept %c[steps]\n\t"
                     "imul %[product], %[product]\n\t"
                     ".endr\n\t"
                     "dec %[turns]\n\t"
                     "jnz 1b"
                     : [turns] "+r"(turns), [product] "+r"(product)
                     : [steps] "i"(STEPS)
                     : "cc");
    return (double)(TURNS * STEPS * LATENCY);
}

void machine_throughput_probe(void)
{
    enum { REPEATS = 8, STEPS = 8 };
    long turns = MACHINE_PROBE_INSTRUCTIONS / (REPEATS * STEPS);

    __asm__ volatile("1:\n\t"
                     ".rept %c[repeats]\n\t"
                     "lea 1(%%rsi), %%rax\n\t"
                     "lea 2(%%rsi), %%rcx\n\t"
                     "lea 3(%%rsi), %%rdx\n\t"
                     "lea 4(%%rsi), %%rdi\n\t"
                     "lea 5(%%rsi), %%r8\n\t"
                     "lea 6(%%rsi), %%r9\n\t"
                     "lea 7(%%rsi), %%r10\n\t"
                     "lea 8(%%rsi), %%r11\n\t"
                     ".endr\n\t"
                     "dec %[turns]\n\t"
                     "jnz 1b"
                     : [turns] "+r"(turns)
                     : [repeats] "i"(REPEATS)
                     : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
}
