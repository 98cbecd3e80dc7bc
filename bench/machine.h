/* Two pieces of code with which an architecture lets the bench judge the machine's state. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

/* Runs a chain of dependent instructions, each of a known latency, for some microseconds. Returns
   the cycles that it takes. Latency stays what it is beside a busy sibling thread, so this is a
   clock. */
double machine_latency_chain(void);

/* Runs MACHINE_PROBE_INSTRUCTIONS independent one-cycle instructions, as many at once as the core
   can issue: the first thing to suffer from a busy sibling thread. */
enum { MACHINE_PROBE_INSTRUCTIONS = 12800 };
void machine_throughput_probe(void);

#endif
