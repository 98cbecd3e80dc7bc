/*
 * Measuring two subjects against each other on a machine that is not quiet.
 *
 * Samples are short (a quarter of a millisecond) and alternate, ours, base, ours, base, so that a
 * pair sees one and the same state of the machine; a figure is the median over the pairs, and its
 * ratio the median of the pairs' ratios. A sample is the median of eight pieces, so that what
 * interrupts the program for a moment does not count: here a hypervisor took 30 to 45 microseconds
 * off up to ten times a millisecond. A probe of the machine's throughput runs around every piece.
 * Pairs in which it was slower than when the machine was quiet are set aside: a busy sibling thread
 * slows some code more than other, so that the ratio is wrong too. The contests take turns many
 * times over, so that one bad second does not fall on one of them alone. The length of a cycle is
 * measured around every turn, for the processor's frequency may change by some percent within a
 * second.
 */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>

struct subject {
    /* Does it that many times. Returns the nanoseconds that this took, or a negative number if it
       failed. */
    double (*run)(void *context, size_t repeats);
    void *context;
};

struct pair {
    double ours, base; /* nanoseconds each time; base is NAN if there is none */
    double probe;      /* the slowest one around the two samples, in cycles */
    double cycle;      /* nanoseconds */
};

/* How often a subject is run for a sample: so many pieces, of so many repeats each. */
struct effort {
    size_t pieces, repeats;
};

struct contest {
    struct subject ours;
    struct subject base; /* its run is NULL if ours is only timed */
    /* The rest is filled in by sample_contests; zero before. */
    struct effort ours_effort, base_effort;
    struct pair *pairs;
    size_t npairs, room;
};

/* What is known of the machine, over one run of the program. */
struct machine_state {
    double cycle_min, cycle_max; /* nanoseconds */
    double quiet_probe;          /* the fastest probe seen, in cycles */
    size_t pairs, set_aside;
};

struct figure {
    double ours, base; /* nanoseconds */
    double ours_cycles, base_cycles;
    double ratio;                   /* base / ours: above 1 ours is faster */
    double quarter, three_quarters; /* half of the pairs' ratios are between these */
    double low, high;               /* the median ratio is between these with 95% confidence */
    double added;                   /* median of ours - base; ours if there is no base */
    size_t pairs, quiet;            /* taken, and taken while the machine was quiet */
    bool trusted; /* rests on three quiet pairs or more; if not, on all the pairs */
};

/* Samples the contests in turn for so many seconds, or up to twice as long if a contest still has
   few quiet pairs. Shows its progress on standard error if that is a terminal. Returns
   false, with a message, if there is no memory or a subject fails. */
bool sample_contests(struct machine_state *machine, struct contest *contests, size_t n,
                     double seconds);

/* To be asked after the last contest was sampled: only then is it known what quiet is. */
struct figure contest_figure(const struct machine_state *machine, const struct contest *contest);

void contest_free(struct contest *contest);

#endif
