/* The features of a 64-bit LoongArch processor that back ends need, as far as the operating system reports them. */
#ifndef FASTSHA2_LOONGARCH64_CPU_H
#define FASTSHA2_LOONGARCH64_CPU_H

#include <stdint.h>

enum cpu_feature {
    CPU_LSX = 1 << 0,  /* vectors of 128 bits */
    CPU_LASX = 1 << 1, /* vectors of 256 bits */
};

/* What the operating system says, in the bits of AT_HWCAP (Linux, arch/loongarch/include/uapi/asm/hwcap.h); 0 where
   it says nothing. A vector unit that the kernel does not save has no bit. */
struct cpu_report {
    uint64_t hwcap;
};

/* Pure: the features of such a processor. */
uint64_t cpu_features_of(const struct cpu_report *report);

#endif
