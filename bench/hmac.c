/* The suite hmac: HMAC of whole messages, each of the ways in which programs ask libcrypto for it. */
#include "message.h"
#include "param.h"
#include "plan.h"
#include "trial.h"

#include <stdlib.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

enum suite_outcome hmac_run(const struct options *options, struct report *report);

static const struct column *const columns[] = {
    &column_algorithm, &column_test,  &column_backend, &column_size,  &column_ours_ns,
    &column_base_ns,   &column_ratio, &column_middle,  &column_pairs, NULL,
};

static const size_t default_sizes[] = {16, 64, 256, 1 << 10, 16 << 10};

static const unsigned char key[32] = "one that is as long as a digest";

struct authentication {
    EVP_MAC *mac;
    EVP_MAC_CTX *ctx;
    EVP_MD *md; /* for HMAC(), which asks it for nothing but its name and size */
    const struct trial *trial;
};

static bool open_authentication(void *state, const struct side *side, const struct trial *trial)
{
    struct authentication *a = state;
    const OSSL_PARAM params[] = {text_param(OSSL_MAC_PARAM_DIGEST, trial->algorithm),
                                 OSSL_PARAM_END};

    a->trial = trial;
    a->mac = EVP_MAC_fetch(side->libctx, "HMAC", NULL);
    a->md = EVP_MD_fetch(side->libctx, trial->algorithm, NULL);
    if (a->mac == NULL || !side_serves(side, "HMAC", EVP_MAC_get0_provider(a->mac)))
        return false;
    a->ctx = EVP_MAC_CTX_new(a->mac);
    return a->ctx != NULL && a->md != NULL && EVP_MAC_init(a->ctx, key, sizeof key, params);
}

static void close_authentication(void *state)
{
    struct authentication *a = state;

    EVP_MAC_CTX_free(a->ctx);
    EVP_MAC_free(a->mac);
    EVP_MD_free(a->md);
}

static int finish(struct authentication *a, unsigned char *code)
{
    return EVP_MAC_update(a->ctx, a->trial->message, a->trial->size) &&
           EVP_MAC_final(a->ctx, code, NULL, EVP_MAX_MD_SIZE);
}

static int with_kept_key(void *state, unsigned char *code)
{
    struct authentication *a = state;

    return EVP_MAC_init(a->ctx, NULL, 0, NULL) && finish(a, code);
}

static int with_new_key(void *state, unsigned char *code)
{
    struct authentication *a = state;

    return EVP_MAC_init(a->ctx, key, sizeof key, NULL) && finish(a, code);
}

static int in_one_call(void *state, unsigned char *code)
{
    struct authentication *a = state;

    return HMAC(a->md, key, sizeof key, a->trial->message, a->trial->size, code, NULL) != NULL;
}

static const struct way {
    const char *name;
    struct operation operation;
} ways[] = {
    {"kept key",
     {sizeof(struct authentication), open_authentication, with_kept_key, close_authentication}},
    {"new key",
     {sizeof(struct authentication), open_authentication, with_new_key, close_authentication}},
    {"HMAC()",
     {sizeof(struct authentication), open_authentication, in_one_call, close_authentication}},
};

static bool add_digest(struct trials *table, const struct plan *plan, const uint8_t *message,
                       const char *digest, const struct family *family)
{
    for (const struct way *way = ways; way < ways + sizeof ways / sizeof ways[0]; way++) {
        for (size_t s = 0; s < plan->nsizes; s++) {
            const struct trial trial = {
                .operation = &way->operation,
                .test = way->name,
                .algorithm = digest,
                .family = family,
                .message = message,
                .size = plan->sizes[s],
                .output = EVP_MAX_MD_SIZE,
            };
            if (!trials_add(table, &trial))
                return false;
        }
    }
    return true;
}

enum suite_outcome hmac_run(const struct options *options, struct report *report)
{
    struct trials tables[] = {
        {.title = "HMAC through EVP: fastsha2 against default",
         .columns = columns,
         .plotted = true},
        {.title = "HMAC of digests that are not ours, which fastsha2 hands to default",
         .columns = columns},
    };
    struct plan plan =
        plan_make(options, default_sizes, sizeof default_sizes / sizeof default_sizes[0]);
    uint8_t *message = message_new(plan_largest(&plan));
    bool planned = message != NULL;
    enum suite_outcome outcome = SUITE_FAILED;

    for (size_t i = 0; planned && i < plan.nalgorithms; i++)
        planned = add_digest(&tables[0], &plan, message, plan.algorithms[i]->names[0],
                             plan.algorithms[i]->family);
    if (planned && options->nalgorithms == 0)
        planned = add_digest(&tables[1], &plan, message, "SHA1", NULL) &&
                  add_digest(&tables[1], &plan, message, "MD5", NULL);
    if (planned)
        outcome = trials_run(options, report, tables, sizeof tables / sizeof tables[0]);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        trials_free(&tables[i]);
    free(message);
    return outcome;
}
