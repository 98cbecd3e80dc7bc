/*
 * Whose code runs beneath libcrypto. A context that was set up with EVP_sha256(), and HMAC, do not
 * tell which provider they use; but a provider allocates its part of the context through libcrypto,
 * with the name of its source file, and that name lies in the provider's own module.
 */
#ifndef DOCTOR_WITNESS_H
#define DOCTOR_WITNESS_H

#include <stdbool.h>

/* To be called before anything else of libcrypto, which takes allocation functions only then. */
void witness_prepare(void);

/* From here on, what is allocated counts, if it is for the module that has this address. NULL for
   none. */
void witness_watch(const void *address_in_module);

/* Ends that. Whether something was allocated by that module. */
bool witness_saw(void);

#endif
