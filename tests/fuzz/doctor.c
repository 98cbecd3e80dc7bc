/*
 * The doctor's reader of configuration files, beside libcrypto's: the same sections, keys and values, each on the line
 * where it is written, and a fault where libcrypto sees one. The bytes are the text of openssl.cnf and, behind
 * separators, those of files that it may include, and OPENSSL_CONF_INCLUDE.
 *
 * No file outside of the target's own folder is opened, whatever is included. A text has no slash, nor has the
 * environment, and OPENSSL_CONF_INCLUDE is not empty, which would bring one: so a path is one name, or two with a slash
 * between them. And what is read stands two folders deep, which is as far up as two names lead. Paths that begin with a
 * slash are for test_doctor.
 *
 * What may differ, while OpenSSL 3.0, 3.5, 3.6 and 4.0 read alike:
 * - Of files that include themselves the doctor reads FILES_MAX; libcrypto reads them until none can be opened.
 * - A byte 0 hides the rest of its line from both; the doctor then counts the lines of the file as if it were joined
 *   with the next, as libcrypto does.
 */
#include "finding.h"
#include "lines.h"
#include "text.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/conf.h>
#include <openssl/err.h>

extern char **environ;

enum { SEPARATOR = '\x1e', MAIN = 0, FILES = 5, INCLUDE = FILES, TEXTS };

static const char *const names[FILES] = {"openssl.cnf", "more.cnf", "folder/one.cnf",
                                         "folder/two.CONF", "folder/three.txt"};

struct text {
    char *bytes; /* NULL: there is none */
    size_t size;
    ino_t inode; /* of its file */
};

/* The input taken apart, with slashes made a character that is as good in a name. */
static void take_apart(struct text texts[TEXTS], const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < TEXTS; i++) {
        const uint8_t *end = size == 0 ? NULL : memchr(data, SEPARATOR, size);
        struct text *text = &texts[i];
        bool last = end == NULL || i + 1 == TEXTS;
        text->size = last ? size : (size_t)(end - data);
        text->bytes = malloc(text->size + 1);
        EXPECT(text->bytes != NULL, "no memory");
        for (size_t j = 0; j < text->size; j++)
            text->bytes[j] = (char)(data[j] == '/' ? '|' : data[j]);
        text->bytes[text->size] = '\0';
        if (last)
            return;
        data = end + 1;
        size -= text->size + 1;
    }
}

/* The folder, which goes with the program, unless that ends by a finding. The texts are read in the third. */

static const char *own_folder;
static const char *const folders[] = {"", "/deep", "/deep/deeper", "/deep/deeper/folder"};
enum { READ_IN = 2, FOLDERS = sizeof folders / sizeof folders[0] };

static const char *path_of(size_t folder, const char *name)
{
    static char path[128];

    snprintf(path, sizeof path, "%s%s/%s", own_folder, folders[folder], name);
    return path;
}

static void remove_folders(void)
{
    for (size_t i = 0; i < FILES; i++)
        remove(path_of(READ_IN, names[i]));
    for (size_t i = FOLDERS; i > 0; i--)
        rmdir(path_of(i - 1, ""));
}

static void make_folders(void)
{
    /* In memory where there is such: an input took 0.5 ms, and 4 ms on a disk, which was waited for. */
    static char in_memory[] = "/dev/shm/fastsha2-fuzz-XXXXXX",
                on_disk[] = "/tmp/fastsha2-fuzz-XXXXXX";

    own_folder = mkdtemp(in_memory);
    if (own_folder == NULL)
        own_folder = mkdtemp(on_disk);
    EXPECT(own_folder != NULL && atexit(remove_folders) == 0, "no folder");
    for (size_t i = 1; i < FOLDERS; i++)
        EXPECT(mkdir(path_of(i, ""), 0700) == 0, "no folder %s", path_of(i, ""));
}

/* Where the program was before, and what it has inside. */
struct outside {
    int folder;
    char **environment;
    char *include;
};

static struct outside enter(const struct text *include)
{
    static char name[] = "NAME=value";
    static char *environment[] = {name, NULL, NULL};
    struct outside outside = {open(".", O_RDONLY | O_DIRECTORY), environ, NULL};

