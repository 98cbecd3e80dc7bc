/* Reading preferences, and the choice of a row: with invented tables, and with this architecture's own. */
#include "select.h"
#include "expect.h"
#include "hash.h"
#include "noise.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static const struct hash *const hashes[] = {&hash_sha256, &hash_sha512};

/* Reading. */

static const char *const some_names[] = {"portable", "avx512", "avx2", "avx2x", "neon"};
static const struct backend_names known = {some_names, sizeof some_names / sizeof some_names[0]};

/* What is read of a value, as "name name …" or "fault 'culprit' at offset". */
static const char *reading_of(const char *value)
{
    static const char *const faults[] = {"valid", "empty", "unknown", "repeated"};
    static char text[512];
    struct preference preference = {.count = 99};
    struct excerpt culprit = {NULL, 0};
    int used = 0;
    enum preference_fault fault = preference_read(value, &known, &preference, &culprit);

    if (fault != PREFERENCE_VALID) {
        snprintf(text, sizeof text, "%s '%.*s' at %d", faults[fault], (int)culprit.size,
                 culprit.start, (int)(culprit.start - value));
        return text;
    }
    text[0] = '\0';
    for (size_t i = 0; i < preference.count; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s", i == 0 ? "" : " ",
                         preference.name[i]);
    return text;
}

static void expect_reading(const char *value, const char *expected)
{
    const char *reading = reading_of(value);
    EXPECT(strcmp(reading, expected) == 0, "\"%s\" reads as: %s; expected: %s", value, reading,
           expected);
}

static void test_names_are_kept_in_the_order_given(void)
{
    expect_reading("avx2", "avx2");
    expect_reading("avx2,avx512", "avx2 avx512");
    expect_reading("neon,portable,avx512", "neon portable avx512");
    expect_reading("neon,avx2x,avx2,avx512,portable", "neon avx2x avx2 avx512 portable");
}

static void test_blanks_and_tabs_around_names_are_allowed(void)
{
    expect_reading(" avx2", "avx2");
    expect_reading("avx2\t ", "avx2");
    expect_reading("\t avx2 \t,\t\tavx512  ", "avx2 avx512");
}

static void test_an_empty_name_is_a_fault(void)
{
    expect_reading("", "empty '' at 0");
    expect_reading("  \t", "empty '' at 3");
    expect_reading(",", "empty '' at 0");
    expect_reading(",avx2", "empty '' at 0");
    expect_reading("avx2,", "empty '' at 5");
    expect_reading("avx2, ", "empty '' at 6");
    expect_reading("avx2,,avx512", "empty '' at 5");
    expect_reading("avx2, ,avx512", "empty '' at 6");
}

static void test_an_unknown_name_is_a_fault(void)
{
    expect_reading("fast", "unknown 'fast' at 0");
    expect_reading("avx2, fast ,neon", "unknown 'fast' at 6");
    expect_reading("avx2 avx512", "unknown 'avx2 avx512' at 0");
    expect_reading("avx2;avx512", "unknown 'avx2;avx512' at 0");
    expect_reading("avx2\n", "unknown 'avx2\n' at 0");
    expect_reading("\"avx2\"", "unknown '\"avx2\"' at 0");
}

static void test_a_name_is_known_in_its_own_case_and_whole_only(void)
{
    expect_reading("AVX2", "unknown 'AVX2' at 0");
    expect_reading("Portable", "unknown 'Portable' at 0");
    expect_reading("avx", "unknown 'avx' at 0");
    expect_reading("a", "unknown 'a' at 0");
    expect_reading("portabl", "unknown 'portabl' at 0");
    expect_reading("avx5122", "unknown 'avx5122' at 0");
    expect_reading("avx2x", "avx2x");
    expect_reading("avx2xx", "unknown 'avx2xx' at 0");
}

static void test_a_repeated_name_is_a_fault(void)
{
    expect_reading("avx2,avx2", "repeated 'avx2' at 5");
    expect_reading("portable, avx2, neon, portable", "repeated 'portable' at 22");
    expect_reading("avx2,avx2x", "avx2 avx2x"); /* one begins with the other */
}

