/* The report as one JSON object. */
#include "report.h"
#include "version.h"

#include <stdbool.h>
#include <stdio.h>

static void print_string(const char *text)
{
    if (text == NULL) {
        fputs("null", stdout);
        return;
    }
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

static void print_member(const char *separator, const char *key, const char *value)
{
    printf("%s\"%s\": ", separator, key);
    print_string(value);
}

static void print_truth(const char *key, bool value)
{
    printf(", \"%s\": %s", key, value ? "true" : "false");
}

static void print_ratio(const char *key, double ratio)
{
    if (ratio > 0)
        printf(", \"%s\": %.3f", key, ratio);
    else
        printf(", \"%s\": null", key);
}

static void print_head(const struct diagnosis *diagnosis)
{
    static const char *const states[] = {
        [FILE_READ] = "read",       [FILE_NOT_NAMED] = "not named",
        [FILE_MISSING] = "missing", [FILE_UNREADABLE] = "unreadable",
        [FILE_FOLDER] = "folder",   [FILE_NOT_PARSED] = "not well-formed",
    };
    const struct environment *environment = &diagnosis->environment;
    const struct active *active = &diagnosis->active;

    print_member("{", "version", FASTSHA2_VERSION);
    print_member(",\n ", "libcrypto", environment->version);
    print_member(", ", "libcrypto_file", environment->library);
    print_member(",\n ", "configuration", environment->file);
    print_truth("configuration_by_environment", environment->file_named);
    print_member(", ", "configuration_state", states[environment->state]);
    print_member(",\n ", "modules", environment->modules);
    print_truth("modules_by_environment", environment->modules_named);
    fputs(",\n \"providers\": [", stdout);
    for (size_t i = 0; i < active->count; i++) {
        fputs(i == 0 ? "" : ", ", stdout);
        print_string(active->name[i]);
    }
    fputs("],\n \"fastsha2\": ", stdout);
    if (active->own_name == NULL) {
        fputs("null", stdout);
    } else {
        print_member("{", "name", active->own_name);
        print_member(", ", "version", active->version);
        print_member(", ", "buildinfo", active->buildinfo);
        print_member(", ", "module", active->module);
        putchar('}');
    }
    print_truth("random", diagnosis->random);
    print_truth("ciphers", diagnosis->ciphers);
}

static void print_service(const struct served *served)
{
    static const char *const answers[] = {
        [ANSWER_NONE] = NULL, [ANSWER_RIGHT] = "right", [ANSWER_WRONG] = "wrong"};

    print_member("{", "name", served->service->name);
    print_member(", ", "function", served->provider[WAY_FUNCTION]);
    print_member(", ", "by_name", served->provider[WAY_NAME]);
    print_member(", ", "fetched", served->provider[WAY_FETCH]);
    print_member(", ", "digest", served->digest_provider);
    print_member(", ", "backend", served->backend);
    print_truth("fastsha2", served_by_us(served));
    print_member(", ", "result", answers[served->answer]);
    print_ratio("ratio_small", served->ratio_small);
    print_ratio("ratio_large", served->ratio_large);
    putchar('}');
}

static void print_finding(const struct finding *finding)
{
    static const char *const severities[] = {"note", "fault", "broken"};

    print_member("{", "trap", finding->trap);
    print_member(", ", "severity", severities[finding->severity]);
    print_member(", ", "problem", finding->problem);
    print_member(", ", "remedy", finding->remedy);
    print_member(", ", "file", finding->file);
    if (finding->line != 0)
        printf(", \"line\": %zu", finding->line);
    else
        fputs(", \"line\": null", stdout);
    print_member(", ", "section", finding->section);
    print_member(", ", "key", finding->key);
    putchar('}');
}

void report_json(const struct diagnosis *diagnosis)
{
    print_head(diagnosis);
    fputs(",\n \"services\": [", stdout);
    for (size_t i = 0; i < SERVICES; i++) {
        fputs(i == 0 ? "\n  " : ",\n  ", stdout);
        print_service(&diagnosis->served[i]);
    }
    fputs("],\n \"findings\": [", stdout);
    for (size_t i = 0; i < diagnosis->nfindings; i++) {
        fputs(i == 0 ? "\n  " : ",\n  ", stdout);
        print_finding(&diagnosis->findings[i]);
    }
    printf("],\n \"status\": %d}\n", diagnosis_status(diagnosis));
}
