/*
 * Random programs: calls that dice decide, made to our implementation of an algorithm and to the default provider's,
 * whose answers must be alike. Tests run them by seeds (programs.h), and fuzzers by their inputs (fuzz/input.h).
 *
 * A program that finds a difference ends, and can tell every call that led to it.
 */
#ifndef FASTSHA2_TESTS_PROGRAM_H
#define FASTSHA2_TESTS_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/params.h>

#include "dice.h"
#include "providers.h"

/* The two sides of a call. */
enum { OUR_SIDE, THEIR_SIDE, NSIDES };

enum {
    ANSWER_ROOM = 320,
    SAID_ROOM = 1 << 14,
    MAX_PARAMETERS = 8,
    MAX_REQUESTS = 3,
    REQUEST_ROOM = 24,
    MISSPELT_ROOM = 32,
    NOISE_SIZE = 4096,
    NSLOTS = 3,
};

struct program;

/* Two contexts that have been through the same calls, or none. */
struct slot {
    void *ctx[NSIDES];
    int open;
    int ready; /* the first of the subject's calls has succeeded, and was not undone */
    int ended, failed, queried; /* for the calls' own use */
};

struct call {
    void (*make)(struct program *program, struct slot *slot);
    unsigned weight; /* they sum up to 100 */
};

/* The algorithm that is tested, as EVP has it. */
struct subject {
    const char *name;
    void *(*fetch)(OSSL_LIB_CTX *ctx, const char *name, const char *query);
    void (*drop)(void *algorithm);
    void *(*open)(void *algorithm);
    void *(*dup)(const void *ctx);
    void (*close)(void *ctx);
    const struct call *calls; /* the first is preferred as long as it has not succeeded */
};

/* The algorithm of each side, in a library context of its own. There are both providers in both, so that a query for a
   digest finds the same. */
struct sides {
    const struct subject *subject;
    struct library libraries[NSIDES];
    void *algorithms[NSIDES];
};

/* What the library contexts are like. */
struct setting {
    const char *name; /* what is said of it in a report */
    const char *before,
        *after; /* default properties, set before the providers are loaded, or after; or NULL */
    const char *section; /* lines for our provider's section of the configuration, or NULL */
};

/* Without a configuration. What our side makes of the default properties is the default provider's affair as far as it
   serves; our own digests are used whatever they say. So none of these leaves the default provider without a digest
   that we have. */
enum { NSETTINGS = 4 };
extern const struct setting settings[NSETTINGS];

/* Returns 0 if something is not to be had; close them even so. */
int sides_open(struct sides *sides, const struct subject *subject, const struct setting *setting);
void sides_close(struct sides *sides);

struct program {
    const struct sides *sides; /* of program_run */
    const char *setting;       /* what is said of the library contexts in a report */
    struct dice dice;
    int failed; /* a difference was found */
    int over;   /* that, or from here on the two sides need not be alike */
    int ours_may_fail, theirs_may_fail, ours_may_raise; /* in the call to come; program_compare */
    size_t calls, successes;
    size_t outputs; /* compared; counted by the calls */
    struct slot slots[NSLOTS];
    char said[SAID_ROOM];
    size_t said_size;
};

/* Begins a program of calls that program_run makes, or the test itself. */
void program_start(struct program *program, const char *setting, struct dice dice);

/* Makes so many calls, or less: until the two sides differ or need not be alike any more, or the dice are used up. */
void program_run(struct program *program, const struct sides *sides, size_t ncalls);

/* A number below n. */
size_t pick(struct program *program, size_t n);

/* One of these sizes, or now and then any other below limit. */
size_t pick_size(struct program *program, const uint64_t *sizes, size_t n, size_t limit);

/* Whether something happens that does so often. */
int happens(struct program *program, unsigned percent);

