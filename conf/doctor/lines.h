/*
 * The lines of a configuration file and of the files that it includes, as they stand there:
 * OpenSSL's own reader (NCONF) keeps the settings and forgets where they came from.
 */
#ifndef DOCTOR_LINES_H
#define DOCTOR_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct line {
    char *file;
    size_t number;
    char *section;
    char *key;   /* NULL: the line opens the section */
    char *value; /* as OpenSSL takes it, without quotes and with the variables' values */
    bool dead;   /* an include (the key is LINES_INCLUDE) of what cannot be read */
};

#define LINES_INCLUDE ".include"

struct lines {
    struct line *line;
    size_t count;
    size_t total; /* what OpenSSL counts: lines that were read, those of included files too */
    bool endless; /* there are more files than one would write: a file includes itself */

    /* Where the file is not well-formed, so that OpenSSL stops there; NULL and 0 if it is. */
    char *bad_file;
    size_t bad_number;
};

/* Reads a file and what it includes. What cannot be read is passed over. */
void lines_read(struct lines *lines, const char *file);
void lines_free(struct lines *lines);

/* The line that OpenSSL takes a setting from, which is the last one that has it; NULL for the key
   asks for the last line that opens the section. NULL if there is none. */
const struct line *lines_find(const struct lines *lines, const char *section, const char *key);

/* An earlier line that sets the key to another value, and so is without effect; NULL if none. */
const struct line *lines_find_overridden(const struct lines *lines, const char *section,
                                         const char *key);

/* Whether that word is in any key, value or name of a section. */
bool lines_mention(const struct lines *lines, const char *word);

#endif