    EXPECT(outside.folder >= 0 && chdir(path_of(READ_IN, "")) == 0, "no folder");
    if (include->bytes != NULL && include->bytes[0] != '\0')
        outside.include = text_format("OPENSSL_CONF_INCLUDE=%s", include->bytes);
    environment[1] = outside.include;
    environ = environment;
    return outside;
}

static void leave(struct outside outside)
{
    environ = outside.environment;
    free(outside.include);
    EXPECT(fchdir(outside.folder) == 0 && close(outside.folder) == 0, "no way back");
}

static void write_files(struct text texts[TEXTS])
{
    struct stat status;

    for (size_t i = 0; i < FILES; i++) {
        struct text *text = &texts[i];
        if (text->bytes == NULL) {
            remove(names[i]);
            continue;
        }
        FILE *f = fopen(names[i], "wb");
        EXPECT(f != NULL && fwrite(text->bytes, 1, text->size, f) == text->size && fclose(f) == 0 &&
                   stat(names[i], &status) == 0,
               "%s cannot be written", names[i]);
        text->inode = status.st_ino;
    }
}

/* Places. */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Past a backslash and the end of the line behind it, which libcrypto does not see. */
static const char *skip_joints(const char *text)
{
    for (;;) {
        size_t end = text[0] == '\\' ? 1 + strspn(text + 1, "\r") : 0;
        if (end == 0 || text[end] != '\n')
            return text;
        text += end + 1;
    }
}

static const char *skip_blanks(const char *text)
{
    for (text = skip_joints(text); is_blank(*text); text = skip_joints(text))
        text++;
    return text;
}

/* What follows the word that the text begins with; NULL if it does not. */
static const char *skip_word(const char *text, const char *word)
{
    for (; text != NULL && *word != '\0'; word++) {
        text = skip_joints(text);
        text = *text == *word ? text + 1 : NULL;
    }
    return text;
}

/* Whether lines of the text are what an editor shows as such, and no byte 0 hides what there is. */
static bool is_plain(const struct text *text)
{
    if (strlen(text->bytes) != text->size)
        return false;
    for (const char *c = strchr(text->bytes, '\r'); c != NULL; c = strchr(c + 1, '\r'))
        if (c[1] != '\n')
            return false;
    return true;
}

static const char *find_line(const struct text *text, size_t number)
{
    const char *line = text->bytes;

    while (--number > 0 && line != NULL) {
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    }
    return line;
}

/* By whatever path it was included. */
static const struct text *find_text(const struct text texts[TEXTS], const char *file)
{
    struct stat status;

    EXPECT(stat(file, &status) == 0, "%s is not there", file);
    for (size_t i = 0; i < FILES; i++)
        if (texts[i].bytes != NULL && texts[i].inode == status.st_ino)
            return &texts[i];
    finding("%s is none of ours", file);
}

static bool begins_setting(const char *text, const struct line *line)
{
    const char *rest = skip_word(text, line->key);

    if (rest == NULL || strcmp(line->key, LINES_INCLUDE) == 0)
        return rest != NULL;
    return *skip_blanks(rest) == '=';
}

/* [ for a section; .include, or section::.include; key =, or section::key = */
static bool is_written(const char *text, const struct line *line)
{
    const char *start = skip_blanks(text);

    if (line->key == NULL)
        return *start == '[';
    if (begins_setting(start, line))
        return true;
    /* The section of an include is the open one, whichever is named for the variables in its path. */
    start = strcmp(line->key, LINES_INCLUDE) == 0 ? strstr(start, "::")
                                                  : skip_word(start, line->section);
    start = skip_word(start, "::");
    return start != NULL && begins_setting(start, line);
}

