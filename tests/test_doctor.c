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
    CU_ASSERT_STRING_EQUAL(line->value, value);
    CU_ASSERT_PTR_NULL(lines.bad_file);
    lines_free(&lines);
    NCONF_free(conf);
}

/* The place of a fault, which OpenSSL must see as well, after as many lines. */
static void expect_fault(const char *name, size_t number, size_t total)
{
    struct lines lines;
    CONF *conf = NCONF_new(NULL);
    long bad = 0;

    CU_ASSERT_FATAL(NCONF_load(conf, path_of("main.cnf"), &bad) != 1);
    CU_ASSERT_EQUAL(bad, (long)total);
    lines_read(&lines, path_of("main.cnf"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(lines.bad_file);
    CU_ASSERT_STRING_EQUAL(lines.bad_file, path_of(name));
    CU_ASSERT_EQUAL(lines.bad_number, number);
    CU_ASSERT_EQUAL(lines.total, total);
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

static void test_a_line_ends_where_it_ends_for_OpenSSL(void)
{
    write_file("main.cnf", "\xef\xbb\xbf"
                           "a = 1\rb = 2\\\r\nc\n  \t[s]\nd = 4\\\\\ne = 5\\");
    expect_line("default", "a", "main.cnf", 1, "1\rb = 2c");
    expect_line("s", "d", "main.cnf", 4, "4\\");
    expect_line("s", "e", "main.cnf", 5, "5");
    char text[700] = "a = ";
    memset(text + 4, 'x', 600);
    strcpy(text + 604, "\nb = 2\n");
    write_file("main.cnf", text);
    expect_line("default", "b", "main.cnf", 2, "2");
}

static void test_a_value_is_what_OpenSSL_takes_it_for(void)
{
    write_file(
        "main.cnf",
        "a = 1 # c\nb = \"x # y\" 'z\\'z' `w`\nc = \\# \\t\\n\\r\\b \\\\ \f # c\nd = \"e\\ \nf=\n");
    expect_line("default", "a", "main.cnf", 1, "1");
    expect_line("default", "b", "main.cnf", 2, "x # y z'z w");
    expect_line("default", "c", "main.cnf", 3, "# \t\n\r\b \\ \f");
    expect_line("default", "d", "main.cnf", 4, "e");
    expect_line("default", "f", "main.cnf", 5, "");
}

static void test_a_variable_has_its_value(void)
{
    setenv("FASTSHA2_TEST", "env", 1);
    write_file("main.cnf",
               "a = 1\nb = 2\n[s]\nb = 3\nc = $a$b-${b}$(t::b)\\$a'$a'\n"
               "d = $ENV::FASTSHA2_TEST\n.pragma dollarid:on\na$b = 4\ne = $a ${a$b}\n");
    expect_line("s", "c", "main.cnf", 5, "13-32$a$a");
    expect_line("s", "d", "main.cnf", 6, "env");
    expect_line("s", "e", "main.cnf", 9, "$a 4");
}

static void test_variables_may_not_make_a_value_too_long(void)
{
    enum { MOST = 32767 };
    static char text[MOST + 100], value[2 * MOST + 1];

    memset(value, 'x', 2 * MOST);
    snprintf(text, sizeof text, "a = %.*s\nb = $a$a\n", MOST, value);
    write_file("main.cnf", text);
    expect_line("default", "b", "main.cnf", 2, value);
    snprintf(text, sizeof text, "a = y%.*s\nb = $a$a\n", MOST, value);
    write_file("main.cnf", text);
    expect_fault("main.cnf", 2, 2);
}

static void test_a_section_has_the_name_that_OpenSSL_gives_it(void)
{
    write_file("main.cnf", "[ a b ] c\nd = 1\n[e\\]f]\ng = 2\n[]\nh = 3\n");
    expect_line("a b", "d", "main.cnf", 2, "1");
    expect_line("e]f", "g", "main.cnf", 4, "2");
    expect_line("", "h", "main.cnf", 6, "3");
}

static void test_a_fault_is_where_it_is_written(void)
{
    static const char *const faults[] = {
        "b",
        "b c = 2",
        "[b",
        "[b c$]",
        "b = $none",
        "b = ${a",
        "[\"b\"]",
        ".pragma other",
        ".pragma dollarid:2",
        ".include $none",
        ".include",
    };
    char text[512];

    write_file("one.cnf", "a = 1\nb = 1\\\n  2\n\n");
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        snprintf(text, sizeof text, ".include %s\n\n%s\nc = 3\n", path_of("one.cnf"), faults[i]);
        write_file("main.cnf", text);
        expect_fault("main.cnf", 3, 7);
    }
    write_file("main.cnf", ".pragma abspath:on\n.include one.cnf\n");
    expect_fault("main.cnf", 2, 2);
    write_file("one.cnf", "a = 1\nb = 2\\\n  3\n\nc d\n");
    write_file("main.cnf", text);
    expect_fault("one.cnf", 5, 6);
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

/* OpenSSL goes back to the first one, whichever that is, when it has read the whole folder. */
static void test_a_file_of_a_folder_that_includes_another_is_read_last(void)
{
    static const char digits[] = "12345678";
    struct lines lines;
    char text[512], file[] = "more/0.cnf";
    CONF *conf = NCONF_new(NULL);
    long bad = 0;

    mkdir(path_of("more"), 0700);
    write_file("one.cnf", "a = 0\n");
    for (const char *digit = digits; *digit != '\0'; digit++) {
        file[5] = *digit;
        snprintf(text, sizeof text, ".include %s\na = %c\n", path_of("one.cnf"), *digit);
        write_file(file, text);
    }
    snprintf(text, sizeof text, ".include %s\n", path_of("more"));
    write_file("main.cnf", text);
    CU_ASSERT_FATAL(NCONF_load(conf, path_of("main.cnf"), &bad) == 1);
    lines_read(&lines, path_of("main.cnf"));
    CU_ASSERT_STRING_EQUAL(lines_find(&lines, "default", "a")->value,
                           NCONF_get_string(conf, "default", "a"));
    lines_free(&lines);
    NCONF_free(conf);
    for (const char *digit = digits; *digit != '\0'; digit++) {
        file[5] = *digit;
        remove(path_of(file));
    }
}

/* As is what cannot be opened. */
static void test_a_folder_in_a_folder_is_passed_over(void)
{
    char text[512];

    mkdir(path_of("more"), 0700);
    remove(path_of("more/two.conf"));
    snprintf(text, sizeof text, "a = 1\n.include %s\nb = 2\n", folder);
    write_file("more/1.cnf", text);
    CU_ASSERT_FATAL(symlink("nowhere", path_of("more/2.cnf")) == 0);
    snprintf(text, sizeof text, ".include %s\nc = 3\n", path_of("more"));
    write_file("main.cnf", text);
    expect_line("default", "a", "more/1.cnf", 1, "1");
    expect_line("default", "b", "more/1.cnf", 3, "2");
    expect_line("default", "c", "main.cnf", 2, "3");
    write_file("more/1.cnf", "a = 1\n[\n");
    expect_fault("more/1.cnf", 2, 3);
    remove(path_of("more/1.cnf"));
    remove(path_of("more/2.cnf"));
}

static void test_a_path_is_read_as_a_value_is(void)
{
    char text[512];

    mkdir(path_of("more"), 0700);
    write_file("more/two.conf", "c = 7\n");
    write_file("one.cnf", "a = 5\n");
    snprintf(text, sizeof text, "x = %s\n.include = $x\"\\/one.cnf\"\n.pragma = includedir : $x\n",
             folder);
    write_file("main.cnf", text);
    expect_line("default", "a", "one.cnf", 1, "5");
    snprintf(text, sizeof text, ".pragma includedir:%s\n.include more # c\nd = 8\n", folder);
    write_file("main.cnf", text);
    expect_line("default", "c", "more/two.conf", 1, "7");
    expect_line("default", "d", "main.cnf", 3, "8");
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

/* And soon, however often it does. */
static void test_a_file_that_includes_itself_comes_to_an_end(void)
{
    struct lines lines;
    char text[2048] = "a = 1\n";

    for (int i = 0; i < 10; i++) {
        strcat(text, ".include ");
        strcat(text, path_of("main.cnf"));
        strcat(text, "\n");
    }
    write_file("main.cnf", text);
    lines_read(&lines, path_of("main.cnf"));
    CU_ASSERT_PTR_NOT_NULL(lines_find(&lines, "default", "a"));
    CU_ASSERT(lines.endless);
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
    {"a line ends where it ends for OpenSSL", test_a_line_ends_where_it_ends_for_OpenSSL},
    {"a value is what OpenSSL takes it for", test_a_value_is_what_OpenSSL_takes_it_for},
    {"a variable has its value", test_a_variable_has_its_value},
    {"variables may not make a value too long", test_variables_may_not_make_a_value_too_long},
    {"a section has the name that OpenSSL gives it",
     test_a_section_has_the_name_that_OpenSSL_gives_it},
    {"a fault is where it is written", test_a_fault_is_where_it_is_written},
    {"included files and folders are read in their place",
     test_included_files_and_folders_are_read_in_their_place},
    {"a file of a folder that includes another is read last",
     test_a_file_of_a_folder_that_includes_another_is_read_last},
    {"a folder in a folder is passed over", test_a_folder_in_a_folder_is_passed_over},
    {"a path is read as a value is", test_a_path_is_read_as_a_value_is},
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
