/* No feature is asked for where only portable is compiled. */
#include "backend.h"

uint64_t cpu_features(void)
{
    return 0;
}
