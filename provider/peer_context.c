/* Contexts of other providers. */
#include "peer_context.h"

/* Both operations have these three under the same numbers, with the same signatures. */
_Static_assert(OSSL_FUNC_MAC_NEWCTX == OSSL_FUNC_KDF_NEWCTX, "newctx");
_Static_assert(OSSL_FUNC_MAC_DUPCTX == OSSL_FUNC_KDF_DUPCTX, "dupctx");
_Static_assert(OSSL_FUNC_MAC_FREECTX == OSSL_FUNC_KDF_FREECTX, "freectx");

static void *new_context(const struct peer_context *context)
{
    OSSL_FUNC_mac_newctx_fn *function =
        (OSSL_FUNC_mac_newctx_fn *)context->peer.function[OSSL_FUNC_MAC_NEWCTX];

    return function(context->peer.provctx);
}

static void *dup_context(const struct peer_context *context)
{
    OSSL_FUNC_mac_dupctx_fn *function =
        (OSSL_FUNC_mac_dupctx_fn *)context->peer.function[OSSL_FUNC_MAC_DUPCTX];

    return function == NULL ? NULL : function(context->context);
}

static void free_context(const struct peer_context *context)
{
    OSSL_FUNC_mac_freectx_fn *function =
        (OSSL_FUNC_mac_freectx_fn *)context->peer.function[OSSL_FUNC_MAC_FREECTX];

    function(context->context);
}

int peer_context_open(struct peer_context *context, struct peers *peers,
                      enum peer_algorithm algorithm)
{
    context->peers = peers;
    if (!peer_find(peers, algorithm, &context->peer))
        return 0;
    context->context = new_context(context);
    if (context->context == NULL)
        peer_release(peers, &context->peer);
    return context->context != NULL;
}

int peer_context_dup(struct peer_context *to, const struct peer_context *from)
{
    to->context = NULL;
    if (from->context == NULL)
        return 1;
    *to = *from;
    to->context = NULL;
    if (!peer_up_ref(to->peers, &to->peer))
        return 0;
    to->context = dup_context(from);
    if (to->context == NULL)
        peer_release(to->peers, &to->peer);
    return to->context != NULL;
}

void peer_context_close(struct peer_context *context)
{
    if (context->context == NULL)
        return;
    free_context(context);
    peer_release(context->peers, &context->peer);
    context->context = NULL;
}