static void test_the_first_fault_is_the_one_told(void)
{
    expect_reading("fast,,avx2,avx2", "unknown 'fast' at 0");
    expect_reading("avx2,,fast", "empty '' at 5");
    expect_reading("avx2,avx2,fast", "repeated 'avx2' at 5");
}

static void test_a_list_of_all_known_names_fits(void)
{
    for (size_t i = 0; i < 2; i++) {
        const struct backend_names *names = hashes[i]->names;
        char value[1024] = "";
        struct preference preference;
        struct excerpt culprit;

        EXPECT(names->count >= 1 && names->count <= PREFERENCE_MAX,
               "%s: %zu names, room for %d; raise PREFERENCE_MAX", hashes[i]->name, names->count,
               PREFERENCE_MAX);
        EXPECT(strcmp(names->name[0], "portable") == 0, "%s: first is %s", hashes[i]->name,
               names->name[0]);
        for (size_t j = names->count; j-- > 0;) {
            strcat(value, names->name[j]);
            strcat(value, j == 0 ? "" : ",");
        }
        EXPECT(preference_read(value, names, &preference, &culprit) == PREFERENCE_VALID, "%s: %s",
               hashes[i]->name, value);
        EXPECT(preference.count == names->count, "%s: %zu of %zu names", hashes[i]->name,
               preference.count, names->count);
        for (size_t j = 0; j < preference.count; j++)
            EXPECT(strcmp(preference.name[j], names->name[names->count - 1 - j]) == 0,
                   "%s: name %zu is %s", hashes[i]->name, j, preference.name[j]);
    }
}

/* Choosing, from an invented table. */

enum { RED = 1 << 0, GREEN = 1 << 1, BLUE = 1 << 2, ALL = RED | GREEN | BLUE };

static const struct backend invented_rows[] = {
    {.name = "both", .needs = RED | GREEN},
    {.name = "red", .needs = RED},
    {.name = "blue", .needs = BLUE},
    {.name = "portable"},
};
static const struct backend_table invented = {invented_rows, 4};

/* The rows that check rejects, and those that it was asked about, as bits by their place in the table. */
static unsigned rejected, asked;

static int check(const struct backend *row)
{
    unsigned bit = 1u << (row - invented_rows);
    asked |= bit;
    return (rejected & bit) == 0;
}

static const char *choice(uint64_t features, const struct preference *preference)
{
    asked = 0;
    const struct backend *row = select_backend(&invented, features, preference, check);
    return row == NULL ? "none" : row->name;
}

#define PREFER(...) \
    (&(struct preference){sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), {__VA_ARGS__}})

static const struct preference no_preference;

static void test_without_a_preference_the_first_usable_row_is_chosen(void)
{
    rejected = 0;
    CU_ASSERT_STRING_EQUAL(choice(0, &no_preference), "portable");
    CU_ASSERT_STRING_EQUAL(choice(RED, &no_preference), "red");
    CU_ASSERT_STRING_EQUAL(choice(GREEN, &no_preference), "portable");
    CU_ASSERT_STRING_EQUAL(choice(RED | GREEN, &no_preference), "both");
    CU_ASSERT_STRING_EQUAL(choice(BLUE, &no_preference), "blue");
    CU_ASSERT_STRING_EQUAL(choice(RED | BLUE, &no_preference), "red");
    CU_ASSERT_STRING_EQUAL(choice(GREEN | BLUE, &no_preference), "blue");
    CU_ASSERT_STRING_EQUAL(choice(ALL, &no_preference), "both");
    CU_ASSERT_STRING_EQUAL(choice(UINT64_MAX, &no_preference), "both");
    CU_ASSERT_STRING_EQUAL(choice(UINT64_MAX & ~(uint64_t)ALL, &no_preference), "portable");
}

