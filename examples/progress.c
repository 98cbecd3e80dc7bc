/* A bar of one line, drawn over itself. */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void progress_start(struct progress *progress, uint64_t total)
{
    progress->total = total;
    progress->start = progress->shown = now();
    progress->visible = total != 0 && isatty(STDERR_FILENO);
}

void progress_show(struct progress *progress, uint64_t done)
{
    enum { WIDTH = 40 };
    static const char full[WIDTH + 1] = "########################################";

    if (!progress->visible)
        return;
    double time = now();
    if (time - progress->shown < 0.1)
        return;
    progress->shown = time;
    if (done > progress->total) /* it has grown meanwhile */
        done = progress->total;
    double part = (double)done / (double)progress->total;
    double left = part > 0 ? (time - progress->start) * (1 - part) / part : 0;
    fprintf(stderr, "\r[%-*.*s] %3.0f%%  %.0f s left \033[K", WIDTH, (int)(part * (double)WIDTH),
            full, 100 * part, left);
}

double progress_end(struct progress *progress)
{
    if (progress->visible)
        fputs("\r\033[K", stderr);
    return now() - progress->start;
}
