/* Random programs as a test of CUnit: thousands, each by a seed of its own. */
#ifndef FASTSHA2_TESTS_PROGRAMS_H
#define FASTSHA2_TESTS_PROGRAMS_H

#include "program.h"

/* Runs so many programs in each of the settings or, with FASTSHA2_SEEDS=FIRST-LAST in the environment, those: a million
   take three minutes, and one is what was reported. */
void programs_run(const struct subject *subject, unsigned nprograms);

/* Records a failure in CUnit, with the calls that led to it, if the two sides of a program differ. */
void program_end(struct program *program);

#endif
