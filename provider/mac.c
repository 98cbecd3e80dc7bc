/*
 * HMAC: ours with our digests, another provider's with any other.
 *
 * The default provider's HMAC is the reference for what a context does when. A digest that is set serves the
 * keys that follow; the key that was set last serves the messages. So there are two choices at any time, and
 * either may be one of ours or belong to the other provider's context, which is made when it is first needed.
 */
#include "mac.h"
#include "choice.h"
#include "hmac.h"
#include "names.h"
#include "params.h"
#include "peer_context.h"
#include "provider.h"
#include "wipe.h"
#include "wipe_stack.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include <string.h>

static OSSL_FUNC_mac_newctx_fn hmac_new;
static OSSL_FUNC_mac_dupctx_fn hmac_dup;
static OSSL_FUNC_mac_freectx_fn hmac_free;
static OSSL_FUNC_mac_init_fn hmac_init;
static OSSL_FUNC_mac_update_fn hmac_update;
static OSSL_FUNC_mac_final_fn hmac_final;
static OSSL_FUNC_mac_gettable_ctx_params_fn hmac_gettable_ctx_params;
static OSSL_FUNC_mac_get_ctx_params_fn hmac_get_ctx_params;
static OSSL_FUNC_mac_settable_ctx_params_fn hmac_settable_ctx_params;
static OSSL_FUNC_mac_set_ctx_params_fn hmac_set_ctx_params;

struct hmac_context {
    struct provider *provider;
    struct choice next;        /* the digest of the keys to come */
    struct choice now;         /* the digest that the key was set for */
    struct peer_context other; /* closed until needed */
    int refused; /* the last key, by the other: neither the key before it nor its digest serve on */
    int tls;     /* records in TLS's CBC mode: all of it is the other's affair */
    union {
        struct sha256_hmac sha256; /* where now is CHOICE_SHA256 */
        struct sha512_hmac sha512; /* where now is CHOICE_SHA512 */
    };
};

static const struct core *core_of(const struct hmac_context *context)
{
    return &context->provider->core;
}

