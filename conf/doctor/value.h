/* A value as OpenSSL takes it from what is written: without quotes and backslashes, with the variables' values. */
#ifndef DOCTOR_VALUE_H
#define DOCTOR_VALUE_H

#include "lines.h"

/* The lines above give the variables, those of that section first; dollars as in syntax.h. NULL where OpenSSL sees a
   fault; the caller frees it. */
char *value_read(const struct lines *lines, const char *section, const char *text, bool dollars);

#endif
