/* What is done once in a library context, when it is first wanted, whichever thread wants it. */
#ifndef FASTSHA2_ONCE_H
#define FASTSHA2_ONCE_H

#include <stdatomic.h>

typedef atomic_int once;

enum { ONCE_NEW, ONCE_BUSY, ONCE_DONE };

/* Returns 1 to the one caller that is to do it, and to call once_end then; 0 to all others, when it is done. */
static inline int once_begin(once *flag)
{
    int state = atomic_load(flag);

    if (state == ONCE_DONE)
        return 0;
    if (state == ONCE_NEW && atomic_compare_exchange_strong(flag, &state, ONCE_BUSY))
        return 1;
    while (atomic_load(flag) != ONCE_DONE)
        ;
    return 0;
}

static inline void once_end(once *flag)
{
    atomic_store(flag, ONCE_DONE);
}

#endif
