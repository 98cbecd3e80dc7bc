/* fastsha2.h through EVP: many messages, pieces and saved states, with our digests and with the default provider's. */
#include "fastsha2.h"
#include "providers.h"
#include "suite.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MESSAGES = 200, PREFIX_MAX = 300, LENGTH_MAX = 701, ROOM = EVP_MAX_MD_SIZE + 3 };
enum { UNTOUCHED = 0xee };

static struct library both;
static const char *const sides[] = {OURS, THEIRS};
#define FOR_EACH_SIDE(query) \
    for (const char *const *query = sides; query < sides + sizeof sides / sizeof *sides; query++)

/* NULL where the default provider lacks it, which is SHA-256/192 before OpenSSL 3.2. */
static EVP_MD *fetch(const struct algorithm *algorithm, const char *query)
{
    EVP_MD *md = EVP_MD_fetch(both.ctx, algorithm->name, query);

    if (md == NULL && strcmp(query, THEIRS) == 0 && strcmp(algorithm->name, "SHA2-256/192") == 0)
        ERR_clear_error();
    else
        CU_ASSERT_TRUE_FATAL(is_from(md, strcmp(query, OURS) == 0 ? "fastsha2" : "default"));
    return md;
}

static EVP_MD_CTX *started(const EVP_MD *md, const void *prefix, size_t size)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    CU_ASSERT_TRUE_FATAL(ctx != NULL && EVP_DigestInit_ex(ctx, md, NULL) &&
                         EVP_DigestUpdate(ctx, prefix, size));
    return ctx;
}

/* Messages of unequal lengths, some of them empty, with the arguments that name them. */
struct batch {
    unsigned char bytes[MESSAGES][LENGTH_MAX];
    unsigned char digests[MESSAGES][ROOM];
    const unsigned char *data[MESSAGES];
    size_t len[MESSAGES];
    unsigned char *out[MESSAGES];
};

static struct batch *batch_new(unsigned seed)
{
    struct batch *batch = malloc(sizeof *batch);

    CU_ASSERT_PTR_NOT_NULL_FATAL(batch);
    fill(batch->bytes[0], sizeof batch->bytes, seed);
    memset(batch->digests, UNTOUCHED, sizeof batch->digests);
    for (size_t i = 0; i < MESSAGES; i++) {
        batch->len[i] = i % 17 == 3 ? 0 : (size_t)(i * i * 7919 + seed) % LENGTH_MAX;
        batch->data[i] = batch->len[i] == 0 ? NULL : batch->bytes[i];
        batch->out[i] = batch->digests[i];
    }
    return batch;
}

static int untouched(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)bytes)[i] != UNTOUCHED)
            return 0;
    return 1;
}

/* Whether out is the digest of prefix and message one after the other. */
static int is_digest(const struct algorithm *algorithm, const unsigned char *out,
                     const unsigned char *prefix, size_t prefix_size, const unsigned char *data,
                     size_t size)
{
    unsigned char whole[PREFIX_MAX + LENGTH_MAX], want[EVP_MAX_MD_SIZE];

    memcpy(whole, prefix, prefix_size);
    if (size != 0)
        memcpy(whole + prefix_size, data, size);
    return expected(&both, algorithm, whole, prefix_size + size, want) == algorithm->size &&
           memcmp(out, want, algorithm->size) == 0;
}

/* The first n are right and have nothing written behind them; the others are as they were. */
static int are_digests(const struct algorithm *algorithm, const struct batch *batch, size_t n,
                       const unsigned char *prefix, size_t prefix_size)
{
    for (size_t i = 0; i < n; i++)
        if (!is_digest(algorithm, batch->digests[i], prefix, prefix_size, batch->data[i],
                       batch->len[i]) ||
            !untouched(batch->digests[i] + algorithm->size, ROOM - algorithm->size))
            return 0;
    return n == MESSAGES || untouched(batch->digests[n], (MESSAGES - n) * ROOM);
}

static const size_t counts[] = {0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 33, 64, MESSAGES};
enum { NCOUNTS = sizeof counts / sizeof counts[0] };

