/* Feature detection by what the operating system says; no probing by execution, nothing kept. */
#include "cpu.h"
#include "arch/hwcap.h"
#include "backend.h"

/* Not by the system's names, which older headers lack. */
enum {
    ALTIVEC = 1 << 28,
    VSX = 1 << 7,
};

enum {
    VEC_CRYPTO = 1 << 25,
};

uint64_t cpu_features_of(const struct cpu_report *report)
{
    uint64_t features = 0;

    if ((report->hwcap & ALTIVEC) && (report->hwcap & VSX) && (report->hwcap2 & VEC_CRYPTO))
        features |= CPU_VCRYPTO;
    return features;
}

uint64_t cpu_features(void)
{
    const struct cpu_report report = {hwcap(), hwcap2()};

    return cpu_features_of(&report);
}
