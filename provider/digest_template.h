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

#undef SHA2
#undef SHA2_STATE
#undef SHA2_METHOD
#undef SHA2_EXPORT_SIZE