static void any_number_of_messages_has_the_default_digests(void)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    FOR_EACH_SIDE (query) {
        FOR_EACH_ALGORITHM (algorithm) {
            EVP_MD *md = fetch(algorithm, *query);
            for (size_t i = 0; md != NULL && i < NCOUNTS; i++) {
                struct batch *batch = batch_new((unsigned)i);
                CU_ASSERT_TRUE(fastsha2_digest_many(ctx, md, counts[i], batch->data, batch->len,
                                                    batch->out, ROOM));
                CU_ASSERT_TRUE(are_digests(algorithm, batch, counts[i], batch->bytes[0], 0));
                free(batch);
            }
            EVP_MD_free(md);
        }
    }
    EVP_MD_CTX_free(ctx);
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
}

/* Whether the context goes on as if nothing had been hashed with it. */
static int ends_as(EVP_MD_CTX *ctx, const struct algorithm *algorithm, const unsigned char *prefix,
                   size_t prefix_size)
{
    static const unsigned char tail[] = "what comes after the messages";
    unsigned char digest[EVP_MAX_MD_SIZE];

    return EVP_DigestUpdate(ctx, tail, sizeof tail) && EVP_DigestFinal_ex(ctx, digest, NULL) &&
           is_digest(algorithm, digest, prefix, prefix_size, tail, sizeof tail);
}

static void each_message_follows_what_was_absorbed_which_stays(void)
{
    unsigned char prefix[PREFIX_MAX];

    fill(prefix, sizeof prefix, 7);
    FOR_EACH_SIDE (query) {
        FOR_EACH_ALGORITHM (algorithm) {
            EVP_MD *md = fetch(algorithm, *query);
            for (size_t size = 0; md != NULL && size < PREFIX_MAX;
                 size += size % 64 < 60 ? 13 : 1) {
                struct batch *batch = batch_new((unsigned)size);
                EVP_MD_CTX *ctx = started(md, prefix, size);
                CU_ASSERT_TRUE(
                    fastsha2_digest_many(ctx, NULL, 23, batch->data, batch->len, batch->out, ROOM));
                CU_ASSERT_TRUE(are_digests(algorithm, batch, 23, prefix, size));
                CU_ASSERT_TRUE(ends_as(ctx, algorithm, prefix, size));
                EVP_MD_CTX_free(ctx);
                free(batch);
            }
            EVP_MD_free(md);
        }
    }
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
}

static int pieces_are_right(const EVP_MD *md, const struct algorithm *algorithm,
                            const unsigned char *prefix, size_t prefix_size,
                            const unsigned char *data, size_t len, size_t piece)
{
    size_t n = len == 0 ? 1 : (len + piece - 1) / piece, room = n * algorithm->size + 5;
    EVP_MD_CTX *ctx = started(md, prefix, prefix_size);
    unsigned char *out = malloc(room);

    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    memset(out, UNTOUCHED, room);
    int right = fastsha2_piece_count(len, piece) == n &&
                fastsha2_digest_pieces(ctx, NULL, data, len, piece, out, n * algorithm->size) &&
                untouched(out + n * algorithm->size, 5) &&
                ends_as(ctx, algorithm, prefix, prefix_size);
    for (size_t i = 0; right && i < n; i++) {
        size_t left = len - i * piece;
        right = is_digest(algorithm, out + i * algorithm->size, prefix, prefix_size,
                          data + i * piece, left < piece ? left : piece);
    }
    if (right && prefix_size == 0) { /* the same, begun anew */
        memset(out, UNTOUCHED, room);
        right = fastsha2_digest_pieces(ctx, md, data, len, piece, out, room) &&
                is_digest(algorithm, out, prefix, 0, data, len < piece ? len : piece);
    }
    free(out);
    EVP_MD_CTX_free(ctx);
    return right;
}

