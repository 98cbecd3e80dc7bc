/*
 * Preloaded into a program, hides features of the processor from it: getauxval answers without the bits of
 * the environment's NOAUX_HWCAP and NOAUX_HWCAP2. For processors of which the emulator has no model.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
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
