/* Configurations that ask for each back end that this processor can run. */
#ifndef FASTSHA2_TESTS_FUZZ_SECTIONS_H
#define FASTSHA2_TESTS_FUZZ_SECTIONS_H

#include "providers.h"

#include <stddef.h>

enum { SECTIONS_MAX = 33 };

/* The first is NULL, which asks for nothing. */
size_t sections_count(void);
const char *sections_get(size_t i);

/* Whether the provider says that it runs what the section asks for. */
int sections_obeyed(const struct library *library, size_t i);

/* A library context with both providers, ours by that section, kept from one input to the next. */
const struct library *sections_library(size_t i);

#endif