/* Adds to what a report tells. */
void say(struct program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes that do not repeat: NOISE_SIZE of them. */
const unsigned char *noise_bytes(void);

/* What came of a call on one side. */
struct answer {
    int returned;
    int raised;  /* an error is on the queue */
    size_t size; /* that the call told, or 0 */
    unsigned char out[ANSWER_ROOM];
};

/* A call is made between these two. */
void answer_begin(struct answer *answer);
void answer_end(struct answer *answer, int returned);

/*
 * Compares the two answers. Where both succeeded the sizes and the whole room for output are equal, beyond what was
 * to be written as well, and ours leaves no error on the queue but where the default provider does, or where a query is
 * misspelt: libcrypto leaves one if it cannot parse it, but only the first time (ours_may_raise). Where both failed
 * output means nothing, and ours leaves an error at least where the default provider does. Returns 1 if both succeeded.
 *
 * Only one may succeed where versions of the default provider differ among each other: ours refuses every parameter of
 * a wrong type, and they those that they happen to read (ours_may_fail); ours takes the first of two of a name, as they
 * do up to 3.5, and later ones refuse both before they look at any other (theirs_may_fail). A subject's calls may add to
 * it. If either has failed then, it may have done less or more before it did, and the program is over.
 */
int program_compare(struct program *program, const struct answer answers[NSIDES]);

/* The same, if the outcome of the call is defined. Else ours is no success where theirs is none, and that is all;
   returns 0. */
int program_compare_if(struct program *program, int defined, const struct answer answers[NSIDES]);

/* The values that are tried for a key that an algorithm knows. */
struct trial {
    const char *key;
    enum { TEXT, OCTETS, NUMBER } type;
    size_t n;
    const char *const *texts; /* of TEXT, n of them */
    const uint64_t *numbers;  /* of NUMBER, n of them; of OCTETS, the sizes of strings of noise */
    unsigned percent;         /* of the calls that have it */
    int data_needed;          /* without it what follows is not defined */
};

#define TEXTS(array) .type = TEXT, .texts = (array), .n = sizeof(array) / sizeof((array)[0])
#define SIZES(array) .type = OCTETS, .numbers = (array), .n = sizeof(array) / sizeof((array)[0])
#define NUMBERS(array) .type = NUMBER, .numbers = (array), .n = sizeof(array) / sizeof((array)[0])

/* Names of digests: all of ours, of others, and none; and properties to find them by. */
extern const char *const tried_digests[48];
extern const char *const tried_queries[10];

/* A call's parameters, with their values. They hold pointers into themselves, and are not to be copied. */
struct parameters {
    OSSL_PARAM list[MAX_PARAMETERS + 1];
    size_t n;
    union {
        unsigned char integer[16];
        double real;
        const void *pointer;
        char text[MISSPELT_ROOM];
    } values[MAX_PARAMETERS];
};

/* Sets a call's parameters by the trials, in any order, and says them. Now and then one is there twice, is of the
   wrong type, is misspelt or has no data, and now and then there is one that nobody knows. At most MAX_PARAMETERS. */
void parameters_make(struct parameters *parameters, struct program *program,
                     const struct trial *trials, size_t ntrials);

/* Requests for some of these keys, some of them unknown, in any type but the floating-point one: both sides are given
   them in turn. */
struct requests {
    OSSL_PARAM list[MAX_REQUESTS + 1];
    size_t n;
    unsigned char room[MAX_REQUESTS][REQUEST_ROOM];
};
void requests_make(struct requests *requests, struct program *program, const char *const *keys,
                   size_t nkeys);

/* Made anew before each side is asked. */
void requests_reset(struct requests *requests);

/* Puts what was asked for into the answer. Errors are not compared then: libcrypto leaves one where it answers with the
   size of a digest that is not there, and it may succeed all the same. */
void requests_answer(const struct requests *requests, struct answer *answer);

/* Whether two lists of parameters, gettable or settable, name the same keys with the same types; ours may have older
   ones besides, whose names end with NULL. All may be NULL. Says the differences. */
int same_keys(const OSSL_PARAM *ours, const OSSL_PARAM *theirs, const char *const *older);

#endif
