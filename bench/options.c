/* Reading the command line, and telling what is wrong with it. */
#include "options.h"
#include "suite.h"
#include "version.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <openssl/crypto.h>

static const size_t size_max = (size_t)1 << 30;
static const double seconds_default = 20;
static const double seconds_max = 86400;

static const struct option long_options[] = {
    {"algorithm", required_argument, NULL, 'a'},
    {"help", no_argument, NULL, 'h'},
    {"json", no_argument, NULL, 'j'},
    {"module", required_argument, NULL, 'm'},
    {"plot", required_argument, NULL, 'p'},
    {"seconds", required_argument, NULL, 't'},
    {"sha256-backend", required_argument, NULL, '2'},
    {"sha512-backend", required_argument, NULL, '5'},
    {"sizes", required_argument, NULL, 's'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static void print_help(void)
{
    puts("Usage: fastsha2-bench SUITE [OPTION...]\n"
         "Compares fastsha2 with OpenSSL's own SHA-2.\n"
         "\nSuites:");
    for (const struct suite *suite = suites; suite->name != NULL; suite++)
        printf("  %-23s %s\n", suite->name, suite->summary);
    printf("\nOptions:\n"
           "  --algorithm LIST        digests, or all (default SHA2-256,SHA2-512)\n"
           "  --sizes LIST            message sizes in bytes, or as 1K, 1M; pbkdf2: of the key\n"
           "  --sha256-backend LIST   the provider's own setting; kernels: only these rows\n"
           "  --sha512-backend LIST   the same for SHA-512\n"
           "  --module DIR            folder of the module to load (default OPENSSL_MODULES, or\n"
           "                          where this program was built)\n"
           "  --seconds N             time to spend on measuring (default %g)\n"
           "  --json                  an array of objects instead of a table\n"
           "  --plot FILE.svg         draw the ratio over the size, with gnuplot\n"
           "  --help, --version\n"
           "\nOPENSSL_ia32cap in the environment holds libcrypto back, and not fastsha2.\n",
           seconds_default);
}

static void print_version(void)
{
    printf("fastsha2-bench %s, %s\n", FASTSHA2_VERSION, OpenSSL_version(OPENSSL_VERSION));
}

/* Takes the next of comma-separated items off the list, without blanks around it; false at the end.
   */
static bool next_item(const char **list, char *item, size_t room)
{
    const char *start = *list;
    size_t size;

    if (start == NULL)
        return false;
    start += strspn(start, " \t");
    size = strcspn(start, ",");
    *list = start[size] == ',' ? start + size + 1 : NULL;
    while (size > 0 && (start[size - 1] == ' ' || start[size - 1] == '\t'))
        size--;
    snprintf(item, room, "%.*s", (int)size, start);
    return true;
}

static bool read_algorithms(struct options *options, const char *list)
{
    char item[64];

    options->nalgorithms = 0;
    if (strcasecmp(list, "all") == 0) {
        for (; options->nalgorithms < ALGORITHMS; options->nalgorithms++)
            options->algorithms[options->nalgorithms] = &algorithms[options->nalgorithms];
        return true;
    }
    while (next_item(&list, item, sizeof item)) {
        const struct algorithm *algorithm = algorithm_find(item);
        if (algorithm == NULL) {
            fprintf(stderr, "fastsha2-bench: --algorithm: '%s' is not one of all", item);
            for (size_t i = 0; i < ALGORITHMS; i++)
                fprintf(stderr, ", %s", algorithms[i].names[0]);
            fputc('\n', stderr);
            return false;
        }
        for (size_t i = 0; i < options->nalgorithms; i++) {
            if (options->algorithms[i] == algorithm) {
                fprintf(stderr, "fastsha2-bench: --algorithm: %s is named twice\n",
                        algorithm->names[0]);
                return false;
            }
        }
        options->algorithms[options->nalgorithms++] = algorithm;
    }
    return true;
}

/* Returns SIZE_MAX if the text is not a size that is allowed. */
static size_t read_size(const char *text)
{
    static const struct {
        const char *name;
        unsigned shift;
    } units[] = {
        {"", 0}, {"B", 0}, {"K", 10}, {"KiB", 10}, {"M", 20}, {"MiB", 20}, {"G", 30}, {"GiB", 30},
    };
    char *end;

    if (text[0] < '0' || text[0] > '9')
        return SIZE_MAX;
    unsigned long long number = strtoull(text, &end, 10);
    end += strspn(end, " ");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcasecmp(end, units[i].name) == 0)
            return number > size_max >> units[i].shift ? SIZE_MAX
                                                       : (size_t)number << units[i].shift;
    }
    return SIZE_MAX;
}