static void pieces_have_the_digests_of_messages(void)
{
    static const size_t lengths[] = {0, 1, 63, 64, 65, 700, 701, 5000, 90000};
    static const size_t pieces[] = {1, 55, 64, 128, 350, 700};
    unsigned char prefix[PREFIX_MAX], *data = malloc(90000);

    CU_ASSERT_PTR_NOT_NULL_FATAL(data);
    fill(prefix, sizeof prefix, 8);
    fill(data, 90000, 9);
    FOR_EACH_SIDE (query) {
        FOR_EACH_ALGORITHM (algorithm) {
            EVP_MD *md = fetch(algorithm, *query);
            for (size_t i = 0; md != NULL && i < sizeof lengths / sizeof lengths[0]; i++)
                for (size_t j = 0; j < sizeof pieces / sizeof pieces[0]; j++)
                    for (size_t size = 0; size <= 100; size += 50)
                        if (lengths[i] / pieces[j] < 1000)
                            CU_ASSERT_TRUE(pieces_are_right(md, algorithm, prefix, size, data,
                                                            lengths[i], pieces[j]));
            EVP_MD_free(md);
        }
    }
    free(data);
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
}

static void a_digest_may_be_written_over_its_message(void)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    FOR_EACH_SIDE (query) {
        FOR_EACH_ALGORITHM (algorithm) {
            EVP_MD *md = fetch(algorithm, *query);
            if (md == NULL)
                continue;
            struct batch *batch = batch_new(5), *copy = batch_new(5);
            for (size_t i = 0; i < MESSAGES; i++) {
                batch->data[i] = batch->bytes[i];
                batch->out[i] = batch->bytes[i] + i % 3; /* at its start, or in it */
            }
            CU_ASSERT_TRUE(fastsha2_digest_many(ctx, md, MESSAGES, batch->data, batch->len,
                                                batch->out, algorithm->size));
            for (size_t i = 0; i < MESSAGES; i++)
                CU_ASSERT_TRUE(is_digest(algorithm, batch->out[i], copy->bytes[0], 0, copy->data[i],
                                         copy->len[i]));
            free(batch);
            free(copy);
            EVP_MD_free(md);
        }
    }
    EVP_MD_CTX_free(ctx);
}

/* A call has failed: there is an error, and it has written nothing. */
static int failed_cleanly(int returned, const struct batch *batch)
{
    int clean =
        returned == 0 && ERR_peek_error() != 0 && untouched(batch->digests, sizeof batch->digests);

    ERR_clear_error();
    return clean;
}

static void what_is_wrong_with_messages_is_an_error_and_writes_nothing(void)
{
    FOR_EACH_SIDE (query) {
        FOR_EACH_ALGORITHM (algorithm) {
            EVP_MD *md = fetch(algorithm, *query);
            if (md == NULL)
                continue;
            struct batch *b = batch_new(6);
            EVP_MD_CTX *ctx = EVP_MD_CTX_new(), *idle = EVP_MD_CTX_new();
            unsigned char digest[EVP_MAX_MD_SIZE];
            const size_t n = MESSAGES, size = algorithm->size;

#define MANY(ctx, md, data, len, out, outlen) \
    failed_cleanly(fastsha2_digest_many((ctx), (md), n, (data), (len), (out), (outlen)), b)
            CU_ASSERT_TRUE(MANY(NULL, md, b->data, b->len, b->out, ROOM));
            CU_ASSERT_TRUE(MANY(ctx, NULL, b->data, b->len, b->out, ROOM));
            CU_ASSERT_TRUE(MANY(ctx, md, NULL, b->len, b->out, ROOM));
            CU_ASSERT_TRUE(MANY(ctx, md, b->data, NULL, b->out, ROOM));
            CU_ASSERT_TRUE(MANY(ctx, md, b->data, b->len, NULL, ROOM));
            CU_ASSERT_TRUE(MANY(ctx, md, b->data, b->len, b->out, size - 1));
            CU_ASSERT_TRUE(MANY(ctx, md, b->data, b->len, b->out, 0));
            b->len[3] = 1; /* where there is no data */
            CU_ASSERT_TRUE(MANY(ctx, md, b->data, b->len, b->out, ROOM));
            b->len[3] = 0;
            b->out[MESSAGES - 1] = NULL;
            CU_ASSERT_TRUE(MANY(ctx, md, b->data, b->len, b->out, ROOM));
            b->out[MESSAGES - 1] = b->digests[MESSAGES - 1];
            CU_ASSERT_TRUE(EVP_DigestInit_ex(idle, md, NULL) &&
                           EVP_DigestFinal_ex(idle, digest, NULL));
            /* After its final. Libcrypto 3.0 does not mind with default, whatever comes out. */
            if (strcmp(*query, OURS) == 0)
                CU_ASSERT_TRUE(MANY(idle, NULL, b->data, b->len, b->out, ROOM));
#undef MANY
            /* The contexts serve on. */
            CU_ASSERT_TRUE(fastsha2_digest_many(idle, md, n, b->data, b->len, b->out, ROOM));
            CU_ASSERT_TRUE(are_digests(algorithm, b, n, b->bytes[0], 0));
            CU_ASSERT_TRUE(EVP_DigestInit_ex(ctx, md, NULL) &&
                           ends_as(ctx, algorithm, b->bytes[0], 0));
            EVP_MD_CTX_free(ctx);
            EVP_MD_CTX_free(idle);
            free(b);
            EVP_MD_free(md);
        }
    }
}

