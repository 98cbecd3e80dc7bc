/* Included ahead of OpenSSL's own files where they are compiled for WASI, whose headers lack these: there is one
   user, with every right that the engine grants. */
#ifndef FASTSHA2_TESTS_WASM_OPENSSL_WASI_H
#define FASTSHA2_TESTS_WASM_OPENSSL_WASI_H
#ifndef __ASSEMBLER__

#include <sys/types.h>

static inline unsigned getuid(void)
{
    return 0;
}

static inline unsigned geteuid(void)
{
    return 0;
}

static inline unsigned getgid(void)
{
    return 0;
}

static inline unsigned getegid(void)
{
    return 0;
}

#endif
#endif
