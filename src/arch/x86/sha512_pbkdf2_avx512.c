/* PBKDF2 with HMAC-SHA512 for processors with AVX-512VL (RFC 8018, section 5.2). */
#include "backend.h"
#include "sha512_avx512.h"
#include "sha512_pbkdf2.h"

static void sha512_iterate_avx512(const struct sha512_pbkdf2 *pbkdf2, uint64_t u[][8],
                                  uint64_t t[][8], size_t nchains, uint64_t iterations)
{
    iterate(pbkdf2, u, t, nchains, iterations);
    _mm256_zeroupper(); /* gcc leaves it out below -O2 */
}

sha512_pbkdf2_fn sha512_pbkdf2_avx512;

void sha512_pbkdf2_avx512(const struct sha512_pbkdf2 *pbkdf2, uint64_t u[][8], uint64_t t[][8],
                          size_t nchains, uint64_t iterations)
{
    iterate_and_wash(sha512_iterate_avx512, pbkdf2, u, t, nchains, iterations);
    _mm256_zeroupper();
}
