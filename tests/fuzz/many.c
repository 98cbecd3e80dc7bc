/*
 * Many messages and pieces through fastsha2.h, by every back end: any number, any lengths, behind anything that was
 * absorbed, written over themselves; and what is wrong with the arguments, which writes nothing.
 *
 * The digests are the default provider's of each message alone. Its contexts go through the same calls.
 */
#include "dice.h"
#include "fastsha2.h"
#include "finding.h"
#include "sections.h"

#include <stdlib.h>

enum {
    MESSAGES_MAX = 80, /* a few rounds of the widest kernel */
    LENGTH_MAX = 4000,
    PREFIX_MAX = 300,
    ROOM_MORE = 3,
    UNTOUCHED = 0xee,
};

static uint8_t noise[PREFIX_MAX + LENGTH_MAX + MESSAGES_MAX];

/* What is wrong with a call. */
enum fault { NOTHING, NO_ROOM, NO_DATA, NO_OUT, NO_ARRAYS, NO_CONTEXT, NFAULTS };

struct call {
    const struct library *library;
    const struct algorithm *algorithm;
    EVP_MD *md;    /* the side's */
    int anew;      /* the digest is given, and nothing stands in front */
    size_t prefix; /* bytes that stand in front */
    enum fault fault;
    size_t outlen; /* that is told */
};

/* The default provider's digest of prefix and message. */
static int is_digest(const struct call *call, const uint8_t *out, const uint8_t *data, size_t size)
{
    static uint8_t whole[PREFIX_MAX + 2 * LENGTH_MAX];
    uint8_t wanted[EVP_MAX_MD_SIZE];

    memcpy(whole, noise, call->prefix);
    if (size != 0)
        memcpy(whole + call->prefix, data, size);
    EXPECT(expected(call->library, call->algorithm, whole, call->prefix + size, wanted) ==
               call->algorithm->size,
           "no digest");
    return memcmp(out, wanted, call->algorithm->size) == 0;
}

static int is_untouched(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != UNTOUCHED)
            return 0;
    return 1;
}

static uint8_t *memory(size_t size)
{
    uint8_t *bytes = malloc(size == 0 ? 1 : size);

    EXPECT(bytes != NULL, "no memory");
    memset(bytes, UNTOUCHED, size);
    return bytes;
}

static EVP_MD_CTX *context_of(const struct call *call)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();

    EXPECT(ctx != NULL && (call->anew || (EVP_DigestInit_ex2(ctx, call->md, NULL) &&
                                          EVP_DigestUpdate(ctx, noise, call->prefix))),
           "no context");
    return ctx;
}

/* The call has gone as it should: by its result, by the error queue, and by its context, which goes on. */
static void expect_end(const struct call *call, EVP_MD_CTX *ctx, int returned)
{
    uint8_t digest[EVP_MAX_MD_SIZE];

    EXPECT(returned == (call->fault == NOTHING), "%s, fault %d: returned %d", call->algorithm->name,
           call->fault, returned);
    EXPECT((ERR_peek_error() == 0) == returned, "errors do not go with a result of %d", returned);
    ERR_clear_error();
    if (!call->anew)
        EXPECT(EVP_DigestUpdate(ctx, noise, 77) && EVP_DigestFinal_ex(ctx, digest, NULL) &&
                   is_digest(call, digest, noise, 77),
               "%s: the context does not go on", call->algorithm->name);
    EVP_MD_CTX_free(ctx);
}

struct batch {
    size_t n;
    size_t len[MESSAGES_MAX];
    size_t at[MESSAGES_MAX]; /* where in its message the digest is written, or SIZE_MAX */
    size_t wrong;            /* the message with the fault */
};

static void batch_make(struct batch *batch, struct call *call, struct dice *dice)
{
    size_t digest_size = call->algorithm->size;

    batch->n = dice_pick(dice, MESSAGES_MAX + 1);
    for (size_t i = 0; i < batch->n; i++) {
        batch->len[i] = dice_pick(dice, dice_happens(dice, 5) ? LENGTH_MAX : 256);
        batch->at[i] = SIZE_MAX;
        if (batch->len[i] >= digest_size && dice_happens(dice, 10))
            batch->at[i] = dice_pick(dice, batch->len[i] - digest_size + 1);
    }
    batch->wrong = batch->n == 0 ? 0 : dice_pick(dice, batch->n);
    if ((call->fault == NO_DATA && (batch->n == 0 || batch->len[batch->wrong] == 0)) ||
        (batch->n == 0 && (call->fault == NO_OUT || call->fault == NO_ARRAYS)))
        call->fault = NOTHING; /* it would be none */
}

