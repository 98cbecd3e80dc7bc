/* The upper halves of YMM and ZMM. As instructions, not as intrinsics: a file compiled for AVX
   would have the compiler use it, and tidy up, where this file does not mean it to. */
#include "dirt.h"
#include "backend.h"
#include "cpu.h"

#include <cpuid.h>
#include <stdint.h>

int dirt_possible(void)
{
    return (cpu_features() & CPU_AVX) != 0;
}

#define ALL_XMM                                                                              \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", \
        "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"

static inline void fill(void)
{
    static const uint32_t words[8] = {1, 2, 3, 4, 5, 6, 7, 8};

    __asm__ volatile(".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n\t"
                     "vmovups %[words], %%ymm\\i\n\t"
                     ".endr"
                     :
                     : [words] "m"(words)
                     : ALL_XMM);
}

void dirt_make(void)
{
    fill();
}

void dirt_wash(void)
{
    fill();
    __asm__ volatile("vzeroupper" : : : ALL_XMM);
}

/* Intel SDM, volume 1, 13.6: XGETBV with ECX = 1 tells which state components are not in their
   initial state. What it says of AVX is checked before it is believed, for a processor may claim
   all of them. */
int dirt_left(void)
{
    enum {
        LEAF_XSAVE = 0xd,
        LEAF_XSAVE_1_EAX_XGETBV1 = 1 << 2,
        YMM_UPPER = 1 << 2,
        ZMM_UPPER = 1 << 6, /* of ZMM0 to 15, which vzeroupper clears as well */
    };
    uint32_t eax, ebx, ecx, edx, now, dirty, washed, high;

    if (!dirt_possible() || __get_cpuid_max(0, 0) < LEAF_XSAVE)
        return -1;
    __cpuid_count(LEAF_XSAVE, 1, eax, ebx, ecx, edx);
    if (!(eax & LEAF_XSAVE_1_EAX_XGETBV1))
        return -1;
    __asm__ volatile("xgetbv" : "=a"(now), "=d"(high) : "c"(1));
    dirt_make();
    __asm__ volatile("xgetbv" : "=a"(dirty), "=d"(high) : "c"(1));
    dirt_wash();
    __asm__ volatile("xgetbv" : "=a"(washed), "=d"(high) : "c"(1));
    if (!(dirty & YMM_UPPER) || (washed & (YMM_UPPER | ZMM_UPPER)))
        return -1;
    return (now & (YMM_UPPER | ZMM_UPPER)) != 0;
}
