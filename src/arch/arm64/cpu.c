/* Feature detection by what the operating system says; no probing by execution, nothing kept. */
#include "cpu.h"
#include "backend.h"

#if defined(__APPLE__)
#include <stddef.h>
#include <sys/sysctl.h>
#else
#include "arch/hwcap.h"
#endif

/* Not by the system's names, which older headers lack. */
enum {
    ASIMD = 1 << 1,
    SHA2 = 1 << 6,
    SHA512 = 1 << 21,
};

uint64_t cpu_features_of(const struct cpu_report *report)
{
    uint64_t features = 0;

    if (!(report->hwcap & ASIMD))
        return features;
    features |= CPU_ASIMD;
    if (report->hwcap & SHA2)
        features |= CPU_SHA256;
    if (report->hwcap & SHA512)
        features |= CPU_SHA512;
    return features;
}

#if defined(__APPLE__)

static int has(const char *name)
{
    int value = 0;
    size_t size = sizeof value;

    return sysctlbyname(name, &value, &size, NULL, 0) == 0 && size == sizeof value && value != 0;
}

/* macOS 11 knows the older name alone. What has the SHA-512 instructions has those for SHA-256: the field
   SHA2 of ID_AA64ISAR0_EL1 counts from the one to the other. */
static uint64_t hwcap(void)
{
    uint64_t bits = ASIMD;

    if (has("hw.optional.arm.FEAT_SHA256"))
        bits |= SHA2;
    if (has("hw.optional.arm.FEAT_SHA512") || has("hw.optional.armv8_2_sha512"))
        bits |= SHA2 | SHA512;
    return bits;
}

#endif

uint64_t cpu_features(void)
{
    const struct cpu_report report = {hwcap()};

    return cpu_features_of(&report);
}
