/* The parts that a line of a configuration file is made of, by config(5). */
#include "syntax.h"

#include <string.h>

/* Bytes beyond ASCII are none of these, whatever the locale. */
static bool is_one_of(char c, const char *characters)
{
    return c != '\0' && strchr(characters, c) != NULL;
}

static bool is_blank(char c)
{
    return is_one_of(c, " \t\r\n");
}

static bool is_of_variable(char c, bool dollars)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           (dollars && c == '$');
}

bool syntax_is_quote(char c)
{
    return is_one_of(c, "\"'`");
}

char *syntax_skip_blanks(char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

void syntax_trim(char *text)
{
    size_t size = strlen(text);

    while (size > 0 && is_blank(text[size - 1]))
        size--;
    text[size] = '\0';
}

/* Past the backslash and what it stands in front of, if there is anything. */
static char *skip_escaped(char *text)
{
    return text[1] == '\0' ? text + 1 : text + 2;
}

/* A hash that is neither within quotes nor behind a backslash. */
void syntax_cut_comment(char *text)
{
    char quote = '\0';

    while (*text != '\0') {
        if (*text == '\\') {
            text = skip_escaped(text);
            continue;
        }
        if (quote == '\0' && *text == '#') {
            *text = '\0';
            return;
        }
        if (quote == '\0' && syntax_is_quote(*text))
            quote = *text;
        else if (*text == quote)
            quote = '\0';
        text++;
    }
}

char *syntax_end_of_name(char *text, bool dollars)
{
    for (;;) {
        if (*text == '\\')
            text = skip_escaped(text);
        else if (is_of_variable(*text, dollars) || is_one_of(*text, "!%&*+,-./;?@^|~"))
            text++;
        else
            return text;
    }
}

const char *syntax_end_of_variable(const char *text, bool dollars)
{
    while (is_of_variable(*text, dollars))
        text++;
    return text;
}
