/* The suites that there are. */
#include "suite.h"

#include <string.h>

enum suite_outcome batch_run(const struct options *options, struct report *report);
enum suite_outcome digest_run(const struct options *options, struct report *report);
enum suite_outcome hmac_run(const struct options *options, struct report *report);
enum suite_outcome kdf_run(const struct options *options, struct report *report);
enum suite_outcome kernels_run(const struct options *options, struct report *report);
enum suite_outcome load_run(const struct options *options, struct report *report);
enum suite_outcome pbkdf2_run(const struct options *options, struct report *report);

const struct suite suites[] = {
    {"digest", "messages through EVP, the default provider against ours",
     OPTION_ALGORITHM | OPTION_MODULE | OPTION_PLOT | OPTION_SIZES, digest_run},
    {"hmac", "the same of HMAC: with a kept key, a new key, in one call",
     OPTION_ALGORITHM | OPTION_MODULE | OPTION_PLOT | OPTION_SIZES, hmac_run},
    {"pbkdf2", "the same of keys from a password", OPTION_ALGORITHM | OPTION_MODULE | OPTION_SIZES,
     pbkdf2_run},
    {"kdf", "what default builds on HMAC and digests, over its own against ours",
     OPTION_ALGORITHM | OPTION_MODULE, kdf_run},
    {"batch", "many messages at once, against a loop over them and against libipsec-mb",
     OPTION_ALGORITHM | OPTION_MODULE | OPTION_SIZES, batch_run},
    {"kernels", "every compressor that this processor can run, against libcrypto's",
     OPTION_ALGORITHM | OPTION_PLOT | OPTION_SIZES, kernels_run},
    {"load", "what loading the provider adds to a process", OPTION_MODULE, load_run},
    {NULL, NULL, 0, NULL},
};

const struct suite *suite_find(const char *name)
{
    for (const struct suite *suite = suites; suite->name != NULL; suite++) {
        if (strcmp(name, suite->name) == 0)
            return suite;
    }
    return NULL;
}
