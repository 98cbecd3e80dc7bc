/* Contexts of other providers. */
#include "peer_context.h"

/* Both operations have these three under the same numbers, with the same signatures. */
_Static_assert(OSSL_FUNC_MAC_NEWCTX == OSSL_FUNC_KDF_NEWCTX, "newctx");
_Static_assert(OSSL_FUNC_MAC_DUPCTX == OSSL_FUNC_KDF_DUPCTX, "dupctx");
_Static_assert(OSSL_FUNC_MAC_FREECTX == OSSL_FUNC_KDF_FREECTX, "freectx");

static void *new_context(const struct peer_context *context)
{
    OSSL_FUNC_mac_newctx_fn *function =
        (OSSL_FUNC_mac_newctx_fn *)context->function[OSSL_FUNC_MAC_NEWCTX];

    return function(context->peer.provctx);
}

static void *dup_context(const struct peer_context *context)
{
    OSSL_FUNC_mac_dupctx_fn *function =
        (OSSL_FUNC_mac_dupctx_fn *)context->function[OSSL_FUNC_MAC_DUPCTX];

    return function == NULL ? NULL : function(context->context);
}

static void free_context(const struct peer_context *context)
{
    OSSL_FUNC_mac_freectx_fn *function =
        (OSSL_FUNC_mac_freectx_fn *)context->function[OSSL_FUNC_MAC_FREECTX];

    function(context->context);
}

static int find_functions(struct peer_context *context, unsigned needs)
{
    needs |= 1u << OSSL_FUNC_MAC_NEWCTX | 1u << OSSL_FUNC_MAC_FREECTX;
    for (const OSSL_DISPATCH *row = context->peer.functions; row->function_id != 0; row++)
        if (row->function_id > 0 && row->function_id < PEER_FUNCTIONS) {
            context->function[row->function_id] = row->function;
            needs &= ~(1u << row->function_id);
        }
    return needs == 0;
}

struct peer_context *peer_context_new(struct peers *peers, const struct peer_algorithm *algorithm)
{
    const struct core *core = peers->core;
    struct peer_context *context = core_alloc(core, sizeof *context);

    if (context == NULL)
        return NULL;
    *context = (struct peer_context){.peers = peers};
    if (!peer_find(peers, algorithm->operation, algorithm->name, &context->peer)) {
        core_free(core, context);
        return NULL;
    }
    if (!find_functions(context, algorithm->needs))
        CORE_RAISE(core, REASON_NO_OTHER_PROVIDER, "%s of %s lacks a function", algorithm->name,
                   core->provider_name(context->peer.handle));
    else if ((context->context = new_context(context)) != NULL)
        return context;
    peer_release(peers, &context->peer);
    core_free(core, context);
    return NULL;
}

struct peer_context *peer_context_dup(const struct peer_context *from)
{
    const struct core *core = from->peers->core;
    struct peer_context *context = core_alloc(core, sizeof *context);

    if (context == NULL)
        return NULL;
    *context = *from;
    if (peer_up_ref(context->peers, &context->peer)) {
        context->context = dup_context(from);
        if (context->context != NULL)
            return context;
        peer_release(context->peers, &context->peer);
    }
    core_free(core, context);
    return NULL;
}

void peer_context_free(struct peer_context *context)
{
    if (context == NULL)
        return;
    free_context(context);
    peer_release(context->peers, &context->peer);
    core_free(context->peers->core, context);
}
