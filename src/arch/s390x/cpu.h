/* The features of a z/Architecture processor that back ends need, as far as it and the operating system report them. */
#ifndef FASTSHA2_S390X_CPU_H
#define FASTSHA2_S390X_CPU_H

#include <stdint.h>

enum cpu_feature {
    CPU_KIMD_SHA_256 = 1 << 0,
    CPU_KIMD_SHA_512 = 1 << 1,
};

/* What the operating system says, in the bits of AT_HWCAP (Linux, arch/s390/include/asm/elf.h), 0 where it says
   nothing; and KIMD's answer to its query, 0 where there is no KIMD. */
struct cpu_report {
    uint64_t hwcap;
    uint64_t kimd[2];
};

/* Pure: the functions that the processor has, if it has KIMD at all. */
uint64_t cpu_features_of(const struct cpu_report *report);

#endif
