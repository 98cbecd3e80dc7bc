/* stub */
#include "suite.h"
bool load_run(const struct options *options, struct report *report);
bool load_run(const struct options *options, struct report *report){(void)options;(void)report;return false;}
