/* fastsha2-bench: how fast fastsha2 is beside OpenSSL's own SHA-2. */
#include "options.h"
#include "plot.h"
#include "report.h"
#include "suite.h"

#include <stdlib.h>

#include <openssl/crypto.h>

enum { EXIT_BAD_ARGUMENTS = 2 };

int main(int argc, char **argv)
{
    struct options options;
    struct report report = {.options = &options};
    enum suite_outcome outcome;

    switch (options_read(&options, argc, argv)) {
    case OPTIONS_DONE:
        return EXIT_SUCCESS;
    case OPTIONS_BAD:
        return EXIT_BAD_ARGUMENTS;
    case OPTIONS_RUN:
        break;
    }
    if (options.plot != NULL && !plot_possible(options.plot))
        return EXIT_FAILURE;
    /* No configuration of the machine's own decides what is measured. */
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    outcome = options.suite->run(&options, &report);
    if (outcome == SUITE_DONE && !report_write(&report))
        outcome = SUITE_FAILED;
    report_free(&report);
    return outcome == SUITE_DONE          ? EXIT_SUCCESS
           : outcome == SUITE_BAD_OPTIONS ? EXIT_BAD_ARGUMENTS
                                          : EXIT_FAILURE;
}