static void what_is_wrong_with_pieces_is_an_error_and_writes_nothing(void)
{
    FOR_EACH_SIDE (query) {
        FOR_EACH_ALGORITHM (algorithm) {
            EVP_MD *md = fetch(algorithm, *query);
            if (md == NULL)
                continue;
            struct batch *b = batch_new(7);
            unsigned char *out = b->digests[0];
            EVP_MD_CTX *ctx = started(md, b->bytes, 33), *idle = EVP_MD_CTX_new();
            const size_t size = algorithm->size;

#define PIECES(ctx, data, len, piece, out, outlen) \
    failed_cleanly(fastsha2_digest_pieces((ctx), NULL, (data), (len), (piece), (out), (outlen)), b)
            CU_ASSERT_TRUE(PIECES(NULL, b->bytes[0], 100, 10, out, 10 * size));
            CU_ASSERT_TRUE(PIECES(idle, b->bytes[0], 100, 10, out, 10 * size));
            CU_ASSERT_TRUE(PIECES(ctx, NULL, 100, 10, out, 10 * size));
            CU_ASSERT_TRUE(PIECES(ctx, b->bytes[0], 100, 0, out, 10 * size));
            CU_ASSERT_TRUE(PIECES(ctx, b->bytes[0], 100, 10, NULL, 10 * size));
            CU_ASSERT_TRUE(PIECES(ctx, b->bytes[0], 100, 10, out, 10 * size - 1));
            CU_ASSERT_TRUE(PIECES(ctx, b->bytes[0], 101, 10, out, 10 * size));
            CU_ASSERT_TRUE(PIECES(ctx, NULL, 0, 10, out, size - 1));
#undef PIECES
            CU_ASSERT_TRUE(ends_as(ctx, algorithm, b->bytes[0], 33));
            EVP_MD_CTX_free(ctx);
            EVP_MD_CTX_free(idle);
            free(b);
            EVP_MD_free(md);
        }
    }
}

/* Below the header: a structure of another size, of another type, or none. */
static void parameters_that_hold_no_structure_are_refused(void)
{
    static const char *const keys[] = {FASTSHA2_DIGEST_PARAM_MANY, FASTSHA2_DIGEST_PARAM_PIECES,
                                       FASTSHA2_DIGEST_PARAM_STATE};
    unsigned char zeros[256] = {0};

    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch(algorithm, OURS);
        EVP_MD_CTX *ctx = started(md, "prefix", 6);
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
            for (size_t size = 0; size < 64; size++) {
                if (size == sizeof(struct fastsha2_many) || size == sizeof(struct fastsha2_pieces))
                    continue;
                OSSL_PARAM params[] = {OSSL_PARAM_octet_string(keys[i], zeros, size),
                                       OSSL_PARAM_END};
                CU_ASSERT_TRUE(EVP_MD_CTX_set_params(ctx, params) <= 0);
            }
            OSSL_PARAM text[] = {OSSL_PARAM_utf8_string(keys[i], zeros, 40), OSSL_PARAM_END};
            OSSL_PARAM nothing[] = {OSSL_PARAM_octet_string(keys[i], NULL, 40), OSSL_PARAM_END};
            CU_ASSERT_TRUE(EVP_MD_CTX_set_params(ctx, text) <= 0);
            CU_ASSERT_TRUE(EVP_MD_CTX_set_params(ctx, nothing) <= 0);
        }
        CU_ASSERT_TRUE(ends_as(ctx, algorithm, (const unsigned char *)"prefix", 6));
        EVP_MD_CTX_free(ctx);
        EVP_MD_free(md);
    }
    ERR_clear_error();
}

