/* A context of another provider's MAC or KDF, and the functions for it, by their numbers in provider-mac(7) and
   provider-kdf(7). */
#ifndef FASTSHA2_PEER_CONTEXT_H
#define FASTSHA2_PEER_CONTEXT_H

#include "peer.h"

enum { PEER_FUNCTIONS = 16 }; /* more than either operation has that we call */

struct peer_context {
    struct peers *peers;
    struct peer peer;
    void *context; /* the peer's own */
    void (*function[PEER_FUNCTIONS])(void);
};

/* What to look for. */
struct peer_algorithm {
    int operation;
    const char *name;
    unsigned needs; /* bit n: the function of number n, without which it is of no use */
};

/* NULL, with an error on the queue, if no peer has it, or its context cannot be made. Freed by peer_context_free. */
struct peer_context *peer_context_new(struct peers *peers, const struct peer_algorithm *algorithm);
struct peer_context *peer_context_dup(const struct peer_context *from);
void peer_context_free(struct peer_context *context); /* NULL is allowed */

#endif
