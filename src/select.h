/*
 * The choice of a back end: what the processor can run, in the order that was measured or that the
 * configuration asks for. Pure: the same arguments always give the same rows, whatever this machine is.
 */
#ifndef FASTSHA2_SELECT_H
#define FASTSHA2_SELECT_H

#include "backend.h"

/* The names of every back end of the project, on any architecture and compiler, portable first: one
   configuration file can serve a mixed fleet. backend_names.c is written by CMake from its
   fastsha2_backend() lines. */
struct backend_names {
    const char *const *name;
    size_t count;
};

extern const struct backend_names sha256_backend_names;
extern const struct backend_names sha512_backend_names;

/* Back ends in the order in which to try them; none at all stands for the table's own order. */
enum { PREFERENCE_MAX = 32 };
struct preference {
    size_t count;
    const char *name[PREFERENCE_MAX];
};

enum preference_fault {
    PREFERENCE_VALID,
    PREFERENCE_EMPTY,   /* no name before, between or after the commas */
    PREFERENCE_UNKNOWN, /* not among the known names */
    PREFERENCE_REPEATED,
};

/* Part of a configuration value; not terminated. */
struct excerpt {
    const char *start;
    size_t size;
};

/* Reads known names separated by commas, blanks around them allowed. On a fault, the preference is
   without meaning and *culprit is the part of the value that is at fault. */
enum preference_fault preference_read(const char *value, const struct backend_names *known,
                                      struct preference *preference, struct excerpt *culprit);

/* Tells whether a row computes what it should, here and now. */
typedef int backend_check_fn(const struct backend *row);

/* The first row, in the order of preference, that the features allow and the check accepts. portable is
   the floor under every preference. NULL if the check rejects portable as well. */
const struct backend *select_backend(const struct backend_table *table, uint64_t features,
                                     const struct preference *preference, backend_check_fn *check);

/* By what messages are hashed when there are many (many.h). */
enum { MANY_MAX_LANES = SHA256_LANES };
struct many_plan {
    const struct backend *single; /* one message after another */
    size_t width; /* messages to have under way at once, where there are enough; 1 or more */
    /* What goes on when m of them are, up to width: a kernel, for as many as it has lanes, or NULL for single. */
    const struct many_backend *kernel[MANY_MAX_LANES + 1];
};

typedef int many_check_fn(const struct many_backend *row);

/* Shares out messages among single and kernels, for the least time by their rows' cycles: kernels that the features
   allow, that the check accepts and, where there is a preference, whose names are in it. */
void select_many(const struct many_table *table, uint64_t features,
                 const struct preference *preference, many_check_fn *check,
                 const struct backend *single, struct many_plan *plan);

#endif