static int lists(const OSSL_PARAM *list, const char *key)
{
    const OSSL_PARAM *p = list == NULL ? NULL : OSSL_PARAM_locate_const(list, key);
    return p != NULL && p->data_type == OSSL_PARAM_OCTET_STRING;
}

static void parameters_are_listed_by_our_digests_alone(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        FOR_EACH_SIDE (query) {
            EVP_MD *md = fetch(algorithm, *query);
            if (md == NULL)
                continue;
            EVP_MD_CTX *ctx = started(md, NULL, 0);
            const OSSL_PARAM *settable = EVP_MD_CTX_settable_params(ctx);
            int ours = strcmp(*query, OURS) == 0;
            CU_ASSERT_EQUAL(lists(settable, FASTSHA2_DIGEST_PARAM_MANY), ours);
            CU_ASSERT_EQUAL(lists(settable, FASTSHA2_DIGEST_PARAM_PIECES), ours);
            CU_ASSERT_EQUAL(lists(settable, FASTSHA2_DIGEST_PARAM_STATE), ours);
            /* A list of what can be got would be searched at each final, from OpenSSL 3.4 on. */
            CU_ASSERT_PTR_NULL(EVP_MD_CTX_gettable_params(ctx));
            EVP_MD_CTX_free(ctx);
            EVP_MD_free(md);
        }
    }
}

/* OpenSSL asks for that by a parameter of the context, which we must not seem to accept. Version 3.0 refuses; later
   ones write the digest and no more. */
static void there_is_as_little_extendable_output_as_with_default(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char out[2][100];
        int returned[2] = {0};
        memset(out, UNTOUCHED, sizeof out);
        for (int i = 0; i < 2; i++) {
            EVP_MD *md = fetch(algorithm, sides[i]);
            EVP_MD_CTX *ctx = md == NULL ? NULL : started(md, "abc", 3);
            returned[i] = ctx != NULL && EVP_DigestFinalXOF(ctx, out[i], sizeof out[i]) > 0;
            CU_ASSERT_TRUE(untouched(out[i] + algorithm->size, sizeof out[i] - algorithm->size));
            EVP_MD_CTX_free(ctx);
            EVP_MD_free(md);
            if (md == NULL)
                continue;
            CU_ASSERT_EQUAL(returned[i], returned[0]);
            CU_ASSERT_EQUAL(memcmp(out[i], out[0], sizeof out[i]), 0);
        }
    }
    ERR_clear_error();
}

/* OpenSSL 4.0 saves the default provider's states as well; before, no version does. */
#if OPENSSL_VERSION_NUMBER >= 0x40000000L
enum { DEFAULT_SAVES = 1 };
#else
enum { DEFAULT_SAVES = 0 };
#endif

enum { STATE_MAX = 224 };

static size_t state_size(const struct algorithm *algorithm)
{
    return algorithm->block_size == 64 ? 120 : 224;
}

static uint64_t little_endian(const unsigned char *from, size_t size)
{
    uint64_t value = 0;

    while (size-- > 0)
        value = value << 8 | from[size];
    return value;
}

