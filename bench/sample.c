/* Interleaved pairs, the probe of quietness, and medians. */
#include "sample.h"
#include "clock.h"
#include "machine.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    TRUSTED_PAIRS = 3,
    WANTED_PAIRS = 12, /* fewer quiet ones make the measurement go on for longer */
};

enum { PIECES = 8 };
static const double sample_ns = 250e3;
static const double piece_ns = 250e3 / (double)PIECES;
static const double turn_ns = 10e6; /* that a contest has before the next one's turn */

/* A probe this much slower than the fastest: in the slow state they are 25% slower or worse, and 8%
   is seen between probes of a quiet machine. */
static const double slow_probe = 1.12;

/* In nanoseconds; the shortest of some runs, as one takes half a microsecond, and an interruption
   more. */
static double probe(void)
{
    enum { RUNS = 3 };
    double shortest = INFINITY;

    for (int run = 0; run < RUNS; run++) {
        int64_t start = clock_now();
        machine_throughput_probe();
        shortest = fmin(shortest, clock_since(start));
    }
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

/* The shortest of some runs; negative if it fails. An interruption that passed for the subject's
   own time would make its pieces too short to be timed. */
static double shortest_run(const struct subject *subject, size_t repeats)
{
    enum { RUNS = 4 };
    double shortest = INFINITY;

    for (int run = 0; run < RUNS && shortest >= 0; run++)
        shortest = fmin(shortest, subject->run(subject->context, repeats));
    return shortest;
}

/* Finds how many repeats make a piece, and warms the subject up by that. False if it fails. */
static bool calibrate(const struct subject *subject, struct effort *effort)
{
    size_t repeats = 1;
    double ns;

    if (subject->run == NULL)
        return true;
    ns = shortest_run(subject, repeats);
    while (ns >= 0 && ns < piece_ns / 4 && repeats < SIZE_MAX / 4) {
        repeats *= 2;
        ns = shortest_run(subject, repeats);
    }
    if (ns < 0)
        return false;
    double once = ns / (double)repeats;
    effort->repeats = (size_t)fmax(1, round(piece_ns / once));
    effort->pieces = (size_t)fmin(PIECES, fmax(1, sample_ns / once));
    return true;
}

/* Returns nanoseconds each time, NAN if there is no such subject; negative if it fails. Raises
   *slowest to the slowest probe between and after the pieces. */
static double sample(const struct subject *subject, const struct effort *effort, double *slowest)
{
    double pieces[PIECES];

    if (subject->run == NULL)
        return NAN;
    for (size_t i = 0; i < effort->pieces; i++) {
        double ns = subject->run(subject->context, effort->repeats);
        if (ns < 0)
            return ns;
        pieces[i] = ns / (double)effort->repeats;
        *slowest = fmax(*slowest, probe());
    }
    return median(pieces, effort->pieces);
}

static void tell_failure(void)
{
    fputs("fastsha2-bench: a measured operation failed\n", stderr);
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

static double measure_cycle(struct machine_state *machine)
{
    double cycle = clock_cycle();

    machine->cycle_min = fmin(machine->cycle_min, cycle);
    machine->cycle_max = fmax(machine->cycle_max, cycle);
    return cycle;
}

/* Samples for as long as a turn is. The first pair, with caches and branch predictors as the
   previous contest left them, is not kept. */
static bool take_pairs(struct contest *contest)
{
    int64_t start = clock_now();

    for (size_t taken = 0; taken <= TRUSTED_PAIRS || clock_since(start) < turn_ns; taken++) {
        struct pair pair = {.probe = probe()};

        pair.ours = sample(&contest->ours, &contest->ours_effort, &pair.probe);
        pair.base = sample(&contest->base, &contest->base_effort, &pair.probe);
        if (pair.ours < 0 || pair.base < 0) {
            tell_failure();
            return false;
        }
        if (taken > 0 && !add_pair(contest, &pair))
            return false;
    }
    return true;
}

static bool take_turn(struct machine_state *machine, struct contest *contest)
{
    size_t first = contest->npairs;
    double cycle;

    if (first == 0 && (!calibrate(&contest->ours, &contest->ours_effort) ||
                       !calibrate(&contest->base, &contest->base_effort))) {
        tell_failure();
        return false;
    }
    cycle = measure_cycle(machine);
    if (!take_pairs(contest))
        return false;
    cycle = (cycle + measure_cycle(machine)) / 2;
    for (struct pair *p = contest->pairs + first; p < contest->pairs + contest->npairs; p++) {
        p->cycle = cycle;
        p->probe /= cycle;
        machine->quiet_probe = fmin(machine->quiet_probe, p->probe);
    }
    return true;
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
static bool needs_turn(const struct machine_state *machine, const struct contest *contest,
                       double ns, double planned_ns)
{
    if (contest->npairs == 0 || ns < planned_ns)
        return true;
    return ns < 2 * planned_ns && quiet_pairs(machine, contest) < WANTED_PAIRS;
}

bool sample_contests(struct machine_state *machine, struct contest *contests, size_t n,
                     double seconds)
{
    int64_t start = clock_now();
    bool any_turn = true;

    if (machine->pairs == 0) {
        machine->cycle_min = INFINITY;
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
    for (size_t i = 0; i < n; i++) {
        machine->pairs += contests[i].npairs;
        machine->set_aside += contests[i].npairs - quiet_pairs(machine, &contests[i]);
    }
    return true;
}

/* The values, sorted, between which the median of what they are drawn from is with 95% confidence:
   by their order alone (sign test, normal approximation), whatever their distribution. */
static void median_bounds(const double *values, size_t n, double *low, double *high)
{
    double reach = 0.98 * sqrt((double)n);
    double first = floor((double)n / 2 - reach);
    size_t i = first > 0 ? (size_t)first : 0;

    *low = values[i];
    *high = values[n - 1 - i];
}

/* One number out of each pair. */
typedef double pair_value(const struct pair *pair);

static double pair_ours(const struct pair *pair)
{
    return pair->ours;
}

static double pair_base(const struct pair *pair)
{
    return pair->base;
}

static double pair_ours_cycles(const struct pair *pair)
{
    return pair->ours / pair->cycle;
}

static double pair_base_cycles(const struct pair *pair)
{
    return pair->base / pair->cycle;
}

static double pair_ratio(const struct pair *pair)
{
    return pair->base / pair->ours;
}

static double pair_added(const struct pair *pair)
{
    return isnan(pair->base) ? pair->ours : pair->ours - pair->base;
}

/* The median over n pairs, whose values are left sorted. */
static double median_of(pair_value *value, const struct pair *pairs, size_t n, double *values)
{
    for (size_t i = 0; i < n; i++)
        values[i] = value(&pairs[i]);
    return median(values, n);
}

static void fill_figure(struct figure *figure, const struct pair *pairs, size_t n, double *values)
{
    figure->ours = median_of(pair_ours, pairs, n, values);
    figure->ours_cycles = median_of(pair_ours_cycles, pairs, n, values);
    figure->added = median_of(pair_added, pairs, n, values);
    if (isnan(pairs[0].base))
        return;
    figure->base = median_of(pair_base, pairs, n, values);
    figure->base_cycles = median_of(pair_base_cycles, pairs, n, values);
    figure->ratio = median_of(pair_ratio, pairs, n, values);
    figure->quarter = values[n / 4];
    figure->three_quarters = values[n - 1 - n / 4];
    median_bounds(values, n, &figure->low, &figure->high);
}

struct figure contest_figure(const struct machine_state *machine, const struct contest *contest)
{
    size_t quiet = quiet_pairs(machine, contest), n = 0;
    bool trusted = quiet >= TRUSTED_PAIRS;
    struct pair *pairs = malloc(contest->npairs * sizeof *pairs);
    double *values = malloc(contest->npairs * sizeof *values);
    struct figure figure = {
        NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, contest->npairs, quiet, trusted,
    };

    for (size_t i = 0; pairs != NULL && i < contest->npairs; i++) {
        if (!trusted || is_quiet(machine, &contest->pairs[i]))
            pairs[n++] = contest->pairs[i];
    }
    if (n > 0 && values != NULL)
        fill_figure(&figure, pairs, n, values);
    free(pairs);
    free(values);
    return figure;
}

void contest_free(struct contest *contest)
{
    free(contest->pairs);
    contest->pairs = NULL;
}
