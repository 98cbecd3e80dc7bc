/* What programs ask OpenSSL for, who serves it, and whether the answer is right. */
#ifndef DOCTOR_SERVICES_H
#define DOCTOR_SERVICES_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/evp.h>
#include <openssl/kdf.h>

/* How a program comes by a digest. */
enum way {
    WAY_FUNCTION, /* EVP_sha256() and its like, fetched when it is initialised */
    WAY_NAME,     /* EVP_get_digestbyname, as EVP_Digest gets it from programs: fetched likewise */
    WAY_FETCH,    /* EVP_MD_fetch, EVP_MAC_fetch, EVP_KDF_fetch without a property query */
    WAYS,
};

enum kind { KIND_DIGEST, KIND_HMAC, KIND_PBKDF2 };

enum answer {
    ANSWER_NONE, /* nobody serves it */
    ANSWER_RIGHT,
    ANSWER_WRONG,
};

struct service {
    enum kind kind;
    const char *name;
    const char *digest;              /* the digest itself, or the one beneath */
    const EVP_MD *(*function)(void); /* NULL if OpenSSL has none */
    const char *digest_name;         /* for EVP_get_digestbyname; NULL if OpenSSL has none */
    const char *expected;            /* hexadecimal */
};

enum { SERVICES = 11 };
extern const struct service services[SERVICES];

/* Who serves it. Names are NULL for nobody, and where the way does not exist. */
struct served {
    const struct service *service;
    char *provider[WAYS];
    bool ours[WAYS];       /* that is fastsha2 */
    char *digest_provider; /* of an HMAC or PBKDF2: who serves the digest that it fetches */
    bool digest_ours;      /* that was seen to be fastsha2 */
    char *backend;         /* of fastsha2; NULL if it has no part in it */
    enum answer answer;
    double ratio_small, ratio_large; /* time of default / time of this; 0 if not measured */
};

/* To be called first of all: see witness.h. */
void services_prepare(void);

/* Looks at the library context that programs have by themselves, after their configuration. */
void served_find(struct served *served, const struct service *service);
void served_free(struct served *served);

/* By fastsha2, in every way that exists: itself, or by the digest beneath. */
bool served_by_us(const struct served *served);

/* Neither EVP_MD_fetch nor anything else has it. */
bool served_by_nobody(const struct served *served);

/* Sets an HMAC up with the service's digest and the key of its known answer. */
bool service_hmac_init(EVP_MAC_CTX *ctx, const struct service *service);

/* Derives so many bytes by PBKDF2 with the service's digest, and the password and the salt of its
   known answer. */
bool service_pbkdf2(EVP_KDF_CTX *ctx, const struct service *service, unsigned iterations,
                    unsigned char *result, size_t size);

#endif
