/* SHA-256 compressor with VSHASIGMAW, which processors have from POWER8 on (FIPS 180-4, section 6.2.2; Power ISA
   2.07, section 6.11). */
#include "backend.h"
#include "sha2_constants.h"

#include <altivec.h>

typedef __vector unsigned int u32x4;

/* σ1 of the two last words, then of the two that this gives. */
static inline u32x4 add_small_sigma1(u32x4 sums, u32x4 last)
{
    const u32x4 zero = vec_splats(0U);

    sums += vec_sld(__builtin_crypto_vshasigmaw(last, 0, 15), zero, 8);
    return sums + vec_sld(zero, __builtin_crypto_vshasigmaw(sums, 0, 15), 8);
}

sha256_compress_fn sha256_compress_power8;

#define SHA2_COMPRESS sha256_compress_power8
#define SHA2_WORD uint32_t
#define SHA2_LANE unsigned int /* what the intrinsics call that word */
#define SHA2_VECTOR u32x4
#define SHA2_SIGMA __builtin_crypto_vshasigmaw
#define SHA2_ROUNDS 64
#define SHA2_K sha256_k
#include "compress_template.h"
