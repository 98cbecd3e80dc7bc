/* x86 feature detection: with invented answers of CPUID and XGETBV, and on this processor. */
#include "cpu.h"
#include "backend.h"
#include "expect.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

/* Bits of Intel's Software Developer's Manual, volume 2, CPUID; volume 1, 13.3 for XCR0. */
#define SSSE3 (UINT32_C(1) << 9)
#define SSE41 (UINT32_C(1) << 19)
#define OSXSAVE (UINT32_C(1) << 27)
#define AVX (UINT32_C(1) << 28)
#define BMI1 (UINT32_C(1) << 3)
#define AVX2 (UINT32_C(1) << 5)
#define BMI2 (UINT32_C(1) << 8)
#define AVX512F (UINT32_C(1) << 16)
#define SHA (UINT32_C(1) << 29)
#define AVX512BW (UINT32_C(1) << 30)
#define AVX512VL (UINT32_C(1) << 31)
#define SHA512 (UINT32_C(1) << 0)
#define SSE_STATE (UINT32_C(1) << 1)
#define AVX_STATE (UINT32_C(1) << 2)
#define OPMASK_STATE (UINT32_C(1) << 5)
#define ZMM_HIGH_STATE (UINT32_C(1) << 6)
#define ZMM_16_STATE (UINT32_C(1) << 7)

/* A processor that has all of it. */
static struct cpu_report everything(void)
{
    return (struct cpu_report){
        .leaf1_ecx = SSSE3 | SSE41 | OSXSAVE | AVX,
        .leaf7_ebx = BMI1 | AVX2 | BMI2 | AVX512F | SHA | AVX512BW | AVX512VL,
        .leaf7_1_eax = SHA512,
        .xcr0 = SSE_STATE | AVX_STATE | OPMASK_STATE | ZMM_HIGH_STATE | ZMM_16_STATE,
    };
}

enum {
    OF_XMM = CPU_SSSE3 | CPU_SSE41 | CPU_BMI1 | CPU_BMI2 | CPU_SHA, /* and of general registers */
    OF_YMM = CPU_AVX | CPU_AVX2 | CPU_SHA512,
    OF_ZMM = CPU_AVX512F | CPU_AVX512BW | CPU_AVX512VL,
};

static uint64_t without(struct cpu_report absent)
{
    struct cpu_report report = everything();

    report.leaf1_ecx &= ~absent.leaf1_ecx;
    report.leaf7_ebx &= ~absent.leaf7_ebx;
    report.leaf7_1_eax &= ~absent.leaf7_1_eax;
    report.xcr0 &= ~absent.xcr0;
    return cpu_features_of(&report);
}

#define WITHOUT(field, bits) without((struct cpu_report){.field = (bits)})

static void test_a_processor_with_everything_has_every_feature(void)
{
    CU_ASSERT_EQUAL(without((struct cpu_report){0}), OF_XMM | OF_YMM | OF_ZMM);
}

static void test_a_processor_with_nothing_has_none(void)
{
    CU_ASSERT_EQUAL(cpu_features_of(&(struct cpu_report){0}), 0);
}

static void test_each_bit_alone_grants_its_own_feature(void)
{
    CU_ASSERT_EQUAL(cpu_features_of(&(struct cpu_report){.leaf1_ecx = SSSE3}), CPU_SSSE3);
    CU_ASSERT_EQUAL(cpu_features_of(&(struct cpu_report){.leaf1_ecx = SSE41}), CPU_SSE41);
    CU_ASSERT_EQUAL(cpu_features_of(&(struct cpu_report){.leaf7_ebx = BMI1}), CPU_BMI1);
    CU_ASSERT_EQUAL(cpu_features_of(&(struct cpu_report){.leaf7_ebx = BMI2}), CPU_BMI2);
    CU_ASSERT_EQUAL(cpu_features_of(&(struct cpu_report){.leaf7_ebx = SHA}), CPU_SHA);
}

static void test_bits_of_other_features_grant_nothing(void)
{
    struct cpu_report others = everything();

    others.leaf1_ecx = ~others.leaf1_ecx;
    others.leaf7_ebx = ~others.leaf7_ebx;
    others.leaf7_1_eax = ~others.leaf7_1_eax;
    others.xcr0 = UINT32_MAX;
    CU_ASSERT_EQUAL(cpu_features_of(&others), 0);
}

