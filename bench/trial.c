/* What the suites that go through EVP have in common. */
#include "trial.h"
#include "clock.h"
#include "sample.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>

bool trials_add(struct trials *table, const struct trial *trial)
{
    if (table->n == table->room) {
        size_t room = table->room == 0 ? 64 : 2 * table->room;
        struct trial *trials = realloc(table->trials, room * sizeof *trials);
        if (trials == NULL) {
            fprintf(stderr, "fastsha2-bench: no memory for %zu trials\n", room);
            return false;
        }
        table->trials = trials;
        table->room = room;
    }
    table->trials[table->n++] = *trial;
    return true;
}

void trials_free(struct trials *table)
{
    free(table->trials);
    table->trials = NULL;
}

/* One side at work on a trial. */
struct worker {
    const struct operation *operation; /* NULL before it is opened */
    OSSL_LIB_CTX *libctx;
    void *state;
    unsigned char *output;
};

/* The median of a sample's pieces passes over one that the system interrupted. Where an operation is so long that
   there are three pieces at most, what counts is how long it had the processor. */
static const double long_ns = 80e3;

static double run_worker(void *context, size_t repeats)
{
    struct worker *w = context;
    OSSL_LIB_CTX *before = OSSL_LIB_CTX_set0_default(w->libctx);
    int valid = 1;
    int64_t processor = clock_processor();
    int64_t start = clock_now();

    for (size_t i = 0; i < repeats; i++)
        valid &= w->operation->perform(w->state, w->output) > 0;
    double ns = clock_since(start);
    if (ns > long_ns)
        ns = (double)(clock_processor() - processor);
    OSSL_LIB_CTX_set0_default(before);
    return valid ? ns : -1;
}

/* Does it once as well. */
static bool open_worker(struct worker *w, const struct side *side, const struct trial *trial)
{
    w->operation = trial->operation;
    w->libctx = side->libctx;
    w->state = calloc(1, trial->operation->state_size);
    w->output = calloc(1, trial->output + 1);
    return w->state != NULL && w->output != NULL && trial->operation->open(w->state, side, trial) &&
           run_worker(w, 1) >= 0;
}

static void close_worker(struct worker *w)
{
    if (w->operation != NULL && w->state != NULL)
        w->operation->close(w->state);
    free(w->state);
    free(w->output);
}

struct match {
    struct worker ours, base;
};

static bool open_match(struct match *match, struct contest *contest, const struct sides *sides,
                       const struct trial *trial)
{
    const char *test = trial->test == NULL ? "" : trial->test;
    const char *separator = trial->test == NULL ? "" : ", ";

    if (!open_worker(&match->ours, &sides->ours, trial)) {
        ERR_print_errors_fp(stderr);
        fprintf(stderr, "fastsha2-bench: this does not work with the provider: %s%s%s\n", test,
                separator, trial->algorithm);
        return false;
    }
    contest->ours = (struct subject){run_worker, &match->ours};
    if (!open_worker(&match->base, &sides->base, trial)) {
        ERR_clear_error();
        return true;
    }
    contest->base = (struct subject){run_worker, &match->base};
    if (memcmp(match->ours.output, match->base.output, trial->output) != 0) {
        fprintf(stderr, "fastsha2-bench: the providers differ: %s%s%s of %zu bytes\n", test,
                separator, trial->algorithm, trial->size);
        return false;
    }
    return true;
}

static bool tell(struct report *report, const struct trials *table, const struct sides *sides,
                 const struct contest *contests)
{
    struct result *results =
        report_table(report, table->title, table->columns, table->plotted, table->n);

    if (results == NULL)
        return false;
    for (size_t i = 0; i < table->n; i++) {
        const struct trial *trial = &table->trials[i];
        results[i].test = trial->test;
        results[i].algorithm = trial->algorithm;
        if (trial->family != NULL)
            results[i].backend = providers_backend(&sides->providers, trial->family);
        results[i].sized = true;
        results[i].size = trial->size;
        results[i].iterations = trial->iterations;
        results[i].figure = contest_figure(&report->machine, &contests[i]);
    }
    return true;
}

static bool measure(const struct options *options, struct report *report,
                    const struct trials *tables, size_t ntables, const struct sides *sides,
                    struct match *matches, struct contest *contests)
{
    size_t n = 0;

    for (size_t t = 0; t < ntables; t++) {
        for (size_t i = 0; i < tables[t].n; i++, n++) {
            if (!open_match(&matches[n], &contests[n], sides, &tables[t].trials[i]))
                return false;
        }
    }
    if (!sample_contests(&report->machine, contests, n, options->seconds)) {
        ERR_print_errors_fp(stderr);
        return false;
    }
    for (size_t t = 0; t < ntables; contests += tables[t++].n) {
        if (tables[t].n > 0 && !tell(report, &tables[t], sides, contests))
            return false;
    }
    return true;
}

enum suite_outcome trials_run(const struct options *options, struct report *report,
                              const struct trials *tables, size_t ntables)
{
    struct sides sides;
    struct match *matches;
    struct contest *contests;
    size_t n = 0;
    bool done = false;

    for (size_t t = 0; t < ntables; t++)
        n += tables[t].n;
    matches = calloc(n, sizeof *matches);
    contests = calloc(n, sizeof *contests);
    if (matches == NULL || contests == NULL) {
        fprintf(stderr, "fastsha2-bench: no memory for %zu trials\n", n);
    } else {
        if (sides_open(&sides, options)) {
            report_note(report, "provider fastsha2 %s: %s\n", sides.providers.version,
                        sides.providers.buildinfo);
            done = measure(options, report, tables, ntables, &sides, matches, contests);
        }
        for (size_t i = 0; i < n; i++) {
            close_worker(&matches[i].ours);
            close_worker(&matches[i].base);
            contest_free(&contests[i]);
        }
        sides_close(&sides);
    }
    free(matches);
    free(contests);
    return done ? SUITE_DONE : SUITE_FAILED;
}
