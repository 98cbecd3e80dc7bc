/*
 * The tests that every compressor passes, written once. They run over all rows of a table that this processor
 * can run, so a new back end is tested by adding its row; a row that it cannot run is named in the output.
 */
#ifndef FASTSHA2_TESTS_COMPRESSOR_H
#define FASTSHA2_TESTS_COMPRESSOR_H

#include "hash.h"

/* Runs the tests over the rows and returns main's exit status; 77, for skipped, if it can run none. */
int compressor_run(const char *suite, const struct hash *hash, const struct backend_table *rows);

#endif
