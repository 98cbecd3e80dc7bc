/* EVP_MD of all seven: init, update, final, copies, reset, saved states, parameters; beside the default provider's. */
#include "finding.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_run(sha2, NALGORITHMS, data, size);
    return 0;
}
