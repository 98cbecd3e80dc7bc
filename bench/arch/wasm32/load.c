/* The suite load, where there is no process to start and no module to load. */
#include "suite.h"

#include <stdio.h>

enum suite_outcome load_run(const struct options *options, struct report *report);

enum suite_outcome load_run(const struct options *options, struct report *report)
{
    (void)options;
    (void)report;
    fputs("fastsha2-bench: WebAssembly loads no modules: there is nothing to measure\n", stderr);
    return SUITE_BAD_OPTIONS;
}
