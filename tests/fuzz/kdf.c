/* PBKDF2: passwords, salts and parameters in any order, set again, missing, or of a wrong type; beside the default
   provider's. */
#include "finding.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_run(&pbkdf2, 1, data, size);
    return 0;
}
