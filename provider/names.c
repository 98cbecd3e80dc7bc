/* Lists of names, searched as OpenSSL does. */
#include "names.h"

#include <string.h>

/* In ASCII, whatever the locale. */
static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

int name_equals(const char *a, const char *b, size_t size)
{
    size_t i = 0;

    while (i < size && lower(a[i]) == lower(b[i]))
        i++;
    return i == size;
}

int names_include(const char *names, const char *name)
{
    size_t wanted = strlen(name);

    for (;;) {
        size_t size = strcspn(names, ":");
        if (size == wanted && name_equals(names, name, size))
            return 1;
        if (names[size] == '\0')
            return 0;
        names += size + 1;
    }
}

void names_first(const char *names, char *name, size_t room)
{
    size_t size = strcspn(names, ":");

    size = size < room ? size : room - 1;
    memcpy(name, names, size);
    name[size] = '\0';
}

/* Name and value are letters and digits, so blanks can only stand around them. */
static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip(const char *at, const char *word)
{
    while (is_blank(*at))
        at++;
    for (; *word != '\0'; word++, at++)
        if (lower(*at) != *word)
            return NULL;
    while (is_blank(*at))
        at++;
    return at;
}

int properties_admit_us(const char *query)
{
    static const char *const words[] = {"provider", "=", "fastsha2"};
    const char *at = query;

    if (query == NULL || *skip(query, "") == '\0')
        return 1;
    at = *skip(at, "") == '?' ? skip(at, "?") : at;
    for (size_t i = 0; at != NULL && i < sizeof words / sizeof words[0]; i++)
        at = skip(at, words[i]);
    return at != NULL && *at == '\0';
}
