/* arm64 feature detection: with invented answers of the operating system. */
#include "cpu.h"
#include "suite.h"

/* Bits of AT_HWCAP: Linux, Documentation/arch/arm64/elf_hwcaps.rst. */
#define ASIMD (UINT64_C(1) << 1)
#define SHA1 (UINT64_C(1) << 5)
#define SHA2 (UINT64_C(1) << 6)
#define SHA3 (UINT64_C(1) << 17)
#define SHA512 (UINT64_C(1) << 21)

static uint64_t features_of(uint64_t hwcap)
{
    return cpu_features_of(&(struct cpu_report){.hwcap = hwcap});
}

static void test_each_bit_gives_its_feature(void)
{
    CU_ASSERT_EQUAL(features_of(ASIMD), CPU_ASIMD);
    CU_ASSERT_EQUAL(features_of(ASIMD | SHA2), CPU_ASIMD | CPU_SHA256);
    CU_ASSERT_EQUAL(features_of(ASIMD | SHA512), CPU_ASIMD | CPU_SHA512);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX), CPU_ASIMD | CPU_SHA256 | CPU_SHA512);
}

static void test_other_bits_give_none(void)
{
    CU_ASSERT_EQUAL(features_of(0), 0);
    CU_ASSERT_EQUAL(features_of(ASIMD | SHA1 | SHA3), CPU_ASIMD);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX & ~(SHA2 | SHA512)), CPU_ASIMD);
}

static void test_without_vector_registers_there_is_none(void)
{
    CU_ASSERT_EQUAL(features_of(SHA2 | SHA512), 0);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX & ~ASIMD), 0);
}

static CU_TestInfo tests[] = {
    {"each bit gives its feature", test_each_bit_gives_its_feature},
    {"other bits give none", test_other_bits_give_none},
    {"without vector registers there is none", test_without_vector_registers_there_is_none},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_cpu_arm64", tests);
}