/* Magic, digest size, waiting bytes, eight words, bit count, block: as OpenSSL 4.0 has it. */
static int has_the_form(const struct algorithm *algorithm, const unsigned char *state,
                        const unsigned char *data, size_t size)
{
    size_t block = algorithm->block_size, word = block / 16, waiting = size % block;
    const unsigned char *counts_at = state + 16 + 8 * word, *bytes = counts_at + 2 * word;
    unsigned char rest = 0;

    for (size_t i = waiting; i < block; i++)
        rest |= bytes[i];
    return memcmp(state, block == 64 ? "SHA256v1" : "SHA512v1", 8) == 0 &&
           little_endian(state + 12, 4) == waiting && little_endian(counts_at, word) == 8 * size &&
           little_endian(counts_at + word, word) == 0 &&
           memcmp(bytes, data + size - waiting, waiting) == 0 && rest == 0;
}

static void a_message_goes_on_from_its_saved_state(void)
{
    unsigned char data[LENGTH_MAX];

    fill(data, sizeof data, 11);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch(algorithm, OURS);
        for (size_t size = 0; size <= 2 * algorithm->block_size; size++) {
            unsigned char state[STATE_MAX + 1], digest[EVP_MAX_MD_SIZE];
            EVP_MD_CTX *ctx = started(md, data, size), *resumed = EVP_MD_CTX_new();
            size_t room = 0;
            memset(state, UNTOUCHED, sizeof state);
            CU_ASSERT_TRUE(fastsha2_state_export(ctx, NULL, &room));
            CU_ASSERT_EQUAL(room, state_size(algorithm));
            room = sizeof state;
            CU_ASSERT_TRUE(fastsha2_state_export(ctx, state, &room));
            CU_ASSERT_EQUAL(room, state_size(algorithm));
            CU_ASSERT_TRUE(untouched(state + room, sizeof state - room));
            CU_ASSERT_TRUE(has_the_form(algorithm, state, data, size));
            CU_ASSERT_TRUE(ends_as(ctx, algorithm, data, size));
            for (int begun = 0; begun < 2; begun++) {
                if (begun)
                    CU_ASSERT_TRUE(EVP_DigestInit_ex(resumed, md, NULL) &&
                                   EVP_DigestUpdate(resumed, data, 77));
                CU_ASSERT_TRUE(fastsha2_state_import(resumed, begun ? NULL : md, state, room));
                CU_ASSERT_TRUE(EVP_DigestUpdate(resumed, data + size, sizeof data - size) &&
                               EVP_DigestFinal_ex(resumed, digest, NULL));
                CU_ASSERT_TRUE(is_digest(algorithm, digest, data, 0, data, sizeof data));
            }
            EVP_MD_CTX_free(ctx);
            EVP_MD_CTX_free(resumed);
        }
        EVP_MD_free(md);
    }
    CU_ASSERT_EQUAL(ERR_peek_error(), 0);
}

static void states_are_the_default_ones_where_it_saves_them(void)
{
    unsigned char data[LENGTH_MAX], ours[STATE_MAX], theirs[STATE_MAX], digest[EVP_MAX_MD_SIZE];

    fill(data, sizeof data, 12);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *our_md = fetch(algorithm, OURS), *their_md = fetch(algorithm, THEIRS);
        for (size_t size = 0; their_md != NULL && size <= algorithm->block_size; size++) {
            size_t room = STATE_MAX, our_size = STATE_MAX;
            EVP_MD_CTX *their = started(their_md, data, size);
            EVP_MD_CTX *our = started(our_md, data, size);
            CU_ASSERT_TRUE(fastsha2_state_export(our, ours, &our_size));
            memset(theirs, UNTOUCHED, sizeof theirs);
            int saved = fastsha2_state_export(their, theirs, &room);
            CU_ASSERT_EQUAL(saved, DEFAULT_SAVES);
            if (saved) {
                CU_ASSERT_TRUE(room == our_size && memcmp(ours, theirs, room) == 0);
                CU_ASSERT_TRUE(fastsha2_state_import(our, our_md, theirs, room) &&
                               ends_as(our, algorithm, data, size));
                CU_ASSERT_TRUE(fastsha2_state_import(their, their_md, ours, room) &&
                               EVP_DigestFinal_ex(their, digest, NULL) &&
                               is_digest(algorithm, digest, data, size, NULL, 0));
            } else {
                CU_ASSERT_TRUE(ERR_peek_error() != 0 && untouched(theirs, sizeof theirs));
                CU_ASSERT_FALSE(fastsha2_state_import(their, their_md, ours, our_size));
            }
            ERR_clear_error();
            EVP_MD_CTX_free(our);
            EVP_MD_CTX_free(their);
        }
        EVP_MD_free(our_md);
        EVP_MD_free(their_md);
    }
}

