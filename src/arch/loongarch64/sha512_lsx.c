/* SHA-512 compressor for processors with LSX. */
#include "backend.h"
#include "lsx.h"
#include "sha512_schedule.h"

sha512_compress_fn sha512_compress_lsx;

void sha512_compress_lsx(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    compress(state, blocks, nblocks);
}
