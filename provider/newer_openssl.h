/* Functions of provider-digest(7) that are younger than the oldest headers we build with. Older cores pass over
   numbers that they do not know, so one binary offers them to all. */
#ifndef FASTSHA2_NEWER_OPENSSL_H
#define FASTSHA2_NEWER_OPENSSL_H

#include <openssl/core_dispatch.h>

#ifndef OSSL_FUNC_DIGEST_COPYCTX /* OpenSSL 3.5 */
#define OSSL_FUNC_DIGEST_COPYCTX 15
typedef void(OSSL_FUNC_digest_copyctx_fn)(void *outctx, void *inctx);
#endif

#ifndef OSSL_FUNC_DIGEST_SERIALIZE /* OpenSSL 4.0 */
#define OSSL_FUNC_DIGEST_SERIALIZE 16
#define OSSL_FUNC_DIGEST_DESERIALIZE 17
typedef int(OSSL_FUNC_digest_serialize_fn)(void *dctx, unsigned char *out, size_t *outl);
typedef int(OSSL_FUNC_digest_deserialize_fn)(void *dctx, const unsigned char *in, size_t inl);
#endif

#endif
