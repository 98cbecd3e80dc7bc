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

/* The parameters of a choice, as another provider takes them: as many as there are, and the end. */
enum { CHOICE_PARAMS = 4 };

/* Reads digest, properties and engine, and sets *choice if they make one; else it stays as it is. given
   becomes those of them that are there. Returns 0, with an error on the queue, if one has a wrong type. */
int choice_read(struct choice *choice, const struct core *core,
                const struct digest_methods *methods, const OSSL_PARAM params[],
                OSSL_PARAM given[CHOICE_PARAMS]);

int choice_equals(const struct choice *a, const struct choice *b);

/* Of one of ours; 0 for any other. */
size_t choice_block_size(const struct choice *choice);
size_t choice_digest_size(const struct choice *choice);

#endif
