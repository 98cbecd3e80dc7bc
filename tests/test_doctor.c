/* The doctor's own readers: lines of configuration files against OpenSSL's reader, and property queries. */
#include "lines.h"
#include "preference.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/conf.h>

static char folder[] = "/tmp/fastsha2-test-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(path_of(name), "w");

    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    fputs(text, f);
    fclose(f);
}

/* The place of a setting, which OpenSSL must read with this very value. */
static void expect_line(const char *section, const char *key, const char *name, size_t number,
                        const char *value)
{
    struct lines lines;
    CONF *conf = NCONF_new(NULL);
    long bad = 0;

    CU_ASSERT_FATAL(NCONF_load(conf, path_of("main.cnf"), &bad) == 1);
    const char *theirs = NCONF_get_string(conf, section, key);
    CU_ASSERT_FATAL(theirs != NULL);
    CU_ASSERT_STRING_EQUAL(theirs, value);
    lines_read(&lines, path_of("main.cnf"));
    const struct line *line = lines_find(&lines, section, key);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    CU_ASSERT_STRING_EQUAL(line->file, path_of(name));
    CU_ASSERT_EQUAL(line->number, number);
    lines_free(&lines);
    NCONF_free(conf);
}

static void test_the_last_line_that_sets_a_key_is_found(void)
{
    write_file("main.cnf", "a = 1\n\n[s]\na = 2 # a = 9\n[ s ]\n  a=3\nb = \"x # y\"\n");
    expect_line("default", "a", "main.cnf", 1, "1");
    expect_line("s", "a", "main.cnf", 6, "3");
    expect_line("s", "b", "main.cnf", 7, "x # y");
}

static void test_a_key_may_name_its_section(void)
{
    write_file("main.cnf", "[s]\na = 1\n[t]\ns::a = 2\nb = 3\n");
    expect_line("s", "a", "main.cnf", 4, "2");
    expect_line("t", "b", "main.cnf", 5, "3");
}

static void test_a_line_that_goes_on_is_one_line(void)
{
    write_file("main.cnf", "[s]\na = one,\\\n two, \\\nthree\nb = 2\r\nc = 3\r\n");
    expect_line("s", "a", "main.cnf", 2, "one, two, three");
    expect_line("s", "b", "main.cnf", 5, "2");
    expect_line("s", "c", "main.cnf", 6, "3");
}

static void test_included_files_and_folders_are_read_in_their_place(void)
{
    char text[1024];

    mkdir(path_of("more"), 0700);
    write_file("one.cnf", "a = 5\n[t]\nb = 6\n");
    write_file("more/two.conf", "c = 7\n");
    write_file("more/three.txt", "c = 8\n");
    snprintf(text, sizeof text, "[s]\na = 1\n.include %s/one.cnf\n.include = %s/more\nd = 9\n",
             folder, folder);
    write_file("main.cnf", text);
    expect_line("s", "a", "one.cnf", 1, "5");
    expect_line("t", "b", "one.cnf", 3, "6");
    expect_line("t", "c", "more/two.conf", 1, "7");
    expect_line("t", "d", "main.cnf", 5, "9");
}

static void test_an_include_of_what_is_not_there_is_dead(void)
{
    struct lines lines;

    write_file("main.cnf", "[s]\n.include /nowhere/fastsha2.cnf\n");
    lines_read(&lines, path_of("main.cnf"));
    const struct line *line = lines_find(&lines, "s", LINES_INCLUDE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    CU_ASSERT(line->dead);
    CU_ASSERT_STRING_EQUAL(line->value, "/nowhere/fastsha2.cnf");
    CU_ASSERT(lines_mention(&lines, "fastsha2"));
    CU_ASSERT_FALSE(lines_mention(&lines, "other"));
    lines_free(&lines);
}

static void test_a_file_that_includes_itself_comes_to_an_end(void)
{
    struct lines lines;
    char text[512];

    snprintf(text, sizeof text, "a = 1\n.include %s\n", path_of("main.cnf"));
    write_file("main.cnf", text);
    lines_read(&lines, path_of("main.cnf"));
    CU_ASSERT_PTR_NOT_NULL(lines_find(&lines, "default", "a"));
    lines_free(&lines);
}

static void test_a_line_without_effect_is_found(void)
{
    struct lines lines;

    write_file("main.cnf", "a = 1\nb = 1\na = 2\nb = 1\n");
    lines_read(&lines, path_of("main.cnf"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(lines_find_overridden(&lines, "default", "a"));
    CU_ASSERT_EQUAL(lines_find_overridden(&lines, "default", "a")->number, 1);
    CU_ASSERT_PTR_NULL(lines_find_overridden(&lines, "default", "b"));
    CU_ASSERT_PTR_NULL(lines_find_overridden(&lines, "default", "c"));
    lines_free(&lines);
}

static void test_a_property_query_is_understood(void)
{
    static const struct {
        const char *query;
        enum preference preference;
    } cases[] = {
        {NULL, PREFERENCE_ABSENT},
        {"", PREFERENCE_ABSENT},
        {" , ", PREFERENCE_ABSENT},
        {"?provider=fastsha2", PREFERENCE_OURS},
        {" ? provider = 'fastsha2' ", PREFERENCE_OURS},
        {"?PROVIDER=FastSHA2", PREFERENCE_OURS},
        {"?fips=yes,?provider=fastsha2", PREFERENCE_OURS},
        {"?provider=fastsha2,-fips", PREFERENCE_OURS},
        {"?provider=fastsha2,fips=no", PREFERENCE_OURS},
        {"?provider=fastsha2,fips!=yes", PREFERENCE_OURS},
        {"provider=fastsha2", PREFERENCE_MANDATORY},
        {"fips=yes , provider = default", PREFERENCE_MANDATORY},
        {"?provider=fastsha2,fips=yes", PREFERENCE_DEMAND},
        {"?provider=fastsha2,fips", PREFERENCE_DEMAND},
        {"fips=yes", PREFERENCE_DEMAND},
        {"?provider=fastsha", PREFERENCE_OTHER},
        {"?provider=fastsha22", PREFERENCE_OTHER},
        {"?providers=fastsha2", PREFERENCE_OTHER},
        {"?provider!=fastsha2", PREFERENCE_OTHER},
        {"-fips", PREFERENCE_OTHER},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (preference_of(cases[i].query) != cases[i].preference)
            printf("    %s\n", cases[i].query);
        CU_ASSERT_EQUAL(preference_of(cases[i].query), cases[i].preference);
    }
}

static CU_TestInfo tests[] = {
    {"the last line that sets a key is found", test_the_last_line_that_sets_a_key_is_found},
    {"a key may name its section", test_a_key_may_name_its_section},
    {"a line that goes on is one line", test_a_line_that_goes_on_is_one_line},
    {"included files and folders are read in their place",
     test_included_files_and_folders_are_read_in_their_place},
    {"an include of what is not there is dead", test_an_include_of_what_is_not_there_is_dead},
    {"a file that includes itself comes to an end",
     test_a_file_that_includes_itself_comes_to_an_end},
    {"a line without effect is found", test_a_line_without_effect_is_found},
    {"a property query is understood", test_a_property_query_is_understood},
    CU_TEST_INFO_NULL,
};

int main(void)
{
    static const char *const files[] = {"main.cnf",       "one.cnf", "more/two.conf",
                                        "more/three.txt", "more",    "."};

    if (mkdtemp(folder) == NULL)
        return 1;
    int status = suite_run("test_doctor", tests);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        remove(i + 1 < sizeof files / sizeof files[0] ? path_of(files[i]) : folder);
    return status;
}
