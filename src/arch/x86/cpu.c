/* Feature detection by CPUID and XGETBV; no probing by execution, no environment, nothing kept. */
#include "cpu.h"
#include "backend.h"

#include <cpuid.h>

enum {
    LEAF1_ECX_SSSE3 = 1 << 9,
    LEAF1_ECX_SSE41 = 1 << 19,
    LEAF1_ECX_OSXSAVE = 1 << 27,
    LEAF1_ECX_AVX = 1 << 28,
    LEAF7_EBX_BMI1 = 1 << 3,
    LEAF7_EBX_AVX2 = 1 << 5,
    LEAF7_EBX_BMI2 = 1 << 8,
    LEAF7_EBX_AVX512F = 1 << 16,
    LEAF7_EBX_SHA = 1 << 29,
    LEAF7_EBX_AVX512BW = 1 << 30,
    LEAF7_1_EAX_SHA512 = 1 << 0,
    XCR0_YMM = 0x06, /* XMM and the upper halves of YMM */
    XCR0_ZMM = 0xe6, /* and opmask, the upper halves of ZMM0-15, ZMM16-31 */
};
#define LEAF7_EBX_AVX512VL (UINT32_C(1) << 31) /* no int holds it */

uint64_t cpu_features_of(const struct cpu_report *report)
{
    uint64_t features = 0;

    if (report->leaf1_ecx & LEAF1_ECX_SSSE3)
        features |= CPU_SSSE3;
    if (report->leaf1_ecx & LEAF1_ECX_SSE41)
        features |= CPU_SSE41;
    if (report->leaf7_ebx & LEAF7_EBX_BMI1)
        features |= CPU_BMI1;
    if (report->leaf7_ebx & LEAF7_EBX_BMI2)
        features |= CPU_BMI2;
    if (report->leaf7_ebx & LEAF7_EBX_SHA)
        features |= CPU_SHA;

    if (!(report->leaf1_ecx & LEAF1_ECX_OSXSAVE) || (report->xcr0 & XCR0_YMM) != XCR0_YMM ||
        !(report->leaf1_ecx & LEAF1_ECX_AVX))
        return features;
    features |= CPU_AVX;
    if (!(report->leaf7_ebx & LEAF7_EBX_AVX2))
        return features;
    features |= CPU_AVX2;
    if (report->leaf7_1_eax & LEAF7_1_EAX_SHA512)
        features |= CPU_SHA512;

    if ((report->xcr0 & XCR0_ZMM) != XCR0_ZMM || !(report->leaf7_ebx & LEAF7_EBX_AVX512F))
        return features;
    features |= CPU_AVX512F;
    if (report->leaf7_ebx & LEAF7_EBX_AVX512VL)
        features |= CPU_AVX512VL;
    if (report->leaf7_ebx & LEAF7_EBX_AVX512BW)
        features |= CPU_AVX512BW;
    return features;
}

/* As an instruction, not as the intrinsic, which would ask this file to be compiled for XSAVE. */
static uint32_t read_xcr0(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

uint64_t cpu_features(void)
{
    struct cpu_report report = {0};
    uint32_t eax, ebx, ecx, edx, max_subleaf;
    uint32_t max_leaf = (uint32_t)__get_cpuid_max(0, 0);

    if (max_leaf >= 1)
        __cpuid(1, eax, ebx, report.leaf1_ecx, edx);
    if (report.leaf1_ecx & LEAF1_ECX_OSXSAVE)
        report.xcr0 = read_xcr0();
    if (max_leaf >= 7) {
        __cpuid_count(7, 0, max_subleaf, report.leaf7_ebx, ecx, edx);
        if (max_subleaf >= 1)
            __cpuid_count(7, 1, report.leaf7_1_eax, ebx, ecx, edx);
    }
    return cpu_features_of(&report);
}
