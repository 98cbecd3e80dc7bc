/*
 * HMAC's calls in random programs.
 *
 * Once a MAC was taken from a context and until a message is begun anew, OpenSSL before 3.2 goes on with what is left
 * in a digest that has ended, and later ones refuse to: the slot has ended then.
 *
 * After a failure the default provider may tell the size of the digest that failed, and libcrypto compares that with the
 * room: neither is compared then. Nor is an empty update, which it then takes without a key.
 *
 * A key parameter that is empty begins a message with the key that is there, if that was set for the same digest. To
 * OpenSSL, one digest that is found in two providers is two; to us a digest is what it computes.
 */
#include "subjects.h"

#include <openssl/core_names.h>

static const uint64_t key_sizes[] = {0,  1,   20,  32,  47,  48,  63,  64,
                                     65, 103, 104, 127, 128, 129, 137, 1000};
static const uint64_t flags[] = {0, 1, 1, 2};
static const uint64_t no_size[] = {0};

/* Not digest-noinit: in a context with it, OpenSSL 3.0 frees twice. */
static const struct trial trials[] = {
    {OSSL_MAC_PARAM_DIGEST, TEXTS(tried_digests), .percent = 80},
    {OSSL_MAC_PARAM_PROPERTIES, TEXTS(tried_queries), .percent = 10},
    {OSSL_MAC_PARAM_KEY, SIZES(key_sizes), .percent = 20},
    {OSSL_MAC_PARAM_DIGEST_ONESHOT, NUMBERS(flags), .percent = 3, .data_needed = 1},
    {OSSL_MAC_PARAM_TLS_DATA_SIZE, NUMBERS(no_size), .percent = 3, .data_needed = 1},
};

static void make_parameters(struct program *program, struct slot *slot,
                            struct parameters *parameters)
{
    parameters_make(parameters, program, trials, sizeof trials / sizeof trials[0]);
    slot->queried |= OSSL_PARAM_locate(parameters->list, OSSL_MAC_PARAM_PROPERTIES) != NULL;

    const OSSL_PARAM *key = OSSL_PARAM_locate(parameters->list, OSSL_MAC_PARAM_KEY);
    if (key != NULL && key->data == NULL && slot->queried)
        program->theirs_may_fail = 1;
}

static void call_init(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];
    struct parameters parameters;
    const unsigned char *key = happens(program, 70) ? noise_bytes() + 64 : NULL;
    size_t key_size =
        pick_size(program, key_sizes, sizeof key_sizes / sizeof key_sizes[0], NOISE_SIZE / 2);
    int with = happens(program, 80);

    say(program, "init with %s key of %zu ", key == NULL ? "no" : "a", key_size);
    if (with)
        make_parameters(program, slot, &parameters);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answer_end(&answers[side],
                   EVP_MAC_init(slot->ctx[side], key, key_size, with ? parameters.list : NULL));
    }
    slot->failed = !program_compare(program, answers);
    if (!slot->failed) {
        slot->ready = 1;
        slot->ended = 0;
    }
}

static void call_set_params(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];
    struct parameters parameters;

    say(program, "set_params ");
    make_parameters(program, slot, &parameters);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answer_end(&answers[side], EVP_MAC_CTX_set_params(slot->ctx[side], parameters.list));
    }
    slot->failed |= !program_compare(program, answers);
}

static void call_update(struct program *program, struct slot *slot)
{
    static const uint64_t sizes[] = {0, 1, 3, 20, 63, 64, 65, 100, 127, 128, 129, 256, 1000};
    struct answer answers[NSIDES];
    const unsigned char *data = noise_bytes() + 1000 + pick(program, 64);
    size_t size = pick_size(program, sizes, sizeof sizes / sizeof sizes[0], NOISE_SIZE / 2);

    say(program, "update with %zu", size);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answer_end(&answers[side], EVP_MAC_update(slot->ctx[side], data, size));
    }
    program_compare_if(program, !slot->ended && !(slot->failed && size == 0), answers);
}

static void call_final(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];
    size_t full = EVP_MAC_CTX_get_mac_size(slot->ctx[THEIR_SIDE]);
    size_t rooms[] = {full, full, full, full + 7, EVP_MAX_MD_SIZE, full == 0 ? 0 : full - 1};
    size_t room = rooms[pick(program, sizeof rooms / sizeof rooms[0])];
    int no_room = happens(program, 5), no_size_wanted = happens(program, 10);

    if (slot->failed) {
        room = EVP_MAX_MD_SIZE;
        no_room = 0;
    }
    say(program, "final into %s%zu%s", no_room ? "nothing, of " : "", room,
        no_size_wanted ? ", its size not asked" : "");
    for (int side = 0; side < NSIDES; side++) {
        struct answer *answer = &answers[side];
        answer_begin(answer);
        answer_end(answer, EVP_MAC_final(slot->ctx[side], no_room ? NULL : answer->out,
                                         no_size_wanted ? NULL : &answer->size, room));
    }
    if (program_compare_if(program, !slot->ended, answers) && !no_room) {
        program->outputs++;
        slot->ready = 0;
        slot->ended = 1;
    }
}

static void call_get_params(struct program *program, struct slot *slot)
{
    static const char *const keys[] = {OSSL_MAC_PARAM_SIZE, OSSL_MAC_PARAM_BLOCK_SIZE,
                                       OSSL_MAC_PARAM_DIGEST, "nobody-knows"};
    struct answer answers[NSIDES];
    struct requests requests;

    say(program, "get_params ");
    requests_make(&requests, program, keys, sizeof keys / sizeof keys[0]);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        requests_reset(&requests);
        answer_end(&answers[side], EVP_MAC_CTX_get_params(slot->ctx[side], requests.list));
        requests_answer(&requests, &answers[side]);
    }
    program_compare_if(program, !slot->failed, answers);
}

static void call_sizes(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];

    say(program, "get_mac_size, get_block_size");
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answers[side].size = EVP_MAC_CTX_get_mac_size(slot->ctx[side]);
        answers[side].out[0] = (unsigned char)EVP_MAC_CTX_get_block_size(slot->ctx[side]);
        answer_end(&answers[side], 1);
        answers[side].raised = 0;
    }
    program_compare_if(program, !slot->failed, answers);
}

static void *hmac_fetch(OSSL_LIB_CTX *ctx, const char *name, const char *query)
{
    return EVP_MAC_fetch(ctx, name, query);
}

static void hmac_drop(void *mac)
{
    EVP_MAC_free(mac);
}

static void *hmac_open(void *mac)
{
    return EVP_MAC_CTX_new(mac);
}

static void *hmac_dup(const void *ctx)
{
    return EVP_MAC_CTX_dup(ctx);
}

static void hmac_close(void *ctx)
{
    EVP_MAC_CTX_free(ctx);
}

static const struct call calls[] = {
    {call_init, 27},  {call_set_params, 9}, {call_update, 30},
    {call_final, 22}, {call_get_params, 5}, {call_sizes, 7},
};

const struct subject hmac = {
    "HMAC", hmac_fetch, hmac_drop, hmac_open, hmac_dup, hmac_close, calls,
};
