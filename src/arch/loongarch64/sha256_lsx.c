/* SHA-256 compressor for processors with LSX. */
#include "backend.h"
#include "lsx.h"
#include "sha256_schedule.h"

sha256_compress_fn sha256_compress_lsx;

void sha256_compress_lsx(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
}
