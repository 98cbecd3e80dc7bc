/* The provider's module: where it lies, and how it comes into a library context. */
#ifndef BENCH_MODULE_H
#define BENCH_MODULE_H

#include "options.h"

#include <limits.h>
#include <stdbool.h>

#include <openssl/crypto.h>
#include <openssl/provider.h>

/* The module that the options name, or OPENSSL_MODULES, or that was built with this program. */
void module_path(const struct options *options, char path[PATH_MAX]);

/* What a configuration file makes of the provider. */
enum module_mode {
    MODULE_KNOWN,    /* its module and settings are known under its name, but it is not loaded */
    MODULE_ACTIVE,   /* loaded, preferred and beside default, as in the sample that users include */
    MODULE_BUILT_IN, /* loaded, with settings; the code comes by OSSL_PROVIDER_add_builtin */
};

/* Writes such a file, with the back ends that the options ask for. False, with a message, if it
   cannot be written. The caller removes it. */
bool module_configuration(const struct options *options, enum module_mode mode,
                          char file[PATH_MAX]);

/* Where the provider's code comes from: source.c, or the architecture's where there are no modules. */
extern const enum module_mode source_mode;
bool source_add(OSSL_LIB_CTX *libctx);

/* A library context with both providers in it. */
struct providers {
    OSSL_LIB_CTX *libctx;
    OSSL_PROVIDER *ours, *base;
    const char *version, *buildinfo;             /* ours; they live as long as it is loaded */
    const char *sha256_backend, *sha512_backend; /* of the tables of names, which stay */
};

/* False, with OpenSSL's errors and a message, if the provider cannot be loaded or is not ours. */
bool providers_open(struct providers *providers, const struct options *options);
void providers_close(struct providers *providers);

const char *providers_backend(const struct providers *providers, const struct family *family);

#endif
