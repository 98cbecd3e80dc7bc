/* Quotes, backslashes and variables in a value, by config(5). */
#include "value.h"
#include "syntax.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OpenSSL's bound for a value with what its variables bring. */
enum { EXPANDED_MAX = 65536 };

struct expansion {
    const struct lines *lines;
    const char *section;
    bool dollars;
    FILE *value; /* what is read so far */
    size_t room; /* for it, by OpenSSL: quotes and backslashes count, and a 0 at the end */
};

static const char *look_up(const struct expansion *expansion, const char *section, const char *name)
{
    const struct line *line = lines_find(expansion->lines, section, name);
    const char *outside = line == NULL && strcmp(section, "ENV") == 0 ? getenv(name) : NULL;

    if (line == NULL && outside == NULL)
        line = lines_find(expansion->lines, "default", name);
    return line != NULL ? line->value : outside;
}

static char *copy_between(const char *start, const char *end)
{
    return text_format("%.*s", (int)(end - start), start);
}

static char closing_of(char opening)
{
    if (opening == '{')
        return '}';
    return opening == '(' ? ')' : '\0';
}

/* $name, ${name} or $(name), or with section:: in front of the name. Returns what follows; NULL: OpenSSL sees a
   fault. */
static const char *expand(struct expansion *expansion, const char *text)
{
    const char *start = text + 1, *end, *value;
    char closing = closing_of(*start);
    char *section = NULL, *name;

    if (closing != '\0')
        start++;
    end = syntax_end_of_variable(start, expansion->dollars);
    if (end[0] == ':' && end[1] == ':') {
        section = copy_between(start, end);
        start = end + 2;
        end = syntax_end_of_variable(start, expansion->dollars);
    }
    name = copy_between(start, end);
    value = look_up(expansion, section != NULL ? section : expansion->section, name);
    free(section);
    free(name);
    if (value == NULL || (closing != '\0' && *end++ != closing))
        return NULL;
    expansion->room += strlen(value);
    expansion->room -= (size_t)(end - text);
    fputs(value, expansion->value);
    return expansion->room > EXPANDED_MAX ? NULL : end;
}

/* Within quotes, a backslash lets a quote be a character. Returns what follows the other quote. */
static const char *unquote(struct expansion *expansion, const char *text)
{
    char quote = *text++;

    for (; *text != '\0' && *text != quote; text++) {
        if (*text == '\\' && *++text == '\0')
            return text;
        fputc(*text, expansion->value);
    }
    return *text == quote ? text + 1 : text;
}

static char unescaped(char c)
{
    switch (c) {
    case 'r':
        return '\r';
    case 'n':
        return '\n';
    case 'b':
        return '\b';
    case 't':
        return '\t';
    default:
        return c;
    }
}

char *value_read(const struct lines *lines, const char *section, const char *text, bool dollars)
{
    struct expansion expansion = {lines, section, dollars, NULL, strlen(text) + 1};
    char *value = NULL;
    size_t size = 0;

    expansion.value = open_memstream(&value, &size);
    if (expansion.value == NULL)
        text_no_memory();
    while (text != NULL && *text != '\0') {
        if (syntax_is_quote(*text)) {
            text = unquote(&expansion, text);
        } else if (*text == '\\') {
            if (*++text != '\0')
                fputc(unescaped(*text++), expansion.value);
        } else if (*text == '$' && (!dollars || text[1] == '{' || text[1] == '(')) {
            text = expand(&expansion, text);
        } else {
            fputc(*text++, expansion.value);
        }
    }
    if (fclose(expansion.value) != 0)
        text_no_memory();
    if (text != NULL)
        return value;
    free(value);
    return NULL;
}
