/* What the operating system says of the processor in the program's auxiliary vector; 0 where it says nothing. For the
   cpu.c of architectures that have such words. */
#ifndef FASTSHA2_HWCAP_H
#define FASTSHA2_HWCAP_H

#include <stdint.h>

#if defined(__linux__)

#include <sys/auxv.h>

static inline uint64_t hwcap(void)
{
    return getauxval(AT_HWCAP);
}

static inline uint64_t hwcap2(void)
{
    return getauxval(AT_HWCAP2);
}

#elif defined(__FreeBSD__) || defined(__OpenBSD__)

#include <sys/auxv.h>

static inline uint64_t hwcap_of_type(int type)
{
    unsigned long bits = 0;

    return elf_aux_info(type, &bits, (int)sizeof bits) == 0 ? bits : 0;
}

static inline uint64_t hwcap(void)
{
    return hwcap_of_type(AT_HWCAP);
}

static inline uint64_t hwcap2(void)
{
    return hwcap_of_type(AT_HWCAP2);
}

#else

static inline uint64_t hwcap(void)
{
    return 0;
}

static inline uint64_t hwcap2(void)
{
    return 0;
}

#endif

#endif
