/*
 * The functions of provider-digest(7) that do not depend on the algorithm, over the engine of src/. digest.c
 * includes it once for SHA-256 and once for SHA-512, after it has said what SHA2_… stand for. Forward
 * declarations by the OSSL_FUNC_…_fn types let the compiler check every signature.
 */
static OSSL_FUNC_digest_init_fn SHA2(digest_init);
static OSSL_FUNC_digest_update_fn SHA2(digest_update);
static OSSL_FUNC_digest_final_fn SHA2(digest_final);
static OSSL_FUNC_digest_freectx_fn SHA2(digest_free);
static OSSL_FUNC_digest_dupctx_fn SHA2(digest_dup);
static OSSL_FUNC_digest_copyctx_fn SHA2(digest_copy);
static OSSL_FUNC_digest_serialize_fn SHA2(digest_serialize);
static OSSL_FUNC_digest_deserialize_fn SHA2(digest_deserialize);
static OSSL_FUNC_digest_set_ctx_params_fn SHA2(digest_set_ctx_params);
static OSSL_FUNC_digest_get_ctx_params_fn SHA2(digest_get_ctx_params);

struct SHA2(context) {
    const SHA2_METHOD *method;
    SHA2_STATE state;
};

static void *SHA2(digest_new)(const SHA2_METHOD *method)
{
    struct SHA2(context) *context = core_alloc(method->core, sizeof *context);

    if (context != NULL) {
        context->method = method;
        SHA2(reset)(&context->state);
    }
    return context;
}

static int SHA2(digest_init)(void *dctx, const OSSL_PARAM params[])
{
    struct SHA2(context) *context = dctx;

    (void)params; /* SHA-2 has none to set */
    SHA2(init)(&context->state, context->method->variant->iv);
    return 1;
}

static int SHA2(digest_update)(void *dctx, const unsigned char *in, size_t inl)
{
    struct SHA2(context) *context = dctx;

    if (in == NULL && inl != 0) {
        CORE_RAISE(context->method->core, REASON_NO_DATA, "but its size is %zu", inl);
        return 0;
    }
    return SHA2(update)(&context->state, context->method->compress, in, inl) ||
           no_message(context->method->core);
}

static int SHA2(digest_final)(void *dctx, unsigned char *out, size_t *outl, size_t outsz)
{
    struct SHA2(context) *context = dctx;
    size_t size = context->method->variant->digest_size;

    if (out == NULL || outsz < size) {
        CORE_RAISE(context->method->core, REASON_OUTPUT_TOO_SMALL, "%zu bytes, the digest has %zu",
                   out == NULL ? 0 : outsz, size);
        return 0;
    }
    if (!SHA2(final)(&context->state, context->method->compress, out, size))
        return no_message(context->method->core);
    *outl = size;
    return 1;
}

static void SHA2(digest_free)(void *dctx)
{
    struct SHA2(context) *context = dctx;

    if (context == NULL)
        return;
    const struct core *core = context->method->core;
    wipe(context, sizeof *context);
    core_free(core, context);
}

static void *SHA2(digest_dup)(void *dctx)
{
    const struct SHA2(context) *context = dctx;
    struct SHA2(context) *copy = SHA2(digest_new)(context->method);

    if (copy != NULL)
        SHA2(copy)(&copy->state, &context->state);
    return copy;
}

static void SHA2(digest_copy)(void *outctx, void *inctx)
{
    struct SHA2(context) *to = outctx;
    const struct SHA2(context) *from = inctx;

    to->method = from->method;
    SHA2(copy)(&to->state, &from->state);
}

static int SHA2(digest_serialize)(void *dctx, unsigned char *out, size_t *outl)
{
    const struct SHA2(context) *context = dctx;

    if (outl == NULL) {
        CORE_RAISE(context->method->core, REASON_OUTPUT_TOO_SMALL, "its size is not given");
        return 0;
    }
    if (out != NULL) {
        if (*outl < SHA2_EXPORT_SIZE) {
            CORE_RAISE(context->method->core, REASON_OUTPUT_TOO_SMALL,
                       "%zu bytes, a saved state has %d", *outl, SHA2_EXPORT_SIZE);
            return 0;
        }
        if (!SHA2(export)(&context->state, context->method->variant->digest_size, out))
            return no_message(context->method->core);
    }
    *outl = SHA2_EXPORT_SIZE;
    return 1;
}

