/* WebAssembly has no question for features: an engine that runs a program has all that the program was built with. */
#include "cpu.h"
#include "backend.h"
#include "backend_config.h"

uint64_t cpu_features(void)
{
    return FASTSHA2_SHA256_SIMD128 || FASTSHA2_SHA512_SIMD128 ? CPU_SIMD128 : 0;
}
