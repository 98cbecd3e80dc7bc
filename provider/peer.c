/* Knowing the other providers of the library context, and holding on to one. */
#include "peer.h"
#include "names.h"

#include <string.h>

struct known_provider {
    struct known_provider *next;
    const OSSL_CORE_HANDLE *handle; /* held */
};

enum { UNWATCHED, STARTING, WATCHED, UNWATCHABLE };

void peers_open(struct peers *peers, const struct core *core)
{
    peers->core = core;
    atomic_init(&peers->watching, UNWATCHED);
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
    known->handle = handle;
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

/* One thread registers; others that come meanwhile wait for it, for the list is complete only then. */
static int watch(struct peers *peers)
{
    const struct core *core = peers->core;
    int state = UNWATCHED;

    if (atomic_load(&peers->watching) == WATCHED)
        return 1;
    if (atomic_compare_exchange_strong(&peers->watching, &state, STARTING)) {
        int done = can_watch(core) &&
                   core->register_child_cb(core->handle, provider_activated, provider_deactivated,
                                           properties_changed, peers) > 0;
        atomic_store(&peers->watching, done ? WATCHED : UNWATCHABLE);
    }
    do
        state = atomic_load(&peers->watching);
    while (state == STARTING);
    return state == WATCHED;
}

void peers_close(struct peers *peers)
{
    if (atomic_load(&peers->watching) != WATCHED)
        return;
    peers->core->deregister_child_cb(peers->core->handle);
    while (peers->first != NULL)
        provider_deactivated(peers->first->handle, peers);
}

/* The nth of those whose being default is as said, held; NULL if there are fewer. */
static const OSSL_CORE_HANDLE *hold_nth(struct peers *peers, int is_default, size_t n)
{
    const struct core *core = peers->core;
    const OSSL_CORE_HANDLE *handle = NULL;

    lock(peers);
    for (struct known_provider *known = peers->first; known != NULL; known = known->next) {
        if ((strcmp(core->provider_name(known->handle), "default") == 0) != is_default || n-- != 0)
            continue;
        if (hold(core, known->handle))
            handle = known->handle;
        break;
    }
    unlock(peers);
    return handle;
}

static OSSL_FUNC_provider_query_operation_fn *query_operation(const OSSL_DISPATCH *functions)
{
    for (; functions->function_id != 0; functions++)
        if (functions->function_id == OSSL_FUNC_PROVIDER_QUERY_OPERATION)
            return OSSL_FUNC_provider_query_operation(functions);
    return NULL;
}

/* Whether a held provider has the algorithm. */
static int offers(const struct core *core, const OSSL_CORE_HANDLE *handle, int operation,
                  const char *algorithm, struct peer *peer)
{
    const OSSL_DISPATCH *functions = core->provider_get0_dispatch(handle);
    OSSL_FUNC_provider_query_operation_fn *query =
        functions == NULL ? NULL : query_operation(functions);
    int no_cache = 0;

    if (query == NULL)
        return 0;
    peer->handle = handle;
    peer->provctx = core->provider_get0_provider_ctx(handle);
    for (const OSSL_ALGORITHM *row = query(peer->provctx, operation, &no_cache);
         row != NULL && row->algorithm_names != NULL; row++)
        if (names_include(row->algorithm_names, algorithm)) {
            peer->functions = row->implementation;
            return 1;
        }
    return 0;
}

int peer_find(struct peers *peers, int operation, const char *algorithm, struct peer *peer)
{
    const struct core *core = peers->core;
    const OSSL_CORE_HANDLE *handle;

    if (watch(peers))
        for (int is_default = 1; is_default >= 0; is_default--)
            for (size_t n = 0; (handle = hold_nth(peers, is_default, n)) != NULL; n++) {
                if (offers(core, handle, operation, algorithm, peer))
                    return 1;
                release(core, handle);
            }
    CORE_RAISE(core, REASON_NO_OTHER_PROVIDER,
               "%s with this digest is the default provider's, which is not active", algorithm);
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