/* The other provider's function of that name, for a context that has an other. */
#define OTHER(context, ID, name) \
    ((OSSL_FUNC_mac_##name##_fn *)(context)->other.peer.function[OSSL_FUNC_MAC_##ID])

static int open_other(struct hmac_context *context)
{
    return context->other.context != NULL ||
           peer_context_open(&context->other, &context->provider->peers, PEER_HMAC);
}

static void *hmac_new(void *provctx)
{
    struct provider *provider = provctx;
    struct hmac_context *context = core_alloc(&provider->core, sizeof *context);

    if (context != NULL) {
        context->provider = provider;
        context->next.kind = context->now.kind = CHOICE_NONE;
        context->other.context = NULL;
        context->refused = context->tls = 0;
    }
    return context;
}

/* Of one of ours; the other's is the other's affair. */
static void wipe_key(struct hmac_context *context)
{
    if (context->now.kind == CHOICE_SHA256)
        wipe(&context->sha256, sizeof context->sha256);
    else if (context->now.kind == CHOICE_SHA512)
        wipe(&context->sha512, sizeof context->sha512);
}

static void hmac_free(void *mctx)
{
    struct hmac_context *context = mctx;

    if (context == NULL)
        return;
    const struct core *core = core_of(context);
    peer_context_close(&context->other);
    wipe_key(context);
    wipe_stack(WIPE_STACK_MAX); /* a message that was never final left the key's state there */
    core_free(core, context);
}

static void *hmac_dup(void *mctx)
{
    const struct hmac_context *context = mctx;
    struct hmac_context *copy = hmac_new(context->provider);

    if (copy == NULL)
        return NULL;
    if (!peer_context_dup(&copy->other, &context->other)) {
        hmac_free(copy);
        return NULL;
    }
    copy->next = context->next;
    copy->now = context->now;
    copy->refused = context->refused;
    copy->tls = context->tls;
    if (copy->now.kind == CHOICE_SHA256)
        sha256_hmac_copy(&copy->sha256, &context->sha256);
    else if (copy->now.kind == CHOICE_SHA512)
        sha512_hmac_copy(&copy->sha512, &context->sha512);
    return copy;
}

static int no_key(const struct hmac_context *context)
{
    CORE_RAISE(core_of(context), REASON_NO_KEY, "HMAC begins with a key");
    return 0;
}

static int no_message(const struct hmac_context *context)
{
    CORE_RAISE(core_of(context), REASON_NO_MESSAGE, "the MAC was not initialised, or is final");
    return 0;
}

/* Begins a message with the key that is there. */
static int restart(struct hmac_context *context)
{
    if (context->refused)
        return no_key(context);
    switch (context->now.kind) {
    case CHOICE_SHA256:
        sha256_hmac_restart(&context->sha256);
        return 1;
    case CHOICE_SHA512:
        sha512_hmac_restart(&context->sha512);
        return 1;
    case CHOICE_OTHER:
        return OTHER(context, INIT, init)(context->other.context, NULL, 0, NULL);
    default:
        return no_key(context);
    }
}

static int set_key(struct hmac_context *context, const unsigned char *key, size_t size)
{
    struct choice choice = context->next;

    if (choice.kind == CHOICE_NONE && !context->refused)
        choice = context->now;
    if (choice.kind == CHOICE_NONE) {
        CORE_RAISE(core_of(context), REASON_NO_DIGEST, "set '%s' before the key",
                   OSSL_MAC_PARAM_DIGEST);
        return 0;
    }
    context->refused = choice.kind == CHOICE_OTHER &&
                       !OTHER(context, INIT, init)(context->other.context, key, size, NULL);
    if (context->refused)
        return 0;
    if (choice.kind != context->now.kind)
        wipe_key(context);
    if (choice.kind == CHOICE_SHA256)
        sha256_hmac_set_key(&context->sha256, choice.sha256->variant, choice.sha256->compress, key,
                            size);
    else if (choice.kind == CHOICE_SHA512)
        sha512_hmac_set_key(&context->sha512, choice.sha512->variant, choice.sha512->compress, key,
                            size);
    context->now = choice;
    return 1;
}

static int hmac_init(void *mctx, const unsigned char *key, size_t keylen, const OSSL_PARAM params[])
{
    struct hmac_context *context = mctx;

    if (!hmac_set_ctx_params(context, params))
        return 0;
    if (context->tls)
        return OTHER(context, INIT, init)(context->other.context, key, keylen, NULL);
    return key != NULL ? set_key(context, key, keylen) : restart(context);
}

static int hmac_update(void *mctx, const unsigned char *data, size_t datalen)
{
    struct hmac_context *context = mctx;

    if (context->tls || context->now.kind == CHOICE_OTHER)
        return OTHER(context, UPDATE, update)(context->other.context, data, datalen);
    if (data == NULL && datalen != 0) {
        CORE_RAISE(core_of(context), REASON_NO_DATA, "but its size is %zu", datalen);
        return 0;
    }
    switch (context->now.kind) {
    case CHOICE_SHA256:
        return sha256_hmac_update(&context->sha256, context->now.sha256->compress, data, datalen) ||
               no_message(context);
    case CHOICE_SHA512:
        return sha512_hmac_update(&context->sha512, context->now.sha512->compress, data, datalen) ||
               no_message(context);
    default:
        return no_key(context);
    }
}

static int hmac_final(void *mctx, unsigned char *out, size_t *outl, size_t outsize)
{
    struct hmac_context *context = mctx;
    size_t size = choice_digest_size(&context->now);
    int done;

    if (context->tls || context->now.kind == CHOICE_OTHER)
        return OTHER(context, FINAL, final)(context->other.context, out, outl, outsize);
    if (context->now.kind == CHOICE_NONE)
        return no_key(context);
    if (out == NULL || outsize < size) {
        CORE_RAISE(core_of(context), REASON_OUTPUT_TOO_SMALL, "%zu bytes, the MAC has %zu",
                   out == NULL ? 0 : outsize, size);
        return 0;
    }
    if (context->now.kind == CHOICE_SHA256)
        done = sha256_hmac_final(&context->sha256, context->now.sha256->variant,
                                 context->now.sha256->compress, out);
    else
        done = sha512_hmac_final(&context->sha512, context->now.sha512->variant,
                                 context->now.sha512->compress, out);
    if (!done)
        return no_message(context);
    *outl = size;
    return 1;
}

static const OSSL_PARAM *hmac_gettable_ctx_params(void *mctx, void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_END,
    };

    (void)mctx;
    (void)provctx;
    return gettable;
}

/* Answers a parameter about a choice, for the other's with what the other says. */
static int answer(const struct hmac_context *context, const struct choice *choice, OSSL_PARAM *p,
                  size_t ours)
{
    if (choice->kind != CHOICE_OTHER)
        return params_answer_uint(p, ours);

    OSSL_PARAM one[] = {*p, OSSL_PARAM_END};
    int done = OTHER(context, GET_CTX_PARAMS, get_ctx_params)(context->other.context, one);
    *p = one[0];
    return done;
}

static int hmac_get_ctx_params(void *mctx, OSSL_PARAM params[])
{
    const struct hmac_context *context = mctx;

    if (context->tls || (context->now.kind == CHOICE_OTHER && context->next.kind == CHOICE_OTHER))
        return OTHER(context, GET_CTX_PARAMS, get_ctx_params)(context->other.context, params);
    for (OSSL_PARAM *p = params; p != NULL && p->key != NULL; p++) {
        int done = 1;
        if (strcmp(p->key, OSSL_MAC_PARAM_SIZE) == 0)
            done = answer(context, &context->now, p, choice_digest_size(&context->now));
        else if (strcmp(p->key, OSSL_MAC_PARAM_BLOCK_SIZE) == 0)
            done = answer(context, &context->next, p, choice_block_size(&context->next));
        if (!done)
            return 0;
    }
    return 1;
}

static const OSSL_PARAM *hmac_settable_ctx_params(void *mctx, void *provctx)
{
    static const OSSL_PARAM settable[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_int(OSSL_MAC_PARAM_DIGEST_NOINIT, NULL),
        OSSL_PARAM_int(OSSL_MAC_PARAM_DIGEST_ONESHOT, NULL),
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, NULL),
        OSSL_PARAM_END,
    };

    (void)mctx;
    (void)provctx;
    return settable;
}

