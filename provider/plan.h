/*
 * By what many messages are hashed at once in a library context. It is worked out when it is first wanted: the
 * known-answer tests of its kernels take longer than all else that a load does, and few programs have many messages.
 */
#ifndef FASTSHA2_PLAN_H
#define FASTSHA2_PLAN_H

#include "once.h"
#include "select.h"

struct plan {
    once made;
    const struct many_table *table;
    struct preference preference;
    many_check_fn *check;
    struct many_plan many; /* single from the start, the rest once made */
};

void plan_open(struct plan *plan, const struct many_table *table,
               const struct preference *preference, many_check_fn *check,
               const struct backend *single);

const struct many_plan *plan_get(struct plan *plan);

#endif
