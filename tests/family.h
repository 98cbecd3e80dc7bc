/*
 * The seven digests in one shape, with HMAC and PBKDF2 over any row, and the same by definition over libcrypto's
 * digests.
 */
#ifndef FASTSHA2_TESTS_FAMILY_H
#define FASTSHA2_TESTS_FAMILY_H

#include "hash.h"
#include "hmac.h"
#include "pbkdf2.h"

union hmac_state {
    struct sha256_hmac sha256;
    struct sha512_hmac sha512;
};

struct member {
    const char *name;
    const char *libcrypto; /* a digest of libcrypto's, of which this one has the first bytes */
    const struct hash *hash;
    const void *variant;
    size_t digest_size;
};

enum { NMEMBERS = 7 };
extern const struct member family[NMEMBERS];

/* What hmac.h and pbkdf2.h declare. */
void family_set_key(const struct member *member, const struct backend *row, union hmac_state *state,
                    const uint8_t *key, size_t size);
void family_restart(const struct member *member, union hmac_state *state);
int family_update(const struct member *member, const struct backend *row, union hmac_state *state,
                  const uint8_t *data, size_t size);
int family_final(const struct member *member, const struct backend *row, union hmac_state *state,
                 uint8_t *mac);
void family_copy(const struct member *member, union hmac_state *to, const union hmac_state *from);
void family_pbkdf2(const struct member *member, const struct backend *row,
                   const struct pbkdf2_input *input, uint8_t *key, size_t size);

/* RFC 2104, section 2, and RFC 8018, section 5.2, word for word. Messages and salts of at most 4096 bytes. */
void defined_hmac(const struct member *member, const uint8_t *key, size_t key_size,
                  const uint8_t *data, size_t size, uint8_t *mac);
void defined_pbkdf2(const struct member *member, const struct pbkdf2_input *input, uint8_t *key,
                    size_t size);

#endif
