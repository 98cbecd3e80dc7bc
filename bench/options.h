/* The command line. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "algorithm.h"
#include "select.h"

#include <stdbool.h>
#include <stddef.h>

/* Options that not all suites have. */
enum {
    OPTION_ALGORITHM = 1 << 0,
    OPTION_MODULE = 1 << 1,
    OPTION_PLOT = 1 << 2,
    OPTION_SIZES = 1 << 3,
};

enum { SIZES_MAX = 64 };

struct options {
    const struct suite *suite;
    const struct algorithm *algorithms[ALGORITHMS];
    size_t nalgorithms;                                     /* 0: not given */
    size_t sizes[SIZES_MAX];                                /* in order, each once */
    size_t nsizes;                                          /* 0: not given */
    const char *sha256_backend, *sha512_backend;            /* NULL: not given */
    struct preference sha256_preference, sha512_preference; /* the same, read */
    const char *module_dir;                                 /* NULL: not given */
    const char *plot;                                       /* NULL: not given */
    double seconds;
    bool json;
};

enum options_outcome {
    OPTIONS_RUN,
    OPTIONS_DONE, /* help or version was asked for, and printed */
    OPTIONS_BAD,  /* a message says what is wrong and what is allowed */
};
enum options_outcome options_read(struct options *options, int argc, char **argv);

/* The backend preference that was given for a family, NULL if none was. */
const char *options_backend(const struct options *options, const struct family *family);
const struct preference *options_preference(const struct options *options,
                                            const struct family *family);

/* "1 KiB", "16 B": into text, which is returned. */
enum { SIZE_TEXT = 32 };
const char *size_text(size_t size, char text[SIZE_TEXT]);

#endif
