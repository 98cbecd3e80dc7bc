/* The lines of a configuration file and of the files that it includes, by config(5). */
#include "lines.h"
#include "syntax.h"
#include "text.h"
#include "value.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* A file that includes itself must come to an end: OpenSSL goes on until no file can be opened any more. */
enum { FILES_MAX = 100 };

/* OpenSSL reads a line by as much at a time, and takes a piece that ends in a carriage return for the end of a line. */
enum { PIECE_SIZE = 511 };

struct source {
    const char *file;
    size_t number; /* of its lines that were read */
};

struct reader {
    struct lines *lines;
    struct source *source; /* the file that is being read */
    size_t first;          /* number of the line there, or of its first one where it goes on */
    size_t files;          /* that were opened */
    bool begun;            /* something was read */
    char *section;         /* the one that is open; it goes on through an include */
    char *includedir;      /* of .pragma includedir, for paths that are relative */
    bool absolute;         /* .pragma abspath: they are a fault */
    bool dollars;          /* .pragma dollarid: names may have a dollar sign */
    DIR *folder;           /* one that is included, until all of its files were read */
    char *folder_name;
};

/* There is room for a power of two of them: had each its own realloc, many files would be waited for. */
static void add_line(struct reader *reader, const char *section, const char *key, const char *value)
{
    struct lines *lines = reader->lines;
    size_t count = lines->count;

    if ((count & (count - 1)) == 0) {
        size_t room = count == 0 ? 1 : 2 * count;
        struct line *longer = realloc(lines->line, room * sizeof *longer);
        if (longer == NULL)
            text_no_memory();
        lines->line = longer;
    }
    lines->line[lines->count++] = (struct line){
        text_format("%s", reader->source->file),
        reader->first,
        text_format("%s", section),
        key == NULL ? NULL : text_format("%s", key),
        text_format("%s", value),
        false,
    };
}

static struct line *last_line(struct reader *reader)
{
    return &reader->lines->line[reader->lines->count - 1];
}

static FILE *open_file(struct reader *reader, const char *file)
{
    if (reader->files == FILES_MAX) {
        reader->lines->endless = true;
        return NULL;
    }
    FILE *stream = fopen(file, "r");
    if (stream != NULL)
        reader->files++;
    return stream;
}

static bool is_configuration(const char *name)
{
    size_t size = strlen(name);

    return (size > 4 && strcasecmp(name + size - 4, ".cnf") == 0) ||
           (size > 5 && strcasecmp(name + size - 5, ".conf") == 0);
}

static void close_folder(struct reader *reader)
{
    if (reader->folder != NULL)
        closedir(reader->folder);
    free(reader->folder_name);
    reader->folder = NULL;
    reader->folder_name = NULL;
}

/* The next file of the folder, in the order in which the system gives them, as OpenSSL does not sort them; NULL if
   there is none. The caller frees its name. */
static FILE *open_next_of_folder(struct reader *reader, char **file)
{
    const struct dirent *entry;
    FILE *stream;

    while (reader->folder != NULL && (entry = readdir(reader->folder)) != NULL) {
        if (!is_configuration(entry->d_name))
            continue;
        *file = text_format("%s/%s", reader->folder_name, entry->d_name);
        stream = open_file(reader, *file);
        if (stream != NULL)
            return stream;
        free(*file);
    }
    close_folder(reader);
    return NULL;
}

static void read_files(struct reader *reader, FILE *stream, char *file);

/* Within a folder that is included, OpenSSL passes over another one. */
static void include_folder(struct reader *reader, const char *path)
{
    char *file;
    FILE *stream;

    if (reader->folder != NULL)
        return;
    reader->folder = opendir(path);
    reader->folder_name = text_format("%s", path);
    last_line(reader)->dead = reader->folder == NULL;
    stream = open_next_of_folder(reader, &file);
    if (stream != NULL)
        read_files(reader, stream, file);
}

static void include_path(struct reader *reader, const char *path)
{
    struct stat status;
    bool there = stat(path, &status) == 0;

    add_line(reader, reader->section, LINES_INCLUDE, path);
    if (there && S_ISDIR(status.st_mode)) {
        include_folder(reader, path);
        return;
    }
    FILE *stream = there ? open_file(reader, path) : NULL;
    if (stream == NULL)
        last_line(reader)->dead = !reader->lines->endless;
    else
        read_files(reader, stream, text_format("%s", path));
}

/* The functions below return false for what is not well-formed. */

/* path, to the right of .include. OpenSSL passes over one that is not there. */
static bool include(struct reader *reader, const char *section, char *text)
{
    const char *folder = getenv("OPENSSL_CONF_INCLUDE");
    char *path = value_read(reader->lines, section, text, reader->dollars);

    if (path == NULL)
        return false;
    if (folder == NULL)
        folder = reader->includedir;
    if (*path != '/' && folder != NULL) {
        char *whole = text_format("%s/%s", folder, path);
        free(path);
        path = whole;
    }
    bool allowed = *path == '/' || !reader->absolute;
    if (allowed)
        include_path(reader, path);
    free(path);
    return allowed;
}

static bool read_switch(const char *text, bool *on)
{
    *on = strcasecmp(text, "on") == 0 || strcasecmp(text, "true") == 0;
    return *on || strcasecmp(text, "off") == 0 || strcasecmp(text, "false") == 0;
}

