/* Which digests and sizes a suite measures: those that the options ask for, or else its own. */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "options.h"

struct plan {
    const struct algorithm *const *algorithms;
    size_t nalgorithms;
    const size_t *sizes;
    size_t nsizes;
};

/* Digests default to SHA2-256 and SHA2-512, sizes to the n given ones. Borrows both. */
struct plan plan_make(const struct options *options, const size_t *default_sizes, size_t n);

size_t plan_largest(const struct plan *plan);

#endif
