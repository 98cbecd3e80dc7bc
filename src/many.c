/* Many messages at once: what many_template.h needs to know of either hash. */
#include "many.h"
#include "endian.h"
#include "many_queue.h"
#include "wipe.h"

#define SHA2(name) sha256_##name
#define SHA2_MEMBER sha256
#define SHA2_WORD uint32_t
#define SHA2_BLOCK_SIZE SHA256_BLOCK_SIZE
#define SHA2_LANES SHA256_LANES
#define SHA2_STORE_BE store_be32
#include "many_template.h"

#define SHA2(name) sha512_##name
#define SHA2_MEMBER sha512
#define SHA2_WORD uint64_t
#define SHA2_BLOCK_SIZE SHA512_BLOCK_SIZE
#define SHA2_LANES SHA512_LANES
#define SHA2_STORE_BE store_be64
#include "many_template.h"
