/* The end of a target that has found something. */
#include "finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <openssl/err.h>

void finding(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("\nfound: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    ERR_print_errors_fp(stderr);
    abort();
}