static int set_other(struct hmac_context *context, const OSSL_PARAM params[])
{
    return OTHER(context, SET_CTX_PARAMS, set_ctx_params)(context->other.context, params);
}

static int set_digest(struct hmac_context *context, const struct choice_params *params)
{
    OSSL_PARAM list[CHOICE_PARAMS];

    if (!choice_read(&context->next, core_of(context), &context->provider->names, params))
        return 0;
    if (params->digest == NULL || context->next.kind != CHOICE_OTHER)
        return 1;
    choice_params_list(params, list);
    if (open_other(context) && set_other(context, list))
        return 1;
    context->next.kind = CHOICE_NONE;
    return 0;
}

/* Flags for engines, without a meaning for digests of providers. */
static int check_flag(const struct hmac_context *context, const OSSL_PARAM *p)
{
    int flag;

    return p == NULL || params_get_int(p, &flag) ||
           core_bad_parameter(core_of(context), p->key, "an integer");
}

static int set_key_by_param(struct hmac_context *context, const OSSL_PARAM *p)
{
    if (p == NULL)
        return 1;
    if (p->data_type != OSSL_PARAM_OCTET_STRING)
        return core_bad_parameter(core_of(context), p->key, "an octet string");
    if (p->data != NULL)
        return set_key(context, p->data, p->data_size);
    if (p->data_size != 0)
        return core_bad_parameter(core_of(context), p->key, "there");
    if (context->next.kind == CHOICE_NONE)
        return 1;
    if (context->next.kind == CHOICE_OTHER && context->now.kind == CHOICE_OTHER) {
        OSSL_PARAM one[] = {*p, OSSL_PARAM_END};
        return set_other(context, one); /* which knows whether its key is for this digest */
    }
    return choice_equals(&context->next, &context->now) ? restart(context) : no_key(context);
}

