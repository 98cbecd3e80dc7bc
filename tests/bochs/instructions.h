/* Whether a SHA512 instruction of the processor and its model give the same for these operands. */
#ifndef FASTSHA2_TESTS_BOCHS_INSTRUCTIONS_H
#define FASTSHA2_TESTS_BOCHS_INSTRUCTIONS_H

#include <stdbool.h>
#include <stdint.h>

bool msg1_agrees(const uint64_t operands[6]);
bool msg2_agrees(const uint64_t operands[8]);
bool rnds2_agrees(const uint64_t operands[10]);

#endif
