/* How each figure is printed in a table. */
#include "report.h"

#include <inttypes.h>
#include <math.h>

static void print_text(FILE *cell, const char *text)
{
    fputs(text == NULL ? "-" : text, cell);
}

/* Three digits or more, whatever the size of the number. */
static void print_number(FILE *cell, double number)
{
    if (isnan(number))
        fputc('-', cell);
    else
        fprintf(cell, "%.*f", number < 10 ? 2 : number < 1000 ? 1 : 0, number);
}

static void print_test(FILE *cell, const struct result *result)
{
    print_text(cell, result->test);
}

static void print_algorithm(FILE *cell, const struct result *result)
{
    print_text(cell, result->algorithm);
}

static void print_backend(FILE *cell, const struct result *result)
{
    print_text(cell, result->backend);
}

static void print_size(FILE *cell, const struct result *result)
{
    char text[SIZE_TEXT];

    print_text(cell, result->sized ? size_text(result->size, text) : NULL);
}

static void print_iterations(FILE *cell, const struct result *result)
{
    fprintf(cell, "%" PRIu64, result->iterations);
}

static void print_ours_ns(FILE *cell, const struct result *result)
{
    print_number(cell, result->figure.ours);
}

static void print_base_ns(FILE *cell, const struct result *result)
{
    print_number(cell, result->figure.base);
}

static void print_ours_us(FILE *cell, const struct result *result)
{
    print_number(cell, result->figure.ours / 1e3);
}

static void print_base_us(FILE *cell, const struct result *result)
{
    print_number(cell, result->figure.base / 1e3);
}

static void print_added_us(FILE *cell, const struct result *result)
{
    print_number(cell, result->figure.added / 1e3);
}

static void print_allowed_us(FILE *cell, const struct result *result)
{
    if (result->allowed > 0)
        fprintf(cell, "%.0f", result->allowed / 1e3);
    else
        fputc('-', cell);
}

static void print_ours_cycles_per_byte(FILE *cell, const struct result *result)
{
    print_number(cell, result->figure.ours_cycles / (double)result->size);
}

static void print_base_cycles_per_byte(FILE *cell, const struct result *result)
{
    print_number(cell, result->figure.base_cycles / (double)result->size);
}

static void print_ours_cycles_per_block(FILE *cell, const struct result *result)
{
    double blocks = (double)result->size / (double)result->block;

    print_number(cell, result->figure.ours_cycles / blocks);
}

static void print_ratio(FILE *cell, const struct result *result)
{
    if (isnan(result->figure.ratio))
        fputc('-', cell);
    else
        fprintf(cell, "%.3f", result->figure.ratio);
}

static void print_middle(FILE *cell, const struct result *result)
{
    if (isnan(result->figure.quarter))
        fputc('-', cell);
    else
        fprintf(cell, "%.3f-%.3f", result->figure.quarter, result->figure.three_quarters);
}

static void print_pairs(FILE *cell, const struct result *result)
{
    fprintf(cell, "%zu/%zu%s", result->figure.quiet, result->figure.pairs,
            result->figure.trusted ? "" : " !");
}

static void print_leaves_dirt(FILE *cell, const struct result *result)
{
    print_text(cell, result->leaves_dirt < 0 ? NULL : result->leaves_dirt ? "YES" : "no");
}

const struct column column_test = {"", true, print_test};
const struct column column_algorithm = {"algorithm", true, print_algorithm};
const struct column column_backend = {"back end", true, print_backend};
const struct column column_size = {"size", false, print_size};
const struct column column_iterations = {"iterations", false, print_iterations};
const struct column column_ours_ns = {"ours ns", false, print_ours_ns};
const struct column column_base_ns = {"default ns", false, print_base_ns};
const struct column column_peer_ns = {"libipsec-mb ns", false, print_base_ns};
const struct column column_dirty_ns = {"dirty ns", false, print_ours_ns};
const struct column column_clean_ns = {"clean ns", false, print_base_ns};
const struct column column_ours_us = {"ours us", false, print_ours_us};
const struct column column_base_us = {"default us", false, print_base_us};
const struct column column_us = {"us", false, print_ours_us};
const struct column column_us_without = {"us without", false, print_base_us};
const struct column column_added_us = {"us added", false, print_added_us};
const struct column column_allowed_us = {"us allowed", false, print_allowed_us};
const struct column column_ours_cycles_per_byte = {"cycles/B", false, print_ours_cycles_per_byte};
const struct column column_base_cycles_per_byte = {"libcrypto", false, print_base_cycles_per_byte};
const struct column column_ours_cycles_per_block = {"cycles/block", false,
                                                    print_ours_cycles_per_block};
const struct column column_ratio = {"ratio", false, print_ratio};
const struct column column_middle = {"middle half", false, print_middle};
const struct column column_pairs = {"quiet/all", false, print_pairs};
const struct column column_leaves_dirt = {"leaves dirt", true, print_leaves_dirt};
