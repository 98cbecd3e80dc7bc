/* s390x feature detection: with invented answers of the operating system and the processor. */
#include "cpu.h"
#include "suite.h"

/* Bits of AT_HWCAP: Linux, arch/s390/include/asm/elf.h. */
#define STFLE (UINT64_C(1) << 2)
#define MSA (UINT64_C(1) << 3)
#define LDISP (UINT64_C(1) << 4)

/* KIMD's functions as bits of the first doubleword of its answer, the leftmost first. */
#define FUNCTION(n) (UINT64_C(1) << (63 - (n)))
#define QUERY FUNCTION(0)
#define SHA_1 FUNCTION(1)
#define SHA_256 FUNCTION(2)
#define SHA_512 FUNCTION(3)

static uint64_t features_of(uint64_t hwcap, uint64_t first, uint64_t second)
{
    return cpu_features_of(&(struct cpu_report){.hwcap = hwcap, .kimd = {first, second}});
}

static void test_each_function_gives_its_feature(void)
{
    CU_ASSERT_EQUAL(features_of(MSA, QUERY | SHA_1 | SHA_256, 0), CPU_KIMD_SHA_256);
    CU_ASSERT_EQUAL(features_of(MSA, QUERY | SHA_512, 0), CPU_KIMD_SHA_512);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX, UINT64_MAX, UINT64_MAX),
                    CPU_KIMD_SHA_256 | CPU_KIMD_SHA_512);
}

static void test_other_functions_give_none(void)
{
    CU_ASSERT_EQUAL(features_of(MSA, 0, 0), 0);
    CU_ASSERT_EQUAL(features_of(MSA, QUERY | SHA_1, UINT64_MAX), 0);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX, ~(SHA_256 | SHA_512), UINT64_MAX), 0);
}

static void test_without_the_assist_there_is_none(void)
{
    CU_ASSERT_EQUAL(features_of(STFLE | LDISP, UINT64_MAX, UINT64_MAX), 0);
    CU_ASSERT_EQUAL(features_of(~MSA, UINT64_MAX, UINT64_MAX), 0);
}

static CU_TestInfo tests[] = {
    {"each function gives its feature", test_each_function_gives_its_feature},
    {"other functions give none", test_other_functions_give_none},
    {"without the assist there is none", test_without_the_assist_there_is_none},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_cpu_s390x", tests);
}
