/* Reading a preference, and choosing a row by it. */
#include "select.h"

#include <string.h>

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct excerpt trim(const char *start, const char *end)
{
    while (start < end && is_blank(*start))
        start++;
    while (end > start && is_blank(end[-1]))
        end--;
    return (struct excerpt){start, (size_t)(end - start)};
}

static const char *known_name(const struct backend_names *known, struct excerpt word)
{
    for (size_t i = 0; i < known->count; i++)
        if (strlen(known->name[i]) == word.size &&
            memcmp(known->name[i], word.start, word.size) == 0)
            return known->name[i];
    return NULL;
}

static int is_preferred(const struct preference *preference, const char *name)
{
    for (size_t i = 0; i < preference->count; i++)
        if (strcmp(preference->name[i], name) == 0)
            return 1;
    return 0;
}

enum preference_fault preference_read(const char *value, const struct backend_names *known,
                                      struct preference *preference, struct excerpt *culprit)
{
    const char *start = value;

    preference->count = 0;
    for (;;) {
        const char *end = start + strcspn(start, ",");
        struct excerpt word = trim(start, end);
        const char *name = known_name(known, word);

        *culprit = word;
        if (word.size == 0)
            return PREFERENCE_EMPTY;
        if (name == NULL)
            return PREFERENCE_UNKNOWN;
        if (is_preferred(preference, name))
            return PREFERENCE_REPEATED;
        preference->name[preference->count++] = name; /* fits: no name comes twice */
        if (*end == '\0')
            return PREFERENCE_VALID;
        start = end + 1;
    }
}

static const struct backend *usable_row(const struct backend_table *table, uint64_t features,
                                        const char *name, backend_check_fn *check)
{
    for (size_t i = 0; i < table->nrows; i++) {
        const struct backend *row = &table->rows[i];
        if (name != NULL && strcmp(row->name, name) != 0)
            continue;
        if ((row->needs & ~features) == 0 && check(row))
            return row;
    }
    return NULL;
}

const struct backend *select_backend(const struct backend_table *table, uint64_t features,
                                     const struct preference *preference, backend_check_fn *check)
{
    if (preference->count == 0)
        return usable_row(table, features, NULL, check);
    for (size_t i = 0; i < preference->count; i++) {
        const struct backend *row = usable_row(table, features, preference->name[i], check);
        if (row != NULL)
            return row;
    }
    return usable_row(table, features, "portable", check);
}

/* The row of a compressor, for its cycles: NULL where it is in none. */
static const struct many_backend *single_row(const struct many_table *table, const char *name)
{
    for (size_t i = 0; i < table->nrows; i++)
        if (table->rows[i].lanes == 1 && strcmp(table->rows[i].name, name) == 0)
            return &table->rows[i];
    return NULL;
}

/* What one block of m messages takes if a call of a kernel comes first, and then the best of what is known. */
static uint32_t cycles_by(const struct many_backend *row, const uint32_t least[MANY_MAX_LANES + 1],
                          size_t m)
{
    return row->cycles + least[m < row->lanes ? 0 : m - row->lanes];
}

/* Whether a kernel is of any use beside what is known. One that is not need not be checked, which takes 10 to 30
   microseconds of a load. */
static int gains(const struct many_backend *row, const uint32_t least[MANY_MAX_LANES + 1])
{
    for (size_t m = 1; m <= MANY_MAX_LANES; m++)
        if (cycles_by(row, least, m) < least[m])
            return 1;
    return 0;
}

/* Takes a kernel into the plan, and into least, the cycles that one block of m messages takes, wherever it gains. */
static void consider(const struct many_backend *row, struct many_plan *plan,
                     uint32_t least[MANY_MAX_LANES + 1])
{
    for (size_t m = 1; m <= MANY_MAX_LANES; m++) {
        uint32_t cycles = cycles_by(row, least, m);
        if (cycles < least[m]) {
            least[m] = cycles;
            plan->kernel[m] = row;
        }
    }
}

void select_many(const struct many_table *table, uint64_t features,
                 const struct preference *preference, many_check_fn *check,
                 const struct backend *single, struct many_plan *plan)
{
    const struct many_backend *one = single_row(table, single->name);
    uint32_t least[MANY_MAX_LANES + 1];

    *plan = (struct many_plan){.single = single, .width = 1};
    if (one == NULL)
        return;
    for (size_t m = 0; m <= MANY_MAX_LANES; m++)
        least[m] = (uint32_t)m * one->cycles;
    for (size_t i = 0; i < table->nrows; i++) {
        const struct many_backend *row = &table->rows[i];
        if (row->lanes > 1 && (row->needs & ~features) == 0 &&
            (preference->count == 0 || is_preferred(preference, row->name)) && gains(row, least) &&
            check(row))
            consider(row, plan, least);
    }
    for (size_t m = 2; m <= MANY_MAX_LANES; m++)
        if (least[m] * plan->width < least[plan->width] * m)
            plan->width = m;
}
