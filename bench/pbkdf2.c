/* The suite pbkdf2: keys derived from a password, by the two functions that programs call for it. */
#include "param.h"
#include "plan.h"
#include "trial.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>

enum suite_outcome pbkdf2_run(const struct options *options, struct report *report);

static const struct column *const columns[] = {
    &column_test,
    &column_algorithm,
    &column_backend,
    &column_size,
    &column_iterations,
    &column_ours_us,
    &column_base_us,
    &column_ratio,
    &column_middle,
    &column_pairs,
    NULL,
};

/* The first ones show what a call costs, the last one what an iteration does. */
static const uint64_t iterations[] = {1, 10, 1000, 10000};

static const char password[] = "a password of some length", salt[] = "a salt of 16 byt";

struct derivation {
    EVP_KDF *kdf;
    EVP_KDF_CTX *ctx;
    EVP_MD *md; /* for PKCS5_PBKDF2_HMAC, which asks it for nothing but its name */
    const struct trial *trial;
    uint64_t iterations;
    OSSL_PARAM params[5];
};

static bool open_derivation(void *state, const struct side *side, const struct trial *trial)
{
    struct derivation *d = state;

    d->trial = trial;
    d->iterations = trial->iterations;
    d->params[0] = text_param(OSSL_KDF_PARAM_DIGEST, trial->algorithm);
    d->params[1] = octets_param(OSSL_KDF_PARAM_PASSWORD, password, strlen(password));
    d->params[2] = octets_param(OSSL_KDF_PARAM_SALT, salt, strlen(salt));
    d->params[3] = OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &d->iterations);
    d->params[4] = OSSL_PARAM_construct_end();
    d->kdf = EVP_KDF_fetch(side->libctx, "PBKDF2", NULL);
    d->md = EVP_MD_fetch(side->libctx, trial->algorithm, NULL);
    if (d->kdf == NULL || !side_serves(side, "PBKDF2", EVP_KDF_get0_provider(d->kdf)))
        return false;
    d->ctx = EVP_KDF_CTX_new(d->kdf);
    return d->ctx != NULL && d->md != NULL;
}

static void close_derivation(void *state)
{
    struct derivation *d = state;

    EVP_KDF_CTX_free(d->ctx);
    EVP_KDF_free(d->kdf);
    EVP_MD_free(d->md);
}

static int by_context(void *state, unsigned char *output)
{
    struct derivation *d = state;

    return EVP_KDF_derive(d->ctx, output, d->trial->size, d->params);
}

static int by_name(void *state, unsigned char *output)
{
    struct derivation *d = state;

    return PKCS5_PBKDF2_HMAC(password, (int)strlen(password), (const unsigned char *)salt,
                             (int)strlen(salt), (int)d->trial->iterations, d->md,
                             (int)d->trial->size, output);
}

static const struct way {
    const char *name;
    struct operation operation;
} ways[] = {
    {"EVP_KDF_derive", {sizeof(struct derivation), open_derivation, by_context, close_derivation}},
    {"PKCS5_PBKDF2_HMAC", {sizeof(struct derivation), open_derivation, by_name, close_derivation}},
};

/* The sizes of the output, unless the options have others: a part of a block of the digest, one block and several. */
static struct plan plan_of(const struct options *options, const struct family *family)
{
    static const size_t sha256[] = {20, 32, 64, 128}, sha512[] = {64, 128}, sha1[] = {20};

    if (family == &family_sha256)
        return plan_make(options, sha256, sizeof sha256 / sizeof sha256[0]);
    if (family == &family_sha512)
        return plan_make(options, sha512, sizeof sha512 / sizeof sha512[0]);
    return plan_make(options, sha1, sizeof sha1 / sizeof sha1[0]);
}

static bool add_digest(struct trials *table, const struct options *options, const struct way *way,
                       const char *digest, const struct family *family)
{
    struct plan plan = plan_of(options, family);

    for (size_t s = 0; s < plan.nsizes; s++) {
        for (size_t i = 0; i < sizeof iterations / sizeof iterations[0]; i++) {
            const struct trial trial = {
                .operation = &way->operation,
                .test = way->name,
                .algorithm = digest,
                .family = family,
                .size = plan.sizes[s],
                .output = plan.sizes[s],
                .iterations = iterations[i],
            };
            if (!trials_add(table, &trial))
                return false;
        }
    }
    return true;
}

enum suite_outcome pbkdf2_run(const struct options *options, struct report *report)
{
    struct trials tables[] = {
        {.title = "PBKDF2: fastsha2 against default", .columns = columns},
        {.title = "PBKDF2 with a digest that is not ours, which fastsha2 hands to default",
         .columns = columns},
    };
    struct plan plan = plan_make(options, NULL, 0);
    bool planned = true;
    enum suite_outcome outcome = SUITE_FAILED;

    for (const struct way *way = ways; way < ways + sizeof ways / sizeof ways[0]; way++) {
        for (size_t i = 0; planned && i < plan.nalgorithms; i++)
            planned = add_digest(&tables[0], options, way, plan.algorithms[i]->names[0],
                                 plan.algorithms[i]->family);
        if (planned && options->nalgorithms == 0)
            planned = add_digest(&tables[1], options, way, "SHA1", NULL);
    }
    if (planned)
        outcome = trials_run(options, report, tables, sizeof tables / sizeof tables[0]);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        trials_free(&tables[i]);
    return outcome;
}
