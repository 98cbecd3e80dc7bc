/*
 * PBKDF2's calls in random programs.
 *
 * No password and no salt is empty: since 4.0 such a password is refused where pkcs5 is 0, and no version copies a
 * context with either.
 */
#include "subjects.h"

#include <openssl/core_names.h>

static const uint64_t pass_sizes[] = {1, 7, 8, 63, 64, 65, 127, 128, 129, 500};
static const uint64_t salt_sizes[] = {16, 16, 17, 32, 64, 100, 1, 15};
static const uint64_t iterations[] = {1, 1, 2, 2, 3, 3, 4, 5, 7, 10, 20, 999, 1000, 1001, 0};
static const uint64_t flags[] = {0, 1, 1, 2};

static const struct trial trials[] = {
    {OSSL_KDF_PARAM_DIGEST, TEXTS(tried_digests), .percent = 60},
    {OSSL_KDF_PARAM_PROPERTIES, TEXTS(tried_queries), .percent = 10},
    {OSSL_KDF_PARAM_PASSWORD, SIZES(pass_sizes), .percent = 60, .data_needed = 1},
    {OSSL_KDF_PARAM_SALT, SIZES(salt_sizes), .percent = 60, .data_needed = 1},
    {OSSL_KDF_PARAM_ITER, NUMBERS(iterations), .percent = 95, .data_needed = 1},
    {OSSL_KDF_PARAM_PKCS5, NUMBERS(flags), .percent = 30, .data_needed = 1},
};

static void make_parameters(struct program *program, struct parameters *parameters)
{
    parameters_make(parameters, program, trials, sizeof trials / sizeof trials[0]);
}

/* What a refused call leaves behind depends on the order in which it looks at its parameters, and 4.0 has another. */
static void judge_setting(struct program *program, const struct answer answers[NSIDES])
{
    if (!program_compare(program, answers) && OpenSSL_version_num() >= 0x40000000L)
        program->over = 1;
}

static void call_derive(struct program *program, struct slot *slot)
{
    static const uint64_t sizes[] = {0, 1, 13, 14, 16, 20, 32, 33, 48, 64, 65, 129};
    struct answer answers[NSIDES];
    struct parameters parameters;
    size_t size = pick_size(program, sizes, sizeof sizes / sizeof sizes[0], ANSWER_ROOM);
    int with = !slot->ready || happens(program, 80);

    say(program, "derive %zu ", size);
    if (with)
        make_parameters(program, &parameters);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answer_end(&answers[side], EVP_KDF_derive(slot->ctx[side], answers[side].out, size,
                                                  with ? parameters.list : NULL));
    }
    judge_setting(program, answers);
    if (answers[THEIR_SIDE].returned > 0 && !program->over) {
        slot->ready = 1;
        program->outputs++;
    }
}

static void call_set_params(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];
    struct parameters parameters;

    say(program, "set_params ");
    make_parameters(program, &parameters);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answer_end(&answers[side], EVP_KDF_CTX_set_params(slot->ctx[side], parameters.list));
    }
    judge_setting(program, answers);
}

static void call_reset(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];

    say(program, "reset");
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        EVP_KDF_CTX_reset(slot->ctx[side]);
        answer_end(&answers[side], 1);
    }
    program_compare(program, answers);
    slot->ready = 0;
}

static void call_get_params(struct program *program, struct slot *slot)
{
    static const char *const keys[] = {OSSL_KDF_PARAM_SIZE, OSSL_KDF_PARAM_ITER, "nobody-knows"};
    struct answer answers[NSIDES];
    struct requests requests;

    say(program, "get_params ");
    requests_make(&requests, program, keys, sizeof keys / sizeof keys[0]);
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        requests_reset(&requests);
        int returned = EVP_KDF_CTX_get_params(slot->ctx[side], requests.list);
        answer_end(&answers[side],
                   returned == -2 ? 1 : returned); /* -2 where 3.0 knows none of them */
        requests_answer(&requests, &answers[side]);
    }
    program_compare(program, answers);
}

static void call_size(struct program *program, struct slot *slot)
{
    struct answer answers[NSIDES];

    say(program, "get_kdf_size");
    for (int side = 0; side < NSIDES; side++) {
        answer_begin(&answers[side]);
        answers[side].size = EVP_KDF_CTX_get_kdf_size(slot->ctx[side]);
        answer_end(&answers[side], 1);
    }
    program_compare(program, answers);
}

static void *pbkdf2_fetch(OSSL_LIB_CTX *ctx, const char *name, const char *query)
{
    return EVP_KDF_fetch(ctx, name, query);
}

static void pbkdf2_drop(void *kdf)
{
    EVP_KDF_free(kdf);
}

static void *pbkdf2_open(void *kdf)
{
    return EVP_KDF_CTX_new(kdf);
}

static void *pbkdf2_dup(const void *ctx)
{
    return EVP_KDF_CTX_dup(ctx);
}

static void pbkdf2_close(void *ctx)
{
    EVP_KDF_CTX_free(ctx);
}

static const struct call calls[] = {
    {call_derive, 50},     {call_set_params, 25}, {call_reset, 10},
    {call_get_params, 10}, {call_size, 5},
};

const struct subject pbkdf2 = {
    "PBKDF2", pbkdf2_fetch, pbkdf2_drop, pbkdf2_open, pbkdf2_dup, pbkdf2_close, calls,
};
