/* A suite is one of the program's subcommands: one file, and one line in suite.c. */
#ifndef BENCH_SUITE_H
#define BENCH_SUITE_H

#include "options.h"
#include "report.h"

enum suite_outcome {
    SUITE_DONE,
    SUITE_FAILED,      /* a message says why */
    SUITE_BAD_OPTIONS, /* they are at odds with this suite; a message says how */
};

struct suite {
    const char *name;
    const char *summary;
    unsigned takes; /* which options that not all suites have: option bits of options.h */
    /* Measures, and adds what was measured to the report. */
    enum suite_outcome (*run)(const struct options *options, struct report *report);
};

/* The last one has no name. */
extern const struct suite suites[];

/* NULL if there is none of this name. */
const struct suite *suite_find(const char *name);

#endif
