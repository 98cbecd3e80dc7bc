/*
 * The self-test that may be run at any time, of what was chosen: digests and, over them, HMAC and PBKDF2.
 *
 * Each test works out a known answer, xors fault into a byte of what it got, and compares: with any fault but 0 it
 * fails, which is how a program sees that it can. Returns 1 if the test passes, 0 if not.
 */
#ifndef FASTSHA2_RETEST_H
#define FASTSHA2_RETEST_H

#include "select.h"

typedef int retest_fn(const struct many_plan *sha256, const struct many_plan *sha512,
                      uint8_t fault);

/* A message by the engine, and all that selftest.h asks of the plan's row and of its kernels. */
retest_fn retest_sha256;
retest_fn retest_sha512;

/* With either hash. */
retest_fn retest_hmac;
retest_fn retest_pbkdf2;

#endif
