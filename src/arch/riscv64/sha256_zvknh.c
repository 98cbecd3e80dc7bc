/* SHA-256 compressor with RISC-V's vector instructions for it, Zvknha or Zvknhb, and Zvkb (FIPS 180-4, section
   6.2.2); for vector registers of 128 bits and more. */
#include "backend.h"
#include "sha2_constants.h"
#include "zvknh.h"

// clang-format off
#define LOAD_K4(k)               \
    LINE("vle32.v v" #k ",(%[k])") \
    LINE("addi %[k],%[k],16")

#define LOAD_K                        \
    LOAD_K16(LOAD_K4, 12, 13, 14, 15) \
    LOAD_K16(LOAD_K4, 16, 17, 18, 19) \
    LOAD_K16(LOAD_K4, 20, 21, 22, 23) \
    LOAD_K16(LOAD_K4, 24, 25, 26, 27)

#define ROUNDS                         \
    ROUNDS16_EXTEND_M1(12, 13, 14, 15) \
    ROUNDS16_EXTEND_M1(16, 17, 18, 19) \
    ROUNDS16_EXTEND_M1(20, 21, 22, 23) \
    ROUNDS16_M1(24, 25, 26, 27)
// clang-format on

sha256_compress_fn sha256_compress_zvknh;

void sha256_compress_zvknh(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    const uint8_t *const end = blocks + 64 * nblocks;
    const uint32_t *k = sha256_k;
    size_t vl;

    if (nblocks == 0)
        return;
    __asm__ volatile(COMPRESS_M1("e32", LOAD_K, ROUNDS)
                     : [blocks] "+r"(blocks), [k] "+r"(k), [vl] "=&r"(vl)
                     : [state] "r"(state), [state_2] "r"(state + 2), [end] "r"(end),
                       [size] "r"(16L), [order] "r"(0x00041014L)
                     : CLOBBERED);
}
