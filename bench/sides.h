/*
 * The two that are compared, in one process: a library context of somebody who has fastsha2 beside
 * OpenSSL's default provider and prefers it, as our configuration has it, and of somebody who has
 * default alone. What OpenSSL fetches for its own use (PBKDF2 its HMAC, HMAC its digest) then comes
 * from fastsha2 on one side, as it does for users.
 */
#ifndef BENCH_SIDES_H
#define BENCH_SIDES_H

#include "module.h"

struct side {
    OSSL_LIB_CTX *libctx;
    const char *provider; /* the name of that which is to serve */
};

struct sides {
    struct side ours, base;
    struct providers providers; /* of our side */
    OSSL_PROVIDER *base_provider;
};

/* False, with a message, if the provider cannot be loaded. To be closed in either case. */
bool sides_open(struct sides *sides, const struct options *options);
void sides_close(struct sides *sides);

/* Whether something that this side fetched, without a property query, is its provider's. If not, it
   is a failure that a message tells. */
bool side_serves(const struct side *side, const char *what, const OSSL_PROVIDER *provider);

#endif
