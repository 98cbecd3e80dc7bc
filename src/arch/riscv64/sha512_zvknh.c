/* SHA-512 compressor with RISC-V's vector instructions for it, Zvknhb, and Zvkb (FIPS 180-4, section 6.4.2); for
   vector registers of 128 bits and more. */
#include "backend.h"
#include "sha2_constants.h"
#include "zvknh.h"

// clang-format off
/* Registers of 256 bits and more: four words are one register, and all of K fits. */
#define LOAD_K4(k)                 \
    LINE("vle64.v v" #k ",(%[k])") \
    LINE("addi %[k],%[k],32")

#define LOAD_K                        \
    LOAD_K16(LOAD_K4, 12, 13, 14, 15) \
    LOAD_K16(LOAD_K4, 16, 17, 18, 19) \
    LOAD_K16(LOAD_K4, 20, 21, 22, 23) \
    LOAD_K16(LOAD_K4, 24, 25, 26, 27) \
    LOAD_K16(LOAD_K4, 28, 29, 30, 31)

#define ROUNDS                         \
    ROUNDS16_EXTEND_M1(12, 13, 14, 15) \
    ROUNDS16_EXTEND_M1(16, 17, 18, 19) \
    ROUNDS16_EXTEND_M1(20, 21, 22, 23) \
    ROUNDS16_EXTEND_M1(24, 25, 26, 27) \
    ROUNDS16_M1(28, 29, 30, 31)

/*
 * Registers of 128 bits: four words are two registers, W lies in v16 to v23, and K passes through v24 to v31, half of
 * them while the other half is used: 129 instructions for a block, where a load for each four words makes 149.
 */
#define LOAD_K8(k)                   \
    LINE("vl4re64.v v" #k ",(%[k])") \
    LINE("addi %[k],%[k],64")

#define ROUNDS8_EXTEND_M2(k, k4, w0, w4, w8, w12)  \
    ROUNDS4_EXTEND(4, 6, k, k, w0, w4, w8, w12, 2) \
    ROUNDS4_EXTEND(4, 6, k4, k4, w4, w8, w12, w0, 2)

#define ROUNDS16_EXTEND_M2                    \
    ROUNDS8_EXTEND_M2(24, 26, 16, 18, 20, 22) \
    LOAD_K8(24)                               \
    ROUNDS8_EXTEND_M2(28, 30, 20, 22, 16, 18) \
    LOAD_K8(28)

#define ROUNDS16_M2           \
    ROUNDS4(4, 6, 24, 24, 16) \
    ROUNDS4(4, 6, 26, 26, 18) \
    ROUNDS4(4, 6, 28, 28, 20) \
    ROUNDS4(4, 6, 30, 30, 22)

#define COMPRESS_M2                           \
    SET_ORDER(2)                              \
    SET_WORDS("e64", "m2")                    \
    LOAD_STATE(4, 6, 2)                       \
    LINE("1:")                                \
    LOAD_K8(24)                               \
    LOAD_K8(28)                               \
    LOAD_W("e64", "m2", "m8", 16, 18, 20, 22) \
    LINE("vmv4r.v v8,v4")                     \
    ROUNDS16_EXTEND_M2                        \
    ROUNDS16_EXTEND_M2                        \
    ROUNDS16_EXTEND_M2                        \
    ROUNDS16_EXTEND_M2                        \
    ROUNDS16_M2                               \
    LINE("addi %[k],%[k],-640")               \
    VADD(4, 4, 8)                             \
    VADD(6, 6, 10)                            \
    LINE("bne %[blocks],%[end],1b")           \
    SET_ORDER(2)                              \
    SET_WORDS("e64", "m2")                    \
    STORE_STATE(4, 6, 2)
// clang-format on

static size_t vector_register_size(void)
{
    size_t size;

    __asm__("csrr %0, vlenb" : "=r"(size));
    return size;
}

sha512_compress_fn sha512_compress_zvknh;

void sha512_compress_zvknh(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    const uint8_t *const end = blocks + 128 * nblocks;
    const uint64_t *k = sha512_k;
    size_t vl;

#define OPERANDS                                                                         \
    [blocks] "+r"(blocks), [k] "+r"(k),                                                  \
        [vl] "=&r"(vl)                                                                   \
        : [state] "r"(state), [state_2] "r"(state + 2), [end] "r"(end), [size] "r"(32L), \
          [order] "r"(0x00082028L) : CLOBBERED

    if (nblocks == 0)
        return;
    if (vector_register_size() >= 32)
        __asm__ volatile(COMPRESS_M1("e64", LOAD_K, ROUNDS) : OPERANDS);
    else
        __asm__ volatile(COMPRESS_M2 : OPERANDS);
}