static void many(const struct batch *batch, const struct call *call)
{
    uint8_t *data[MESSAGES_MAX] = {0}, *out[MESSAGES_MAX] = {0}, *room[MESSAGES_MAX];
    size_t digest_size = call->algorithm->size;
    EVP_MD_CTX *ctx = context_of(call);

    for (size_t i = 0; i < batch->n; i++) {
        data[i] = memory(batch->len[i]);
        memcpy(data[i], noise + i, batch->len[i]);
        room[i] = memory(call->outlen);
        out[i] = batch->at[i] == SIZE_MAX ? room[i] : data[i] + batch->at[i];
    }
    uint8_t *wrong_data = data[batch->wrong], *wrong_out = out[batch->wrong];
    if (call->fault == NO_DATA)
        data[batch->wrong] = NULL;
    if (call->fault == NO_OUT)
        out[batch->wrong] = NULL;

    int absent = call->fault == NO_ARRAYS;
    int returned = fastsha2_digest_many(
        call->fault == NO_CONTEXT ? NULL : ctx, call->anew ? call->md : NULL, batch->n,
        absent ? NULL : (const unsigned char *const *)data, absent ? NULL : batch->len,
        absent ? NULL : (unsigned char *const *)out, call->outlen);
    data[batch->wrong] = wrong_data;
    out[batch->wrong] = wrong_out;
    for (size_t i = 0; i < batch->n; i++) {
        if (returned)
            EXPECT(is_digest(call, out[i], noise + i, batch->len[i]), "%s: message %zu of %zu",
                   call->algorithm->name, i, batch->n);
        else
            EXPECT(memcmp(data[i], noise + i, batch->len[i]) == 0, "message %zu is written", i);
        size_t used = returned && out[i] == room[i] ? digest_size : 0;
        EXPECT(is_untouched(room[i] + used, call->outlen - used), "beside digest %zu", i);
        free(data[i]);
        free(room[i]);
    }
    expect_end(call, ctx, returned);
}

static void pieces(size_t len, size_t piece, const struct call *call)
{
    size_t digest_size = call->algorithm->size;
    EVP_MD_CTX *ctx = context_of(call);
    uint8_t *data = memory(len), *out = memory(call->outlen);

    memcpy(data, noise, len);
    int returned = fastsha2_digest_pieces(
        call->fault == NO_CONTEXT ? NULL : ctx, call->anew ? call->md : NULL,
        call->fault == NO_DATA ? NULL : data, len, call->fault == NO_ARRAYS ? 0 : piece,
        call->fault == NO_OUT ? NULL : out, call->outlen);
    size_t n = returned ? fastsha2_piece_count(len, piece) : 0;
    for (size_t i = 0; i < n; i++) {
        size_t left = len - i * piece;
        EXPECT(
            is_digest(call, out + i * digest_size, noise + i * piece, left < piece ? left : piece),
            "%s: piece %zu of %zu", call->algorithm->name, i, n);
    }
    EXPECT(is_untouched(out + n * digest_size, call->outlen - n * digest_size),
           "behind the digests");
    free(data);
    free(out);
    expect_end(call, ctx, returned);
}

/* Both sides' digests; theirs is NULL where it lacks SHA-256/192. */
static void fetch(const struct call *call, EVP_MD *mds[2])
{
    mds[0] = EVP_MD_fetch(call->library->ctx, call->algorithm->name, OURS);
    mds[1] = EVP_MD_fetch(call->library->ctx, call->algorithm->name, THEIRS);
    EXPECT(mds[0] != NULL, "no digest");
    ERR_clear_error();
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    struct dice dice = dice_of_bytes(input, size);
    struct call call = {.library = sections_library(dice_pick(&dice, sections_count())),
                        .algorithm = &algorithms[dice_pick(&dice, NALGORITHMS)]};
    size_t digest_size = call.algorithm->size;
    EVP_MD *mds[2];

    if (noise[0] == 0)
        fill(noise, sizeof noise, 22);
    call.anew = dice_happens(&dice, 30);
    call.prefix = call.anew ? 0 : dice_pick(&dice, PREFIX_MAX);
    call.fault = dice_happens(&dice, 15) ? (enum fault)dice_pick(&dice, NFAULTS) : NOTHING;
    fetch(&call, mds);
    if (dice_happens(&dice, 70)) {
        struct batch batch = {0};
        batch_make(&batch, &call, &dice);
        call.outlen =
            call.fault == NO_ROOM ? digest_size - 1 : digest_size + dice_pick(&dice, ROOM_MORE + 1);
        for (int side = 0; side < 2; side++)
            if ((call.md = mds[side]) != NULL)
                many(&batch, &call);
    } else {
        size_t len = dice_pick(&dice, LENGTH_MAX), piece = 1 + dice_pick(&dice, LENGTH_MAX);
        if (call.fault == NO_DATA && len == 0)
            call.fault = NOTHING;
        if (piece < len / MESSAGES_MAX)
            piece = len / MESSAGES_MAX;
        call.outlen = fastsha2_piece_count(len, piece) * digest_size;
        call.outlen += dice_pick(&dice, ROOM_MORE + 1);
        if (call.fault == NO_ROOM)
            call.outlen = fastsha2_piece_count(len, piece) * digest_size - 1;
        for (int side = 0; side < 2; side++)
            if ((call.md = mds[side]) != NULL)
                pieces(len, piece, &call);
    }
    EVP_MD_free(mds[0]);
    EVP_MD_free(mds[1]);
    return 0;
}
