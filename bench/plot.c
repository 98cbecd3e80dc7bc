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
    return a->test == b->test && strcmp(a->algorithm, b->algorithm) == 0 &&
           strcmp(a->backend, b->backend) == 0;
}

static size_t series_length(const struct table *table, size_t first)
{
    size_t n = 1;

    while (first + n < table->nresults &&
           same_series(&table->results[first], &table->results[first + n]))
        n++;
    return n;
}

/* Whether there is something to draw: not where nothing was compared with. */
static bool has_ratios(const struct table *table, size_t first)
{
    return !isnan(table->results[first].figure.ratio);
}

/* Where a size stands on the axis: one step for each size that any series has, smallest first. */
static size_t step_of(const struct table *table, size_t size)
{
    size_t step = 0;

    for (size_t i = 0; i < table->nresults; i++) {
        bool first = table->results[i].size < size;
        for (size_t j = 0; j < i && first; j++)
            first = table->results[j].size != table->results[i].size;
        step += first;
    }
    return step;
}

static void print_series(FILE *script, const struct table *table, size_t first)
{
    fprintf(script, "$series%zu << END\n", first);
    for (size_t i = first; i < first + series_length(table, first); i++) {
        const struct result *result = &table->results[i];
        fprintf(script, "%zu %.4f %.4f %.4f\n", step_of(table, result->size), result->figure.ratio,
                result->figure.low, result->figure.high);
    }
    fputs("END\n", script);
}

/* What the names in its line of the table are. */
static void print_series_title(FILE *script, const struct table *table, size_t first)
{
    const char *separator = "";

    for (const struct column *const *column = table->columns; *column != NULL; column++) {
        if ((*column)->left) {
            fputs(separator, script);
            (*column)->print(script, &table->results[first]);
            separator = " ";
        }
    }
}

static void print_table(FILE *script, const struct table *table)
{
    char text[SIZE_TEXT];

    for (size_t i = 0; i < table->nresults; i += series_length(table, i)) {
        if (has_ratios(table, i))
            print_series(script, table, i);
    }
    fputs("set title ", script);
    print_quoted(script, table->title);
    fputs("\nset xtics (", script);
    for (size_t i = 0; i < table->nresults; i++)
        fprintf(script, "%s\"%s\" %zu", i == 0 ? "" : ", ", size_text(table->results[i].size, text),
                step_of(table, table->results[i].size));
    fputs(")\nset offsets 0.5, 0.5, 0, 0\nplot 1 notitle linecolor 'black' dashtype 2", script);
    for (size_t i = 0; i < table->nresults; i += series_length(table, i)) {
        if (!has_ratios(table, i))
            continue;
        fprintf(script,
                ", $series%zu using 1:2:3:4 with yerrorlines pointtype 7 pointsize 0.4 title '", i);
        print_series_title(script, table, i);
        fputc('\'', script);
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
