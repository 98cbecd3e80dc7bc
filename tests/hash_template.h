/*
 * One hash in the shape of hash.h, over its engine and over libcrypto's functions of the same name in
 * capitals. hash.c includes it once for SHA-256 and once for SHA-512.
 */
static void SHA2(any_reset)(union hash_state *state)
{
    SHA2(reset)(&state->SHA2_MEMBER);
}

static void SHA2(any_init)(union hash_state *state)
{
    SHA2(init)(&state->SHA2_MEMBER, SHA2_IV);
}

static int SHA2(any_update)(union hash_state *state, const struct backend *row, const uint8_t *data,
                            size_t size)
{
    return SHA2(update)(&state->SHA2_MEMBER, row->SHA2_MEMBER, data, size);
}

static int SHA2(any_final)(union hash_state *state, const struct backend *row, uint8_t *digest,
                           size_t digest_size)
{
    return SHA2(final)(&state->SHA2_MEMBER, row->SHA2_MEMBER, digest, digest_size);
}

static void SHA2(any_copy)(union hash_state *to, const union hash_state *from)
{
    SHA2(copy)(&to->SHA2_MEMBER, &from->SHA2_MEMBER);
}

static int SHA2(any_export)(const union hash_state *state, size_t digest_size, uint8_t *saved)
{
    return SHA2(export)(&state->SHA2_MEMBER, digest_size, saved);
}

static int SHA2(any_import)(union hash_state *state, size_t digest_size, const uint8_t *saved)
{
    return SHA2(import)(&state->SHA2_MEMBER, digest_size, saved);
}

static void SHA2(any_compress)(const struct backend *row, void *words, const uint8_t *blocks,
                               size_t nblocks)
{
    row->SHA2_MEMBER(words, blocks, nblocks);
}

static void SHA2(any_many_compress)(const struct many_backend *row, void *state,
                                    const uint8_t *const blocks[], size_t nblocks)
{
    row->SHA2_MEMBER(state, blocks, nblocks);
}

static void SHA2(any_many)(const struct many_plan *plan, const union hash_state *start,
                           const struct messages *messages, size_t digest_size)
{
    SHA2(many)(plan, &start->SHA2_MEMBER, messages, digest_size);
}

static void SHA2(libcrypto_compress)(void *words, const uint8_t *blocks, size_t nblocks)
{
    SHA2_WORD *h = words;
    LIBCRYPTO(CTX) context;

    LIBCRYPTO(Init)(&context);
    for (size_t i = 0; i < NWORDS; i++)
        context.h[i] = h[i];
    LIBCRYPTO(Update)(&context, blocks, nblocks * LIBCRYPTO(CBLOCK));
    for (size_t i = 0; i < NWORDS; i++)
        h[i] = context.h[i];
}

static void SHA2(libcrypto_export)(const uint8_t *data, size_t size, uint8_t *saved)
{
    LIBCRYPTO(CTX) context;
    SHA2_WORD h[NWORDS];

    LIBCRYPTO(Init)(&context);
    LIBCRYPTO(Update)(&context, data, size);
    for (size_t i = 0; i < NWORDS; i++)
        h[i] = context.h[i];
    hash_save(&HASH, context.md_len, h, context.Nl, context.Nh, LIBCRYPTO_BLOCK(context), saved);
}

static void SHA2(libcrypto_finish)(const uint8_t *saved, const uint8_t *data, size_t size,
                                   uint8_t *digest)
{
    LIBCRYPTO(CTX) context;
    const uint8_t *at = saved + 8;

    LIBCRYPTO(Init)(&context);
    context.md_len = (unsigned)get_le(at, 4);
    context.num = (unsigned)get_le(at + 4, 4);
    at += 8;
    for (size_t i = 0; i < NWORDS; i++, at += sizeof(SHA2_WORD))
        context.h[i] = (SHA2_WORD)get_le(at, sizeof(SHA2_WORD));
    context.Nl = (SHA2_WORD)get_le(at, sizeof(SHA2_WORD));
    context.Nh = (SHA2_WORD)get_le(at + sizeof(SHA2_WORD), sizeof(SHA2_WORD));
    memcpy(LIBCRYPTO_BLOCK(context), at + 2 * sizeof(SHA2_WORD), context.num);
    LIBCRYPTO(Update)(&context, data, size);
    LIBCRYPTO(Final)(digest, &context);
}

const struct hash HASH = {
    .name = SHA2_NAME,
    .word_size = sizeof(SHA2_WORD),
    .block_size = 16 * sizeof(SHA2_WORD),
    .digest_size = 8 * sizeof(SHA2_WORD),
    .export_size = 8 + 2 * 4 + (8 + 2 + 16) * sizeof(SHA2_WORD),
    .iv = SHA2_IV,
    .backends = &SHA2(backends),
    .names = &SHA2(backend_names),
    .selftest = SHA2_SELFTEST,
    .state_size = sizeof(struct SHA2_MEMBER),
    .block_at = offsetof(struct SHA2_MEMBER, block),
    .reset = SHA2(any_reset),
    .init = SHA2(any_init),
    .update = SHA2(any_update),
    .final = SHA2(any_final),
    .copy = SHA2(any_copy),
    .export = SHA2(any_export),
    .import = SHA2(any_import),
    .compress = SHA2(any_compress),
    .lanes = SHA2_LANES,
    .many_backends = &SHA2(many_backends),
    .many_selftest = SHA2_MANY_SELFTEST,
    .many_compress = SHA2(any_many_compress),
    .many = SHA2(any_many),
    .libcrypto_compress = SHA2(libcrypto_compress),
    .libcrypto_export = SHA2(libcrypto_export),
    .libcrypto_finish = SHA2(libcrypto_finish),
};

#undef HASH
#undef SHA2
#undef SHA2_MEMBER
#undef SHA2_WORD
#undef SHA2_NAME
#undef SHA2_IV
#undef SHA2_SELFTEST
#undef SHA2_MANY_SELFTEST
#undef SHA2_LANES
#undef LIBCRYPTO
#undef LIBCRYPTO_BLOCK
