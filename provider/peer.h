/*
 * The other providers of our library context, to whom we hand what is asked of us and is not ours: HMAC with
 * MD5, say. Nobody else could serve it once a program prefers our HMAC.
 *
 * The core tells of them by the callbacks that exist for child library contexts (provider-base(7)). We ask it to
 * when a peer is first wanted, so a process that only hashes is left as it was.
 */
#ifndef FASTSHA2_PEER_H
#define FASTSHA2_PEER_H

#include "core.h"
#include "once.h"

/* What peers are wanted for. */
enum peer_algorithm { PEER_HMAC, PEER_PBKDF2, PEER_ALGORITHMS };

struct known_provider;

/* All that are active in the library context, but ourselves. */
struct peers {
    const struct core *core;
    once asked;  /* the core, to tell of them */
    int watched; /* whether it does */
    atomic_flag
        lock; /* of the list; held for a few instructions, and never over a call that takes a lock */
    struct known_provider *first;
};

enum { PEER_FUNCTIONS = 16 }; /* more than we call of any algorithm */

/* One of them, held so that it outlives its deactivation, and its functions for the algorithm that was asked for, by
   their numbers in provider-mac(7) or provider-kdf(7). */
struct peer {
    const OSSL_CORE_HANDLE *handle;
    void *provctx;
    void (*function[PEER_FUNCTIONS])(void);
};

/* The core must outlive the peers. */
void peers_open(struct peers *peers, const struct core *core);
void peers_close(struct peers *peers);

/* Finds a provider with that algorithm and all functions of it that we call: default if it has them, else any. Returns
   0, with an error on the queue, if there is none. */
int peer_find(struct peers *peers, enum peer_algorithm algorithm, struct peer *peer);

/* Another hold of the same peer; 0 if that fails. */
int peer_up_ref(const struct peers *peers, const struct peer *peer);
void peer_release(const struct peers *peers, const struct peer *peer);

#endif
