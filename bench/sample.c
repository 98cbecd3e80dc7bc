/* Interleaved pairs, the probe of quietness, and medians. */
#include "sample.h"
#include "clock.h"
#include "machine.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TRUSTED_PAIRS = 3 };

enum { PIECES = 8 };
static const double sample_ns = 250e3;
static const double piece_ns = 250e3 / PIECES;
static const double turn_ns = 10e6; /* that a contest has before the next one's turn */

/* A probe this much slower than the fastest: in the slow state they are 25% slower or worse, and 8% is seen
   between probes of a quiet machine. */
static const double slow_probe = 1.12;

static double probe(struct machine_state *machine)
{
    enum { RUNS = 3 }; /* the shortest, for a probe takes half a microsecond, and an interrupt more than that */
    double shortest = INFINITY;

    for (int run = 0; run < RUNS; run++) {
        int64_t start = clock_now();
        machine_throughput_probe();
        shortest = fmin(shortest, clock_since(start));
    }
    machine->quiet_probe = fmin(machine->quiet_probe, shortest);
    return shortest;
}

static bool is_quiet(const struct machine_state *machine, const struct pair *pair)
{
    return pair->probe <= slow_probe * machine->quiet_probe;
}

static size_t quiet_pairs(const struct machine_state *machine, const struct contest *contest)
{
    size_t quiet = 0;

    for (size_t i = 0; i < contest->npairs; i++)
        quiet += is_quiet(machine, &contest->pairs[i]);
    return quiet;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values. */
static double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, compare);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* Finds how many repeats make a piece, and warms the subject up by that. False if it fails. */
static bool calibrate(const struct subject *subject, struct effort *effort)
{
    double ns = 0;
    size_t repeats = 1;

    if (subject->run == NULL)
        return true;
    while (ns < piece_ns / 4 && repeats < SIZE_MAX / 4) {
        repeats *= 2;
        ns = subject->run(subject->context, repeats);
        if (ns < 0)
            return false;
    }
    double once = ns / (double)repeats;
    effort->repeats = (size_t)fmax(1, round(piece_ns / once));
    effort->pieces = (size_t)fmin(PIECES, fmax(1, sample_ns / once));
    return true;
}

/* Returns nanoseconds each time, NAN if there is no such subject; negative if it fails. */
static double sample(const struct subject *subject, const struct effort *effort)
{
    double pieces[PIECES];

    if (subject->run == NULL)
        return NAN;
    for (size_t i = 0; i < effort->pieces; i++) {
        double ns = subject->run(subject->context, effort->repeats);
        if (ns < 0)
            return ns;
        pieces[i] = ns / (double)effort->repeats;
    }
    return median(pieces, effort->pieces);
}

static bool add_pair(struct contest *contest, const struct pair *pair)
{
    if (contest->npairs == contest->room) {
        size_t room = contest->room == 0 ? 64 : 2 * contest->room;
        struct pair *pairs = realloc(contest->pairs, room * sizeof *pairs);
        if (pairs == NULL) {
            fprintf(stderr, "fastsha2-bench: no memory for %zu samples\n", room);
            return false;
        }
        contest->pairs = pairs;
        contest->room = room;
    }
    contest->pairs[contest->npairs++] = *pair;
    return true;
}

/* One turn of a contest. Its first pair, with caches and branch predictors as the previous contest left them,
   is not kept. */
static bool take_turn(struct machine_state *machine, struct contest *contest)
{
    int64_t start = clock_now();
    double before = probe(machine);

    if (contest->npairs == 0 && (!calibrate(&contest->ours, &contest->ours_effort) ||
                                 !calibrate(&contest->base, &contest->base_effort)))
        goto failed;
    for (size_t taken = 0; taken <= TRUSTED_PAIRS || clock_since(start) < turn_ns; taken++) {
        struct pair pair;

        pair.ours = sample(&contest->ours, &contest->ours_effort);
        double between = probe(machine);
        pair.base = sample(&contest->base, &contest->base_effort);
        double after = probe(machine);
        if (pair.ours < 0 || pair.base < 0)
            goto failed;
        pair.probe = fmax(before, fmax(between, after));
        before = after;
        if (taken > 0 && !add_pair(contest, &pair))
            return false;
    }
    return true;

failed:
    fprintf(stderr, "fastsha2-bench: a measured operation failed\n");
    return false;
}

