/* What was measured, and how it is told: as tables, as JSON, as a plot. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "options.h"
#include "sample.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* One line of a table and one object of the JSON. Strings are borrowed until the report is freed;
   NULL, 0 or NAN where something does not apply. */
struct result {
    const char *test; /* what was measured, where that is not said by the suite alone */
    const char *algorithm;
    const char *backend;
    bool sized;
    size_t size;  /* bytes of the message, or of what is derived */
    size_t block; /* bytes of a block, for figures per block */
    uint64_t iterations;
    struct figure figure;
    double allowed;  /* nanoseconds that may be added at most */
    int leaves_dirt; /* 1, 0; -1 if it is not known or does not apply */
};

struct column {
    const char *title;
    bool left; /* a name, aligned to the left */
    void (*print)(FILE *cell, const struct result *result);
};

/* Columns to choose from. */
extern const struct column column_test, column_algorithm, column_backend, column_size,
    column_iterations;
extern const struct column column_ours_ns, column_base_ns, column_ratio, column_middle,
    column_pairs;
extern const struct column column_ours_cycles_per_byte, column_base_cycles_per_byte;
extern const struct column column_ours_cycles_per_block;
extern const struct column column_ours_us, column_base_us;
extern const struct column column_us, column_us_without, column_added_us, column_allowed_us;
extern const struct column column_dirty_ns, column_clean_ns, column_leaves_dirt;
extern const struct column column_peer_ns;

struct table {
    const char *title;
    const struct column *const *columns; /* NULL at the end */
    bool plotted;                        /* its ratios are drawn over the sizes */
    struct result *results;
    size_t nresults;
};

enum { TABLES_MAX = 4, NOTE_SIZE = 512 };
struct report {
    const struct options *options;
    struct machine_state machine;
    struct table tables[TABLES_MAX];
    size_t ntables;
    char notes[NOTE_SIZE]; /* lines for the head of the report */
};

/* Adds a table with room for n results, all zero, which is returned; NULL, with a message, if there
   is no memory. */
struct result *report_table(struct report *report, const char *title,
                            const struct column *const *columns, bool plotted, size_t n);

/* Adds a line to the head of the report. */
void report_note(struct report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes what the options ask for. False, with a message, if it cannot be written. */
bool report_write(const struct report *report);

void report_free(struct report *report);

#endif
