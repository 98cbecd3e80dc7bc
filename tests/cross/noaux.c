/*
 * Preloaded into a program, hides features of the processor from it: getauxval answers without the bits of
 * the environment's NOAUX_HWCAP and NOAUX_HWCAP2. For processors of which the emulator has no model. On RISC-V,
 * NOAUX_HWPROBE, of any value, takes the system call riscv_hwprobe away, as Linux before 6.4 has none.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/auxv.h>

static unsigned long hidden(unsigned long type)
{
    const char *name = type == AT_HWCAP ? "NOAUX_HWCAP" : type == AT_HWCAP2 ? "NOAUX_HWCAP2" : NULL;
    const char *bits = name != NULL ? getenv(name) : NULL;

    return bits != NULL ? strtoul(bits, NULL, 0) : 0;
}

unsigned long getauxval(unsigned long type)
{
    unsigned long (*next)(unsigned long);

    *(void **)&next = dlsym(RTLD_NEXT, "getauxval");
    return next(type) & ~hidden(type);
}

#if defined(__riscv)

enum { RISCV_HWPROBE = 258 };

long syscall(long number, ...)
{
    long (*next)(long, ...);
    long arguments[6];
    va_list list;

    if (number == RISCV_HWPROBE && getenv("NOAUX_HWPROBE") != NULL) {
        errno = ENOSYS;
        return -1;
    }
    va_start(list, number);
    for (size_t i = 0; i < 6; i++)
        arguments[i] = va_arg(list, long);
    va_end(list);
    *(void **)&next = dlsym(RTLD_NEXT, "syscall");
    return next(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                arguments[5]);
}

#endif
