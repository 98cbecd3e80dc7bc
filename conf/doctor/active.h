/* The providers that are active in this process, and ours among them. */
#ifndef DOCTOR_ACTIVE_H
#define DOCTOR_ACTIVE_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/provider.h>

enum { ACTIVE_MAX = 16 };

struct active {
    char *name[ACTIVE_MAX]; /* as OpenSSL calls them */
    size_t count;
    bool standard; /* the provider default is among them */

    /* Of ours; NULL if it is not active. */
    char *own_name;
    char *module;
    char *version;
    char *buildinfo;
};

/* OSSL_PROVIDER_do_all may sort the providers: fetch first, then ask for this. */
void active_find(struct active *active, OSSL_LIB_CTX *ctx);
void active_free(struct active *active);

/* Whether a provider is fastsha2, whatever the configuration calls it. */
bool is_fastsha2(const OSSL_PROVIDER *provider);

/* A text that a provider tells of itself; NULL if it does not. */
const char *provider_text(const OSSL_PROVIDER *provider, const char *parameter);

#endif
