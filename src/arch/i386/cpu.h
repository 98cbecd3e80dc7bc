/* The features of a 32-bit x86 processor: those of a 64-bit one. */
#include "arch/x86/cpu.h"
