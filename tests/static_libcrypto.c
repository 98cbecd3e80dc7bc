/* A program with a libcrypto of its own inside, beside the system's that it never loads: the module serves it as well. */
#include "plugin.h"

int main(void)
{
    return plugin_run(1) && plugin_run(1) && plugin_run(0) ? 0 : 1;
}
