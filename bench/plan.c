/* What is measured where the options do not say. */
#include "plan.h"

struct plan plan_make(const struct options *options, const size_t *default_sizes, size_t n)
{
    static const struct algorithm *const default_algorithms[] = {&algorithms[1], &algorithms[4]};
    struct plan plan = {options->algorithms, options->nalgorithms, options->sizes, options->nsizes};

    if (plan.nalgorithms == 0) {
        plan.algorithms = default_algorithms;
        plan.nalgorithms = sizeof default_algorithms / sizeof default_algorithms[0];
    }
    if (plan.nsizes == 0) {
        plan.sizes = default_sizes;
        plan.nsizes = n;
    }
    return plan;
}

size_t plan_largest(const struct plan *plan)
{
    size_t largest = 0;

    for (size_t i = 0; i < plan->nsizes; i++)
        largest = plan->sizes[i] > largest ? plan->sizes[i] : largest;
    return largest;
}
