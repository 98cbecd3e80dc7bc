/* The features of a 64-bit RISC-V processor that back ends need, as far as the operating system reports them. */
#ifndef FASTSHA2_RISCV64_CPU_H
#define FASTSHA2_RISCV64_CPU_H

#include <stdint.h>

enum cpu_feature {
    CPU_ZBB = 1 << 0,       /* rotations, and REV8 */
    CPU_REV8 = 1 << 1,      /* REV8, which Zbb and Zbkb have alike */
    CPU_ZKNH = 1 << 2,      /* the sigma functions of both hashes, in general registers */
    CPU_V = 1 << 3,         /* vectors of 128 bits and more, which this process may use */
    CPU_VREV8 = 1 << 4,     /* VREV8, of Zvkb, which Zvbb contains */
    CPU_ZVKNH_256 = 1 << 5, /* VSHA2CH, VSHA2CL, VSHA2MS on words of 32 bits: Zvknha or Zvknhb */
    CPU_ZVKNH_512 = 1 << 6, /* on words of 64 bits as well: Zvknhb */
};

/* What Linux says; 0 where it says nothing. */
struct cpu_report {
    uint64_t hwcap;     /* AT_HWCAP: a bit for each extension of one letter */
    uint64_t ima_ext_0; /* riscv_hwprobe's RISCV_HWPROBE_KEY_IMA_EXT_0, of all processors at once */
};

/* Pure: features that the processor has, less those whose registers the operating system does not offer. */
uint64_t cpu_features_of(const struct cpu_report *report);

#endif
