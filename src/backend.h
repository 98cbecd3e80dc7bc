/*
 * What a back end is: the compression function of FIPS 180-4, section 6, for one kind of processor,
 * and the row by which it is known.
 *
 * A compressor works state[8] (native words) through nblocks blocks of 64 (SHA-256) or 128 (SHA-512)
 * bytes, big-endian words as the standard has them. The blocks may lie at any address; nblocks may be 0.
 * A compressor allocates nothing, keeps nothing between calls, touches no byte outside state and
 * blocks, and takes no branch and no address from their contents. It is called only on a processor
 * that has every feature its row needs.
 */
#ifndef FASTSHA2_BACKEND_H
#define FASTSHA2_BACKEND_H

#include <stddef.h>
#include <stdint.h>

typedef void sha256_compress_fn(uint32_t state[8], const uint8_t *blocks, size_t nblocks);
typedef void sha512_compress_fn(uint64_t state[8], const uint8_t *blocks, size_t nblocks);

struct backend {
    const char *name; /* the one word that files, functions, configuration and reports use */
    uint64_t needs;   /* feature bits of arch/<arch>/cpu.h, all of which the processor must have */
    union {
        sha256_compress_fn *sha256; /* in rows of sha256_backends */
        sha512_compress_fn *sha512; /* in rows of sha512_backends */
    };
};

/* One algorithm's rows on this architecture, fastest first; the last is portable and needs nothing. */
struct backend_table {
    const struct backend *rows;
    size_t nrows;
};

/* The members of a table, for all the rows of an array. */
#define BACKEND_TABLE(array) .rows = (array), .nrows = sizeof(array) / sizeof((array)[0])

/* Defined by the architecture's backends.c. */
extern const struct backend_table sha256_backends;
extern const struct backend_table sha512_backends;

/* The features of the processor and the operating system this runs on; the architecture's cpu.c. */
uint64_t cpu_features(void);

#endif
