/* One setting of the configuration file, for a script that asks before it adds to the file. */
#include "setting.h"
#include "environment.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

/* Why not all of the file is known; NULL if it is. */
static char *what_hides(const struct environment *environment)
{
    const struct lines *lines = &environment->lines;

    if (lines->bad_file != NULL)
        return text_format("%s, line %zu, is not well-formed", lines->bad_file, lines->bad_number);
    if (lines->endless)
        return text_format("%s includes itself, or more files than are read here",
                           environment->file);
    if (environment->state == FILE_NOT_NAMED)
        return text_format("OPENSSL_CONF is set but empty");
    if (environment->state != FILE_READ)
        return text_format("%s cannot be read (%s)", environment->file, environment->fault);
    return NULL;
}

int setting_print(const char *section, const char *key)
{
    struct environment environment;

    environment_read(&environment);
    char *fault = what_hides(&environment);
    const struct line *line = lines_find(&environment.lines, section, key);
    if (fault != NULL)
        fprintf(stderr, "fastsha2-doctor: %s\n", fault);
    else if (line != NULL)
        puts(line->value);
    int status = fault != NULL;
    free(fault);
    environment_free(&environment);
    return status;
}
