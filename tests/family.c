/* HMAC and PBKDF2 of seven digests, by the engine and by their definitions. */
#include "family.h"

#include <string.h>

const struct member family[NMEMBERS] = {
    {"SHA2-224", "SHA2-224", &hash_sha256, &sha2_224, 28},
    {"SHA2-256", "SHA2-256", &hash_sha256, &sha2_256, 32},
    {"SHA2-256/192", "SHA2-256", &hash_sha256, &sha2_256_192, 24},
    {"SHA2-384", "SHA2-384", &hash_sha512, &sha2_384, 48},
    {"SHA2-512", "SHA2-512", &hash_sha512, &sha2_512, 64},
    {"SHA2-512/224", "SHA2-512/224", &hash_sha512, &sha2_512_224, 28},
    {"SHA2-512/256", "SHA2-512/256", &hash_sha512, &sha2_512_256, 32},
};

static int is_256(const struct member *member)
{
    return member->hash == &hash_sha256;
}

void family_set_key(const struct member *member, const struct backend *row, union hmac_state *state,
                    const uint8_t *key, size_t size)
{
    if (is_256(member))
        sha256_hmac_set_key(&state->sha256, member->variant, row->sha256, key, size);
    else
        sha512_hmac_set_key(&state->sha512, member->variant, row->sha512, key, size);
}

void family_restart(const struct member *member, union hmac_state *state)
{
    if (is_256(member))
        sha256_hmac_restart(&state->sha256);
    else
        sha512_hmac_restart(&state->sha512);
}

int family_update(const struct member *member, const struct backend *row, union hmac_state *state,
                  const uint8_t *data, size_t size)
{
    return is_256(member) ? sha256_hmac_update(&state->sha256, row->sha256, data, size)
                          : sha512_hmac_update(&state->sha512, row->sha512, data, size);
}

int family_final(const struct member *member, const struct backend *row, union hmac_state *state,
                 uint8_t *mac)
{
    return is_256(member) ? sha256_hmac_final(&state->sha256, member->variant, row->sha256, mac)
                          : sha512_hmac_final(&state->sha512, member->variant, row->sha512, mac);
}

void family_copy(const struct member *member, union hmac_state *to, const union hmac_state *from)
{
    if (is_256(member))
        sha256_hmac_copy(&to->sha256, &from->sha256);
    else
        sha512_hmac_copy(&to->sha512, &from->sha512);
}

void family_pbkdf2(const struct member *member, const struct backend *row,
                   const struct pbkdf2_input *input, uint8_t *key, size_t size)
{
    if (is_256(member))
        sha256_pbkdf2_derive(member->variant, row->sha256, row->sha256_pbkdf2, input, key, size);
    else
        sha512_pbkdf2_derive(member->variant, row->sha512, row->sha512_pbkdf2, input, key, size);
}

static void digest(const struct member *member, const uint8_t *data, size_t size, uint8_t *to)
{
    uint8_t whole[MAX_DIGEST_SIZE];

    libcrypto_digest(member->libcrypto, data, size, whole);
    memcpy(to, whole, member->digest_size);
}

enum { MAX_MESSAGE = 4096 };

/* The digest of a padded key and a message. */
static void padded_digest(const struct member *member, const uint8_t *k0, uint8_t byte,
                          const uint8_t *data, size_t size, uint8_t *to)
{
    static uint8_t message[MAX_BLOCK_SIZE + MAX_MESSAGE + 4];

    for (size_t i = 0; i < member->hash->block_size; i++)
        message[i] = k0[i] ^ byte;
    if (size != 0)
        memcpy(message + member->hash->block_size, data, size);
    digest(member, message, member->hash->block_size + size, to);
}

void defined_hmac(const struct member *member, const uint8_t *key, size_t key_size,
                  const uint8_t *data, size_t size, uint8_t *mac)
{
    uint8_t k0[MAX_BLOCK_SIZE] = {0}, inner[MAX_DIGEST_SIZE];

    if (key_size > member->hash->block_size)
        digest(member, key, key_size, k0);
    else if (key_size != 0)
        memcpy(k0, key, key_size);
    padded_digest(member, k0, 0x36, data, size, inner);
    padded_digest(member, k0, 0x5c, inner, member->digest_size, mac);
}

void defined_pbkdf2(const struct member *member, const struct pbkdf2_input *input, uint8_t *key,
                    size_t size)
{
    uint8_t salted[MAX_MESSAGE + 4], u[MAX_DIGEST_SIZE], t[MAX_DIGEST_SIZE];

    if (input->salt_size != 0)
        memcpy(salted, input->salt, input->salt_size);
    for (uint32_t number = 1; size != 0; number++) {
        size_t part = size < member->digest_size ? size : member->digest_size;
        for (size_t i = 0; i < 4; i++)
            salted[input->salt_size + i] = (uint8_t)(number >> (24 - 8 * i));
        defined_hmac(member, input->password, input->password_size, salted, input->salt_size + 4,
                     u);
        memcpy(t, u, sizeof t);
        for (uint64_t n = 1; n < input->iterations; n++) {
            defined_hmac(member, input->password, input->password_size, u, member->digest_size, u);
            for (size_t i = 0; i < member->digest_size; i++)
                t[i] ^= u[i];
        }
        memcpy(key, t, part);
        key += part;
        size -= part;
    }
}
