/* The plot, where no gnuplot can be started. */
#include "plot.h"

bool plot_possible(const char *file)
{
    (void)file;
    fputs("fastsha2-bench: --plot needs gnuplot, which WebAssembly cannot start; use --json\n",
          stderr);
    return false;
}

bool plot_write(const struct report *report, const char *file)
{
    (void)report;
    (void)file;
    return false;
}
