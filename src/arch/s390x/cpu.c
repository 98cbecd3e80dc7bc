/* Feature detection by what the operating system says of the message-security assist, and by KIMD's own query, which
   comes with it; nothing kept. */
#include "cpu.h"
#include "arch/hwcap.h"
#include "backend.h"
#include "kimd.h"

/* Not by the system's name, which older headers lack. */
enum {
    MSA = 1 << 3,
};

static int answers_for(const uint64_t answer[2], enum kimd_function function)
{
    return answer[function / 64] >> (63 - function % 64) & 1;
}

uint64_t cpu_features_of(const struct cpu_report *report)
{
    uint64_t features = 0;

    if (!(report->hwcap & MSA))
        return features;
    if (answers_for(report->kimd, KIMD_SHA_256))
        features |= CPU_KIMD_SHA_256;
    if (answers_for(report->kimd, KIMD_SHA_512))
        features |= CPU_KIMD_SHA_512;
    return features;
}

uint64_t cpu_features(void)
{
    struct cpu_report report = {.hwcap = hwcap()};
    const uint8_t *no_data = NULL;
    size_t no_size = 0;

    if (report.hwcap & MSA)
        kimd(KIMD_QUERY, report.kimd, &no_data, &no_size);
    return cpu_features_of(&report);
}
