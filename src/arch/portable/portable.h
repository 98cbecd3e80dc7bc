/* The rows that end every architecture's tables. */
#ifndef FASTSHA2_PORTABLE_H
#define FASTSHA2_PORTABLE_H

#include "backend.h"

sha256_compress_fn sha256_compress_portable;
sha512_compress_fn sha512_compress_portable;

#define SHA256_PORTABLE_ROW .name = "portable", .sha256 = sha256_compress_portable
#define SHA512_PORTABLE_ROW .name = "portable", .sha512 = sha512_compress_portable

#endif
