/* A property query taken apart, as far as it decides on fastsha2. */
#include "preference.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* The next word, quotes and blanks left out. Returns the end of it. */
static const char *take_word(const char *text, char *word, size_t room)
{
    size_t size = 0;

    for (; *text != '\0' && strchr(",=!", *text) == NULL; text++)
        if (strchr(" \t'\"", *text) == NULL && size + 1 < room)
            word[size++] = *text;
    word[size] = '\0';
    return text;
}

enum preference preference_of(const char *query)
{
    bool any = false, ours = false, demand = false;

    while (query != NULL && *query != '\0') {
        char name[64], value[64] = "";
        query += strspn(query, " \t,");
        bool optional = *query == '?', excluding = *query == '-';
        const char *operator= take_word(query + (optional || excluding), name, sizeof name);
        query = *operator== '\0' || * operator== ',' ? operator
            : take_word(operator+ strspn(operator, "!= \t"), value, sizeof value);
        if (name[0] == '\0')
            continue;
        any = true;
        bool provider = strcasecmp(name, "provider") == 0 && *operator== '=';
        if (provider && !optional)
            return PREFERENCE_MANDATORY;
        if (provider && strcasecmp(value, "fastsha2") == 0)
            ours = true;
        /* -name, name!=value and name=no are met by what has no such property. */
        if (!optional && !excluding && *operator!= '!' && strcasecmp(value, "no") != 0)
            demand = true;
    }
    if (demand)
        return PREFERENCE_DEMAND;
    if (ours)
        return PREFERENCE_OURS;
    return any ? PREFERENCE_OTHER : PREFERENCE_ABSENT;
}
