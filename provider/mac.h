/* HMAC as provider-mac(7) wants it. */
#ifndef FASTSHA2_MAC_H
#define FASTSHA2_MAC_H

#include <openssl/core.h>

/* For OSSL_OP_MAC; ends with an empty row. */
extern const OSSL_ALGORITHM mac_algorithms[];

#endif
