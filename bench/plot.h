/* The ratio over the size of the message, drawn by gnuplot. */
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include "report.h"

/* Whether gnuplot can be run and the file be written; a message says why not. To be asked before
   anything is measured. */
bool plot_possible(const char *file);

bool plot_write(const struct report *report, const char *file);

#endif