static void show_progress(double share)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\rfastsha2-bench: %3.0f%%", 100 * fmin(share, 1));
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 24, "");
}

/* Whether a contest is to have another turn, a certain time after the start. */
static bool needs_turn(const struct machine_state *machine, const struct contest *contest, double ns,
                       double planned_ns)
{
    if (contest->npairs == 0 || ns < planned_ns)
        return true;
    return ns < 2 * planned_ns && quiet_pairs(machine, contest) < TRUSTED_PAIRS;
}

bool sample_contests(struct machine_state *machine, struct contest *contests, size_t n,
                     double seconds)
{
    int64_t start = clock_now();
    bool any_turn = true;

    if (machine->cycle_before == 0) {
        machine->cycle_before = clock_cycle();
        machine->quiet_probe = INFINITY;
    }
    while (any_turn) {
        any_turn = false;
        for (size_t i = 0; i < n; i++) {
            double ns = clock_since(start);
            if (!needs_turn(machine, &contests[i], ns, 1e9 * seconds))
                continue;
            any_turn = true;
            show_progress(ns / (1e9 * seconds));
            if (!take_turn(machine, &contests[i])) {
                end_progress();
                return false;
            }
        }
    }
    end_progress();
    machine->cycle_after = clock_cycle();
    for (size_t i = 0; i < n; i++) {
        machine->pairs += contests[i].npairs;
        machine->set_aside += contests[i].npairs - quiet_pairs(machine, &contests[i]);
    }
    return true;
}

/* The values, sorted, between which the median of what they are drawn from is with 95% confidence: by their
   order alone (sign test, normal approximation), whatever their distribution. */
static void median_bounds(const double *values, size_t n, double *low, double *high)
{
    double reach = 0.98 * sqrt((double)n);
    double first = floor((double)n / 2 - reach);
    size_t i = first > 0 ? (size_t)first : 0;

    *low = values[i];
    *high = values[n - 1 - i];
}

struct figure contest_figure(const struct machine_state *machine, const struct contest *contest)
{
    struct figure figure = {
        .pairs = contest->npairs,
        .quiet = quiet_pairs(machine, contest),
        .ours = NAN, .base = NAN, .ratio = NAN,
        .quarter = NAN, .three_quarters = NAN, .low = NAN, .high = NAN, .added = NAN,
    };
    double *values = malloc(4 * contest->npairs * sizeof *values);
    size_t n = 0;

    figure.trusted = figure.quiet >= TRUSTED_PAIRS;
    if (values == NULL)
        return figure;
    double *ours = values, *base = ours + contest->npairs, *ratio = base + contest->npairs,
           *added = ratio + contest->npairs;
    for (size_t i = 0; i < contest->npairs; i++) {
        const struct pair *pair = &contest->pairs[i];
        if (figure.trusted && !is_quiet(machine, pair))
            continue;
        ours[n] = pair->ours;
        base[n] = pair->base;
        ratio[n] = pair->base / pair->ours;
        added[n] = contest->base.run == NULL ? pair->ours : pair->ours - pair->base;
        n++;
    }
    if (n > 0) {
        figure.ours = median(ours, n);
        figure.added = median(added, n);
    }
    if (n > 0 && contest->base.run != NULL) {
        figure.base = median(base, n);
        figure.ratio = median(ratio, n);
        figure.quarter = ratio[n / 4];
        figure.three_quarters = ratio[n - 1 - n / 4];
        median_bounds(ratio, n, &figure.low, &figure.high);
    }
    free(values);
    return figure;
}

void contest_free(struct contest *contest)
{
    free(contest->pairs);
    contest->pairs = NULL;
}
