/* PBKDF2: what pbkdf2_template.h needs to know of either hash. */
#include "pbkdf2.h"
#include "endian.h"
#include "hmac.h"
#include "wipe.h"
#include "wipe_stack.h"

/* Output blocks that are worked on together: as many as any kernel runs side by side, and a bound for the stack. */
enum { CHAINS = 8 };

#define SHA2(name) sha256_##name
#define SHA2_WORD uint32_t
#define SHA2_BLOCK_SIZE SHA256_BLOCK_SIZE
#define SHA2_STORE_BE store_be32
#define SHA2_LOAD_BE load_be32
#include "pbkdf2_template.h"

#define SHA2(name) sha512_##name
#define SHA2_WORD uint64_t
#define SHA2_BLOCK_SIZE SHA512_BLOCK_SIZE
#define SHA2_STORE_BE store_be64
#define SHA2_LOAD_BE load_be64
#include "pbkdf2_template.h"
