/* The report in words: what is in use, who serves what, what is wrong and what to change. */
#include "report.h"
#include "text.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, INDENT = 3 };

/* Breaks the text at blanks; the lines after the first are indented. */
static void print_wrapped(const char *text)
{
    size_t column = INDENT;

    while (*text != '\0') {
        size_t size = strcspn(text, " ");
        if (column > INDENT && column + 1 + size > WIDTH) {
            printf("\n%*s", INDENT, "");
            column = INDENT;
        } else if (column > INDENT) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)size, text);
        column += size;
        text += size;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static const char *file_remark(const struct environment *environment)
{
    switch (environment->state) {
    case FILE_READ:
        break;
    case FILE_NOT_NAMED:
        return "none";
    case FILE_MISSING:
        return ", which does not exist";
    case FILE_UNREADABLE:
        return ", which cannot be read";
    case FILE_FOLDER:
        return ", which is a folder";
    case FILE_NOT_PARSED:
        return ", which is not well-formed";
    }
    return "";
}

static void print_head(const struct diagnosis *diagnosis)
{
    const struct environment *environment = &diagnosis->environment;
    const struct active *active = &diagnosis->active;

    printf("fastsha2-doctor %s\n\n", FASTSHA2_VERSION);
    printf("libcrypto      %s, %s\n", environment->version,
           environment->library == NULL ? "file unknown" : environment->library);
    printf("configuration  %s%s%s\n", environment->file, file_remark(environment),
           environment->file_named ? " (OPENSSL_CONF)" : " (the system's)");
    printf("modules        %s%s\n", environment->modules,
           environment->modules_named ? " (OPENSSL_MODULES)" : "");
    printf("providers      ");
    for (size_t i = 0; i < active->count; i++)
        printf("%s%s", i == 0 ? "" : ", ", active->name[i]);
    puts(active->count == 0 ? "none" : "");
    if (active->own_name == NULL)
        puts("fastsha2       is not active");
    else
        printf("fastsha2       %s, %s, %s\n", active->version == NULL ? "?" : active->version,
               active->buildinfo == NULL ? "?" : active->buildinfo,
               active->module == NULL ? "file unknown" : active->module);
}

static const char *answer_text(enum answer answer)
{
    switch (answer) {
    case ANSWER_NONE:
        break;
    case ANSWER_RIGHT:
        return "right";
    case ANSWER_WRONG:
        return "WRONG";
    }
    return "-";
}

static void print_ratio(double ratio)
{
    if (ratio > 0)
        printf("  %5.2fx", ratio);
    else
        printf("  %6s", "-");
}

static const char *or_dash(const char *text)
{
    return text == NULL ? "-" : text;
}

static void print_services(const struct diagnosis *diagnosis)
{
    const char *beneath = NULL;
    bool measured = false;

    printf("\n%-14s %-12s %-12s %-12s %-10s %-6s  %6s  %6s\n", "", "EVP_sha256()", "by name",
           "fetched", "back end", "result", "64 B", "16 KiB");
    for (size_t i = 0; i < SERVICES; i++) {
        const struct served *served = &diagnosis->served[i];
        printf("%-14s %-12s %-12s %-12s %-10s %-6s", served->service->name,
               or_dash(served->provider[WAY_FUNCTION]), or_dash(served->provider[WAY_NAME]),
               or_dash(served->provider[WAY_FETCH]), or_dash(served->backend),
               answer_text(served->answer));
        print_ratio(served->ratio_small);
        print_ratio(served->ratio_large);
        putchar('\n');
        measured = measured || served->ratio_small > 0;
        if (served->service->kind != KIND_DIGEST && !served->ours[WAY_FETCH] &&
            served->digest_provider != NULL)
            beneath = served->digest_provider;
    }
    puts("");
    if (beneath != NULL)
        printf("HMAC and PBKDF2 compute with digests of %s.\n", beneath);
    if (measured)
        puts("1.00x is the speed of the default provider.");
}

static void print_place(const struct finding *finding)
{
    if (finding->file == NULL)
        return;
    printf("%*s%s", INDENT, "", finding->file);
    if (finding->line != 0)
        printf(", line %zu", finding->line);
    if (finding->section != NULL)
        printf(", section [%s]", finding->section);
    if (finding->key != NULL)
        printf(", %s", finding->key);
    puts("");
}

static void print_findings(const struct diagnosis *diagnosis)
{
    static const char *const words[] = {"Note: ", "", "BROKEN: "};

    for (size_t i = 0; i < diagnosis->nfindings; i++) {
        const struct finding *finding = &diagnosis->findings[i];
        char *problem = text_format("%zu. %s%s", i + 1, words[finding->severity], finding->problem);
        putchar('\n');
        print_wrapped(problem);
        print_place(finding);
        printf("%*s", INDENT, "");
        print_wrapped(finding->remedy);
        free(problem);
    }
}

void report_text(const struct diagnosis *diagnosis)
{
    static const char *const outcomes[] = {
        "All of SHA-2 is served by fastsha2.",
        "Not all of SHA-2 is served by fastsha2, or not dependably.",
        "Something is broken.",
    };

    print_head(diagnosis);
    print_services(diagnosis);
    print_findings(diagnosis);
    printf("\n%s\n", outcomes[diagnosis_status(diagnosis)]);
}