static void check_places(const struct text texts[TEXTS], const struct lines *lines)
{
    const struct text *text = NULL;

    for (size_t i = 0; i < lines->count; i++) {
        const struct line *line = &lines->line[i];
        if (i == 0 || strcmp(line->file, lines->line[i - 1].file) != 0)
            text = find_text(texts, line->file);
        if (!is_plain(text))
            continue;
        const char *written = find_line(text, line->number);
        size_t mark = line->number == 1 && strncmp(text->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        EXPECT(written != NULL && is_written(written + mark, line), "[%s] %s is not at %s line %zu",
               line->section, line->key == NULL ? "" : line->key, line->file, line->number);
    }
}

/* Settings. NCONF_get_string would look in [default] as well. */
static const char *value_of(const CONF *conf, const char *section, const char *key)
{
    STACK_OF(CONF_VALUE) *values = NCONF_get_section(conf, section);

    for (int i = 0; i < sk_CONF_VALUE_num(values); i++)
        if (strcmp(sk_CONF_VALUE_value(values, i)->name, key) == 0)
            return sk_CONF_VALUE_value(values, i)->value;
    return NULL;
}

static void check_what_the_doctor_sees(const CONF *conf, const struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        const struct line *line = &lines->line[i];
        EXPECT(NCONF_get_section(conf, line->section) != NULL, "there is no [%s]", line->section);
        if (line->key == NULL)
            continue;
        if (strcmp(line->key, LINES_INCLUDE) == 0) {
            EXPECT(line->dead == (access(line->value, R_OK) != 0), "%s is%s there", line->value,
                   line->dead ? "" : " not");
            continue;
        }
        const char *value = value_of(conf, line->section, line->key);
        const struct line *last = lines_find(lines, line->section, line->key);
        EXPECT(value != NULL, "[%s] has no %s", line->section, line->key);
        EXPECT(strcmp(last->value, value) == 0, "[%s] %s is '%s', not '%s'", line->section,
               line->key, value, last->value);
        EXPECT(strcmp(line->value, value) == 0 ||
                   lines_find_overridden(lines, line->section, line->key) != NULL,
               "[%s] %s is overridden", line->section, line->key);
    }
}

static void check_what_libcrypto_sees(const CONF *conf, const struct lines *lines)
{
    STACK_OF(OPENSSL_CSTRING) *sections = NCONF_get_section_names(conf);

    EXPECT(sections != NULL, "no memory");
    for (int i = 0; i < sk_OPENSSL_CSTRING_num(sections); i++) {
        const char *section = sk_OPENSSL_CSTRING_value(sections, i);
        STACK_OF(CONF_VALUE) *values = NCONF_get_section(conf, section);
        for (int j = 0; j < sk_CONF_VALUE_num(values); j++) {
            const char *key = sk_CONF_VALUE_value(values, j)->name;
            EXPECT(lines_find(lines, section, key) != NULL, "[%s] %s is not found", section, key);
        }
        EXPECT(sk_CONF_VALUE_num(values) > 0 || strcmp(section, "default") == 0 ||
                   lines_find(lines, section, NULL) != NULL,
               "[%s] is not found", section);
    }
    sk_OPENSSL_CSTRING_free(sections);
}

static void compare(const struct lines *lines)
{
    CONF *conf = NCONF_new(NULL);
    long line = 0;

    EXPECT(conf != NULL, "no memory");
    if (NCONF_load(conf, names[MAIN], &line) == 1) {
        EXPECT(lines->bad_file == NULL, "no fault in %s line %zu", lines->bad_file,
               lines->bad_number);
        check_what_the_doctor_sees(conf, lines);
        check_what_libcrypto_sees(conf, lines);
    } else {
        EXPECT(lines->bad_file != NULL, "a fault in line %ld", line);
        EXPECT(lines->total == (size_t)line, "a fault in line %ld, not %zu", line, lines->total);
    }
    NCONF_free(conf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text texts[TEXTS] = {{0}};
    struct lines lines;

    if (own_folder == NULL)
        make_folders();
    take_apart(texts, data, size);
    struct outside outside = enter(&texts[INCLUDE]);
    write_files(texts);
    lines_read(&lines, names[MAIN]);
    check_places(texts, &lines);
    if (!lines.endless)
        compare(&lines);
    lines_free(&lines);
    ERR_clear_error();
    leave(outside);
    for (size_t i = 0; i < TEXTS; i++)
        free(texts[i].bytes);
    return 0;
}
