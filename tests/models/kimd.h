/*
 * A model in plain C of z/Architecture's KIMD-SHA-256, which no emulator has; z/Architecture Principles of Operation,
 * COMPUTE INTERMEDIATE MESSAGE DIGEST, and FIPS 180-4, section 6.2.2.
 *
 * Compile src/arch/s390x/sha256_cpacf.c with -include kimd.h: the instruction becomes the function below, and the
 * compressor becomes sha256_compress_cpacf_model.
 */
#ifndef FASTSHA2_MODELS_KIMD_H
#define FASTSHA2_MODELS_KIMD_H

#include "arch/portable/portable.h"
#include "arch/s390x/kimd.h"
#include "endian.h"

#include <stdlib.h>

/* The first operand is storage, as bytes. It stops early after so many blocks that long inputs show it, at
   the end of the last as well: the next execution then has nothing to do. */
static inline unsigned model_kimd(unsigned function, void *parameters, const uint8_t **data,
                                  size_t *size)
{
    enum { BLOCK = 64, MOST = 3 * BLOCK };
    uint8_t *h = parameters;
    const size_t done = *size < MOST ? *size : MOST;
    uint32_t words[8];

    if (function != 2 || *size % BLOCK != 0)
        abort(); /* a specification exception */
    for (size_t i = 0; i < 8; i++)
        words[i] = load_be32(h + 4 * i);
    sha256_compress_portable(words, *data, done / BLOCK);
    for (size_t i = 0; i < 8; i++)
        store_be32(h + 4 * i, words[i]);
    *data += done;
    *size -= done;
    return done == MOST ? 3 : 0;
}

#define kimd(function, parameters, data, size) model_kimd(function, parameters, data, size)
#define sha256_compress_cpacf sha256_compress_cpacf_model

#endif
