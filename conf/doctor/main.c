/* fastsha2-doctor: which provider serves SHA-2 in this environment, and if it is not fastsha2,
   why. */
#include "diagnosis.h"
#include "report.h"
#include "setting.h"
#include "speed.h"
#include "version.h"

#include <getopt.h>
#include <stdio.h>

#include <openssl/crypto.h>

static const struct option options[] = {
    {"help", no_argument, NULL, 'h'},     {"json", no_argument, NULL, 'j'},
    {"no-speed", no_argument, NULL, 'n'}, {"setting", no_argument, NULL, 's'},
    {"version", no_argument, NULL, 'V'},  {NULL, 0, NULL, 0},
};

static void print_help(void)
{
    puts("Usage: fastsha2-doctor [--no-speed] [--json]\n"
         "       fastsha2-doctor --setting SECTION KEY\n"
         "Says which provider serves SHA-2, HMAC and PBKDF2 to programs that run in this\n"
         "environment (OPENSSL_CONF, OPENSSL_MODULES, the system's openssl.cnf), and if it is not\n"
         "fastsha2, why not, and which line to change.\n"
         "\n"
         "  --no-speed   do not compare the speed with the default provider's\n"
         "  --json       one JSON object instead of text\n"
         "  --setting    print the value that the configuration gives to that key\n"
         "  --help, --version\n"
         "\n"
         "Exit status: 0 all is served by fastsha2; 1 not all is, or not dependably; 2 something "
         "is\n"
         "broken: a result is wrong, OpenSSL rejects the configuration, or nobody gives what "
         "programs\n"
         "need.\n"
         "With --setting: 0 it has a value, or has none; 1 the file cannot be read, or is not\n"
         "well-formed.");
}

static int diagnose(int json, int speed)
{
    struct diagnosis diagnosis;

    diagnosis_make(&diagnosis);
    if (speed)
        speed_measure(diagnosis.served, SERVICES);
    (json ? report_json : report_text)(&diagnosis);
    int status = diagnosis_status(&diagnosis);
    diagnosis_free(&diagnosis);
    return status;
}

int main(int argc, char **argv)
{
    int json = 0, speed = 1, setting = 0, letter;

    services_prepare();
    while ((letter = getopt_long(argc, argv, ":hV", options, NULL)) != -1) {
        switch (letter) {
        case 'h':
            print_help();
            return 0;
        case 'j':
            json = 1;
            break;
        case 'n':
            speed = 0;
            break;
        case 's':
            setting = 1;
            break;
        case 'V':
            printf("fastsha2-doctor %s, %s\n", FASTSHA2_VERSION, OpenSSL_version(OPENSSL_VERSION));
            return 0;
        default:
            fprintf(stderr, "fastsha2-doctor: there is no option %s (see --help)\n",
                    argv[optind - 1]);
            return 2;
        }
    }
    char **arguments = argv + optind;
    int count = argc - optind, expected = setting ? 2 : 0;
    if (count < expected) {
        fputs("fastsha2-doctor: --setting needs a section and a key (see --help)\n", stderr);
        return 2;
    }
    if (count > expected) {
        fprintf(stderr, "fastsha2-doctor: '%s' is one argument too many (see --help)\n",
                arguments[expected]);
        return 2;
    }

    int status = setting ? setting_print(arguments[0], arguments[1]) : diagnose(json, speed);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("fastsha2-doctor: standard output");
        return 2;
    }
    return status;
}