static void test_a_missing_bit_takes_its_feature_and_what_stands_on_it(void)
{
    const uint64_t all = OF_XMM | OF_YMM | OF_ZMM;

    CU_ASSERT_EQUAL(WITHOUT(leaf1_ecx, SSSE3), all & ~(uint64_t)CPU_SSSE3);
    CU_ASSERT_EQUAL(WITHOUT(leaf1_ecx, SSE41), all & ~(uint64_t)CPU_SSE41);
    CU_ASSERT_EQUAL(WITHOUT(leaf7_ebx, BMI1), all & ~(uint64_t)CPU_BMI1);
    CU_ASSERT_EQUAL(WITHOUT(leaf7_ebx, BMI2), all & ~(uint64_t)CPU_BMI2);
    CU_ASSERT_EQUAL(WITHOUT(leaf7_ebx, SHA), all & ~(uint64_t)CPU_SHA);
    CU_ASSERT_EQUAL(WITHOUT(leaf7_1_eax, SHA512), all & ~(uint64_t)CPU_SHA512);
    CU_ASSERT_EQUAL(WITHOUT(leaf7_ebx, AVX512BW), all & ~(uint64_t)CPU_AVX512BW);
    CU_ASSERT_EQUAL(WITHOUT(leaf7_ebx, AVX512VL), all & ~(uint64_t)CPU_AVX512VL);
    CU_ASSERT_EQUAL(WITHOUT(leaf7_ebx, AVX512F),
                    OF_XMM | OF_YMM); /* BW and VL are parts of AVX-512 */
    CU_ASSERT_EQUAL(WITHOUT(leaf7_ebx, AVX2), OF_XMM | CPU_AVX);
    CU_ASSERT_EQUAL(WITHOUT(leaf1_ecx, AVX), OF_XMM);
}

static void test_registers_that_the_system_does_not_save_are_not_used(void)
{
    CU_ASSERT_EQUAL(WITHOUT(leaf1_ecx, OSXSAVE), OF_XMM);
    CU_ASSERT_EQUAL(WITHOUT(xcr0, UINT32_MAX), OF_XMM);
    CU_ASSERT_EQUAL(WITHOUT(xcr0, SSE_STATE), OF_XMM);
    CU_ASSERT_EQUAL(WITHOUT(xcr0, AVX_STATE), OF_XMM);
    CU_ASSERT_EQUAL(WITHOUT(xcr0, OPMASK_STATE), OF_XMM | OF_YMM);
    CU_ASSERT_EQUAL(WITHOUT(xcr0, ZMM_HIGH_STATE), OF_XMM | OF_YMM);
    CU_ASSERT_EQUAL(WITHOUT(xcr0, ZMM_16_STATE), OF_XMM | OF_YMM);
}

/* Every report of these bits: no feature without its bits, no vector feature without its registers. */
static void test_no_report_grants_what_it_does_not_hold(void)
{
    static const struct {
        uint64_t feature;
        struct cpu_report needs;
    } rules[] = {
        {CPU_SSSE3, {.leaf1_ecx = SSSE3}},
        {CPU_SSE41, {.leaf1_ecx = SSE41}},
        {CPU_BMI1, {.leaf7_ebx = BMI1}},
        {CPU_BMI2, {.leaf7_ebx = BMI2}},
        {CPU_SHA, {.leaf7_ebx = SHA}},
        {CPU_AVX, {.leaf1_ecx = AVX | OSXSAVE, .xcr0 = 0x06}},
        {CPU_AVX2, {.leaf1_ecx = AVX | OSXSAVE, .leaf7_ebx = AVX2, .xcr0 = 0x06}},
        {CPU_SHA512,
         {.leaf1_ecx = AVX | OSXSAVE, .leaf7_ebx = AVX2, .leaf7_1_eax = SHA512, .xcr0 = 0x06}},
        {CPU_AVX512F, {.leaf1_ecx = AVX | OSXSAVE, .leaf7_ebx = AVX512F, .xcr0 = 0xe6}},
        {CPU_AVX512BW, {.leaf1_ecx = AVX | OSXSAVE, .leaf7_ebx = AVX512F | AVX512BW, .xcr0 = 0xe6}},
        {CPU_AVX512VL, {.leaf1_ecx = AVX | OSXSAVE, .leaf7_ebx = AVX512F | AVX512VL, .xcr0 = 0xe6}},
    };
    static const uint32_t leaf1[] = {SSSE3, SSE41, OSXSAVE, AVX};
    static const uint32_t leaf7[] = {BMI1, AVX2, BMI2, AVX512F, SHA, AVX512BW, AVX512VL};
    static const uint32_t states[] = {SSE_STATE, AVX_STATE, OPMASK_STATE, ZMM_HIGH_STATE,
                                      ZMM_16_STATE};

    for (unsigned bits = 0; bits < 1u << 17; bits++) {
        struct cpu_report r = {.leaf7_1_eax = bits & SHA512};
        for (size_t i = 0; i < 4; i++)
            r.leaf1_ecx |= bits >> (1 + i) & 1 ? leaf1[i] : 0;
        for (size_t i = 0; i < 7; i++)
            r.leaf7_ebx |= bits >> (5 + i) & 1 ? leaf7[i] : 0;
        for (size_t i = 0; i < 5; i++)
            r.xcr0 |= bits >> (12 + i) & 1 ? states[i] : 0;

        uint64_t features = cpu_features_of(&r);
        for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
            const struct cpu_report *needs = &rules[i].needs;
            int holds = (needs->leaf1_ecx & ~r.leaf1_ecx) == 0 &&
                        (needs->leaf7_ebx & ~r.leaf7_ebx) == 0 &&
                        (needs->leaf7_1_eax & ~r.leaf7_1_eax) == 0 && (needs->xcr0 & ~r.xcr0) == 0;
            if ((features & rules[i].feature) != 0 && !holds)
                EXPECT(0, "feature 0x%x: leaf 1 %x, leaf 7 %x, leaf 7.1 %x, XCR0 %x",
                       (unsigned)rules[i].feature, r.leaf1_ecx, r.leaf7_ebx, r.leaf7_1_eax, r.xcr0);
        }
    }
    CU_PASS("131072 reports");
}

