/* Names of the algorithms: the default provider's own strings, on every version of OpenSSL. */
#ifndef FASTSHA2_NAMES_H
#define FASTSHA2_NAMES_H

#include <stddef.h>

#define NAMES_SHA2_224 "SHA2-224:SHA-224:SHA224:2.16.840.1.101.3.4.2.4"
#define NAMES_SHA2_256 "SHA2-256:SHA-256:SHA256:2.16.840.1.101.3.4.2.1"
#define NAMES_SHA2_256_192 "SHA2-256/192:SHA-256/192:SHA256-192"
#define NAMES_SHA2_384 "SHA2-384:SHA-384:SHA384:2.16.840.1.101.3.4.2.2"
#define NAMES_SHA2_512 "SHA2-512:SHA-512:SHA512:2.16.840.1.101.3.4.2.3"
#define NAMES_SHA2_512_224 "SHA2-512/224:SHA-512/224:SHA512-224:2.16.840.1.101.3.4.2.5"
#define NAMES_SHA2_512_256 "SHA2-512/256:SHA-512/256:SHA512-256:2.16.840.1.101.3.4.2.6"

#define NAMES_HMAC "HMAC"
#define NAMES_PBKDF2 "PBKDF2:1.2.840.113549.1.5.12"

/* What a property query selects us by. */
#define PROPERTIES "provider=fastsha2"

/* Whether two names of the same size are one; case does not matter. */
int name_equals(const char *a, const char *b, size_t size);

/* Whether a name is among those that colons separate. */
int names_include(const char *names, const char *name);

/* The first of the names, as far as there is room. */
void names_first(const char *names, char *name, size_t room);

/* Whether a property query, NULL if there is none, names us or nothing at all. Any other is left to libcrypto, which
   alone knows the whole language and all providers' properties. */
int properties_admit_us(const char *query);

#endif
