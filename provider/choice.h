/* Which digest a program wants HMAC or PBKDF2 to use, by the parameters that name it: one of ours, or one that only
   another provider's HMAC or PBKDF2 can use. */
#ifndef FASTSHA2_CHOICE_H
#define FASTSHA2_CHOICE_H

#include "digest.h"

enum choice_kind { CHOICE_NONE, CHOICE_SHA256, CHOICE_SHA512, CHOICE_OTHER };

struct choice {
    enum choice_kind kind;
    union {
        const struct sha256_method *sha256; /* CHOICE_SHA256: SHA-256 or shorter */
        const struct sha512_method *sha512; /* CHOICE_SHA512: SHA-512 or shorter */
    };
};

/* Every name of every digest of ours, and what it stands for: a MAC of a few bytes is asked for by name each time. */
struct choice_names {
    uint32_t sizes; /* bit n: some name has n characters */
    size_t count;
    struct {
        const char *name; /* not terminated */
        size_t size;
        struct choice choice;
    } row[32];
};

/* The methods must outlive the names. */
void choice_names_set(struct choice_names *names, const struct digest_methods *methods);

/* The parameter that names an engine, of which the headers of OpenSSL 4.0 know nothing any more. */
#define CHOICE_ENGINE "engine"

/* The parameters that make a choice; NULL where it is not there. */
struct choice_params {
    const OSSL_PARAM *digest, *properties, *engine;
};

/* Those of them that are there, for another provider, and the end. */
enum { CHOICE_PARAMS = 4 };
void choice_params_list(const struct choice_params *params, OSSL_PARAM list[CHOICE_PARAMS]);

/* Sets *choice if there is a digest, else leaves it. Returns 0, with an error on the queue, if a parameter has a wrong
   type. */
int choice_read(struct choice *choice, const struct core *core, const struct choice_names *names,
                const struct choice_params *params);

int choice_equals(const struct choice *a, const struct choice *b);

/* Of one of ours; 0 for any other. */
size_t choice_block_size(const struct choice *choice);
size_t choice_digest_size(const struct choice *choice);

#endif
