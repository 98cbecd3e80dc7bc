/* Feature detection by what the operating system says; no probing by execution, nothing kept. */
#include "cpu.h"
#include "arch/hwcap.h"
#include "backend.h"

/* Not by the system's names, which older headers lack. */
enum {
    LSX = 1 << 4,
    LASX = 1 << 5,
};

/* LASX has all of LSX, on the lower halves of its registers. */
uint64_t cpu_features_of(const struct cpu_report *report)
{
    uint64_t features = 0;

    if (!(report->hwcap & LSX))
        return features;
    features |= CPU_LSX;
    if (report->hwcap & LASX)
        features |= CPU_LASX;
    return features;
}

uint64_t cpu_features(void)
{
    const struct cpu_report report = {hwcap()};

    return cpu_features_of(&report);
}
