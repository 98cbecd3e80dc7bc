/* The suite digest: whole messages through EVP, the default provider against ours in one process.
   */
#include "message.h"
#include "plan.h"
#include "trial.h"

#include <stdlib.h>

#include <openssl/evp.h>

enum suite_outcome digest_run(const struct options *options, struct report *report);

static const struct column *const columns[] = {
    &column_algorithm, &column_backend, &column_size,
    &column_ours_ns,   &column_base_ns, &column_ratio,
    &column_middle,    &column_pairs,   NULL,
};

static const size_t default_sizes[] = {
    0, 16, 55, 56, 64, 111, 112, 128, 256, 1 << 10, 4 << 10, 16 << 10, 1 << 20,
};

/* A context that is reused from message to message. */
struct hashing {
    EVP_MD *md;
    EVP_MD_CTX *ctx;
    const struct trial *trial;
};

static bool open_hashing(void *state, const struct side *side, const struct trial *trial)
{
    struct hashing *h = state;

    h->trial = trial;
    h->md = EVP_MD_fetch(side->libctx, trial->algorithm, NULL);
    h->ctx = EVP_MD_CTX_new();
    return h->md != NULL && h->ctx != NULL &&
           side_serves(side, trial->algorithm, EVP_MD_get0_provider(h->md));
}

static int hash(void *state, unsigned char *digest)
{
    struct hashing *h = state;

    return EVP_DigestInit_ex2(h->ctx, h->md, NULL) &&
           EVP_DigestUpdate(h->ctx, h->trial->message, h->trial->size) &&
           EVP_DigestFinal_ex(h->ctx, digest, NULL);
}

static void close_hashing(void *state)
{
    struct hashing *h = state;

    EVP_MD_CTX_free(h->ctx);
    EVP_MD_free(h->md);
}

static const struct operation hashing = {sizeof(struct hashing), open_hashing, hash, close_hashing};

enum suite_outcome digest_run(const struct options *options, struct report *report)
{
    struct trials table = {.title = "Whole messages through EVP: fastsha2 against default",
                           .columns = columns,
                           .plotted = true};
    struct plan plan =
        plan_make(options, default_sizes, sizeof default_sizes / sizeof default_sizes[0]);
    uint8_t *message = message_new(plan_largest(&plan));
    bool planned = message != NULL;
    enum suite_outcome outcome = SUITE_FAILED;

    for (size_t a = 0; a < plan.nalgorithms; a++) {
        for (size_t s = 0; planned && s < plan.nsizes; s++)
            planned = trials_add(&table, &(struct trial){
                                             .operation = &hashing,
                                             .algorithm = plan.algorithms[a]->names[0],
                                             .family = plan.algorithms[a]->family,
                                             .message = message,
                                             .size = plan.sizes[s],
                                             .output = EVP_MAX_MD_SIZE,
                                         });
    }
    if (planned)
        outcome = trials_run(options, report, &table, 1);
    trials_free(&table);
    free(message);
    return outcome;
}
