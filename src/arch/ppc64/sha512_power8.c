/* SHA-512 compressor with VSHASIGMAD, which processors have from POWER8 on (FIPS 180-4, section 6.4.2; Power ISA
   2.07, section 6.11). */
#include "backend.h"
#include "sha2_constants.h"

#include <altivec.h>

typedef __vector unsigned long long u64x2;

static inline u64x2 add_small_sigma1(u64x2 sums, u64x2 last)
{
    return sums + __builtin_crypto_vshasigmad(last, 0, 15);
}

sha512_compress_fn sha512_compress_power8;

#define SHA2_COMPRESS sha512_compress_power8
#define SHA2_WORD uint64_t
#define SHA2_LANE unsigned long long /* what the intrinsics call that word */
#define SHA2_VECTOR u64x2
#define SHA2_SIGMA __builtin_crypto_vshasigmad
#define SHA2_ROUNDS 80
#define SHA2_K sha512_k
#include "compress_template.h"
