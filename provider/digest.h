/* The digests as provider-digest(7) wants them. */
#ifndef FASTSHA2_DIGEST_H
#define FASTSHA2_DIGEST_H

#include "backend.h"
#include "core.h"
#include "plan.h"
#include "variant.h"

/* What the contexts of one algorithm have in common: the first member of each points here. A method never
   changes once the provider is initialised, so a context keeps its back end through dup and copy. */
struct sha256_method {
    const struct core *core;
    const char *names; /* as in names.h */
    const struct sha256_variant *variant;
    sha256_compress_fn *compress;
    sha256_pbkdf2_fn *pbkdf2; /* NULL where the back end has none */
    struct plan *many;
};

struct sha512_method {
    const struct core *core;
    const char *names; /* as in names.h */
    const struct sha512_variant *variant;
    sha512_compress_fn *compress;
    sha512_pbkdf2_fn *pbkdf2; /* NULL where the back end has none */
    struct plan *many;
};

struct digest_methods {
    struct sha256_method sha2_224, sha2_256, sha2_256_192;
    struct sha512_method sha2_384, sha2_512, sha2_512_224, sha2_512_256;
};

/* Of the rows that the plans have for single messages, and of the plans. Core and plans must outlive the methods,
   and the methods every context. */
void digest_methods_set(struct digest_methods *methods, const struct core *core,
                        struct plan *sha256, struct plan *sha512);

/* For OSSL_OP_DIGEST; ends with an empty row. */
extern const OSSL_ALGORITHM digest_algorithms[];

#endif
