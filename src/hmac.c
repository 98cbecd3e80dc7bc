/* HMAC over a compressor: what hmac_template.h needs to know of either hash. */
#include "hmac.h"
#include "endian.h"
#include "wipe.h"
#include "wipe_stack.h"

/*
 * How far below the frame that wipes compressors leave the states that they began with, which are worth the key. Of SHA-512,
 * whose words do not fit in registers, all x86 rows do; of SHA-256 portable alone. A wipe as deep as SHA-512's would cost
 * SHA-256 8% of a MAC of 64 bytes on Zen 5, this one 3%.
 */
#define SHA2_STATES_ON_STACK (WIPE_STACK_MAX / 2 + 64)
#define SHA2(name) sha256_##name
#define SHA2_WORD uint32_t
#define SHA2_BLOCK_SIZE SHA256_BLOCK_SIZE
#define SHA2_STORE_BE store_be32
#include "hmac_template.h"

#define SHA2(name) sha512_##name
#define SHA2_WORD uint64_t
#define SHA2_BLOCK_SIZE SHA512_BLOCK_SIZE
#define SHA2_STORE_BE store_be64
#define SHA2_STATES_ON_STACK WIPE_STACK_MAX
#include "hmac_template.h"