static void test_the_order_of_preference_goes_before_the_table_s(void)
{
    rejected = 0;
    CU_ASSERT_STRING_EQUAL(choice(ALL, PREFER("blue")), "blue");
    CU_ASSERT_STRING_EQUAL(choice(ALL, PREFER("blue", "both")), "blue");
    CU_ASSERT_STRING_EQUAL(choice(ALL, PREFER("red", "blue", "both")), "red");
    CU_ASSERT_STRING_EQUAL(choice(ALL, PREFER("portable", "both")), "portable");
}

static void test_a_preferred_row_that_the_processor_lacks_is_skipped(void)
{
    rejected = 0;
    CU_ASSERT_STRING_EQUAL(choice(RED, PREFER("both", "red")), "red");
    CU_ASSERT_STRING_EQUAL(choice(RED, PREFER("blue", "both", "red")), "red");
    CU_ASSERT_STRING_EQUAL(choice(RED, PREFER("neon", "red")), "red"); /* another architecture's */
}

static void test_portable_is_the_floor_under_every_preference(void)
{
    rejected = 0;
    CU_ASSERT_STRING_EQUAL(choice(RED, PREFER("blue")), "portable");
    CU_ASSERT_STRING_EQUAL(choice(RED, PREFER("neon")), "portable");
    CU_ASSERT_STRING_EQUAL(choice(0, PREFER("both", "blue", "red")), "portable");
}

static void test_a_row_that_fails_its_check_is_skipped_for_the_next(void)
{
    rejected = 1u << 0;
    CU_ASSERT_STRING_EQUAL(choice(ALL, &no_preference), "red");
    CU_ASSERT_STRING_EQUAL(choice(ALL, PREFER("both", "blue")), "blue");
    CU_ASSERT_STRING_EQUAL(choice(ALL, PREFER("both")), "portable");
    rejected = 1u << 0 | 1u << 1;
    CU_ASSERT_STRING_EQUAL(choice(ALL, &no_preference), "blue");
    rejected = 1u << 0 | 1u << 1 | 1u << 2;
    CU_ASSERT_STRING_EQUAL(choice(ALL, &no_preference), "portable");
    CU_ASSERT_STRING_EQUAL(choice(ALL, PREFER("blue", "red", "both")), "portable");
}

static void test_nothing_is_chosen_if_portable_fails_too(void)
{
    rejected = 1u << 3;
    CU_ASSERT_STRING_EQUAL(choice(0, &no_preference), "none");
    CU_ASSERT_STRING_EQUAL(choice(ALL, PREFER("portable")), "none");
    CU_ASSERT_STRING_EQUAL(choice(RED, PREFER("blue")), "none");
    CU_ASSERT_STRING_EQUAL(choice(ALL, &no_preference),
                           "both"); /* and is not asked for needlessly */
    rejected = 0xf;
    CU_ASSERT_STRING_EQUAL(choice(ALL, &no_preference), "none");
    CU_ASSERT_STRING_EQUAL(choice(ALL, PREFER("red", "blue")), "none");
}

/* A check runs the row: on a processor that lacks its features that would end the program. */
static void test_a_row_is_checked_only_where_it_can_run(void)
{
    rejected = 0xf;
    for (uint64_t features = 0; features <= ALL; features++)
        for (int with = 0; with < 2; with++) {
            choice(features, with ? PREFER("blue", "both", "red") : &no_preference);
            for (size_t i = 0; i < invented.nrows; i++) {
                int runs = (invented_rows[i].needs & ~features) == 0;
                EXPECT(((asked >> i) & 1) == (unsigned)runs, "features %d, row %s", (int)features,
                       invented_rows[i].name);
            }
        }
}

/* Choosing, from the real tables. */

static uint8_t message[1000];

/* Whether a row that this processor can run hashes as libcrypto does. */
static void expect_hashes(const struct hash *hash, const struct backend *row)
{
    uint8_t digest[MAX_DIGEST_SIZE], expected[MAX_DIGEST_SIZE];

    hash_digest(hash, row, message, sizeof message, digest);
    libcrypto_digest(hash->name, message, sizeof message, expected);
    EXPECT(memcmp(digest, expected, hash->digest_size) == 0, "%s by %s", hash->name, row->name);
}

static int accept_all(const struct backend *row)
{
    (void)row;
    return 1;
}

