/* A context of another provider's MAC or KDF. */
#ifndef FASTSHA2_PEER_CONTEXT_H
#define FASTSHA2_PEER_CONTEXT_H

#include "peer.h"

struct peer_context {
    void *context; /* the peer's own; NULL while closed, when nothing else here has a meaning */
    struct peers *peers;
    struct peer peer;
};

/* Returns 0, with an error on the queue, if no peer has the algorithm. */
int peer_context_open(struct peer_context *context, struct peers *peers,
                      enum peer_algorithm algorithm);

/* A closed context makes a closed one. Returns 0 if the peer cannot. */
int peer_context_dup(struct peer_context *to, const struct peer_context *from);
void peer_context_close(struct peer_context *context);

#endif
