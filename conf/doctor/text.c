/* Texts that are put together, and OpenSSL's error queue as one. */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>

void text_no_memory(void)
{
    fputs("fastsha2-doctor: no memory\n", stderr);
    exit(2);
}

char *text_format(const char *format, ...)
{
    va_list arguments;
    char *text;

    va_start(arguments, format);
    int size = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (size < 0)
        text_no_memory();
    return text;
}

/* The reason by its name where OpenSSL knows one, and what was added to it. Blanks at the end come
   from OpenSSL's own messages. */
static char *text_of_error(unsigned long code, const char *data)
{
    const char *reason = ERR_reason_error_string(code);
    size_t size = strlen(data);

    while (size > 0 && (data[size - 1] == ' ' || data[size - 1] == '\n'))
        size--;
    /* The reasons of a provider that is unloaded again are forgotten. */
    if (reason == NULL && size > 0)
        return text_format("%.*s", (int)size, data);
    if (reason == NULL)
        return text_format("error %lX", code);
    return text_format("%s%s%.*s", reason, size > 0 ? ": " : "", (int)size, data);
}

char *text_of_errors(void)
{
    const char *file, *function, *data;
    int line, flags;
    unsigned long code;
    char *all = NULL;

    while ((code = ERR_get_error_all(&file, &line, &function, &data, &flags)) != 0) {
        char *one = text_of_error(code, flags & ERR_TXT_STRING ? data : "");
        char *longer = all == NULL ? text_format("%s", one)
                                   : text_format("%s" TEXT_BETWEEN_ERRORS "%s", all, one);
        free(one);
        free(all);
        all = longer;
    }
    return all;
}