/* Whether it is the first row, so the fastest, whose needs these features meet. */
static void expect_first(const struct hash *hash, uint64_t features, const struct backend *chosen)
{
    if (!EXPECT(chosen != NULL, "%s: none for features 0x%llx", hash->name,
                (unsigned long long)features))
        return;
    EXPECT((chosen->needs & ~features) == 0, "%s: %s lacks features", hash->name, chosen->name);
    for (const struct backend *row = hash->backends->rows; row < chosen; row++)
        EXPECT((row->needs & ~features) != 0, "%s: %s before the faster %s", hash->name,
               chosen->name, row->name);
}

static void test_with_each_feature_cleared_in_turn_a_row_without_it_hashes(void)
{
    for (size_t i = 0; i < 2; i++) {
        const struct hash *hash = hashes[i];
        for (int bit = 0; bit < 64; bit++) {
            uint64_t without = ~(UINT64_C(1) << bit), here = cpu_features() & without;
            const struct backend *row =
                select_backend(hash->backends, without, &no_preference, accept_all);
            expect_first(hash, without, row);
            if (row != NULL && hash_can_run(row))
                expect_hashes(hash, row);

            /* On this processor, were it without the feature: this one runs for certain. */
            row = select_backend(hash->backends, here, &no_preference, hash->selftest);
            expect_first(hash, here, row);
            if (row != NULL)
                expect_hashes(hash, row);
        }
    }
}

static void test_with_every_subset_of_needed_features_a_row_is_chosen(void)
{
    for (size_t i = 0; i < 2; i++) {
        const struct hash *hash = hashes[i];
        uint64_t needed = 0;
        for (size_t j = 0; j < hash->backends->nrows; j++)
            needed |= hash->backends->rows[j].needs;
        uint64_t subset = 0;
        do {
            expect_first(hash, subset,
                         select_backend(hash->backends, subset, &no_preference, accept_all));
            subset = (subset - needed) & needed; /* the next one; after the last, 0 */
        } while (subset != 0);
    }
}

static void test_each_row_that_can_run_here_is_chosen_when_it_is_preferred(void)
{
    for (size_t i = 0; i < 2; i++) {
        const struct hash *hash = hashes[i];
        for (size_t j = 0; j < hash->backends->nrows; j++) {
            const struct backend *preferred = &hash->backends->rows[j];
            const struct backend *row = select_backend(hash->backends, cpu_features(),
                                                       PREFER(preferred->name), hash->selftest);
            const char *expected = hash_can_run(preferred) ? preferred->name : "portable";
            if (EXPECT(row != NULL && strcmp(row->name, expected) == 0, "%s: %s for %s", hash->name,
                       row == NULL ? "none" : row->name, preferred->name))
                expect_hashes(hash, row);
        }
    }
}

static void test_every_known_name_may_be_preferred_anywhere(void)
{
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < hashes[i]->names->count; j++) {
            const struct backend *row = select_backend(
                hashes[i]->backends, 0, PREFER(hashes[i]->names->name[j]), accept_all);
            EXPECT(row == hash_portable(hashes[i]), "%s: %s, on a processor without features",
                   hashes[i]->name, hashes[i]->names->name[j]);
        }
}

/* Choosing kernels of many messages, from an invented table. */

static const struct many_backend invented_kernels[] = {
    {"both", RED | GREEN, 16, 40, .sha256 = NULL}, /* 2.5 a message */
    {"red", RED, 4, 16, .sha256 = NULL},           /* 4 */
    {"red", RED, 2, 14, .sha256 = NULL},           /* 7 */
    {"blue", BLUE, 8, 96, .sha256 = NULL},         /* 12, more than red alone takes */
    {"red", .lanes = 1, .cycles = 10},
    {"portable", .lanes = 1, .cycles = 100},
};
static const struct many_table invented_many = {invented_kernels, 6};

/* The kernels that the check rejects, and those that it was asked about, as bits by their place in the table. */
static unsigned rejected_kernels, asked_kernels;