/* Refused, with an error, and the message under way goes on. */
static int refused(EVP_MD_CTX *ctx, const unsigned char *state, size_t size)
{
    int clean = fastsha2_state_import(ctx, NULL, state, size) == 0 && ERR_peek_error() != 0;

    ERR_clear_error();
    return clean;
}

static void a_state_that_is_wrong_is_refused(void)
{
    unsigned char data[LENGTH_MAX], state[STATE_MAX], wrong[STATE_MAX + 1];

    fill(data, sizeof data, 13);
    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch(algorithm, OURS);
        EVP_MD_CTX *ctx = started(md, data, 77), *fresh = EVP_MD_CTX_new();
        size_t size = sizeof state;
        CU_ASSERT_TRUE(fastsha2_state_export(ctx, state, &size));
        for (size_t at = 0; at < 16; at++) { /* magic, digest size, waiting bytes */
            memcpy(wrong, state, size);
            wrong[at] ^= 1;
            CU_ASSERT_TRUE(refused(ctx, wrong, size));
        }
        memcpy(wrong, state, size);
        wrong[size] = 0;
        CU_ASSERT_TRUE(refused(ctx, wrong, size - 1));
        CU_ASSERT_TRUE(refused(ctx, wrong, size + 1));
        CU_ASSERT_TRUE(refused(ctx, wrong, 0));
        CU_ASSERT_TRUE(refused(ctx, NULL, size));
        CU_ASSERT_TRUE(refused(fresh, state, size)); /* for want of a digest */
        CU_ASSERT_TRUE(refused(NULL, state, size));
        FOR_EACH_ALGORITHM (other) {
            EVP_MD *other_md = fetch(other, OURS);
            EVP_MD_CTX *other_ctx = started(other_md, data, 77);
            size_t other_size = sizeof wrong;
            CU_ASSERT_TRUE(fastsha2_state_export(other_ctx, wrong, &other_size));
            CU_ASSERT_TRUE(other == algorithm || refused(ctx, wrong, other_size));
            EVP_MD_CTX_free(other_ctx);
            EVP_MD_free(other_md);
        }
        CU_ASSERT_TRUE(ends_as(ctx, algorithm, data, 77));
        EVP_MD_CTX_free(ctx);
        EVP_MD_CTX_free(fresh);
        EVP_MD_free(md);
    }
}

static void a_state_is_not_saved_where_it_has_no_room(void)
{
    unsigned char state[STATE_MAX], digest[EVP_MAX_MD_SIZE];

    FOR_EACH_ALGORITHM (algorithm) {
        EVP_MD *md = fetch(algorithm, OURS);
        EVP_MD_CTX *ctx = started(md, "abc", 3), *fresh = EVP_MD_CTX_new();
        size_t size = state_size(algorithm) - 1;
        memset(state, UNTOUCHED, sizeof state);
#define REFUSED(call) (!(call) && ERR_peek_error() != 0 && untouched(state, sizeof state))
        CU_ASSERT_TRUE(REFUSED(fastsha2_state_export(ctx, state, &size)));
        ERR_clear_error();
        CU_ASSERT_TRUE(REFUSED(fastsha2_state_export(ctx, state, NULL)));
        ERR_clear_error();
        size = sizeof state;
        CU_ASSERT_TRUE(REFUSED(fastsha2_state_export(NULL, state, &size)));
        ERR_clear_error();
        CU_ASSERT_TRUE(REFUSED(fastsha2_state_export(fresh, state, &size)));
        ERR_clear_error();
        CU_ASSERT_TRUE(EVP_DigestFinal_ex(ctx, digest, NULL)); /* nothing is under way */
        CU_ASSERT_TRUE(REFUSED(fastsha2_state_export(ctx, state, &size)));
        ERR_clear_error();
#undef REFUSED
        EVP_MD_CTX_free(ctx);
        EVP_MD_CTX_free(fresh);
        EVP_MD_free(md);
    }
}