/* No more, rather than the same: valgrind shows less than the machine has. */
static void test_this_processor_has_no_more_than_linux_says(void)
{
    static const struct {
        uint64_t feature;
        const char *flag;
    } flags[] = {
        {CPU_SSSE3, " ssse3 "},     {CPU_SSE41, " sse4_1 "},      {CPU_AVX, " avx "},
        {CPU_AVX2, " avx2 "},       {CPU_BMI1, " bmi1 "},         {CPU_BMI2, " bmi2 "},
        {CPU_AVX512F, " avx512f "}, {CPU_AVX512BW, " avx512bw "}, {CPU_AVX512VL, " avx512vl "},
        {CPU_SHA, " sha_ni "},
        /* Older kernels do not list SHA512. */
    };
    static char line[8192] = "";
    FILE *file = fopen("/proc/cpuinfo", "r");

    if (file == NULL) {
        CU_PASS("not Linux");
        return;
    }
    while (fgets(line, sizeof line, file) != NULL && strncmp(line, "flags", 5) != 0)
        continue;
    fclose(file);
    line[strcspn(line, "\n")] = ' ';
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        EXPECT((cpu_features() & flags[i].feature) == 0 || strstr(line, flags[i].flag) != NULL,
               "%s is not in /proc/cpuinfo", flags[i].flag);
}

/* The compiler's own detection asks the same processor, be it valgrind's or an emulator's. */
static void test_this_processor_has_what_the_compiler_s_own_detection_says(void)
{
    uint64_t features = cpu_features();

    __builtin_cpu_init();
    CU_ASSERT_EQUAL((features & CPU_SSSE3) != 0, __builtin_cpu_supports("ssse3") != 0);
    CU_ASSERT_EQUAL((features & CPU_SSE41) != 0, __builtin_cpu_supports("sse4.1") != 0);
    CU_ASSERT_EQUAL((features & CPU_AVX) != 0, __builtin_cpu_supports("avx") != 0);
    CU_ASSERT_EQUAL((features & CPU_AVX2) != 0, __builtin_cpu_supports("avx2") != 0);
    CU_ASSERT_EQUAL((features & CPU_BMI1) != 0, __builtin_cpu_supports("bmi") != 0);
    CU_ASSERT_EQUAL((features & CPU_BMI2) != 0, __builtin_cpu_supports("bmi2") != 0);
    CU_ASSERT_EQUAL((features & CPU_AVX512F) != 0, __builtin_cpu_supports("avx512f") != 0);
    CU_ASSERT_EQUAL((features & CPU_AVX512BW) != 0, __builtin_cpu_supports("avx512bw") != 0);
    CU_ASSERT_EQUAL((features & CPU_AVX512VL) != 0, __builtin_cpu_supports("avx512vl") != 0);
}

static CU_TestInfo tests[] = {
    {"a processor with everything has every feature",
     test_a_processor_with_everything_has_every_feature},
    {"a processor with nothing has none", test_a_processor_with_nothing_has_none},
    {"each bit of XMM and general registers alone grants its own feature",
     test_each_bit_alone_grants_its_own_feature},
    {"bits of other features grant nothing", test_bits_of_other_features_grant_nothing},
    {"a missing bit takes its feature and what stands on it",
     test_a_missing_bit_takes_its_feature_and_what_stands_on_it},
    {"registers that the system does not save are not used",
     test_registers_that_the_system_does_not_save_are_not_used},
    {"no report grants what it does not hold", test_no_report_grants_what_it_does_not_hold},
    {"this processor has no more than Linux says", test_this_processor_has_no_more_than_linux_says},
    {"this processor has what the compiler's own detection says",
     test_this_processor_has_what_the_compiler_s_own_detection_says},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_cpu", tests);
}
