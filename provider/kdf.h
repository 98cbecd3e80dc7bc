/* PBKDF2 as provider-kdf(7) wants it. */
#ifndef FASTSHA2_KDF_H
#define FASTSHA2_KDF_H

#include <openssl/core.h>

/* For OSSL_OP_KDF; ends with an empty row. */
extern const OSSL_ALGORITHM kdf_algorithms[];

#endif
