/* The instruction KIMD, compute intermediate message digest (z/Architecture Principles of Operation), by its encoding,
   so that no file needs flags for it. It works on memory alone. */
#ifndef FASTSHA2_S390X_KIMD_H
#define FASTSHA2_S390X_KIMD_H

#include <stddef.h>
#include <stdint.h>

enum kimd_function {
    KIMD_QUERY = 0, /* parameters: 16 bytes, written: bit n from the left tells of function n */
    KIMD_SHA_256 = 2,
    KIMD_SHA_512 = 3, /* parameters of both: the chaining value, read and written */
};

/* The condition code of an execution that has stopped early, at the end of a block, as it may at any time. */
enum { KIMD_PARTIAL = 3 };

/* Executes it once, and returns the condition code; *data and *size, a multiple of the block's, become what is left.
   A function that the processor lacks ends the program. */
static inline unsigned kimd(enum kimd_function function, void *parameters, const uint8_t **data,
                            size_t *size)
{
    register uint64_t code __asm__("0") = function;
    register void *block __asm__("1") = parameters;
    register const uint8_t *address __asm__("2") = *data;
    register size_t length __asm__("3") = *size;
    uint32_t program_mask;

    __asm__ volatile(".insn rre, 0xb93e0000, %%r0, %[address]\n\t"
                     "ipm %[program_mask]"
                     : [address] "+d"(address), "+d"(length), [program_mask] "=&d"(program_mask)
                     : "d"(code), "d"(block)
                     : "cc", "memory");
    *data = address;
    *size = length;
    return program_mask >> 28;
}

#endif
