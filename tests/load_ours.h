/* Our provider in a library context: the built module, or the one that the program has inside (fuzz/load_ours.c). */
#ifndef FASTSHA2_TESTS_LOAD_OURS_H
#define FASTSHA2_TESTS_LOAD_OURS_H

#include <openssl/provider.h>

/* section: lines for its section of a configuration that is read before, or NULL for none at all. Returns NULL, with
   libcrypto's errors on the queue, if it fails. */
OSSL_PROVIDER *load_ours(OSSL_LIB_CTX *ctx, const char *section);

#endif
