/* The suite digest: whole messages through EVP, the default provider against ours in one process.
   */
#include "clock.h"
#include "message.h"
#include "module.h"
#include "sample.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
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

/* One digest of one provider, in a context that is reused from message to message. */
struct hashing {
    EVP_MD *md; /* NULL if the provider has none */
    EVP_MD_CTX *ctx;
    const uint8_t *message;
    size_t size;
    unsigned char digest[EVP_MAX_MD_SIZE];
};

static int hash(struct hashing *h)
{
    return EVP_DigestInit_ex2(h->ctx, h->md, NULL) &&
           EVP_DigestUpdate(h->ctx, h->message, h->size) &&
           EVP_DigestFinal_ex(h->ctx, h->digest, NULL);
}

static double run_hash(void *context, size_t repeats)
{
    struct hashing *h = context;
    int valid = 1;
    int64_t start = clock_now();

    for (size_t i = 0; i < repeats; i++)
        valid &= hash(h);
    return valid ? clock_since(start) : -1;
}

static bool open_hashing(struct hashing *h, const struct providers *providers,
                         const char *algorithm, const char *provider)
{
    char properties[64];

    snprintf(properties, sizeof properties, "provider=%s", provider);
    h->md = EVP_MD_fetch(providers->libctx, algorithm, properties);
    if (h->md == NULL)
        return false;
    h->ctx = EVP_MD_CTX_new();
    return h->ctx != NULL &&
           strcmp(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(h->md)), provider) == 0;
}

static void close_hashing(struct hashing *h)
{
    EVP_MD_CTX_free(h->ctx);
    EVP_MD_free(h->md);
}

/* What is compared: one algorithm at one size. */
struct comparison {
    struct hashing ours, base;
};

static bool open_comparison(struct comparison *c, struct contest *contest,
                            const struct providers *providers, const char *algorithm,
                            const uint8_t *message, size_t size)
{
    c->ours.message = c->base.message = message;
    c->ours.size = c->base.size = size;
    if (!open_hashing(&c->ours, providers, algorithm, "fastsha2")) {
        ERR_print_errors_fp(stderr);
        fprintf(stderr, "fastsha2-bench: the provider has no %s\n", algorithm);
        return false;
    }
    contest->ours = (struct subject){run_hash, &c->ours};
    /* SHA2-256/192 is younger than OpenSSL 3.0. */
    if (!open_hashing(&c->base, providers, algorithm, "default")) {
        ERR_clear_error();
        return true;
    }
    contest->base = (struct subject){run_hash, &c->base};
    if (!hash(&c->ours) || !hash(&c->base) ||
        memcmp(c->ours.digest, c->base.digest, (size_t)EVP_MD_get_size(c->ours.md)) != 0) {
        ERR_print_errors_fp(stderr);
        fprintf(stderr, "fastsha2-bench: the providers differ in %s of %zu bytes\n", algorithm,
                size);
        return false;
    }
    return true;
}

/* The contests are those of the first algorithm at every size, then those of the next. */
struct plan {
    const struct algorithm *const *algorithms;
    size_t nalgorithms;
    const size_t *sizes;
    size_t nsizes;
};

static bool measure(const struct options *options, struct report *report, const struct plan *plan,
                    const struct providers *providers, const uint8_t *message,
                    struct comparison *comparisons, struct contest *contests)
{
    size_t n = plan->nalgorithms * plan->nsizes;
    struct result *results;

    for (size_t i = 0; i < n; i++) {
        const struct algorithm *algorithm = plan->algorithms[i / plan->nsizes];
        if (!open_comparison(&comparisons[i], &contests[i], providers, algorithm->names[0], message,
                             plan->sizes[i % plan->nsizes]))
            return false;
    }
    if (!sample_contests(&report->machine, contests, n, options->seconds))
        return false;
    results = report_table(report, "Whole messages through EVP: fastsha2 against default", columns,
                           true, n);
    if (results == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct algorithm *algorithm = plan->algorithms[i / plan->nsizes];
        results[i].algorithm = algorithm->names[0];
        results[i].backend = providers_backend(providers, algorithm->family);
        results[i].sized = true;
        results[i].size = plan->sizes[i % plan->nsizes];
        results[i].figure = contest_figure(&report->machine, &contests[i]);
    }
    return true;
}

static struct plan plan_of(const struct options *options)
{
    static const struct algorithm *const default_algorithms[] = {&algorithms[1], &algorithms[4]};
    struct plan plan = {options->algorithms, options->nalgorithms, options->sizes, options->nsizes};

    if (plan.nalgorithms == 0) {
        plan.algorithms = default_algorithms;
        plan.nalgorithms = sizeof default_algorithms / sizeof default_algorithms[0];
    }
    if (plan.nsizes == 0) {
        plan.sizes = default_sizes;
        plan.nsizes = sizeof default_sizes / sizeof default_sizes[0];
    }
    return plan;
}

enum suite_outcome digest_run(const struct options *options, struct report *report)
{
    struct plan plan = plan_of(options);
    size_t n = plan.nalgorithms * plan.nsizes, largest = 0;
    struct comparison *comparisons = calloc(n, sizeof *comparisons);
    struct contest *contests = calloc(n, sizeof *contests);
    struct providers providers = {0};
    uint8_t *message;
    bool done = false;

    for (size_t i = 0; i < plan.nsizes; i++)
        largest = plan.sizes[i] > largest ? plan.sizes[i] : largest;
    message = message_new(largest);
    if (comparisons != NULL && contests != NULL && message != NULL &&
        providers_open(&providers, options)) {
        report_note(report, "provider fastsha2 %s: %s\n", providers.version, providers.buildinfo);
        done = measure(options, report, &plan, &providers, message, comparisons, contests);
    }
    for (size_t i = 0; i < n && comparisons != NULL && contests != NULL; i++) {
        close_hashing(&comparisons[i].ours);
        close_hashing(&comparisons[i].base);
        contest_free(&contests[i]);
    }
    free(comparisons);
    free(contests);
    free(message);
    providers_close(&providers);
    return done ? SUITE_DONE : SUITE_FAILED;
}
