/* riscv64 feature detection: with invented answers of the operating system. */
#include "cpu.h"
#include "suite.h"

/* Bits of AT_HWCAP, and of hwprobe's RISCV_HWPROBE_KEY_IMA_EXT_0: Linux, Documentation/arch/riscv/hwprobe.rst. */
#define HWCAP_V (UINT64_C(1) << 21)
#define FD (UINT64_C(1) << 0)
#define V (UINT64_C(1) << 2)
#define ZBA (UINT64_C(1) << 3)
#define ZBB (UINT64_C(1) << 4)
#define ZBS (UINT64_C(1) << 5)
#define ZBKB (UINT64_C(1) << 8)
#define ZKNE (UINT64_C(1) << 12)
#define ZKNH (UINT64_C(1) << 13)
#define ZKSH (UINT64_C(1) << 15)
#define ZVBB (UINT64_C(1) << 17)
#define ZVKB (UINT64_C(1) << 19)
#define ZVKNED (UINT64_C(1) << 21)
#define ZVKNHA (UINT64_C(1) << 22)
#define ZVKNHB (UINT64_C(1) << 23)
#define ZVKSED (UINT64_C(1) << 24)
#define ZVE64X (UINT64_C(1) << 39)

#define OF_GENERAL_REGISTERS (CPU_ZBB | CPU_REV8 | CPU_ZKNH)
#define OF_VECTORS (CPU_V | CPU_VREV8 | CPU_ZVKNH_256 | CPU_ZVKNH_512)

static uint64_t features_of(uint64_t hwcap, uint64_t ima_ext_0)
{
    return cpu_features_of(&(struct cpu_report){hwcap, ima_ext_0});
}

static void test_each_bit_gives_its_feature(void)
{
    CU_ASSERT_EQUAL(features_of(0, ZBB), CPU_ZBB | CPU_REV8);
    CU_ASSERT_EQUAL(features_of(0, ZBKB), CPU_REV8);
    CU_ASSERT_EQUAL(features_of(0, ZKNH), CPU_ZKNH);
    CU_ASSERT_EQUAL(features_of(HWCAP_V, V), CPU_V);
    CU_ASSERT_EQUAL(features_of(HWCAP_V, V | ZVKB), CPU_V | CPU_VREV8);
    CU_ASSERT_EQUAL(features_of(HWCAP_V, V | ZVBB), CPU_V | CPU_VREV8);
    CU_ASSERT_EQUAL(features_of(HWCAP_V, V | ZVKNHA), CPU_V | CPU_ZVKNH_256);
    CU_ASSERT_EQUAL(features_of(HWCAP_V, V | ZVKNHB), CPU_V | CPU_ZVKNH_256 | CPU_ZVKNH_512);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX, UINT64_MAX), OF_GENERAL_REGISTERS | OF_VECTORS);
}

static void test_other_bits_give_none(void)
{
    CU_ASSERT_EQUAL(features_of(0, 0), 0);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX, 0), 0);
    CU_ASSERT_EQUAL(features_of(HWCAP_V, FD | ZBA | ZBS | ZKNE | ZKSH | ZVKNED | ZVKSED), 0);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX, ~(V | ZBB | ZBKB | ZKNH)), 0);
}

/* V promises 128 bits; Zve64x alone may have 64. */
static void test_without_v_no_other_vector_extension_counts(void)
{
    CU_ASSERT_EQUAL(features_of(UINT64_MAX, ZVE64X | ZVKB | ZVKNHA | ZVKNHB), 0);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX, ~V), OF_GENERAL_REGISTERS);
}

static void test_vectors_that_are_denied_to_the_process_are_not_used(void)
{
    CU_ASSERT_EQUAL(features_of(0, UINT64_MAX), OF_GENERAL_REGISTERS);
    CU_ASSERT_EQUAL(features_of(~HWCAP_V, UINT64_MAX), OF_GENERAL_REGISTERS);
}

static CU_TestInfo tests[] = {
    {"each bit gives its feature", test_each_bit_gives_its_feature},
    {"other bits give none", test_other_bits_give_none},
    {"without V no other vector extension counts", test_without_v_no_other_vector_extension_counts},
    {"vectors that are denied to the process are not used",
     test_vectors_that_are_denied_to_the_process_are_not_used},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_cpu_riscv64", tests);
}
