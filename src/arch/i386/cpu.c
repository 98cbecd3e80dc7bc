/* Feature detection for 32-bit x86: that of 64-bit x86. */
#include "arch/x86/cpu.c"
