/* Trials: one operation done by both sides, checked to give the same output, then timed. */
#ifndef BENCH_TRIAL_H
#define BENCH_TRIAL_H

#include "report.h"
#include "sides.h"
#include "suite.h"

struct trial;

struct operation {
    size_t state_size;
    /* Makes the state, which is zero, ready. False if this side has no such algorithm. */
    bool (*open)(void *state, const struct side *side, const struct trial *trial);
    /* Does it once; above 0 if that worked. Functions that take no library context use this side's. */
    int (*perform)(void *state, unsigned char *output);
    /* Gives back what the state holds, also where open or perform failed. */
    void (*close)(void *state);
};

struct trial {
    const struct operation *operation;
    const void *variant;         /* what else the operation has to know; NULL if nothing */
    const char *test;            /* as in struct result */
    const char *algorithm;       /* the digest, as it is fetched and printed */
    const struct family *family; /* NULL if the digest is not SHA-2 */
    const uint8_t *message;
    size_t size;         /* bytes of the message, or of what is derived from it */
    size_t output;       /* bytes that come out at most */
    uint64_t iterations; /* 0 where there is no such number */
};

/* A table of the report. */
struct trials {
    const char *title;
    const struct column *const *columns;
    bool plotted;
    struct trial *trials; /* the rest is filled in by trials_add; zero before */
    size_t n, room;
};

/* False, with a message, if there is no memory. */
bool trials_add(struct trials *table, const struct trial *trial);
void trials_free(struct trials *table);

/* Measures all of the tables together, so that they share the time and the machine's moods, and
   adds them to the report. The default provider may lack what is tried (SHA2-256/192 is younger
   than OpenSSL 3.0): then ours is only timed. */
enum suite_outcome trials_run(const struct options *options, struct report *report,
                              const struct trials *tables, size_t ntables);

#endif
