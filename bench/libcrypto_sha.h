/* libcrypto's compressors, as close as its interface lets a program come to them. */
#ifndef BENCH_LIBCRYPTO_SHA_H
#define BENCH_LIBCRYPTO_SHA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Works the state through the same blocks that many times, as SHA256_Update does with whole blocks.
   False if libcrypto refuses. */
bool libcrypto_sha256(uint32_t state[8], const uint8_t *blocks, size_t nblocks, size_t repeats);
bool libcrypto_sha512(uint64_t state[8], const uint8_t *blocks, size_t nblocks, size_t repeats);

#endif
