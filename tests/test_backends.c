/* The x86 rows that processors get: known ones, and one with everything less each feature. */
#include "backend.h"
#include "backend_config.h"
#include "cpu.h"
#include "expect.h"
#include "select.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static int accept_all(const struct backend *row)
{
    (void)row;
    return 1;
}

/* sha512 is what is expected where this compiler could build sha512ni, and without_ni where not. */
static void expect_rows(const char *processor, uint64_t features, const char *sha256,
                        const char *sha512, const char *without_ni)
{
    static const struct preference none;
    const char *for_256 = select_backend(&sha256_backends, features, &none, accept_all)->name;
    const char *for_512 = select_backend(&sha512_backends, features, &none, accept_all)->name;
    const char *expected = FASTSHA2_SHA512_SHA512NI ? sha512 : without_ni;

    EXPECT(strcmp(for_256, sha256) == 0, "%s: %s for SHA-256, expected %s", processor, for_256,
           sha256);
    EXPECT(strcmp(for_512, expected) == 0, "%s: %s for SHA-512, expected %s", processor, for_512,
           expected);
}

enum {
    NEHALEM = CPU_SSSE3 | CPU_SSE41,
    GOLDMONT = NEHALEM | CPU_SHA,                            /* Denverton; no AVX */
    SANDY_BRIDGE = NEHALEM | CPU_AVX,                        /* and Bulldozer */
    HASWELL = SANDY_BRIDGE | CPU_AVX2 | CPU_BMI1 | CPU_BMI2, /* to Comet Lake */
    SKYLAKE_X = HASWELL | CPU_AVX512F | CPU_AVX512VL | CPU_AVX512BW,
    ZEN = HASWELL | CPU_SHA,       /* to Zen 3; Alder Lake */
    ZEN4 = SKYLAKE_X | CPU_SHA,    /* and Zen 5; Ice Lake */
    ARROW_LAKE = ZEN | CPU_SHA512, /* and Lunar Lake */
    EVERYTHING = ZEN4 | CPU_SHA512,
};

static void test_processors_of_each_generation_get_their_rows(void)
{
    expect_rows("one before SSSE3", 0, "portable", "portable", "portable");
    expect_rows("Core 2", CPU_SSSE3, "ssse3", "ssse3", "ssse3");
    expect_rows("Nehalem", NEHALEM, "ssse3", "ssse3", "ssse3");
    expect_rows("Goldmont", GOLDMONT, "shani", "ssse3", "ssse3");
    expect_rows("Sandy Bridge", SANDY_BRIDGE, "avx", "avx", "avx");
    expect_rows("Haswell", HASWELL, "avx2", "avx2", "avx2");
    expect_rows("Skylake-X", SKYLAKE_X, "avx512", "avx512", "avx512");
    expect_rows("Zen", ZEN, "shani", "avx2", "avx2");
    expect_rows("Zen 4", ZEN4, "shani", "avx512", "avx512");
    expect_rows("Arrow Lake", ARROW_LAKE, "shani", "sha512ni", "avx2");
    expect_rows("one with everything", EVERYTHING, "shani", "sha512ni", "avx512");
}