/* Keeps the sizes in order, each once. */
static void insert_size(struct options *options, size_t size)
{
    size_t i = options->nsizes;

    while (i > 0 && options->sizes[i - 1] > size)
        i--;
    if (i > 0 && options->sizes[i - 1] == size)
        return;
    memmove(options->sizes + i + 1, options->sizes + i,
            (options->nsizes - i) * sizeof options->sizes[0]);
    options->sizes[i] = size;
    options->nsizes++;
}

static bool read_sizes(struct options *options, const char *list)
{
    char item[64];

    options->nsizes = 0;
    while (next_item(&list, item, sizeof item)) {
        size_t size = read_size(item);
        if (size == SIZE_MAX) {
            fprintf(stderr,
                    "fastsha2-bench: --sizes: '%s' is not a number of bytes such as 0, 64, 1K or "
                    "16M, up to 1G\n",
                    item);
            return false;
        }
        if (options->nsizes == SIZES_MAX) {
            fprintf(stderr, "fastsha2-bench: --sizes: more than %d sizes\n", SIZES_MAX);
            return false;
        }
        insert_size(options, size);
    }
    return true;
}

static bool read_seconds(struct options *options, const char *text)
{
    char *end;
    double seconds = strtod(text, &end);

    if (end == text || *end != '\0' || !isfinite(seconds) || seconds <= 0 ||
        seconds > seconds_max) {
        fprintf(stderr,
                "fastsha2-bench: --seconds: '%s' is not a number above 0 and up to %g, such as "
                "0.5\n",
                text, seconds_max);
        return false;
    }
    options->seconds = seconds;
    return true;
}

/* The rules are the provider's; here a fault is told before anything is measured. */
static bool read_preference(struct preference *preference, const char *value,
                            const struct family *family)
{
    struct excerpt culprit;

    switch (preference_read(value, family->names, preference, &culprit)) {
    case PREFERENCE_VALID:
        return true;
    case PREFERENCE_REPEATED:
        fprintf(stderr, "fastsha2-bench: --%s: '%.*s' is named twice\n", family->parameter,
                (int)culprit.size, culprit.start);
        return false;
    case PREFERENCE_EMPTY:
        fprintf(stderr, "fastsha2-bench: --%s: '%s' has an empty name; allowed are",
                family->parameter, value);
        break;
    case PREFERENCE_UNKNOWN:
        fprintf(stderr, "fastsha2-bench: --%s: '%.*s' is not one of", family->parameter,
                (int)culprit.size, culprit.start);
        break;
    }
    for (size_t i = 0; i < family->names->count; i++)
        fprintf(stderr, "%s %s", i == 0 ? "" : ",", family->names->name[i]);
    fputc('\n', stderr);
    return false;
}

static void tell_suites(const char *fault, const char *name)
{
    fprintf(stderr, "fastsha2-bench: %s%s; the first argument is one of", fault, name);
    for (const struct suite *suite = suites; suite->name != NULL; suite++)
        fprintf(stderr, "%s %s", suite == suites ? "" : ",", suite->name);
    fputs(" (see --help)\n", stderr);
}

