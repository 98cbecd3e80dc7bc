/* Assertions with a text made where they fail. */
#include "expect.h"

#include <stdarg.h>
#include <stdio.h>

#include <CUnit/CUnit.h>

int expect(int ok, const char *file, int line, const char *format, ...)
{
    char text[512] = "";

    if (!ok) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
    }
    CU_assertImplementation(ok ? CU_TRUE : CU_FALSE, (unsigned)line, text, file, "", CU_FALSE);
    return ok;
}
