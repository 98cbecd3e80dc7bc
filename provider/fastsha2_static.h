/*
 * fastsha2 linked into a program, in place of a module that is loaded:
 *
 *     OSSL_PROVIDER_add_builtin(libctx, "fastsha2", fastsha2_provider_init);
 *     OSSL_PROVIDER_load(libctx, "fastsha2");
 *
 * Link with libfastsha2.a, which defines this symbol and no other.
 */
#ifndef FASTSHA2_STATIC_H
#define FASTSHA2_STATIC_H

#include <openssl/core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An OSSL_provider_init_fn: see OSSL_PROVIDER_add_builtin(3). */
int fastsha2_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                           const OSSL_DISPATCH **out, void **provctx);

#ifdef __cplusplus
}
#endif

#endif
