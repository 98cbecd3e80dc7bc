/* A script for gnuplot, with the figures in it. */
#include "plot.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

bool plot_possible(const char *file)
{
    FILE *f;

    if (system("gnuplot --version >/dev/null 2>&1") != 0) {
        fputs("fastsha2-bench: --plot needs gnuplot, which cannot be run; install it (Debian: "
              "apt-get install gnuplot-nox) or leave the option out\n",
              stderr);
        return false;
    }
    f = fopen(file, "a");
    if (f == NULL) {
        fputs("fastsha2-bench: --plot: ", stderr);
        perror(file);
        return false;
    }
    fclose(f);
    return true;
}

/* As gnuplot reads it between single quotes. */
static void print_quoted(FILE *script, const char *text)
{
    fputc('\'', script);
    for (; *text != '\0'; text++)
        fprintf(script, *text == '\'' ? "''" : "%c", *text);
    fputc('\'', script);
}

static bool same_series(const struct result *a, const struct result *b)
{
    return strcmp(a->algorithm, b->algorithm) == 0 && strcmp(a->backend, b->backend) == 0;
}

/* The sizes of a series are those of every other, in the same order: the axis has one step for each. */
static size_t series_length(const struct table *table, size_t first)
{
    size_t n = 1;

    while (first + n < table->nresults &&
           same_series(&table->results[first], &table->results[first + n]))
        n++;
    return n;
}

static void print_table(FILE *script, const struct table *table)
{
    size_t length = series_length(table, 0);
    char text[SIZE_TEXT];

    for (size_t first = 0; first < table->nresults; first += length) {
        fprintf(script, "$series%zu << END\n", first);
        for (size_t i = 0; i < length; i++) {
            const struct result *result = &table->results[first + i];
            if (isnan(result->figure.ratio)) /* nothing to compare with */
                fprintf(script, "%zu NaN NaN NaN\n", i);
            else
                fprintf(script, "%zu %.4f %.4f %.4f\n", i, result->figure.ratio, result->figure.low,
                        result->figure.high);
        }
        fputs("END\n", script);
    }
    fputs("set title ", script);
    print_quoted(script, table->title);
    fputs("\nset xtics rotate by -40 (", script);
    for (size_t i = 0; i < length; i++)
        fprintf(script, "%s\"%s\" %zu", i == 0 ? "" : ", ", size_text(table->results[i].size, text), i);
    fprintf(script, ")\nset xrange [-0.5:%zu.5]\nplot 1 notitle linecolor 'black' dashtype 2",
            length - 1);
    for (size_t first = 0; first < table->nresults; first += length) {
        fprintf(script,
                ", $series%zu using 1:2:3:4 with yerrorlines pointtype 7 pointsize 0.4 title '%s %s'",
                first, table->results[first].algorithm, table->results[first].backend);
    }
    fputc('\n', script);
}

bool plot_write(const struct report *report, const char *file)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    FILE *script;
    int status = -1;

    /* gnuplot may end early, and its exit status then tells more than our death would. */
    sigaction(SIGPIPE, &ignore, &before);
    script = popen("gnuplot", "w");
    if (script != NULL) {
        fputs("set terminal svg size 900,500 background 'white'\nset output ", script);
        print_quoted(script, file);
        fputs("\nset encoding utf8\nset grid\nset key outside right\nset xlabel 'message'\n"
              "set ylabel 'times as fast as libcrypto'\n",
              script);
        for (size_t i = 0; i < report->ntables; i++) {
            if (report->tables[i].plotted && report->tables[i].nresults > 0)
                print_table(script, &report->tables[i]);
        }
        status = pclose(script);
    }
    sigaction(SIGPIPE, &before, NULL);
    if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "fastsha2-bench: gnuplot could not draw %s\n", file);
        return false;
    }
    return true;
}
