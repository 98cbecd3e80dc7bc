/* SHA-512 compressor for processors with LASX. */
#include "backend.h"
#include "lasx.h"
#include "sha512_schedule.h"

sha512_compress_fn sha512_compress_lasx;

void sha512_compress_lasx(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
}
