/* HMAC over a compressor: what hmac_template.h needs to know of either hash. */
#include "hmac.h"
#include "endian.h"
#include "wipe.h"

#define SHA2(name) sha256_##name
#define SHA2_WORD uint32_t
#define SHA2_BLOCK_SIZE SHA256_BLOCK_SIZE
#define SHA2_STORE_BE store_be32
#include "hmac_template.h"

#define SHA2(name) sha512_##name
#define SHA2_WORD uint64_t
#define SHA2_BLOCK_SIZE SHA512_BLOCK_SIZE
#define SHA2_STORE_BE store_be64
#include "hmac_template.h"
