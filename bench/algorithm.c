/* The table of digests and of the two families that they belong to. */
#include "algorithm.h"

#include <strings.h>

const struct family family_sha256 = {
    "SHA2-256", &sha256_backends, &sha256_backend_names, "sha256-backend", 64,
};
const struct family family_sha512 = {
    "SHA2-512", &sha512_backends, &sha512_backend_names, "sha512-backend", 128,
};

const struct algorithm algorithms[ALGORITHMS] = {
    {{"SHA2-224", "SHA-224", "SHA224"}, &family_sha256},
    {{"SHA2-256", "SHA-256", "SHA256"}, &family_sha256},
    {{"SHA2-256/192", "SHA-256/192", "SHA256-192"}, &family_sha256},
    {{"SHA2-384", "SHA-384", "SHA384"}, &family_sha512},
    {{"SHA2-512", "SHA-512", "SHA512"}, &family_sha512},
    {{"SHA2-512/224", "SHA-512/224", "SHA512-224"}, &family_sha512},
    {{"SHA2-512/256", "SHA-512/256", "SHA512-256"}, &family_sha512},
};

const struct algorithm *algorithm_find(const char *name)
{
    for (const struct algorithm *a = algorithms; a < algorithms + ALGORITHMS; a++) {
        for (size_t i = 0; i < sizeof a->names / sizeof a->names[0]; i++) {
            if (strcasecmp(name, a->names[i]) == 0)
                return a;
        }
    }
    return NULL;
}
