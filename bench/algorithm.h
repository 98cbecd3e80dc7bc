/* The seven digests, and which compressor each runs on. */
#ifndef BENCH_ALGORITHM_H
#define BENCH_ALGORITHM_H

#include "select.h"

struct family {
    const char *digest; /* the member that has the family's whole state as its digest */
    const struct backend_table *backends;
    const struct backend_names *names;
    const char *parameter; /* the provider's: configures the back end, and tells it */
    size_t block;          /* bytes */
};
extern const struct family family_sha256, family_sha512;

struct algorithm {
    const char *names[3]; /* the first is the one that is printed and fetched */
    const struct family *family;
};

enum { ALGORITHMS = 7 };
extern const struct algorithm algorithms[ALGORITHMS];

/* By any of its names, in any case; NULL if it is not SHA-2. */
const struct algorithm *algorithm_find(const char *name);

#endif
