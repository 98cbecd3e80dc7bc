/* The digest that the examples hash with: fastsha2's where its module can be loaded, else the default provider's. */
#ifndef EXAMPLES_DIGEST_H
#define EXAMPLES_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/evp.h>

/* By any name that OpenSSL knows; without fastsha2 if it is not wanted. Ends the program, with a message, if there is
   no such digest. */
EVP_MD *digest_fetch(const char *name, bool fastsha2);

/* "fastsha2, sha256=shani sha512=avx512", or the name of another provider. */
enum { ORIGIN_TEXT = 128 };
const char *digest_origin(const EVP_MD *md, char text[ORIGIN_TEXT]);

/* In hexadecimal. */
enum { DIGEST_TEXT = 2 * EVP_MAX_MD_SIZE + 1 };
const char *digest_text(const unsigned char *digest, size_t size, char text[DIGEST_TEXT]);

#endif
