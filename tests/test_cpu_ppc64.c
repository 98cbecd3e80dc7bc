/* ppc64 feature detection: with invented answers of the operating system. */
#include "cpu.h"
#include "suite.h"

/* Bits of AT_HWCAP and AT_HWCAP2: Linux, arch/powerpc/include/uapi/asm/cputable.h. */
#define ALTIVEC UINT64_C(0x10000000)
#define VSX UINT64_C(0x00000080)
#define ARCH_2_07 UINT64_C(0x80000000)
#define VEC_CRYPTO UINT64_C(0x02000000)

static uint64_t features_of(uint64_t hwcap, uint64_t hwcap2)
{
    return cpu_features_of(&(struct cpu_report){.hwcap = hwcap, .hwcap2 = hwcap2});
}

static void test_the_hash_instructions_give_their_feature(void)
{
    CU_ASSERT_EQUAL(features_of(ALTIVEC | VSX, VEC_CRYPTO), CPU_VCRYPTO);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX, UINT64_MAX), CPU_VCRYPTO);
}

static void test_other_bits_give_none(void)
{
    CU_ASSERT_EQUAL(features_of(0, 0), 0);
    CU_ASSERT_EQUAL(features_of(ALTIVEC | VSX, ARCH_2_07), 0);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX, ~VEC_CRYPTO), 0);
    CU_ASSERT_EQUAL(features_of(VEC_CRYPTO, ALTIVEC | VSX), 0);
}

static void test_without_vector_registers_there_is_none(void)
{
    CU_ASSERT_EQUAL(features_of(0, UINT64_MAX), 0);
    CU_ASSERT_EQUAL(features_of(~ALTIVEC, UINT64_MAX), 0);
    CU_ASSERT_EQUAL(features_of(~VSX, UINT64_MAX), 0);
}

static CU_TestInfo tests[] = {
    {"the hash instructions give their feature", test_the_hash_instructions_give_their_feature},
    {"other bits give none", test_other_bits_give_none},
    {"without vector registers there is none", test_without_vector_registers_there_is_none},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_cpu_ppc64", tests);
}
