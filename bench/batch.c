/* The suite batch: many messages at once by fastsha2.h, against a loop over them, and against libipsec-mb. */
#include "message.h"
#include "multibuffer.h"
#include "plan.h"
#include "trial.h"

#include "fastsha2.h"

#include <stdlib.h>
#include <string.h>

enum suite_outcome batch_run(const struct options *options, struct report *report);

static const struct column *const columns[] = {
    &column_algorithm, &column_test,  &column_backend, &column_size,  &column_ours_ns,
    &column_base_ns,   &column_ratio, &column_middle,  &column_pairs, NULL,
};

static const struct column *const peer_columns[] = {
    &column_algorithm, &column_test,  &column_backend, &column_size,  &column_ours_ns,
    &column_peer_ns,   &column_ratio, &column_middle,  &column_pairs, NULL,
};

/* What is hashed at once: a number of messages, each of the trial's size, or of any length up to it. */
struct shape {
    const char *test;
    size_t count;
    bool unequal;
    bool peer; /* the other side is libipsec-mb */
};

struct batch {
    EVP_MD *md;
    EVP_MD_CTX *ctx;
    struct multibuffer *peer;
    bool (*hash)(struct batch *batch);
    size_t n;
    const unsigned char **data;
    size_t *size;
    unsigned char **out;
};

static bool hash_at_once(struct batch *batch)
{
    return fastsha2_digest_many(batch->ctx, batch->md, batch->n, batch->data, batch->size,
                                batch->out, EVP_MAX_MD_SIZE);
}

/* The way that programs go now: one context that is kept. */
static bool hash_in_a_loop(struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++)
        if (!EVP_DigestInit_ex2(batch->ctx, batch->md, NULL) ||
            !EVP_DigestUpdate(batch->ctx, batch->data[i], batch->size[i]) ||
            !EVP_DigestFinal_ex(batch->ctx, batch->out[i], NULL))
            return false;
    return true;
}

static bool hash_by_peer(struct batch *batch)
{
    return multibuffer_hash(batch->peer, batch->n, batch->data, batch->size, batch->out);
}

/* The messages lie one behind the other. Lengths are the same in every run, and on both sides. */
static void lay_out(struct batch *batch, const struct shape *shape, const struct trial *trial)
{
    const unsigned char *at = trial->message;
    uint64_t state = 1;

    batch->n = shape->count;
    for (size_t i = 0; i < batch->n; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        batch->size[i] = shape->unequal ? (size_t)(state >> 33) % (trial->size + 1) : trial->size;
        batch->data[i] = at;
        at += batch->size[i];
    }
}

static bool open_batch(void *state, const struct side *side, const struct trial *trial)
{
    const struct shape *shape = trial->variant;
    struct batch *batch = state;
    bool ours = strcmp(side->provider, "fastsha2") == 0;

    batch->data = calloc(shape->count, sizeof *batch->data);
    batch->size = calloc(shape->count, sizeof *batch->size);
    batch->out = calloc(shape->count, sizeof *batch->out);
    if (batch->data == NULL || batch->size == NULL || batch->out == NULL)
        return false;
    lay_out(batch, shape, trial);
    if (!ours && shape->peer) {
        batch->hash = hash_by_peer;
        batch->peer = multibuffer_open(trial->algorithm);
        return batch->peer != NULL;
    }
    batch->hash = ours ? hash_at_once : hash_in_a_loop;
    batch->md = EVP_MD_fetch(side->libctx, trial->algorithm, NULL);
    batch->ctx = EVP_MD_CTX_new();
    return batch->md != NULL && batch->ctx != NULL &&
           side_serves(side, trial->algorithm, EVP_MD_get0_provider(batch->md));
}

static int perform_batch(void *state, unsigned char *digests)
{
    struct batch *batch = state;

    if (batch->out[0] != digests)
        for (size_t i = 0; i < batch->n; i++)
            batch->out[i] = digests + i * EVP_MAX_MD_SIZE;
    return batch->hash(batch);
}

static void close_batch(void *state)
{
    struct batch *batch = state;

    multibuffer_close(batch->peer);
    EVP_MD_CTX_free(batch->ctx);
    EVP_MD_free(batch->md);
    free(batch->data);
    free(batch->size);
    free(batch->out);
}

static const struct operation operation = {sizeof(struct batch), open_batch, perform_batch,
                                           close_batch};

