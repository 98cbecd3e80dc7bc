/*
 * The digests' calls in random programs.
 *
 * Once a digest was taken from a context and until a message is begun anew, OpenSSL before 3.2 goes on with what is
 * left in it, and later ones and ours refuse to: the slot has ended then. Where the default provider lacks SHA-256/192
 * it is the first 24 bytes of its SHA-256 (NIST SP 800-208).
 */
#include "fastsha2.h"
#include "subjects.h"

#include <openssl/core_names.h>
#include <openssl/err.h>

static const struct algorithm *algorithm_of(const struct program *program)
{
    return &algorithms[program->sides->subject - sha2];
}

/* What a longer digest of theirs has beyond ours is not compared. */
static void cut(const struct program *program, struct answer *theirs)
{
    size_t size = algorithm_of(program)->size;

    if (theirs->size <= size)
        return;
    memset(theirs->out + size, theirs->out[ANSWER_ROOM - 1], theirs->size - size);
    theirs->size = size;
}

static void call_init(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];
    int with = !slot->ready || happens(program, 70), of_3_0 = happens(program, 70);

    say(program, "%s with%s a digest", of_3_0 ? "init_ex2" : "init_ex", with ? "" : "out");
    for (int side = 0; side < NSIDES; side++) {
        const EVP_MD *md = with ? program->sides->algorithms[side] : NULL;
        answer_begin(&answers[side]);
        answer_end(&answers[side], of_3_0 ? EVP_DigestInit_ex2(slot->ctx[side], md, NULL)
                                          : EVP_DigestInit_ex(slot->ctx[side], md, NULL));
    }
    if (program_compare(program, answers)) {
        slot->ready = 1;
        slot->ended = 0;
    }
}

static void call_update(struct program *program, struct slot *slot)
{
    static const uint64_t sizes[] = {0,   1,   3,   55,  56,  63,  64,  65,
                                     111, 112, 127, 128, 129, 256, 1000};
    struct answer answers[NSIDES];
    const unsigned char *data = noise_bytes() + pick(program, 64);
    size_t size = pick_size(program, sizes, sizeof sizes / sizeof sizes[0], NOISE_SIZE - 64);

    if (size == 0 && happens(program, 50))
        data = NULL;
    say(program, "update with %zu", size);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answer_end(&answers[side], EVP_DigestUpdate(slot->ctx[side], data, size));
    }
    program_compare_if(program, !slot->ended, answers);
}

static void call_final(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];
    int keeps = happens(program, 80), no_size_wanted = happens(program, 10);

    say(program, "final%s%s", keeps ? "_ex" : "", no_size_wanted ? ", its size not asked" : "");
    for (int side = 0; side < NSIDES; side++) {
        struct answer *answer = &answers[side];
        unsigned size = 0, *size_at = no_size_wanted ? NULL : &size;
        answer_begin(answer);
        answer_end(answer, keeps ? EVP_DigestFinal_ex(slot->ctx[side], answer->out, size_at)
                                 : EVP_DigestFinal(slot->ctx[side], answer->out, size_at));
        answer->size = no_size_wanted && answer->returned > 0
                           ? (size_t)EVP_MD_get_size(program->sides->algorithms[side])
                           : size;
    }
    cut(program, &answers[THEIR_SIDE]);
    if (program_compare_if(program, !slot->ended, answers)) {
        program->outputs++;
        slot->ended = 1;
    }
    if (!keeps)
        slot->ready = 0;
}

/* Over another slot's contexts, whatever they have been through. */
static void call_copy(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];
    struct slot *to = &program->slots[pick(program, NSLOTS)];

    if (to == slot || !to->open) {
        call_update(program, slot);
        return;
    }
    say(program, "copy to %d", (int)(to - program->slots));
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answer_end(&answers[side], EVP_MD_CTX_copy_ex(to->ctx[side], slot->ctx[side]));
    }
    if (program_compare(program, answers)) {
        to->ready = slot->ready;
        to->ended = slot->ended;
    }
}

static void call_reset(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];

    say(program, "reset");
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answer_end(&answers[side], EVP_MD_CTX_reset(slot->ctx[side]));
    }
    program_compare(program, answers);
    slot->ready = slot->ended = 0;
}

