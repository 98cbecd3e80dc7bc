/* The suite kdf: what the default provider itself builds on HMAC or on a digest, which then come from fastsha2. */
#include "message.h"
#include "param.h"
#include "plan.h"
#include "trial.h"

#include <stdlib.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/rand.h>

enum suite_outcome kdf_run(const struct options *options, struct report *report);

static const struct column *const columns[] = {
    &column_algorithm, &column_test,  &column_backend, &column_size,  &column_ours_ns,
    &column_base_ns,   &column_ratio, &column_middle,  &column_pairs, NULL,
};

/* The function itself is default's on both sides: what tells them apart is the HMAC that it fetches. */
static bool hmac_serves(const struct side *side)
{
    EVP_MAC *mac = EVP_MAC_fetch(side->libctx, "HMAC", NULL);
    bool serves = mac != NULL && side_serves(side, "HMAC", EVP_MAC_get0_provider(mac));

    EVP_MAC_free(mac);
    return serves;
}

/* A parameter beside the digest: a word, or so many octets where that is NULL. */
struct input {
    const char *key, *word;
    size_t octets;
};

enum { INPUTS_MAX = 4, OCTETS_MAX = 77 };

struct function {
    const char *test, *name; /* as the report has it, and as it is fetched */
    const struct operation *operation;
    const struct input *inputs; /* without key at the end */
    size_t size;                /* of the output */
};

struct derivation {
    EVP_KDF *kdf;
    OSSL_PARAM params[INPUTS_MAX + 2];
    const struct trial *trial;
};

static void set_params(OSSL_PARAM *param, const struct trial *trial)
{
    const struct function *function = trial->variant;

    *param++ = text_param(OSSL_KDF_PARAM_DIGEST, trial->algorithm);
    for (const struct input *input = function->inputs; input->key != NULL; input++)
        *param++ = input->word != NULL ? text_param(input->key, input->word)
                                       : octets_param(input->key, trial->message, input->octets);
    *param = OSSL_PARAM_construct_end();
}

static bool open_derivation(void *state, const struct side *side, const struct trial *trial)
{
    const struct function *function = trial->variant;
    struct derivation *d = state;

    d->trial = trial;
    set_params(d->params, trial);
    d->kdf = EVP_KDF_fetch(side->libctx, function->name, NULL);
    return d->kdf != NULL && hmac_serves(side);
}

/* In a new context, as TLS has it: in one that is kept, TLS1-PRF would add to its seed. */
static int derive(void *state, unsigned char *output)
{
    struct derivation *d = state;
    EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(d->kdf);
    int derived = ctx != NULL && EVP_KDF_derive(ctx, output, d->trial->size, d->params) > 0;

    EVP_KDF_CTX_free(ctx);
    return derived;
}

static void close_derivation(void *state)
{
    struct derivation *d = state;

    EVP_KDF_free(d->kdf);
}

static const struct operation derivation = {sizeof(struct derivation), open_derivation, derive,
                                            close_derivation};

/* A generator that is seeded once, by constants: a reseed would be another operation. */
struct generator {
    EVP_RAND *seed_rand, *rand;
    EVP_RAND_CTX *seed, *ctx;
    const struct trial *trial;
};

static bool open_seed(struct generator *g, const struct side *side, const struct trial *trial)
{
    unsigned strength = 256;
    const OSSL_PARAM params[] = {
        OSSL_PARAM_construct_uint(OSSL_RAND_PARAM_STRENGTH, &strength),
        octets_param(OSSL_RAND_PARAM_TEST_ENTROPY, trial->message, 64),
        octets_param(OSSL_RAND_PARAM_TEST_NONCE, trial->message, 32),
        OSSL_PARAM_END,
    };

    g->seed_rand = EVP_RAND_fetch(side->libctx, "TEST-RAND", NULL);
    g->seed = EVP_RAND_CTX_new(g->seed_rand, NULL);
    return g->seed != NULL && EVP_RAND_instantiate(g->seed, strength, 0, NULL, 0, params);
}

