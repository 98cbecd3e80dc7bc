/* The plan of a library context, made once. */
#include "plan.h"

void plan_open(struct plan *plan, const struct many_table *table,
               const struct preference *preference, many_check_fn *check,
               const struct backend *single)
{
    atomic_init(&plan->made, ONCE_NEW);
    plan->table = table;
    plan->preference = *preference;
    plan->check = check;
    plan->many.single = single;
}

const struct many_plan *plan_get(struct plan *plan)
{
    if (once_begin(&plan->made)) {
        select_many(plan->table, cpu_features(), &plan->preference, plan->check, plan->many.single,
                    &plan->many);
        once_end(&plan->made);
    }
    return &plan->many;
}
