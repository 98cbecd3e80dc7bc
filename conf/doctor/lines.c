/* The lines of a configuration file and of the files that it includes, by config(5). */
#include "lines.h"
#include "text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A file that includes itself must come to an end. */
enum { DEPTH_MAX = 8 };

struct reader {
    struct lines *lines;
    char *section;    /* the one that is open; it goes on through an include */
    char *includedir; /* of .pragma includedir, for paths that are relative */
};

static bool read_file(struct reader *reader, const char *file, int depth);

static char *trim(char *text)
{
    text += strspn(text, " \t\r\n\f");
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\r\n\f", text[size - 1]) != NULL)
        text[--size] = '\0';
    return text;
}

/* Ends the line where its comment begins: a hash outside of quotes and without a backslash. */
static void cut_comment(char *text)
{
    char quote = '\0';

    for (; *text != '\0'; text++) {
        if (*text == '\\' && text[1] != '\0') {
            text++;
        } else if (quote != '\0') {
            if (*text == quote)
                quote = '\0';
        } else if (*text == '"' || *text == '\'' || *text == '`') {
            quote = *text;
        } else if (*text == '#') {
            *text = '\0';
            return;
        }
    }
}

static void add_line(struct reader *reader, const char *file, size_t number, const char *section,
                     const char *key, const char *value)
{
    struct lines *lines = reader->lines;
    struct line *longer = realloc(lines->line, (lines->count + 1) * sizeof *longer);

    if (longer == NULL)
        text_no_memory();
    lines->line = longer;
    lines->line[lines->count++] = (struct line){
        text_format("%s", file),    number,
        text_format("%s", section), key == NULL ? NULL : text_format("%s", key),
        text_format("%s", value),   false,
    };
}

/* [name] */
static void open_section(struct reader *reader, const char *file, size_t number, char *text)
{
    char *end = strchr(text, ']');

    if (end != NULL)
        *end = '\0';
    free(reader->section);
    reader->section = text_format("%s", trim(text + 1));
    add_line(reader, file, number, reader->section, NULL, "");
}

/* key = value, or section::key = value */
static void read_setting(struct reader *reader, const char *file, size_t number, char *text)
{
    char *equals = strchr(text, '=');
    const char *section = reader->section;
    char *key = text, *colons;

    if (equals == NULL)
        return;
    *equals = '\0';
    colons = strstr(key, "::");
    if (colons != NULL) {
        *colons = '\0';
        section = trim(key);
        key = colons + 2;
    }
    add_line(reader, file, number, section, trim(key), trim(equals + 1));
}

static int is_configuration(const struct dirent *entry)
{
    size_t size = strlen(entry->d_name);

    return size > 4 && (strcmp(entry->d_name + size - 4, ".cnf") == 0 ||
                        (size > 5 && strcmp(entry->d_name + size - 5, ".conf") == 0));
}

static void include_folder(struct reader *reader, const char *folder, int depth)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_configuration, alphasort);

    for (int i = 0; i < count; i++) {
        char *file = text_format("%s/%s", folder, entries[i]->d_name);
        read_file(reader, file, depth);
        free(file);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* .include path, or .include = path. OpenSSL passes over one that is not there. */
static void include(struct reader *reader, const char *file, size_t number, char *text, int depth)
{
    const char *folder = getenv("OPENSSL_CONF_INCLUDE");
    struct stat status;
    char *path = trim(text);

    if (*path == '=')
        path = trim(path + 1);
    if (strchr(path, '$') != NULL)
        return;
    if (folder == NULL)
        folder = reader->includedir;
    path = *path != '/' && folder != NULL ? text_format("%s/%s", folder, path)
                                          : text_format("%s", path);
    add_line(reader, file, number, reader->section, LINES_INCLUDE, path);
    size_t added = reader->lines->count - 1;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        include_folder(reader, path, depth + 1);
    else
        reader->lines->line[added].dead = !read_file(reader, path, depth + 1);
    free(path);
}

static void read_pragma(struct reader *reader, char *text)
{
    char *word = trim(text);

    if (strncmp(word, "includedir:", 11) != 0)
        return;
    free(reader->includedir);
    reader->includedir = text_format("%s", trim(word + 11));
}

static void read_line(struct reader *reader, const char *file, size_t number, char *text, int depth)
{
    cut_comment(text);
    text = trim(text);
    if (*text == '[')
        open_section(reader, file, number, text);
    else if (strncmp(text, ".include", 8) == 0 && strchr(" \t=", text[8]) != NULL)
        include(reader, file, number, text + 8, depth);
    else if (strncmp(text, ".pragma", 7) == 0 && strchr(" \t=", text[7]) != NULL)
        read_pragma(reader, text + 7);
    else
        read_setting(reader, file, number, text);
}

/* Whether the next line belongs to this one; takes the backslash off. */
static bool goes_on(char *text)
{
    size_t size = strcspn(text, "\r\n");

    if (size == 0 || text[size - 1] != '\\' || (size > 1 && text[size - 2] == '\\'))
        return false;
    text[size - 1] = '\0';
    return true;
}

static bool read_file(struct reader *reader, const char *file, int depth)
{
    FILE *f = depth < DEPTH_MAX ? fopen(file, "r") : NULL;
    char *text = NULL, *next = NULL;
    size_t text_room = 0, next_room = 0, number = 0;

    if (f == NULL)
        return false;
    while (getline(&text, &text_room, f) > 0) {
        size_t first = ++number;
        while (goes_on(text) && getline(&next, &next_room, f) > 0) {
            char *both = text_format("%s%s", text, next);
            free(text);
            text = both;
            text_room = strlen(both) + 1;
            number++;
        }
        read_line(reader, file, first, text, depth);
    }
    free(text);
    free(next);
    fclose(f);
    return true;
}

void lines_read(struct lines *lines, const char *file)
{
    struct reader reader = {.lines = lines, .section = text_format("default")};

    *lines = (struct lines){0};
    read_file(&reader, file, 0);
    free(reader.section);
    free(reader.includedir);
}

void lines_free(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        free(lines->line[i].file);
        free(lines->line[i].section);
        free(lines->line[i].key);
        free(lines->line[i].value);
    }
    free(lines->line);
    *lines = (struct lines){0};
}

static bool is_setting(const struct line *line, const char *section, const char *key)
{
    if (strcmp(line->section, section) != 0)
        return false;
    return key == NULL || line->key == NULL ? key == line->key : strcmp(line->key, key) == 0;
}

const struct line *lines_find(const struct lines *lines, const char *section, const char *key)
{
    for (size_t i = lines->count; i > 0; i--)
        if (is_setting(&lines->line[i - 1], section, key))
            return &lines->line[i - 1];
    return NULL;
}

const struct line *lines_find_overridden(const struct lines *lines, const char *section,
                                         const char *key)
{
    const struct line *last = lines_find(lines, section, key);

    for (size_t i = 0; last != NULL && i < lines->count; i++)
        if (is_setting(&lines->line[i], section, key) &&
            strcmp(lines->line[i].value, last->value) != 0)
            return &lines->line[i];
    return NULL;
}

bool lines_mention(const struct lines *lines, const char *word)
{
    for (size_t i = 0; i < lines->count; i++) {
        const struct line *line = &lines->line[i];
        if (strstr(line->section, word) != NULL || strstr(line->value, word) != NULL ||
            (line->key != NULL && strstr(line->key, word) != NULL))
            return true;
    }
    return false;
}
