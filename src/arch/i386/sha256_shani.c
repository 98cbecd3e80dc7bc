/* SHA-256 for 32-bit programs on processors with Intel's SHA extensions: as 64-bit x86 has it, in eight registers. */
#include "arch/x86/sha256_shani.c"
