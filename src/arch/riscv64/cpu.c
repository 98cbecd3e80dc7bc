/* Feature detection by what Linux says; no probing by execution, nothing kept. */
#include "cpu.h"
#include "arch/hwcap.h"
#include "backend.h"

#if defined(__linux__)
#include <stddef.h>
#include <unistd.h>
#endif

/* Not by the system's names, which older headers lack: Documentation/arch/riscv/hwprobe.rst. */
#define HWCAP_V (UINT64_C(1) << ('V' - 'A'))
#define EXT_V (UINT64_C(1) << 2)
#define EXT_ZBB (UINT64_C(1) << 4)
#define EXT_ZBKB (UINT64_C(1) << 8)
#define EXT_ZKNH (UINT64_C(1) << 13)
#define EXT_ZVBB (UINT64_C(1) << 17)
#define EXT_ZVKB (UINT64_C(1) << 19)
#define EXT_ZVKNHA (UINT64_C(1) << 22)
#define EXT_ZVKNHB (UINT64_C(1) << 23)

/* Extensions of several letters are told by hwprobe alone. The auxiliary vector adds what hwprobe does not tell:
   V's letter is missing where vectors are denied to this process (sysctl abi.riscv_v_default_allow, prctl). */
uint64_t cpu_features_of(const struct cpu_report *report)
{
    const uint64_t ext = report->ima_ext_0;
    uint64_t features = 0;

    if (ext & EXT_ZBB)
        features |= CPU_ZBB;
    if (ext & (EXT_ZBB | EXT_ZBKB))
        features |= CPU_REV8;
    if (ext & EXT_ZKNH)
        features |= CPU_ZKNH;
    if (!(report->hwcap & HWCAP_V) || !(ext & EXT_V))
        return features;
    features |= CPU_V;
    if (ext & (EXT_ZVKB | EXT_ZVBB))
        features |= CPU_VREV8;
    if (ext & (EXT_ZVKNHA | EXT_ZVKNHB))
        features |= CPU_ZVKNH_256;
    if (ext & EXT_ZVKNHB)
        features |= CPU_ZVKNH_512;
    return features;
}

#if defined(__linux__)

/* By its number, as C libraries before glibc 2.40 have no function for it, and their headers no name. */
static uint64_t hwprobe(int64_t key)
{
    enum { RISCV_HWPROBE = 258 };
    struct {
        int64_t key;
        uint64_t value;
    } pair = {key, 0};

    /* Linux before 6.4 lacks the call, and one that does not know the key sets it to -1. */
    if (syscall(RISCV_HWPROBE, &pair, (size_t)1, (size_t)0, NULL, 0u) != 0 || pair.key != key)
        return 0;
    return pair.value;
}

#else

static uint64_t hwprobe(int64_t key)
{
    (void)key;
    return 0;
}

#endif

uint64_t cpu_features(void)
{
    enum { KEY_IMA_EXT_0 = 4 };
    const struct cpu_report report = {hwcap(), hwprobe(KEY_IMA_EXT_0)};

    return cpu_features_of(&report);
}