/* Options that were given, but that the suite does not have. */
static bool check_taken(const struct suite *suite, unsigned given)
{
    static const struct {
        unsigned bit;
        const char *name;
    } names[] = {
        {OPTION_ALGORITHM, "algorithm"},
        {OPTION_MODULE, "module"},
        {OPTION_PLOT, "plot"},
        {OPTION_SIZES, "sizes"},
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (given & ~suite->takes & names[i].bit) {
            fprintf(stderr, "fastsha2-bench: %s has no --%s (see --help)\n", suite->name,
                    names[i].name);
            return false;
        }
    }
    return true;
}

enum options_outcome options_read(struct options *options, int argc, char **argv)
{
    unsigned given = 0;
    bool valid = true;
    int letter;

    *options = (struct options){.seconds = seconds_default};
    if (argc > 1 && argv[1][0] != '-') {
        options->suite = suite_find(argv[1]);
        if (options->suite == NULL) {
            tell_suites("no suite ", argv[1]);
            return OPTIONS_BAD;
        }
        argc--;
        argv++;
    }
    while (valid && (letter = getopt_long(argc, argv, ":hV", long_options, NULL)) != -1) {
        switch (letter) {
        case 'a':
            given |= OPTION_ALGORITHM;
            valid = read_algorithms(options, optarg);
            break;
        case 's':
            given |= OPTION_SIZES;
            valid = read_sizes(options, optarg);
            break;
        case '2':
            options->sha256_backend = optarg;
            valid = read_preference(&options->sha256_preference, optarg, &family_sha256);
            break;
        case '5':
            options->sha512_backend = optarg;
            valid = read_preference(&options->sha512_preference, optarg, &family_sha512);
            break;
        case 'm':
            given |= OPTION_MODULE;
            options->module_dir = optarg;
            break;
        case 'p':
            given |= OPTION_PLOT;
            options->plot = optarg;
            break;
        case 't':
            valid = read_seconds(options, optarg);
            break;
        case 'j':
            options->json = true;
            break;
        case 'h':
            print_help();
            return OPTIONS_DONE;
        case 'V':
            print_version();
            return OPTIONS_DONE;
        case ':':
            fprintf(stderr, "fastsha2-bench: %s needs a value (see --help)\n", argv[optind - 1]);
            return OPTIONS_BAD;
        default:
            fprintf(stderr, "fastsha2-bench: there is no option %s (see --help)\n",
                    argv[optind - 1]);
            return OPTIONS_BAD;
        }
    }
    if (!valid)
        return OPTIONS_BAD;
    if (options->suite == NULL) {
        tell_suites("no suite is named", "");
        return OPTIONS_BAD;
    }
    if (optind < argc) {
        fprintf(stderr, "fastsha2-bench: '%s' is one argument too many (see --help)\n",
                argv[optind]);
        return OPTIONS_BAD;
    }
    return check_taken(options->suite, given) ? OPTIONS_RUN : OPTIONS_BAD;
}

const char *options_backend(const struct options *options, const struct family *family)
{
    return family == &family_sha256 ? options->sha256_backend : options->sha512_backend;
}

const struct preference *options_preference(const struct options *options,
                                            const struct family *family)
{
    if (options_backend(options, family) == NULL)
        return NULL;
    return family == &family_sha256 ? &options->sha256_preference : &options->sha512_preference;
}

const char *size_text(size_t size, char text[SIZE_TEXT])
{
    static const struct {
        unsigned shift;
        const char *name;
    } units[] = {{30, "GiB"}, {20, "MiB"}, {10, "KiB"}};

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (size >= (size_t)1 << units[i].shift && size % ((size_t)1 << units[i].shift) == 0) {
            snprintf(text, SIZE_TEXT, "%zu %s", size >> units[i].shift, units[i].name);
            return text;
        }
    }
    snprintf(text, SIZE_TEXT, "%zu B", size);
    return text;
}
