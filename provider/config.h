/* The provider's section of the OpenSSL configuration. */
#ifndef FASTSHA2_CONFIG_H
#define FASTSHA2_CONFIG_H

#include "core.h"
#include "select.h"

/* Keys of the section, and names of the gettable provider parameters that tell the result. */
#define CONFIG_SHA256_BACKEND "sha256-backend"
#define CONFIG_SHA512_BACKEND "sha512-backend"

/* Reads the preference under a key; none where the key is absent. Returns 0, with one error that names key,
   value and what is allowed, if the value is not a list of known names. */
int config_preference(const struct core *core, const char *key, const struct backend_names *known,
                      struct preference *preference);

#endif
