/* Library contexts with the default provider and the built module, as a program would load them. */
#ifndef FASTSHA2_TESTS_PROVIDERS_H
#define FASTSHA2_TESTS_PROVIDERS_H

#include <stddef.h>

#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/provider.h>

/* Property queries. */
#define OURS "provider=fastsha2"
#define THEIRS "provider=default"
#define PREFER_OURS "?provider=fastsha2"

/* The algorithms, by facts of FIPS 180-4 and of the default provider's documentation. */
struct algorithm {
    const char *name;
    size_t size;
    size_t block_size;
    const char *names[4]; /* every name, and the dotted OID where it has one, else NULL */
};
enum { NALGORITHMS = 7 };
extern const struct algorithm algorithms[NALGORITHMS];
#define FOR_EACH_ALGORITHM(a) \
    for (const struct algorithm *a = algorithms; a < algorithms + NALGORITHMS; a++)

struct library {
    OSSL_LIB_CTX *ctx;
    OSSL_PROVIDER *ours;   /* or NULL */
    OSSL_PROVIDER *theirs; /* or NULL */
};
enum { DEFAULT = 1, FASTSHA2 = 2, BOTH = 3 };

/* Makes a library context and loads DEFAULT, FASTSHA2 or BOTH into it; the default provider first.
   section: lines for the provider's section of a configuration that is read before, or NULL for
   none at all. Returns 0, with libcrypto's errors on the queue and what there is in *library, if a
   load fails. */
int library_open(struct library *library, int which, const char *section);

/* Has the context read a file with these lines as the provider's section. Without "activate" they wait until
   the provider is loaded by name, so that a failure is seen by the caller; a built-in provider is reached only
   with it, and after it was added. Returns what OSSL_LIB_CTX_load_config does. */
int library_configure(OSSL_LIB_CTX *ctx, const char *section);

/* Unloads what is loaded and frees the context. */
void library_close(struct library *library);

/* A parameter of the loaded fastsha2 provider as text; "" if it does not answer. */
const char *library_ask(const struct library *library, const char *parameter);

/* Moves the error queue into text, a line for each error with its detail; returns their number. */
int take_errors(char *text, size_t room);

/* 1 if md is not NULL and comes from the provider of that name. */
int is_from(const EVP_MD *md, const char *provider);

/* One update of a fresh context. Returns the size, or 0. */
size_t hash(const EVP_MD *md, const void *data, size_t size, unsigned char digest[EVP_MAX_MD_SIZE]);

/* HMAC of a message with a key of its own, and 50 bytes by PBKDF2, with the digest of that name. Return 1, or 0 and leave
   an error on the queue. */
int mac_begin(EVP_MAC_CTX *ctx, const char *digest);
int mac_end(EVP_MAC_CTX *ctx, const void *data, size_t size, unsigned char out[EVP_MAX_MD_SIZE]);
int kdf_set(EVP_KDF_CTX *ctx, const char *digest);
enum { KDF_SIZE = 50 };
int kdf_end(EVP_KDF_CTX *ctx, unsigned char out[KDF_SIZE]);

/* What the default provider says of this message; SHA-256/192, which older ones lack, is the first
   24 bytes of SHA-256 there (NIST SP 800-208). Returns the size, or 0. */
size_t expected(const struct library *library, const struct algorithm *algorithm, const void *data,
                size_t size, unsigned char digest[EVP_MAX_MD_SIZE]);

/* Bytes that do not repeat in any block, the same in every run. */
void fill(unsigned char *data, size_t size, unsigned seed);

#endif