static const size_t sizes[] = {0, 16, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10};
static const size_t few_sizes[] = {64, 1 << 10, 4 << 10};
static const size_t one_size[] = {1 << 10};
static const size_t largest_sizes[] = {1 << 10, 8 << 10, 64 << 10};

static const struct shape by_size[] = {{.test = "64 messages", .count = 64}};
static const struct shape by_count[] = {
    {.test = "1 message", .count = 1},        {.test = "2 messages", .count = 2},
    {.test = "3 messages", .count = 3},       {.test = "4 messages", .count = 4},
    {.test = "8 messages", .count = 8},       {.test = "16 messages", .count = 16},
    {.test = "32 messages", .count = 32},     {.test = "256 messages", .count = 256},
    {.test = "1024 messages", .count = 1024},
};
static const struct shape unequal[] = {
    {.test = "2 unequal messages", .count = 2, .unequal = true},
    {.test = "64 unequal messages", .count = 64, .unequal = true},
    {.test = "1024 unequal messages", .count = 1024, .unequal = true},
};
static const struct shape against_peer[] = {
    {.test = "libipsec-mb, 64 messages", .count = 64, .peer = true},
    {.test = "libipsec-mb, 64 unequal messages", .count = 64, .unequal = true, .peer = true},
};

#define ALL(array) (array), sizeof(array) / sizeof((array)[0])
static const struct section {
    const char *title;
    const struct column *const *columns;
    const size_t *sizes;
    size_t nsizes;
    const struct shape *shapes;
    size_t nshapes;
} sections[] = {
    {"64 messages at once: fastsha2.h against a loop over default, through EVP", columns,
     ALL(sizes), ALL(by_size)},
    {"By their number", columns, ALL(one_size), ALL(by_count)},
    {"Of unequal lengths, from 0 to size", columns, ALL(largest_sizes), ALL(unequal)},
    {"fastsha2.h against libipsec-mb", peer_columns, ALL(few_sizes), ALL(against_peer)},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

static bool add_section(struct trials *table, const struct options *options,
                        const struct section *section, const uint8_t *message)
{
    struct plan plan = plan_make(options, section->sizes, section->nsizes);

    for (size_t a = 0; a < plan.nalgorithms; a++) {
        for (size_t i = 0; i < section->nshapes; i++) {
            for (size_t s = 0; s < plan.nsizes; s++) {
                const struct trial trial = {
                    .operation = &operation,
                    .variant = &section->shapes[i],
                    .test = section->shapes[i].test,
                    .algorithm = plan.algorithms[a]->names[0],
                    .family = plan.algorithms[a]->family,
                    .message = message,
                    .size = plan.sizes[s],
                    .output = section->shapes[i].count * EVP_MAX_MD_SIZE,
                };
                if (!trials_add(table, &trial))
                    return false;
            }
        }
    }
    return true;
}

/* As much as the largest trial wants. */
static uint8_t *messages_new(const struct options *options)
{
    size_t size = 0;

    for (size_t i = 0; i < SECTIONS; i++) {
        struct plan plan = plan_make(options, sections[i].sizes, sections[i].nsizes);
        for (size_t s = 0; s < sections[i].nshapes; s++) {
            size_t wanted = sections[i].shapes[s].count * plan_largest(&plan);
            size = wanted > size ? wanted : size;
        }
    }
    return message_new(size);
}

enum suite_outcome batch_run(const struct options *options, struct report *report)
{
    struct trials tables[SECTIONS] = {0};
    uint8_t *messages = messages_new(options);
    bool planned = messages != NULL;
    enum suite_outcome outcome = SUITE_FAILED;

    for (size_t i = 0; i < SECTIONS; i++) {
        tables[i] = (struct trials){.title = sections[i].title, .columns = sections[i].columns};
        if (planned && (!sections[i].shapes->peer || multibuffer_name() != NULL))
            planned = add_section(&tables[i], options, &sections[i], messages);
    }
    if (multibuffer_name() == NULL)
        report_note(report, "libipsec-mb was not installed when this was built\n");
    else
        report_note(report, "beside it: %s\n", multibuffer_name());
    if (planned)
        outcome = trials_run(options, report, tables, SECTIONS);
    for (size_t i = 0; i < SECTIONS; i++)
        trials_free(&tables[i]);
    free(messages);
    return outcome;
}
