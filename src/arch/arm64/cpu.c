/* Feature detection by what the operating system says; no probing by execution, nothing kept. */
#include "cpu.h"
#include "backend.h"

#if defined(__APPLE__)
#include <stddef.h>
#include <sys/sysctl.h>
#elif defined(__linux__) || defined(__FreeBSD__) || defined(__OpenBSD__)
#include <sys/auxv.h>
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
static uint64_t read_hwcap(void)
{
    uint64_t hwcap = ASIMD;

    if (has("hw.optional.arm.FEAT_SHA256"))
        hwcap |= SHA2;
    if (has("hw.optional.arm.FEAT_SHA512") || has("hw.optional.armv8_2_sha512"))
        hwcap |= SHA2 | SHA512;
    return hwcap;
}

#elif defined(__linux__)

static uint64_t read_hwcap(void)
{
    return getauxval(AT_HWCAP);
}

#elif defined(__FreeBSD__) || defined(__OpenBSD__)

static uint64_t read_hwcap(void)
{
    unsigned long hwcap = 0;

    return elf_aux_info(AT_HWCAP, &hwcap, (int)sizeof hwcap) == 0 ? hwcap : 0;
}

#else

static uint64_t read_hwcap(void)
{
    return 0;
}

#endif

uint64_t cpu_features(void)
{
    const struct cpu_report report = {read_hwcap()};

    return cpu_features_of(&report);
}
