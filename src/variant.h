/* The members of the SHA-2 family: what sets each apart from SHA-256 or SHA-512 (FIPS 180-4,
   section 5.3; SHA-256/192: NIST SP 800-208, section 2.3). */
#ifndef FASTSHA2_VARIANT_H
#define FASTSHA2_VARIANT_H

#include <stddef.h>
#include <stdint.h>

struct sha256_variant {
    size_t digest_size; /* bytes */
    uint32_t iv[8];
};

struct sha512_variant {
    size_t digest_size; /* bytes */
    uint64_t iv[8];
};

extern const struct sha256_variant sha2_224, sha2_256, sha2_256_192;
extern const struct sha512_variant sha2_384, sha2_512, sha2_512_224, sha2_512_256;

#endif