static int check_kernel(const struct many_backend *row)
{
    unsigned bit = 1u << (row - invented_kernels);
    asked_kernels |= bit;
    return (rejected_kernels & bit) == 0;
}

/* The lanes of what goes on when 1, 2, 3 and so on messages are left, and the width. */
static const char *plan_of(uint64_t features, const struct preference *preference, size_t single)
{
    static char text[256];
    struct many_plan plan;
    int used = 0;

    asked_kernels = 0;
    select_many(&invented_many, features, preference, check_kernel, &invented_rows[single], &plan);
    if (plan.single != &invented_rows[single] || plan.kernel[0] != NULL)
        return "not this plan";
    for (size_t m = 1; m <= plan.width; m++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%d ",
                         plan.kernel[m] == NULL ? 1 : plan.kernel[m]->lanes);
    snprintf(text + used, sizeof text - (size_t)used, "of %zu", plan.width);
    return text;
}

enum { RED_ROW = 1, PORTABLE_ROW = 3 };

static void test_messages_are_shared_out_in_the_least_time(void)
{
    rejected_kernels = 0;
    /* one: 10; two: 14; three and four: 16; five: 16 + 10; six: 16 + 14; seven and eight: 32; from nine on 40. */
    CU_ASSERT_STRING_EQUAL(plan_of(ALL, &no_preference, RED_ROW),
                           "1 2 4 4 4 2 4 4 16 16 16 16 16 16 16 16 of 16");
    CU_ASSERT_STRING_EQUAL(plan_of(RED, &no_preference, RED_ROW), "1 2 4 4 of 4");
}

static void test_a_kernel_is_chosen_only_where_it_is_faster_than_one_after_another(void)
{
    rejected_kernels = 0;
    CU_ASSERT_STRING_EQUAL(plan_of(BLUE, &no_preference, RED_ROW), "1 of 1");
    CU_ASSERT_STRING_EQUAL(plan_of(BLUE, &no_preference, PORTABLE_ROW), "8 8 8 8 8 8 8 8 of 8");
    CU_ASSERT_STRING_EQUAL(plan_of(0, &no_preference, PORTABLE_ROW), "1 of 1");
}

/* Of what a compressor takes that no row tells, nothing is known. */
static void test_beside_a_compressor_without_cycles_there_is_no_kernel(void)
{
    rejected_kernels = 0;
    CU_ASSERT_STRING_EQUAL(plan_of(ALL, &no_preference, 2), "1 of 1");
}

static void test_only_preferred_back_ends_have_their_kernels_used(void)
{
    rejected_kernels = 0;
    CU_ASSERT_STRING_EQUAL(plan_of(ALL, PREFER("red"), RED_ROW), "1 2 4 4 of 4");
    CU_ASSERT_STRING_EQUAL(plan_of(ALL, PREFER("red", "both"), RED_ROW),
                           "1 2 4 4 4 2 4 4 16 16 16 16 16 16 16 16 of 16");
    CU_ASSERT_STRING_EQUAL(plan_of(ALL, PREFER("portable"), PORTABLE_ROW), "1 of 1");
}

static void test_a_kernel_that_fails_its_check_is_left_out(void)
{
    rejected_kernels = 1u << 0 | 1u << 2;
    CU_ASSERT_STRING_EQUAL(plan_of(ALL, &no_preference, RED_ROW), "1 4 4 4 of 4");
    rejected_kernels = 0xf;
    CU_ASSERT_STRING_EQUAL(plan_of(ALL, &no_preference, RED_ROW), "1 of 1");
}

static void test_a_kernel_is_checked_only_where_it_can_run_and_gains(void)
{
    rejected_kernels = 0;
    for (uint64_t features = 0; features <= ALL; features++) {
        plan_of(features, &no_preference, RED_ROW);
        for (size_t i = 0; i < invented_many.nrows; i++) {
            const struct many_backend *row = &invented_kernels[i];
            int runs = row->lanes > 1 && (row->needs & ~features) == 0;
            int gains = strcmp(row->name, "blue") != 0; /* which is slower than RED_ROW */
            EXPECT(((asked_kernels >> i) & 1) == (unsigned)(runs && gains), "features %d, %s x %d",
                   (int)features, row->name, row->lanes);
        }
    }
}

