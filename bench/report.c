/* The head of the report, its tables, its JSON. */
#include "report.h"
#include "machine.h"
#include "plot.h"
#include "suite.h"
#include "version.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

struct result *report_table(struct report *report, const char *title,
                            const struct column *const *columns, bool plotted, size_t n)
{
    struct result *results = calloc(n, sizeof *results);

    if (results == NULL || report->ntables == TABLES_MAX) {
        fputs("fastsha2-bench: no memory for the results\n", stderr);
        free(results);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        results[i].leaves_dirt = -1;
    report->tables[report->ntables++] = (struct table){title, columns, plotted, results, n};
    return results;
}

void report_note(struct report *report, const char *format, ...)
{
    size_t used = strlen(report->notes);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(report->notes + used, sizeof report->notes - used, format, arguments);
    va_end(arguments);
}

static void print_head(const struct report *report)
{
    const struct machine_state *machine = &report->machine;
    const char *settings = OPENSSL_info(OPENSSL_INFO_CPU_SETTINGS);

    printf("fastsha2-bench %s, %s\n", FASTSHA2_VERSION, OpenSSL_version(OPENSSL_VERSION));
    if (settings != NULL)
        printf("libcrypto uses %s\n", settings);
    if (getenv("OPENSSL_ia32cap") != NULL)
        printf("OPENSSL_ia32cap=%s: libcrypto is held back, fastsha2 is not\n",
               getenv("OPENSSL_ia32cap"));
    fputs(report->notes, stdout);
    printf("processor: %.2f to %.2f GHz, %.2f instructions a cycle when quiet\n",
           1 / machine->cycle_max, 1 / machine->cycle_min,
           (double)MACHINE_PROBE_INSTRUCTIONS / machine->quiet_probe);
    printf("pairs of samples: %zu, of which %zu were slow and set aside\n", machine->pairs,
           machine->set_aside);
}

enum { CELL_SIZE = 64 };

static size_t print_cell(char cell[CELL_SIZE], const struct column *column,
                         const struct result *result)
{
    FILE *f = fmemopen(cell, CELL_SIZE, "w");

    cell[0] = '\0';
    if (f != NULL) {
        column->print(f, result);
        fclose(f);
    }
    cell[CELL_SIZE - 1] = '\0';
    return strlen(cell);
}

static bool same_group(const struct result *a, const struct result *b)
{
    return a->algorithm == b->algorithm && a->backend == b->backend;
}

static void print_line(const struct column *const *columns, const size_t *widths,
                       const struct result *result)
{
    for (size_t i = 0; columns[i] != NULL; i++) {
        char cell[CELL_SIZE];
        const char *text = columns[i]->title;
        bool last = columns[i + 1] == NULL;

        if (result != NULL) {
            print_cell(cell, columns[i], result);
            text = cell;
        }
        if (columns[i]->left)
            printf("%-*s%s", last ? 0 : (int)widths[i], text, last ? "" : "  ");
        else
            printf("%*s%s", (int)widths[i], text, last ? "" : "  ");
    }
    putchar('\n');
}

static void print_table(const struct table *table)
{
    enum { COLUMNS_MAX = 16 };
    size_t widths[COLUMNS_MAX] = {0};
    bool trusted = true;

    for (size_t i = 0; i < COLUMNS_MAX && table->columns[i] != NULL; i++) {
        widths[i] = strlen(table->columns[i]->title);
        for (size_t j = 0; j < table->nresults; j++) {
            char cell[CELL_SIZE];
            size_t width = print_cell(cell, table->columns[i], &table->results[j]);
            widths[i] = width > widths[i] ? width : widths[i];
        }
    }
    printf("\n%s\n\n", table->title);
    print_line(table->columns, widths, NULL);
    for (size_t j = 0; j < table->nresults; j++) {
        if (j > 0 && table->results[j].sized &&
            !same_group(&table->results[j - 1], &table->results[j]))
            putchar('\n');
        print_line(table->columns, widths, &table->results[j]);
        trusted = trusted && table->results[j].figure.trusted;
    }
    if (!trusted)
        puts("\n! fewer than three quiet pairs: the figure rests on all of them. Measure again "
             "when the machine is quiet.");
}

static void print_json_text(const char *key, const char *text)
{
    printf("\"%s\":", key);
    if (text == NULL) {
        fputs("null", stdout);
        return;
    }
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            printf("\\u%04x", (unsigned)(unsigned char)*text);
        else
            putchar(*text);
    }
    putchar('"');
}

static void print_json_number(const char *key, double number)
{
    if (isnan(number))
        printf(",\"%s\":null", key);
    else
        printf(",\"%s\":%.6g", key, number);
}

static void print_json_result(const struct report *report, const struct result *result)
{
    const struct figure *figure = &result->figure;

    putchar('{');
    print_json_text("suite", report->options->suite->name);
    putchar(',');
    if (result->test != NULL) {
        print_json_text("test", result->test);
        putchar(',');
    }
    print_json_text("algorithm", result->algorithm);
    putchar(',');
    print_json_text("backend", result->backend);
    if (result->sized)
        printf(",\"size\":%zu", result->size);
    else
        fputs(",\"size\":null", stdout);
    if (result->iterations > 0)
        printf(",\"iterations\":%" PRIu64, result->iterations);
    print_json_number("ours_ns", figure->ours);
    print_json_number("base_ns", figure->base);
    print_json_number("ratio", figure->ratio);
    print_json_number("ratio_quarter", figure->quarter);
    print_json_number("ratio_three_quarters", figure->three_quarters);
    print_json_number("ratio_low", figure->low);
    print_json_number("ratio_high", figure->high);
    print_json_number("added_ns", figure->added);
    print_json_number("ours_cycles", figure->ours_cycles);
    print_json_number("base_cycles", figure->base_cycles);
    if (result->leaves_dirt >= 0)
        printf(",\"leaves_dirt\":%s", result->leaves_dirt ? "true" : "false");
    if (result->allowed > 0)
        print_json_number("allowed_ns", result->allowed);
    printf(",\"samples\":%zu,\"quiet_samples\":%zu,\"trusted\":%s,", figure->pairs, figure->quiet,
           figure->trusted ? "true" : "false");
    print_json_text("openssl", OpenSSL_version(OPENSSL_VERSION));
    putchar(',');
    print_json_text("ia32cap", getenv("OPENSSL_ia32cap"));
    putchar('}');
}

static void print_json(const struct report *report)
{
    const char *separator = "[\n";

    for (size_t i = 0; i < report->ntables; i++) {
        for (size_t j = 0; j < report->tables[i].nresults; j++) {
            fputs(separator, stdout);
            print_json_result(report, &report->tables[i].results[j]);
            separator = ",\n";
        }
    }
    puts(separator[0] == '[' ? "[]" : "\n]");
}

bool report_write(const struct report *report)
{
    if (report->options->json) {
        print_json(report);
    } else {
        print_head(report);
        for (size_t i = 0; i < report->ntables; i++)
            print_table(&report->tables[i]);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("fastsha2-bench: standard output");
        return false;
    }
    return report->options->plot == NULL || plot_write(report, report->options->plot);
}

void report_free(struct report *report)
{
    for (size_t i = 0; i < report->ntables; i++)
        free(report->tables[i].results);
    report->ntables = 0;
}
