/* The features of a 64-bit Power processor that back ends need, as far as the operating system reports them. */
#ifndef FASTSHA2_PPC64_CPU_H
#define FASTSHA2_PPC64_CPU_H

#include <stdint.h>

enum cpu_feature {
    CPU_VCRYPTO = 1 << 0, /* VSHASIGMAW and VSHASIGMAD, on registers that VSX loads */
};

/* What the operating system says, in the bits of AT_HWCAP and AT_HWCAP2 (Linux, Documentation/arch/powerpc/
   elf_hwcaps.rst; the same on FreeBSD); 0 where it says nothing. */
struct cpu_report {
    uint64_t hwcap, hwcap2;
};

/* Pure: features that the processor has, less those whose registers the operating system does not offer. */
uint64_t cpu_features_of(const struct cpu_report *report);

#endif