/* Our message goes on in another context, from its saved state; theirs as if nothing had happened. */
static void call_save(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];
    struct answer *ours = &answers[OUR_SIDE];
    EVP_MD_CTX *resumed = EVP_MD_CTX_new();
    size_t size = sizeof ours->out;

    say(program, "save, and resume in another context");
    answer_begin(ours);
    answer_end(ours, resumed != NULL &&
                         fastsha2_state_export(slot->ctx[OUR_SIDE], ours->out, &size) &&
                         fastsha2_state_import(resumed, program->sides->algorithms[OUR_SIDE],
                                               ours->out, size));
    if (ours->returned) {
        EVP_MD_CTX_free(slot->ctx[OUR_SIDE]);
        slot->ctx[OUR_SIDE] = resumed;
    } else {
        EVP_MD_CTX_free(resumed);
    }
    memset(ours->out, 0, sizeof ours->out);
    answers[THEIR_SIDE] = *ours;
    answers[THEIR_SIDE].returned = slot->ready && !slot->ended;
    program_compare(program, answers);
}

static void call_get_params(struct program *program, struct slot *slot)
{
    static const char *const keys[] = {OSSL_DIGEST_PARAM_XOF, OSSL_DIGEST_PARAM_ALGID_ABSENT,
                                       OSSL_DIGEST_PARAM_BLOCK_SIZE, OSSL_DIGEST_PARAM_SIZE,
                                       "nobody-knows"};
    struct answer answers[NSIDES];
    struct requests requests;

    (void)slot;
    say(program, "get_params of the digest ");
    requests_make(&requests, program, keys, sizeof keys / sizeof keys[0]);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        requests_reset(&requests);
        int returned = EVP_MD_get_params(program->sides->algorithms[side], requests.list);
        answer_end(&answers[side], returned);
        requests_answer(&requests, &answers[side]);
    }
    if (EVP_MD_get_size(program->sides->algorithms[THEIR_SIDE]) == (int)algorithm_of(program)->size)
        program_compare(program, answers);
    else
        say(program, ", of another size with theirs\n");
}

/* None that a digest of the default provider knows. */
static void call_set_params(struct program *program, struct slot *slot)
{
    static const char *const keys[] = {OSSL_DIGEST_PARAM_XOFLEN, OSSL_DIGEST_PARAM_SIZE,
                                       "nobody-knows"};
    struct answer answers[NSIDES];
    struct requests requests;

    say(program, "set_params ");
    requests_make(&requests, program, keys, sizeof keys / sizeof keys[0]);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        requests_reset(&requests);
        answer_end(&answers[side], EVP_MD_CTX_set_params(slot->ctx[side], requests.list));
        answers[side].raised = 0;
    }
    program_compare(program, answers);
}

static void *digest_fetch(OSSL_LIB_CTX *ctx, const char *name, const char *query)
{
    EVP_MD *md = EVP_MD_fetch(ctx, name, query);

    if (md == NULL && strcmp(name, "SHA2-256/192") == 0) {
        ERR_clear_error();
        md = EVP_MD_fetch(ctx, "SHA2-256", query);
    }
    return md;
}

static void digest_drop(void *md)
{
    EVP_MD_free(md);
}

static void *digest_open(void *md)
{
    (void)md;
    return EVP_MD_CTX_new();
}

/* EVP_MD_CTX_dup does the same, from OpenSSL 3.1 on. */
static void *digest_dup(const void *ctx)
{
    EVP_MD_CTX *copy = EVP_MD_CTX_new();

    if (copy != NULL && EVP_MD_CTX_copy_ex(copy, ctx))
        return copy;
    EVP_MD_CTX_free(copy);
    return NULL;
}

static void digest_close(void *ctx)
{
    EVP_MD_CTX_free(ctx);
}

static const struct call calls[] = {
    {call_init, 15}, {call_update, 40}, {call_final, 20},     {call_copy, 8},
    {call_reset, 2}, {call_save, 10},   {call_get_params, 4}, {call_set_params, 1},
};

#define SUBJECT(name)                                                                 \
    {                                                                                 \
        name, digest_fetch, digest_drop, digest_open, digest_dup, digest_close, calls \
    }

const struct subject sha2[NALGORITHMS] = {
    SUBJECT("SHA2-224"), SUBJECT("SHA2-256"),     SUBJECT("SHA2-256/192"), SUBJECT("SHA2-384"),
    SUBJECT("SHA2-512"), SUBJECT("SHA2-512/224"), SUBJECT("SHA2-512/256"),
};