enum { THREADS = 8, ROUNDS = 40 };

struct worker {
    pthread_t thread;
    EVP_MD *md; /* of all threads */
    const struct batch *want;
    size_t size;
    int right;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    unsigned char digests[MESSAGES][EVP_MAX_MD_SIZE], *out[MESSAGES];

    worker->right = ctx != NULL;
    for (size_t i = 0; i < MESSAGES; i++)
        out[i] = digests[i];
    for (size_t round = 0; worker->right && round < ROUNDS; round++) {
        size_t n = counts[round % NCOUNTS];
        worker->right = fastsha2_digest_many(ctx, worker->md, n, worker->want->data,
                                             worker->want->len, out, EVP_MAX_MD_SIZE);
        for (size_t i = 0; worker->right && i < n; i++)
            worker->right = memcmp(digests[i], worker->want->digests[i], worker->size) == 0;
    }
    EVP_MD_CTX_free(ctx);
    return NULL;
}

static void threads_hash_many_messages_at_the_same_time(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct worker workers[THREADS];
        struct batch *batch = batch_new(14);
        EVP_MD *md = fetch(algorithm, OURS);
        for (size_t i = 0; i < MESSAGES; i++)
            CU_ASSERT_TRUE(expected(&both, algorithm, batch->data[i], batch->len[i],
                                    batch->digests[i]) == algorithm->size);
        for (struct worker *worker = workers; worker < workers + THREADS; worker++) {
            *worker = (struct worker){.md = md, .want = batch, .size = algorithm->size};
            CU_ASSERT_EQUAL_FATAL(pthread_create(&worker->thread, NULL, work, worker), 0);
        }
        for (struct worker *worker = workers; worker < workers + THREADS; worker++) {
            CU_ASSERT_EQUAL(pthread_join(worker->thread, NULL), 0);
            CU_ASSERT_TRUE(worker->right);
        }
        EVP_MD_free(md);
        free(batch);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"any number of messages has the default digests",
         any_number_of_messages_has_the_default_digests},
        {"each message follows what was absorbed, which stays",
         each_message_follows_what_was_absorbed_which_stays},
        {"pieces have the digests of messages", pieces_have_the_digests_of_messages},
        {"a digest may be written over its message", a_digest_may_be_written_over_its_message},
        {"what is wrong with messages is an error, and writes nothing",
         what_is_wrong_with_messages_is_an_error_and_writes_nothing},
        {"what is wrong with pieces is an error, and writes nothing",
         what_is_wrong_with_pieces_is_an_error_and_writes_nothing},
        {"parameters that hold no structure are refused",
         parameters_that_hold_no_structure_are_refused},
        {"parameters are listed by our digests alone", parameters_are_listed_by_our_digests_alone},
        {"there is as little extendable output as with default",
         there_is_as_little_extendable_output_as_with_default},
        {"a message goes on from its saved state", a_message_goes_on_from_its_saved_state},
        {"states are the default ones where it saves them",
         states_are_the_default_ones_where_it_saves_them},
        {"a state that is wrong is refused", a_state_that_is_wrong_is_refused},
        {"a state is not saved where it has no room", a_state_is_not_saved_where_it_has_no_room},
        {"threads hash many messages at the same time",
         threads_hash_many_messages_at_the_same_time},
        CU_TEST_INFO_NULL,
    };

    if (!library_open(&both, BOTH, NULL)) {
        ERR_print_errors_fp(stderr);
        return 1;
    }
    int failed = suite_run("many messages through EVP", tests);
    library_close(&both);
    return failed;
}
