/* The suite kernels: every compressor that this processor can run, against libcrypto's; and what
   the upper halves of vector registers do to it. */
#include "algorithm.h"
#include "clock.h"
#include "dirt.h"
#include "libcrypto_sha.h"
#include "message.h"
#include "sample.h"
#include "suite.h"
#include "variant.h"

#include <stdlib.h>
#include <string.h>

enum suite_outcome kernels_run(const struct options *options, struct report *report);

static const struct column *const speed_columns[] = {
    &column_algorithm,
    &column_backend,
    &column_size,
    &column_ours_cycles_per_byte,
    &column_ours_cycles_per_block,
    &column_base_cycles_per_byte,
    &column_ratio,
    &column_middle,
    &column_pairs,
    NULL,
};

static const struct column *const dirt_columns[] = {
    &column_algorithm, &column_backend, &column_size,  &column_dirty_ns,    &column_clean_ns,
    &column_ratio,     &column_middle,  &column_pairs, &column_leaves_dirt, NULL,
};

/* What an instruction loses to dirt is lost per call or per block: two sizes tell which, larger
   ones no more. */
static const size_t dirt_size_max = 1 << 10;

/* One row of a family's table. */
struct kernel {
    const struct family *family;
    const struct backend *row;
};

enum { KERNELS_MAX = 2 * PREFERENCE_MAX };

/* A kernel, or libcrypto's in its place, at work on one size. */
struct work {
    struct kernel kernel;
    const uint8_t *blocks;
    size_t nblocks;
    union {
        uint32_t sha256[8];
        uint64_t sha512[8];
    } state;
};

static void compress(struct work *work, size_t repeats)
{
    const struct backend *row = work->kernel.row;

    if (work->kernel.family == &family_sha256) {
        for (size_t i = 0; i < repeats; i++)
            row->sha256(work->state.sha256, work->blocks, work->nblocks);
    } else {
        for (size_t i = 0; i < repeats; i++)
            row->sha512(work->state.sha512, work->blocks, work->nblocks);
    }
}

static bool compress_libcrypto(struct work *work, size_t repeats)
{
    if (work->kernel.family == &family_sha256)
        return libcrypto_sha256(work->state.sha256, work->blocks, work->nblocks, repeats);
    return libcrypto_sha512(work->state.sha512, work->blocks, work->nblocks, repeats);
}

static double run_kernel(void *context, size_t repeats)
{
    int64_t start = clock_now();

    compress(context, repeats);
    return clock_since(start);
}

static double run_libcrypto(void *context, size_t repeats)
{
    int64_t start = clock_now();

    return compress_libcrypto(context, repeats) ? clock_since(start) : -1;
}

static double run_after(void (*before)(void), void *context, size_t repeats)
{
    int64_t start = clock_now();

    for (size_t i = 0; i < repeats; i++) {
        before();
        compress(context, 1);
    }
    return clock_since(start);
}

static double run_dirty(void *context, size_t repeats)
{
    return run_after(dirt_make, context, repeats);
}

static double run_clean(void *context, size_t repeats)
{
    return run_after(dirt_wash, context, repeats);
}

static void start_work(struct work *work, struct kernel kernel, const uint8_t *message, size_t size)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): each row of the plan has a family, and each family its block */
    *work = (struct work){kernel, message, size / kernel.family->block, {{0}}};
    if (kernel.family == &family_sha256)
        memcpy(work->state.sha256, sha2_256.iv, sizeof sha2_256.iv);
    else
        memcpy(work->state.sha512, sha2_512.iv, sizeof sha2_512.iv);
}

/* Whether the kernel and libcrypto come to the same state. */
static bool agrees(struct kernel kernel, const uint8_t *message, size_t size)
{
    struct work ours, base;

    start_work(&ours, kernel, message, size);
    start_work(&base, kernel, message, size);
    compress(&ours, 2);
    if (compress_libcrypto(&base, 2) && memcmp(&ours.state, &base.state, sizeof ours.state) == 0)
        return true;
    fprintf(stderr, "fastsha2-bench: %s %s and libcrypto differ on %zu bytes\n",
            kernel.family->digest, kernel.row->name, size);
    return false;
}

static int leaves_dirt(struct kernel kernel, const uint8_t *message, size_t size)
{
    struct work work;

    if (!dirt_possible())
        return -1;
    start_work(&work, kernel, message, size);
    dirt_wash();
    compress(&work, 1);
    return dirt_left();
}

static bool is_asked_for(const struct options *options, const struct family *family,
                         const char *row)
{
    const struct preference *preference = options_preference(options, family);

    for (size_t i = 0; preference != NULL && i < preference->count; i++) {
        if (strcmp(row, preference->name[i]) == 0)
            return true;
    }
    return preference == NULL;
}

/* The rows of a family that are asked for and can run here, added to n others. */
static size_t find_kernels(const struct options *options, const struct family *family,
                           struct kernel kernels[KERNELS_MAX], size_t n)
{
    uint64_t features = cpu_features();
    bool asked = options->nalgorithms == 0;

    for (size_t i = 0; i < options->nalgorithms; i++)
        asked = asked || options->algorithms[i]->family == family;
    for (size_t i = 0; asked && i < family->backends->nrows && n < KERNELS_MAX; i++) {
        const struct backend *row = &family->backends->rows[i];
        if ((row->needs & ~features) == 0 && is_asked_for(options, family, row->name))
            kernels[n++] = (struct kernel){family, row};
    }
    return n;
}

