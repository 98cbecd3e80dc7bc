/* WASI has no dynamic linking: a function that not every libcrypto has is not to be found. */
#ifndef FASTSHA2_TESTS_WASM_DLFCN_H
#define FASTSHA2_TESTS_WASM_DLFCN_H

#include <stddef.h>

#define RTLD_DEFAULT NULL

static inline void *dlsym(void *handle, const char *symbol)
{
    (void)handle;
    (void)symbol;
    return NULL;
}

#endif
