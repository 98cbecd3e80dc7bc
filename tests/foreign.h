/* Providers of a third party, for OSSL_PROVIDER_add_builtin. */
#ifndef FASTSHA2_TESTS_FOREIGN_H
#define FASTSHA2_TESTS_FOREIGN_H

#include <openssl/core.h>
#include <openssl/types.h>

/* Has one digest, FOO-256, with 32 bytes and blocks of 64, that is good for nothing but to be nobody else's. */
OSSL_provider_init_fn foreign_digest_init;

/* Has no algorithm, and a child of the library context that it is loaded into. One at a time. */
OSSL_provider_init_fn foreign_parent_init;

/* That child, or NULL while the provider is not loaded. */
OSSL_LIB_CTX *foreign_child(void);

#endif
