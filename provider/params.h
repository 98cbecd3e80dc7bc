/*
 * A reader and writer of OSSL_PARAM arrays (OSSL_PARAM(3)): libcrypto's own are functions of libcrypto, which
 * the module does not link. A writer answers a request as libcrypto's do: where the data is NULL it only
 * tells the size, and it always sets return_size. A parameter that is not there is no error.
 *
 * All return 1, or 0 if the parameter has another type, its buffer is too small or its value too large.
 */
#ifndef FASTSHA2_PARAMS_H
#define FASTSHA2_PARAMS_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/core.h>

/* The parameter of that name, or NULL. params may be NULL. */
OSSL_PARAM *params_find(OSSL_PARAM *params, const char *name);

/* Finds several in one pass: found[i] becomes the first parameter that is called names[i], or NULL. */
void params_find_all(const OSSL_PARAM *params, const char *const names[], size_t count,
                     const OSSL_PARAM *found[]);

/* The value of an integer of either sign and any width, or of a real that is one. */
int params_get_uint64(const OSSL_PARAM *p, uint64_t *value);
int params_get_int(const OSSL_PARAM *p, int *value);

/* Answers a signed or unsigned integer parameter of any width that holds the value: one that was found, or the one of
   that name. */
int params_answer_uint(OSSL_PARAM *p, size_t value);
int params_set_uint(OSSL_PARAM *params, const char *name, size_t value);

/* Answers a pointer or a string parameter; the text must live as long as the provider. */
int params_set_text(OSSL_PARAM *params, const char *name, const char *text);

#endif