static void test_with_each_feature_cleared_in_turn_no_kernel_needs_it_or_overflows(void)
{
    for (size_t i = 0; i < 2; i++)
        for (int bit = 0; bit < 64; bit++) {
            uint64_t without = ~(UINT64_C(1) << bit), here = cpu_features() & without;
            const struct backend *single =
                select_backend(hashes[i]->backends, here, &no_preference, hashes[i]->selftest);
            struct many_plan plan;

            select_many(hashes[i]->many_backends, here, &no_preference, hashes[i]->many_selftest,
                        single, &plan);
            EXPECT(plan.width >= 1 && plan.width <= hashes[i]->lanes, "%s: %zu at once",
                   hashes[i]->name, plan.width);
            for (size_t m = 1; m <= plan.width; m++)
                if (plan.kernel[m] != NULL)
                    EXPECT((plan.kernel[m]->needs & ~here) == 0, "%s: %s x %d without feature %d",
                           hashes[i]->name, plan.kernel[m]->name, plan.kernel[m]->lanes, bit);
        }
}

static CU_TestInfo tests[] = {
    {"names are kept in the order given", test_names_are_kept_in_the_order_given},
    {"blanks and tabs around names are allowed", test_blanks_and_tabs_around_names_are_allowed},
    {"an empty name is a fault", test_an_empty_name_is_a_fault},
    {"an unknown name is a fault", test_an_unknown_name_is_a_fault},
    {"a name is known in its own case and whole only",
     test_a_name_is_known_in_its_own_case_and_whole_only},
    {"a repeated name is a fault", test_a_repeated_name_is_a_fault},
    {"the first fault is the one told", test_the_first_fault_is_the_one_told},
    {"a list of all known names fits", test_a_list_of_all_known_names_fits},
    {"without a preference the first usable row is chosen",
     test_without_a_preference_the_first_usable_row_is_chosen},
    {"the order of preference goes before the table's",
     test_the_order_of_preference_goes_before_the_table_s},
    {"a preferred row that the processor lacks is skipped",
     test_a_preferred_row_that_the_processor_lacks_is_skipped},
    {"portable is the floor under every preference",
     test_portable_is_the_floor_under_every_preference},
    {"a row that fails its check is skipped for the next",
     test_a_row_that_fails_its_check_is_skipped_for_the_next},
    {"nothing is chosen if portable fails too", test_nothing_is_chosen_if_portable_fails_too},
    {"a row is checked only where it can run", test_a_row_is_checked_only_where_it_can_run},
    {"with each feature cleared in turn a row without it hashes",
     test_with_each_feature_cleared_in_turn_a_row_without_it_hashes},
    {"with every subset of needed features a row is chosen",
     test_with_every_subset_of_needed_features_a_row_is_chosen},
    {"each row that can run here is chosen when it is preferred",
     test_each_row_that_can_run_here_is_chosen_when_it_is_preferred},
    {"every known name may be preferred anywhere", test_every_known_name_may_be_preferred_anywhere},
    {"messages are shared out in the least time", test_messages_are_shared_out_in_the_least_time},
    {"a kernel is chosen only where it is faster than one after another",
     test_a_kernel_is_chosen_only_where_it_is_faster_than_one_after_another},
    {"beside a compressor without cycles there is no kernel",
     test_beside_a_compressor_without_cycles_there_is_no_kernel},
    {"only preferred back ends have their kernels used",
     test_only_preferred_back_ends_have_their_kernels_used},
    {"a kernel that fails its check is left out", test_a_kernel_that_fails_its_check_is_left_out},
    {"a kernel is checked only where it can run and gains",
     test_a_kernel_is_checked_only_where_it_can_run_and_gains},
    {"with each feature cleared in turn no kernel needs it, or overflows",
     test_with_each_feature_cleared_in_turn_no_kernel_needs_it_or_overflows},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    noise_fill(3, message, sizeof message);
    return suite_run("test_select", tests);
}
