/* The features of an x86 processor that back ends need, as far as the operating system lets them be used. */
#ifndef FASTSHA2_X86_CPU_H
#define FASTSHA2_X86_CPU_H

#include <stdint.h>

enum cpu_feature {
    CPU_SSSE3 = 1 << 0,
    CPU_SSE41 = 1 << 1,
    CPU_AVX = 1 << 2,
    CPU_AVX2 = 1 << 3,
    CPU_BMI1 = 1 << 4,
    CPU_BMI2 = 1 << 5,
    CPU_AVX512F = 1 << 6,
    CPU_AVX512VL = 1 << 7,
    CPU_SHA = 1 << 8,    /* Intel SHA extensions: SHA-1 and SHA-256 */
    CPU_SHA512 = 1 << 9, /* Intel SHA512 instructions */
    CPU_AVX512BW = 1 << 10,
};

/* What CPUID and XGETBV answer (Intel SDM, volume 2, CPUID; volume 1, 13.3); 0 where a leaf, a subleaf or
   XGETBV does not exist. */
struct cpu_report {
    uint32_t leaf1_ecx;
    uint32_t leaf7_ebx;
    uint32_t leaf7_1_eax;
    uint32_t xcr0;
};

/* Pure: features that the processor has, less those whose registers the operating system does not save. */
uint64_t cpu_features_of(const struct cpu_report *report);

#endif