static bool open_generator(void *state, const struct side *side, const struct trial *trial)
{
    const struct function *function = trial->variant;
    struct generator *g = state;
    unsigned requests = 0;
    time_t seconds = 0;
    const OSSL_PARAM params[] = {
        text_param(OSSL_DRBG_PARAM_DIGEST, trial->algorithm),
        text_param(OSSL_DRBG_PARAM_MAC, "HMAC"),
        OSSL_PARAM_construct_uint(OSSL_DRBG_PARAM_RESEED_REQUESTS, &requests),
        OSSL_PARAM_construct_time_t(OSSL_DRBG_PARAM_RESEED_TIME_INTERVAL, &seconds),
        OSSL_PARAM_END,
    };

    g->trial = trial;
    if (!open_seed(g, side, trial))
        return false;
    g->rand = EVP_RAND_fetch(side->libctx, function->name, NULL);
    g->ctx = EVP_RAND_CTX_new(g->rand, g->seed);
    return g->ctx != NULL && hmac_serves(side) &&
           EVP_RAND_instantiate(g->ctx, 0, 0, NULL, 0, params);
}

static int generate(void *state, unsigned char *output)
{
    struct generator *g = state;

    return EVP_RAND_generate(g->ctx, output, g->trial->size, 0, 0, NULL, 0);
}

static void close_generator(void *state)
{
    struct generator *g = state;

    EVP_RAND_CTX_free(g->ctx);
    EVP_RAND_CTX_free(g->seed);
    EVP_RAND_free(g->rand);
    EVP_RAND_free(g->seed_rand);
}

static const struct operation generation = {sizeof(struct generator), open_generator, generate,
                                            close_generator};

/* Input as users have it: TLS 1.2 derives its master secret, TLS 1.3 the key of one direction. */
static const struct input of_hkdf[] = {
    {OSSL_KDF_PARAM_KEY, NULL, 32},
    {OSSL_KDF_PARAM_SALT, NULL, 32},
    {OSSL_KDF_PARAM_INFO, NULL, 32},
    {NULL, NULL, 0},
};
static const struct input of_tls1_prf[] = {
    {OSSL_KDF_PARAM_SECRET, NULL, 48},
    {OSSL_KDF_PARAM_SEED, NULL, OCTETS_MAX},
    {NULL, NULL, 0},
};
static const struct input of_tls13_kdf[] = {
    {OSSL_KDF_PARAM_MODE, "EXPAND_ONLY", 0},
    {OSSL_KDF_PARAM_KEY, NULL, 32},
    {OSSL_KDF_PARAM_PREFIX, NULL, 6},
    {OSSL_KDF_PARAM_LABEL, NULL, 3},
    {NULL, NULL, 0},
};
static const struct input of_sskdf[] = {
    {OSSL_KDF_PARAM_KEY, NULL, 32},
    {OSSL_KDF_PARAM_INFO, NULL, 32},
    {NULL, NULL, 0},
};
static const struct input of_sskdf_hmac[] = {
    {OSSL_KDF_PARAM_MAC, "HMAC", 0},
    {OSSL_KDF_PARAM_KEY, NULL, 32},
    {OSSL_KDF_PARAM_SALT, NULL, 32},
    {OSSL_KDF_PARAM_INFO, NULL, 32},
    {NULL, NULL, 0},
};
static const struct function functions[] = {
    {"HKDF", "HKDF", &derivation, of_hkdf, 32},
    {"TLS1-PRF", "TLS1-PRF", &derivation, of_tls1_prf, 48},
    {"TLS13-KDF", "TLS13-KDF", &derivation, of_tls13_kdf, 32},
    {"SSKDF, digest", "SSKDF", &derivation, of_sskdf, 32},
    {"SSKDF, HMAC", "SSKDF", &derivation, of_sskdf_hmac, 32},
    {"HMAC-DRBG", "HMAC-DRBG", &generation, NULL, 32},
};

enum suite_outcome kdf_run(const struct options *options, struct report *report)
{
    struct trials table = {.title =
                               "Of default, over fastsha2's HMAC and digests, and over its own",
                           .columns = columns};
    struct plan plan = plan_make(options, NULL, 0);
    uint8_t *message = message_new(OCTETS_MAX);
    bool planned = message != NULL;
    enum suite_outcome outcome = SUITE_FAILED;

    for (size_t a = 0; a < plan.nalgorithms; a++) {
        for (const struct function *f = functions;
             planned && f < functions + sizeof functions / sizeof functions[0]; f++)
            planned = trials_add(&table, &(struct trial){
                                             .operation = f->operation,
                                             .variant = f,
                                             .test = f->test,
                                             .algorithm = plan.algorithms[a]->names[0],
                                             .family = plan.algorithms[a]->family,
                                             .message = message,
                                             .size = f->size,
                                             .output = f->size,
                                         });
    }
    if (planned)
        outcome = trials_run(options, report, &table, 1);
    trials_free(&table);
    free(message);
    return outcome;
}
