/* A suite is one of the program's subcommands: one file, and one line in suite.c. */
#ifndef BENCH_SUITE_H
#define BENCH_SUITE_H

#include "options.h"
#include "report.h"

#include <stdbool.h>

struct suite {
    const char *name;
    const char *summary;
    unsigned takes; /* which options that not all suites have: option bits of options.h */
    /* Measures, and adds what was measured to the report. False, with a message, if it cannot. */
    bool (*run)(const struct options *options, struct report *report);
};

/* The last one has no name. */
extern const struct suite suites[];

/* NULL if there is none of this name. */
const struct suite *suite_find(const char *name);

#endif