static void test_less_each_feature_in_turn_the_next_row_serves(void)
{
    const uint64_t with = EVERYTHING, neither = EVERYTHING ^ CPU_SHA ^ CPU_SHA512;

    expect_rows("less SHA", with ^ CPU_SHA, "avx512", "sha512ni", "avx512");
    expect_rows("less SHA512", with ^ CPU_SHA512, "shani", "avx512", "avx512");
    expect_rows("less SSSE3", with ^ CPU_SSSE3, "avx512", "sha512ni", "avx512");
    expect_rows("less SSE4.1", with ^ CPU_SSE41, "avx512", "sha512ni", "avx512");
    expect_rows("less AVX2", with ^ CPU_AVX2, "shani", "avx", "avx");
    expect_rows("less BMI1", with ^ CPU_BMI1, "shani", "sha512ni", "avx");
    expect_rows("less BMI2", with ^ CPU_BMI2, "shani", "sha512ni", "avx");
    expect_rows("less AVX512F", with ^ CPU_AVX512F, "shani", "sha512ni", "avx2");
    expect_rows("less AVX512VL", with ^ CPU_AVX512VL, "shani", "sha512ni", "avx2");
    expect_rows("less AVX512BW", with ^ CPU_AVX512BW, "shani", "sha512ni", "avx2");

    expect_rows("less AVX and what stands on it", GOLDMONT, "shani", "ssse3", "ssse3");

    /* Where neither SHA nor SHA512 hides the rows below theirs. */
    expect_rows("less both", neither, "avx512", "avx512", "avx512");
    expect_rows("less both, SSSE3", neither ^ CPU_SSSE3, "avx512", "avx512", "avx512");
    expect_rows("less both, AVX2", neither ^ CPU_AVX2, "avx", "avx", "avx");
    expect_rows("less both, BMI1", neither ^ CPU_BMI1, "avx", "avx", "avx");
    expect_rows("less both, BMI2", neither ^ CPU_BMI2, "avx", "avx", "avx");
    expect_rows("less both, AVX512F", neither ^ CPU_AVX512F, "avx2", "avx2", "avx2");
    expect_rows("less both, AVX512VL", neither ^ CPU_AVX512VL, "avx2", "avx2", "avx2");
    expect_rows("less both, AVX512BW", neither ^ CPU_AVX512BW, "avx2", "avx2", "avx2");
}

static int accept_all_many(const struct many_backend *row)
{
    (void)row;
    return 1;
}

/* The lanes of the kernels that take 1, 2, 3 and so on messages that are left, then those at once: "1 2 2 4, 16". */
static void expect_lanes(const char *processor, uint64_t features,
                         const struct backend_table *compressors, const struct many_table *table,
                         const char *expected)
{
    static const struct preference none;
    struct many_plan plan;
    char lanes[256];
    int used = 0;

    select_many(table, features, &none, accept_all_many,
                select_backend(compressors, features, &none, accept_all), &plan);
    for (size_t m = 1; m <= plan.width && m <= 16; m++)
        used += snprintf(lanes + used, sizeof lanes - (size_t)used, "%s%d", m == 1 ? "" : " ",
                         plan.kernel[m] == NULL ? 1 : plan.kernel[m]->lanes);
    snprintf(lanes + used, sizeof lanes - (size_t)used, ", %zu", plan.width);
    EXPECT(strcmp(lanes, expected) == 0, "%s: %s, expected %s", processor, lanes, expected);
}

static void expect_many(const char *processor, uint64_t features, const char *sha256,
                        const char *sha512)
{
    expect_lanes(processor, features, &sha256_backends, &sha256_many_backends, sha256);
    expect_lanes(processor, features, &sha512_backends, &sha512_many_backends, sha512);
}

static void test_processors_of_each_generation_hash_many_messages_by_what_they_have(void)
{
    const char *const avx2_512 = "1 1 4 4, 4";

    expect_many("Nehalem", NEHALEM, "1, 1", "1, 1");
    expect_many("Goldmont", GOLDMONT, "1 2 3 4, 4", "1, 1");
    expect_many("Haswell", HASWELL, "1 1 1 8 8 8 8 8, 8", avx2_512);
    expect_many("Skylake-X", SKYLAKE_X, "1 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16, 32",
                "1 8 8 8 8 8 8 8 8 16 16 16 16 16 16 16, 16");
    expect_many("Zen", ZEN, "1 2 3 4, 4", avx2_512);
    expect_many("Arrow Lake", ARROW_LAKE, "1 2 3 4, 4",
                FASTSHA2_SHA512_SHA512NI ? "1, 1" : avx2_512);
    expect_many("Zen 4", ZEN4, "1 2 3 4 2 2 3 4 16 16 16 16 16 16 16 16, 32",
                "1 8 8 8 8 8 8 8 8 16 16 16 16 16 16 16, 16");
}

static CU_TestInfo tests[] = {
    {"processors of each generation get their rows",
     test_processors_of_each_generation_get_their_rows},
    {"less each feature in turn, the next row serves",
     test_less_each_feature_in_turn_the_next_row_serves},
    {"processors of each generation hash many messages by what they have",
     test_processors_of_each_generation_hash_many_messages_by_what_they_have},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_backends", tests);
}