/* word:value, to the right of .pragma. OpenSSL passes over a word that it does not know. */
static bool read_pragma(struct reader *reader, char *word)
{
    char *value = strchr(word, ':');

    if (value == NULL || value == word || value[1] == '\0')
        return false;
    *value = '\0';
    value = syntax_skip_blanks(value + 1);
    syntax_trim(word);
    if (strcmp(word, "dollarid") == 0)
        return read_switch(value, &reader->dollars);
    if (strcmp(word, "abspath") == 0)
        return read_switch(value, &reader->absolute);
    if (strcmp(word, "includedir") == 0) {
        free(reader->includedir);
        reader->includedir = text_format("%s", value);
    }
    return true;
}

/* name], to the right of the bracket. The name may have blanks within; what follows is passed over. */
static bool open_section(struct reader *reader, char *text)
{
    char *name = syntax_skip_blanks(text), *word = name, *end, *next;

    for (;; word = next) {
        end = syntax_end_of_name(word, reader->dollars);
        next = syntax_skip_blanks(end);
        if (*next == ']')
            break;
        if (*next == '\0' || next == word)
            return false;
    }
    *end = '\0';
    char *section = value_read(reader->lines, "default", name, reader->dollars);
    if (section != NULL) {
        free(reader->section);
        reader->section = section;
        add_line(reader, section, NULL, "");
    }
    return section != NULL;
}

/* .word argument, or .word = argument, where rest follows the name. Alone it is none; OpenSSL takes .wordy for it. */
static bool is_directive(const char *name, const char *rest, const char *word)
{
    size_t size = strlen(word);

    return strncmp(name, word, size) == 0 && (rest != name + size || *rest == '=');
}

/* key = value, or section::key = value; and .pragma and .include, which may be written like that. */
static bool read_assignment(struct reader *reader, char *text)
{
    const char *section = reader->section;
    char *key = text, *end = syntax_end_of_name(text, reader->dollars), *rest;

    if (end[0] == ':' && end[1] == ':') {
        *end = '\0';
        section = text;
        key = end + 2;
        end = syntax_end_of_name(key, reader->dollars);
    }
    rest = syntax_skip_blanks(end);
    syntax_trim(rest);
    char *argument = syntax_skip_blanks(*rest == '=' ? rest + 1 : rest);
    if (is_directive(key, rest, ".pragma"))
        return read_pragma(reader, argument);
    if (is_directive(key, rest, ".include"))
        return include(reader, section, argument);
    if (*rest != '=')
        return false;
    *end = '\0';
    char *value = value_read(reader->lines, section, argument, reader->dollars);
    if (value != NULL)
        add_line(reader, section, key, value);
    free(value);
    return value != NULL;
}

static void read_line(struct reader *reader, char *text)
{
    struct lines *lines = reader->lines;

    syntax_cut_comment(text);
    text = syntax_skip_blanks(text);
    if (*text == '\0' ||
        (*text == '[' ? open_section(reader, text + 1) : read_assignment(reader, text)))
        return;
    lines->bad_file = text_format("%s", reader->source->file);
    lines->bad_number = reader->first;
}

/* Whether a backslash at the end has the next line belong to this one. */
static bool goes_on(const char *text, size_t size)
{
    return size > 0 && text[size - 1] == '\\' && (size == 1 || text[size - 2] != '\\');
}

/* The next piece of the file, empty at its end. The mark of UTF-8 that editors put in front is no part of it. */
static const char *read_piece(struct reader *reader, FILE *stream, char piece[PIECE_SIZE])
{
    static const char mark[] = "\xef\xbb\xbf";

    if (fgets(piece, PIECE_SIZE, stream) == NULL)
        piece[0] = '\0';
    reader->source->number += strchr(piece, '\n') != NULL;
    bool marked = !reader->begun && strncmp(piece, mark, strlen(mark)) == 0;
    reader->begun = true;
    return marked ? piece + strlen(mark) : piece;
}

static void read_lines(struct reader *reader, FILE *stream)
{
    char piece[PIECE_SIZE], *text = NULL;
    size_t size = 0;
    bool more = false; /* the line is not complete */

    while (reader->lines->bad_file == NULL) {
        if (!more)
            reader->first = reader->source->number + 1;
        const char *next = read_piece(reader, stream, piece);
        size_t whole = strlen(next), kept = whole;
        if (whole == 0 && !more)
            break;
        while (kept > 0 && (next[kept - 1] == '\r' || next[kept - 1] == '\n'))
            kept--;
        text = realloc(text, size + kept + 1);
        if (text == NULL)
            text_no_memory();
        memcpy(text + size, next, kept);
        size += kept;
        more = whole > 0 && kept == whole;
        if (!more) {
            reader->lines->total++;
            more = goes_on(text, size);
            size -= more;
        }
        if (more)
            continue;
        text[size] = '\0';
        read_line(reader, text);
        size = 0;
    }
    free(text);
}

/* Reads the file, and then what is left of the folder that is being read: OpenSSL does so whenever a file ends, be it
   of the folder or included by one that is, which it goes back to at last. Closes the stream and frees the name. */
static void read_files(struct reader *reader, FILE *stream, char *file)
{
    struct source *includer = reader->source;

    while (stream != NULL) {
        struct source source = {.file = file};
        reader->source = &source;
        read_lines(reader, stream);
        reader->source = includer;
        fclose(stream);
        free(file);
        stream = reader->lines->bad_file == NULL ? open_next_of_folder(reader, &file) : NULL;
    }
}

void lines_read(struct lines *lines, const char *file)
{
    struct reader reader = {.lines = lines, .section = text_format("default")};

    *lines = (struct lines){0};
    FILE *stream = open_file(&reader, file);
    if (stream != NULL)
        read_files(&reader, stream, text_format("%s", file));
    close_folder(&reader);
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
    free(lines->bad_file);
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
