/* The round constants K of FIPS 180-4, sections 4.2.2 and 4.2.3, for every compressor. */
#ifndef FASTSHA2_SHA2_CONSTANTS_H
#define FASTSHA2_SHA2_CONSTANTS_H

#include <stdint.h>

/* Both tables start on a cache line, so that vector code may load them aligned. Hidden, as -fvisibility makes
   definitions only: other files would find them through the global offset table. */
#pragma GCC visibility push(hidden)
extern _Alignas(64) const uint32_t sha256_k[64];
extern _Alignas(64) const uint64_t sha512_k[80];
#pragma GCC visibility pop

#endif
