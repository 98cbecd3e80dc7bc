/* Knowing the other providers of the library context, and holding on to one. */
#include "peer.h"
#include "names.h"

#include <string.h>

/* Whether a provider has an algorithm is asked when that is first wanted, not under the core's lock. */
enum offer { UNKNOWN, OFFERED, NOT_OFFERED };

struct known_provider {
    struct known_provider *next;
    const OSSL_CORE_HANDLE *handle; /* held */
    int is_default;
    enum offer offer[PEER_ALGORITHMS];
    struct peer peer[PEER_ALGORITHMS];
};

void peers_open(struct peers *peers, const struct core *core)
{
    peers->core = core;
    atomic_init(&peers->asked, ONCE_NEW);
    peers->watched = 0;
    atomic_flag_clear(&peers->lock);
    peers->first = NULL;
}

static void lock(struct peers *peers)
{
    while (atomic_flag_test_and_set_explicit(&peers->lock, memory_order_acquire))
        ;
}

static void unlock(struct peers *peers)
{
    atomic_flag_clear_explicit(&peers->lock, memory_order_release);
}

/* Without activation: the provider stays usable while we hold it, and is as active as the program wants it. */
static int hold(const struct core *core, const OSSL_CORE_HANDLE *handle)
{
    return core->provider_up_ref(handle, 0) > 0;
}

static void release(const struct core *core, const OSSL_CORE_HANDLE *handle)
{
    core->provider_free(handle, 0);
}

/* The core calls this, under its own lock, for each provider that is or becomes active. Without memory the
   provider stays unknown: refusing would keep the program's provider from loading. */
static int provider_activated(const OSSL_CORE_HANDLE *handle, void *data)
{
    struct peers *peers = data;
    const struct core *core = peers->core;
    struct known_provider *known;

    if (handle == core->handle)
        return 1;
    known = core_alloc(core, sizeof *known);
    if (known == NULL)
        return 1;
    if (!hold(core, handle)) {
        core_free(core, known);
        return 1;
    }
    *known = (struct known_provider){
        .handle = handle,
        .is_default = strcmp(core->provider_name(handle), "default") == 0,
    };
    for (size_t i = 0; i < PEER_ALGORITHMS; i++)
        known->peer[i] = (struct peer){handle, core->provider_get0_provider_ctx(handle), {NULL}};
    lock(peers);
    known->next = peers->first;
    peers->first = known;
    unlock(peers);
    return 1;
}

static struct known_provider *unlink_known(struct peers *peers, const OSSL_CORE_HANDLE *handle)
{
    struct known_provider **at, *found;

    lock(peers);
    for (at = &peers->first; *at != NULL && (*at)->handle != handle; at = &(*at)->next)
        ;
    found = *at;
    if (found != NULL)
        *at = found->next;
    unlock(peers);
    return found;
}

static int provider_deactivated(const OSSL_CORE_HANDLE *handle, void *data)
{
    struct peers *peers = data;
    struct known_provider *known = unlink_known(peers, handle);

    if (known != NULL) {
        release(peers->core, known->handle);
        core_free(peers->core, known);
    }
    return 1;
}

static int properties_changed(const char *properties, void *data)
{
    (void)properties;
    (void)data;
    return 1;
}

static int can_watch(const struct core *core)
{
    return core->register_child_cb != NULL && core->deregister_child_cb != NULL &&
           core->provider_name != NULL && core->provider_get0_provider_ctx != NULL &&
           core->provider_get0_dispatch != NULL && core->provider_up_ref != NULL &&
           core->provider_free != NULL;
}

static int watch(struct peers *peers)
{
    const struct core *core = peers->core;

    if (once_begin(&peers->asked)) {
        peers->watched =
            can_watch(core) &&
            core->register_child_cb(core->handle, provider_activated, provider_deactivated,
                                    properties_changed, peers) > 0;
        once_end(&peers->asked);
    }
    return peers->watched;
}

void peers_close(struct peers *peers)
{
    if (!peers->watched)
        return;
    peers->core->deregister_child_cb(peers->core->handle);
    while (peers->first != NULL)
        provider_deactivated(peers->first->handle, peers);
}

static OSSL_FUNC_provider_query_operation_fn *query_operation(const OSSL_DISPATCH *functions)
{
    if (functions != NULL)
        for (; functions->function_id != 0; functions++)
            if (functions->function_id == OSSL_FUNC_PROVIDER_QUERY_OPERATION)
                return OSSL_FUNC_provider_query_operation(functions);
    return NULL;
}

