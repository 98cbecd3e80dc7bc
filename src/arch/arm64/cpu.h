/* The features of a 64-bit Arm processor that back ends need, as far as the operating system reports them. */
#ifndef FASTSHA2_ARM64_CPU_H
#define FASTSHA2_ARM64_CPU_H

#include <stdint.h>

enum cpu_feature {
    CPU_ASIMD = 1 << 0,  /* Advanced SIMD, also called Neon */
    CPU_SHA256 = 1 << 1, /* SHA256H, SHA256H2, SHA256SU0, SHA256SU1 */
    CPU_SHA512 = 1 << 2, /* SHA512H, SHA512H2, SHA512SU0, SHA512SU1 */
};

/* What the operating system says, in the bits of AT_HWCAP (Linux, Documentation/arch/arm64/elf_hwcaps.rst; the
   same on FreeBSD); 0 where it says nothing. */
struct cpu_report {
    uint64_t hwcap;
};

/* Pure: features that the processor has, less those whose registers the operating system does not offer. */
uint64_t cpu_features_of(const struct cpu_report *report);

#endif