static int SHA2(digest_deserialize)(void *dctx, const unsigned char *in, size_t inl)
{
    struct SHA2(context) *context = dctx;
    size_t size = context->method->variant->digest_size;

    if (in == NULL || inl != SHA2_EXPORT_SIZE || !SHA2(import)(&context->state, size, in)) {
        CORE_RAISE(context->method->core, REASON_BAD_SAVED_STATE,
                   "%zu bytes given, %d expected, for a digest of %zu", inl, SHA2_EXPORT_SIZE,
                   size);
        return 0;
    }
    return 1;
}

static int SHA2(digest_many)(struct SHA2(context) * context, const OSSL_PARAM *p)
{
    const SHA2_METHOD *method = context->method;
    const struct fastsha2_many *many = p->data;

    if (!is_struct(method->core, p, sizeof *many) ||
        !has_room(method->core, many->outlen, 1, method->variant->digest_size))
        return 0;
    if (!SHA2(update)(&context->state, method->compress, NULL, 0)) /* idle */
        return no_message(method->core);
    SHA2(many)
    (plan_get(method->many), &context->state,
     &(struct messages){many->n, many->data, many->len, many->out}, method->variant->digest_size);
    return 1;
}

/* In groups: as many pieces as their pointers have room for on the stack. */
static int SHA2(digest_pieces)(struct SHA2(context) * context, const OSSL_PARAM *p)
{
    enum { GROUP = 8 * MANY_MAX_LANES };
    const SHA2_METHOD *method = context->method;
    const struct fastsha2_pieces *pieces = p->data;
    size_t digest_size = method->variant->digest_size;
    const uint8_t *data[GROUP];
    uint8_t *digest[GROUP];
    size_t size[GROUP];

    if (!is_struct(method->core, p, sizeof *pieces))
        return 0;
    if (pieces->piece == 0) {
        CORE_RAISE(method->core, REASON_BAD_PARAMETER, "pieces of 0 bytes");
        return 0;
    }
    size_t left = pieces->len, n = left == 0 ? 1 : (left - 1) / pieces->piece + 1;
    if (!has_room(method->core, pieces->outlen, n, digest_size))
        return 0;
    if (!SHA2(update)(&context->state, method->compress, NULL, 0)) /* idle */
        return no_message(method->core);

    const uint8_t *from = pieces->data;
    uint8_t *to = pieces->out;
    while (n != 0) {
        size_t count = n < GROUP ? n : GROUP;
        for (size_t i = 0; i < count; i++) {
            size_t part = left < pieces->piece ? left : pieces->piece;
            data[i] = from;
            size[i] = part;
            digest[i] = to;
            from = part == 0 ? from : from + part;
            left -= part;
            to += digest_size;
        }
        SHA2(many)
        (plan_get(method->many), &context->state, &(struct messages){count, data, size, digest},
         digest_size);
        n -= count;
    }
    return 1;
}

/* Without one of ours it fails, as it does with the default provider, whose digests have no such function:
   EVP_DigestFinalXOF(3) would take a success for an extendable output. */
static int SHA2(digest_set_ctx_params)(void *dctx, const OSSL_PARAM params[])
{
    enum { MANY, PIECES, STATE, COUNT };
    static const char *const names[COUNT] = {
        FASTSHA2_DIGEST_PARAM_MANY, FASTSHA2_DIGEST_PARAM_PIECES, FASTSHA2_DIGEST_PARAM_STATE};
    struct SHA2(context) *context = dctx;
    const OSSL_PARAM *found[COUNT], *state;

    params_find_all(params, names, COUNT, found);
    state = found[STATE];
    if (state != NULL && (state->data_type != OSSL_PARAM_OCTET_STRING ||
                          !SHA2(digest_deserialize)(context, state->data, state->data_size)))
        return 0;
    if (found[MANY] != NULL && !SHA2(digest_many)(context, found[MANY]))
        return 0;
    if (found[PIECES] != NULL && !SHA2(digest_pieces)(context, found[PIECES]))
        return 0;
    return found[STATE] != NULL || found[MANY] != NULL || found[PIECES] != NULL;
}

static int SHA2(digest_get_ctx_params)(void *dctx, OSSL_PARAM params[])
{
    OSSL_PARAM *p = params_find(params, FASTSHA2_DIGEST_PARAM_STATE);

    if (p == NULL || p->data_type != OSSL_PARAM_OCTET_STRING)
        return 0;
    p->return_size = p->data_size;
    return SHA2(digest_serialize)(dctx, p->data, &p->return_size);
}

#undef SHA2
#undef SHA2_STATE
#undef SHA2_METHOD
#undef SHA2_EXPORT_SIZE