/* What is asked for, and bit n: the function of number n, without which a peer is of no use. */
static const struct {
    int operation;
    const char *name;
    unsigned needs;
} wanted[PEER_ALGORITHMS] = {
    [PEER_HMAC] = {OSSL_OP_MAC, "HMAC",
                   1u << OSSL_FUNC_MAC_NEWCTX | 1u << OSSL_FUNC_MAC_FREECTX |
                       1u << OSSL_FUNC_MAC_INIT | 1u << OSSL_FUNC_MAC_UPDATE |
                       1u << OSSL_FUNC_MAC_FINAL | 1u << OSSL_FUNC_MAC_GET_CTX_PARAMS |
                       1u << OSSL_FUNC_MAC_SET_CTX_PARAMS},
    [PEER_PBKDF2] = {OSSL_OP_KDF, "PBKDF2",
                     1u << OSSL_FUNC_KDF_NEWCTX | 1u << OSSL_FUNC_KDF_FREECTX |
                         1u << OSSL_FUNC_KDF_DERIVE | 1u << OSSL_FUNC_KDF_SET_CTX_PARAMS},
};

static int read_functions(struct peer *peer, const OSSL_DISPATCH *functions, unsigned needs)
{
    for (; functions->function_id != 0; functions++)
        if (functions->function_id > 0 && functions->function_id < PEER_FUNCTIONS) {
            peer->function[functions->function_id] = functions->function;
            needs &= ~(1u << functions->function_id);
        }
    return needs == 0;
}

/* Asks a provider that is held; returns whether it has the algorithm. */
static int ask(const struct core *core, struct peer *peer, enum peer_algorithm algorithm)
{
    OSSL_FUNC_provider_query_operation_fn *query =
        query_operation(core->provider_get0_dispatch(peer->handle));
    const OSSL_ALGORITHM *row;
    int no_cache = 0;

    if (query == NULL)
        return 0;
    for (row = query(peer->provctx, wanted[algorithm].operation, &no_cache);
         row != NULL && row->algorithm_names != NULL; row++)
        if (names_include(row->algorithm_names, wanted[algorithm].name))
            return read_functions(peer, row->implementation, wanted[algorithm].needs);
    return 0;
}

/* One that was not asked yet; else the best that has the algorithm: default, or the last that was activated. */
static struct known_provider *best(struct peers *peers, enum peer_algorithm algorithm)
{
    struct known_provider *found = NULL;

    for (struct known_provider *known = peers->first; known != NULL; known = known->next) {
        if (known->offer[algorithm] == UNKNOWN)
            return known;
        if (known->offer[algorithm] == OFFERED && (found == NULL || known->is_default))
            found = known;
    }
    return found;
}

/* Holds the best, and tells what it has answered; NOT_OFFERED if there is none. */
static enum offer hold_best(struct peers *peers, enum peer_algorithm algorithm, struct peer *peer)
{
    struct known_provider *known;
    enum offer offer = NOT_OFFERED;

    lock(peers);
    known = best(peers, algorithm);
    if (known != NULL && hold(peers->core, known->handle)) {
        *peer = known->peer[algorithm];
        offer = known->offer[algorithm];
    }
    unlock(peers);
    return offer;
}

/* Keeps the answer, if the provider is still known. */
static void note(struct peers *peers, enum peer_algorithm algorithm, enum offer offer,
                 const struct peer *peer)
{
    lock(peers);
    for (struct known_provider *known = peers->first; known != NULL; known = known->next)
        if (known->handle == peer->handle) {
            known->offer[algorithm] = offer;
            known->peer[algorithm] = *peer;
        }
    unlock(peers);
}

int peer_find(struct peers *peers, enum peer_algorithm algorithm, struct peer *peer)
{
    enum offer offer = NOT_OFFERED;

    if (watch(peers))
        while ((offer = hold_best(peers, algorithm, peer)) == UNKNOWN) {
            int has = ask(peers->core, peer, algorithm);
            note(peers, algorithm, has ? OFFERED : NOT_OFFERED, peer);
            peer_release(peers, peer);
        }
    if (offer == OFFERED)
        return 1;
    CORE_RAISE(peers->core, REASON_NO_OTHER_PROVIDER,
               "another digest than SHA-2 needs the default provider, which is not active");
    return 0;
}

int peer_up_ref(const struct peers *peers, const struct peer *peer)
{
    return hold(peers->core, peer->handle);
}

void peer_release(const struct peers *peers, const struct peer *peer)
{
    release(peers->core, peer->handle);
}
