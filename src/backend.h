/*
 * What a back end is: the compression function of FIPS 180-4, section 6, for one kind of processor, what it
 * has beside that, and the row by which it is known.
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

/*
 * The iterations of PBKDF2 (RFC 8018, section 5.2) that follow the first: each U is the HMAC of the one
 * before. It is the same two blocks over and over, so the loop is worth keeping in registers.
 *
 * The message of either block is the digest before it and padding that never changes: its word i is
 * (digest[i] & keep[i]) | fill[i] for i < 8, and fill[i] for the other eight. keep is what shortens a digest, but
 * none to less than six words of SHA-256 or three of SHA-512: of these, keep is all ones and fill is zero.
 */
struct sha256_pbkdf2 {
    uint32_t inner[8],
        outer[8]; /* the states after the keys' blocks (RFC 2104: K xor ipad, K xor opad) */
    uint32_t keep[8], fill[16];
};

struct sha512_pbkdf2 {
    uint64_t inner[8], outer[8];
    uint64_t keep[8], fill[16];
};

/* Works nchains (one or more) independent output blocks through so many iterations (0 or more) each: u[i]
   becomes the state of the outer hash, and is xored into t[i]. Whether and how chains run side by side is the
   function's own affair. Bound by the rules of a compressor: no allocation, no branch or address that depends on
   anything but nchains and iterations. */
typedef void sha256_pbkdf2_fn(const struct sha256_pbkdf2 *pbkdf2, uint32_t u[][8], uint32_t t[][8],
                              size_t nchains, uint64_t iterations);
typedef void sha512_pbkdf2_fn(const struct sha512_pbkdf2 *pbkdf2, uint64_t u[][8], uint64_t t[][8],
                              size_t nchains, uint64_t iterations);

/*
 * The compression function on many messages at once: lane m, for m below the kernel's count of lanes, is worked
 * through nblocks (0 or more) blocks at blocks[m], whatever the others are. Word i of its state is state[i][m]; a
 * state has room for the widest kernel's lanes and starts on a multiple of 64 bytes. What lies in columns beyond its
 * own lanes a kernel leaves alone. Bound by the rules of a compressor.
 */
enum { SHA256_LANES = 32, SHA512_LANES = 16 };
typedef void sha256_many_fn(uint32_t state[8][SHA256_LANES], const uint8_t *const blocks[],
                            size_t nblocks);
typedef void sha512_many_fn(uint64_t state[8][SHA512_LANES], const uint8_t *const blocks[],
                            size_t nblocks);

struct backend {
    const char *name; /* the one word that files, functions, configuration and reports use */
    uint64_t needs;   /* feature bits of arch/<arch>/cpu.h, all of which the processor must have */
    union {
        sha256_compress_fn *sha256; /* in rows of sha256_backends */
        sha512_compress_fn *sha512; /* in rows of sha512_backends */
    };
    union { /* NULL where nothing is gained over a loop around the compressor */
        sha256_pbkdf2_fn *sha256_pbkdf2;
        sha512_pbkdf2_fn *sha512_pbkdf2;
    };
};

/* One algorithm's rows on this architecture, fastest first; the last is portable and needs nothing. */
struct backend_table {
    const struct backend *rows;
    size_t nrows;
};

/* The members of a table, for all the rows of an array. */
#define BACKEND_TABLE(array) .rows = (array), .nrows = sizeof(array) / sizeof((array)[0])

/*
 * A kernel of many messages. cycles, of one block in all of its lanes, is what messages are shared out by (select.h):
 * measured on one processor for all rows of a table, of which only the ratios count. A row of one lane holds no
 * kernel: it says what the compressor of its name takes.
 */
struct many_backend {
    const char *name; /* of the back end that it belongs to */
    uint64_t needs;
    uint16_t lanes, cycles;
    union {
        sha256_many_fn *sha256; /* in rows of sha256_many_backends */
        sha512_many_fn *sha512; /* in rows of sha512_many_backends */
    };
};

/* In any order; without rows where one message after another is the best that there is. */
struct many_table {
    const struct many_backend *rows;
    size_t nrows;
};

/* Defined by the architecture's backends.c. */
extern const struct backend_table sha256_backends;
extern const struct backend_table sha512_backends;
extern const struct many_table sha256_many_backends;
extern const struct many_table sha512_many_backends;

/* The features of the processor and the operating system this runs on; the architecture's cpu.c. */
uint64_t cpu_features(void);

#endif
