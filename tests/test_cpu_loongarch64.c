/* loongarch64 feature detection: with invented answers of the operating system. */
#include "cpu.h"
#include "suite.h"

/* Bits of AT_HWCAP: Linux, arch/loongarch/include/uapi/asm/hwcap.h. */
#define FPU (UINT64_C(1) << 3)
#define LSX (UINT64_C(1) << 4)
#define LASX (UINT64_C(1) << 5)
#define CRC32 (UINT64_C(1) << 6)

static uint64_t features_of(uint64_t hwcap)
{
    return cpu_features_of(&(struct cpu_report){.hwcap = hwcap});
}

static void test_each_bit_gives_its_feature(void)
{
    CU_ASSERT_EQUAL(features_of(LSX), CPU_LSX);
    CU_ASSERT_EQUAL(features_of(LSX | LASX), CPU_LSX | CPU_LASX);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX), CPU_LSX | CPU_LASX);
}

static void test_other_bits_give_none(void)
{
    CU_ASSERT_EQUAL(features_of(0), 0);
    CU_ASSERT_EQUAL(features_of(FPU | CRC32), 0);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX & ~(LSX | LASX)), 0);
}

/* The registers of the one are the lower halves of the other's. */
static void test_lasx_without_lsx_is_none(void)
{
    CU_ASSERT_EQUAL(features_of(LASX), 0);
    CU_ASSERT_EQUAL(features_of(UINT64_MAX & ~LSX), 0);
}

static CU_TestInfo tests[] = {
    {"each bit gives its feature", test_each_bit_gives_its_feature},
    {"other bits give none", test_other_bits_give_none},
    {"LASX without LSX is none", test_lasx_without_lsx_is_none},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    return suite_run("test_cpu_loongarch64", tests);
}