/* Every kernel at every size. */
struct plan {
    struct kernel kernels[KERNELS_MAX];
    size_t nkernels;
    size_t sizes[SIZES_MAX]; /* 0 stands for one block */
    size_t nsizes;
    const uint8_t *message;
};

static size_t plan_size(const struct plan *plan, size_t i)
{
    size_t size = plan->sizes[i % plan->nsizes];
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): each row of the plan has a family */
    return size == 0 ? plan->kernels[i / plan->nsizes].family->block : size;
}

static void make_plan(const struct options *options, struct plan *plan)
{
    static const size_t default_sizes[] = {0, 1 << 10, 16 << 10};

    *plan = (struct plan){.nsizes = options->nsizes};
    plan->nkernels = find_kernels(options, &family_sha256, plan->kernels, 0);
    plan->nkernels = find_kernels(options, &family_sha512, plan->kernels, plan->nkernels);
    memcpy(plan->sizes, options->sizes, options->nsizes * sizeof options->sizes[0]);
    if (plan->nsizes == 0) {
        memcpy(plan->sizes, default_sizes, sizeof default_sizes);
        plan->nsizes = sizeof default_sizes / sizeof default_sizes[0];
    }
}

/* Whether there is something to measure, and all sizes are whole blocks to all the kernels. */
static bool check_plan(const struct options *options, const struct plan *plan)
{
    if (plan->nkernels == 0) {
        fputs("fastsha2-bench: this processor can run none of the back ends that are asked for\n",
              stderr);
        return false;
    }
    for (size_t i = 0; i < options->nsizes; i++) {
        for (size_t k = 0; k < plan->nkernels; k++) {
            const struct family *family = plan->kernels[k].family;
            if (options->sizes[i] == 0 || options->sizes[i] % family->block != 0) {
                fprintf(stderr,
                        "fastsha2-bench: --sizes: kernels work on whole blocks, and %zu bytes are "
                        "not a multiple of %zu (%s)\n",
                        options->sizes[i], family->block, family->digest);
                return false;
            }
        }
    }
    return true;
}

static void fill_result(struct result *result, const struct report *report, const char *test,
                        const struct contest *contest)
{
    const struct work *work = contest->ours.context;
    const struct family *family = work->kernel.family;

    result->test = test;
    result->algorithm = family->digest;
    result->backend = work->kernel.row->name;
    result->sized = true;
    result->size = work->nblocks * family->block;
    result->block = family->block;
    result->figure = contest_figure(&report->machine, contest);
}

/* The contests of both tables are sampled together, so that they share the time and the machine's
   moods: the first n are those of the speed, the others those of the dirt. */
static bool measure(const struct options *options, struct report *report, const struct plan *plan,
                    struct work *works, struct contest *contests)
{
    size_t n = plan->nkernels * plan->nsizes, ndirt = 0;
    struct result *results;

    for (size_t i = 0; i < n; i++) {
        struct kernel kernel = plan->kernels[i / plan->nsizes];
        size_t size = plan_size(plan, i);

        if (!agrees(kernel, plan->message, size))
            return false;
        start_work(&works[i], kernel, plan->message, size);
        contests[i].ours = (struct subject){run_kernel, &works[i]};
        contests[i].base = (struct subject){run_libcrypto, &works[i]};
        if (dirt_possible() && size <= dirt_size_max) {
            contests[n + ndirt].ours = (struct subject){run_dirty, &works[i]};
            contests[n + ndirt].base = (struct subject){run_clean, &works[i]};
            ndirt++;
        }
    }
    if (!sample_contests(&report->machine, contests, n + ndirt, options->seconds))
        return false;

    results =
        report_table(report, "Compressors: fastsha2 against libcrypto", speed_columns, true, n);
    if (results == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        fill_result(&results[i], report, "speed", &contests[i]);
    if (ndirt == 0)
        return true;
    results = report_table(report,
                           "Compressors after a caller that left the upper halves of the vector "
                           "registers dirty, or clean",
                           dirt_columns, false, ndirt);
    if (results == NULL)
        return false;
    for (size_t i = 0; i < ndirt; i++) {
        const struct work *work = contests[n + i].ours.context;
        fill_result(&results[i], report, "dirt", &contests[n + i]);
        results[i].leaves_dirt = leaves_dirt(work->kernel, plan->message, results[i].size);
    }
    return true;
}

enum suite_outcome kernels_run(const struct options *options, struct report *report)
{
    struct plan plan;
    struct contest *contests;
    struct work *works;
    uint8_t *message;
    size_t largest = 0, n;
    bool done = false;

    make_plan(options, &plan);
    if (!check_plan(options, &plan))
        return SUITE_BAD_OPTIONS;
    n = plan.nkernels * plan.nsizes;
    for (size_t i = 0; i < n; i++)
        largest = plan_size(&plan, i) > largest ? plan_size(&plan, i) : largest;
    contests = calloc(2 * n, sizeof *contests);
    works = calloc(n, sizeof *works);
    message = message_new(largest);
    plan.message = message;
    if (contests != NULL && works != NULL && message != NULL)
        done = measure(options, report, &plan, works, contests);
    for (size_t i = 0; i < 2 * n && contests != NULL; i++)
        contest_free(&contests[i]);
    free(contests);
    free(works);
    free(message);
    return done ? SUITE_DONE : SUITE_FAILED;
}
