/* SHA-256 compressor for processors with LASX. */
#include "backend.h"
#include "lasx.h"
#include "sha256_schedule.h"

sha256_compress_fn sha256_compress_lasx;

void sha256_compress_lasx(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
}