/* Hands the digest and the key that are ours to the other: the first that is told of the size of a record. */
static int hand_over(struct hmac_context *context)
{
    char name[sizeof NAMES_SHA2_256_192];
    const struct choice *choice = &context->next;
    const unsigned char *key =
        choice->kind == CHOICE_SHA256 ? context->sha256.key : context->sha512.key;

    if (choice->kind != CHOICE_SHA256 && choice->kind != CHOICE_SHA512)
        return 1;
    names_first(choice->kind == CHOICE_SHA256 ? choice->sha256->names : choice->sha512->names, name,
                sizeof name);
    OSSL_PARAM digest[] = {
        {OSSL_MAC_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING, name, strlen(name), OSSL_PARAM_UNMODIFIED},
        OSSL_PARAM_END,
    };
    if (!set_other(context, digest))
        return 0;
    if (context->now.kind == CHOICE_NONE)
        return 1;
    if (!choice_equals(&context->next, &context->now))
        return no_key(context); /* there is one, for another digest, and no longer in full */
    return OTHER(context, INIT, init)(context->other.context, key, choice_block_size(choice), NULL);
}

/* The MAC of a record whose padding must not show in the time that it takes. */
static int set_tls(struct hmac_context *context, const OSSL_PARAM *p)
{
    uint64_t size;

    if (p == NULL)
        return 1;
    if (!params_get_uint64(p, &size) || size > SIZE_MAX)
        return core_bad_parameter(core_of(context), p->key, "a size");
    if (size == 0)
        return 1;
    OSSL_PARAM one[] = {*p, OSSL_PARAM_END};
    if (!open_other(context) || !hand_over(context) || !set_other(context, one))
        return 0;
    context->tls = 1;
    return 1;
}

static int hmac_set_ctx_params(void *mctx, const OSSL_PARAM params[])
{
    enum { DIGEST, QUERY, ENGINE, NOINIT, ONESHOT, KEY, TLS, COUNT };
    static const char *const names[COUNT] = {
        OSSL_MAC_PARAM_DIGEST,        OSSL_MAC_PARAM_PROPERTIES,     CHOICE_ENGINE,
        OSSL_MAC_PARAM_DIGEST_NOINIT, OSSL_MAC_PARAM_DIGEST_ONESHOT, OSSL_MAC_PARAM_KEY,
        OSSL_MAC_PARAM_TLS_DATA_SIZE,
    };
    struct hmac_context *context = mctx;
    const OSSL_PARAM *found[COUNT];

    if (params == NULL)
        return 1;
    if (context->tls)
        return set_other(context, params);
    params_find_all(params, names, COUNT, found);
    return set_digest(context,
                      &(struct choice_params){found[DIGEST], found[QUERY], found[ENGINE]}) &&
           check_flag(context, found[NOINIT]) && check_flag(context, found[ONESHOT]) &&
           set_key_by_param(context, found[KEY]) && set_tls(context, found[TLS]);
}

#define SLOT(id, function) OSSL_FUNC_MAC_##id, (void (*)(void))(function)

static const OSSL_DISPATCH hmac_functions[] = {
    {SLOT(NEWCTX, hmac_new)},
    {SLOT(DUPCTX, hmac_dup)},
    {SLOT(FREECTX, hmac_free)},
    {SLOT(INIT, hmac_init)},
    {SLOT(UPDATE, hmac_update)},
    {SLOT(FINAL, hmac_final)},
    {SLOT(GETTABLE_CTX_PARAMS, hmac_gettable_ctx_params)},
    {SLOT(GET_CTX_PARAMS, hmac_get_ctx_params)},
    {SLOT(SETTABLE_CTX_PARAMS, hmac_settable_ctx_params)},
    {SLOT(SET_CTX_PARAMS, hmac_set_ctx_params)},
    {0, NULL},
};

const OSSL_ALGORITHM mac_algorithms[] = {
    {NAMES_HMAC, PROPERTIES, hmac_functions, "HMAC"},
    {NULL, NULL, NULL, NULL},
};
