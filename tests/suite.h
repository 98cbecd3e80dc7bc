/* What every test program's main does: run its tests under CUnit, say each one's name, and fail if one failed. */
#ifndef FASTSHA2_TESTS_SUITE_H
#define FASTSHA2_TESTS_SUITE_H

#include <CUnit/CUnit.h>

/* Runs the tests, an array that ends with CU_TEST_INFO_NULL. Returns main's exit status: 0 only if every test ran
   and passed. */
int suite_run(const char *name, CU_TestInfo *tests);

#endif
