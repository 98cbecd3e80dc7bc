/* Known-answer tests: whether a row of sha256_backends or sha512_backends computes what FIPS 180-4 says, on 0 to
   5 unaligned blocks that do not repeat, in one call and in two. 1 if it does, 0 if not. */
#ifndef FASTSHA2_SELFTEST_H
#define FASTSHA2_SELFTEST_H

#include "select.h"

backend_check_fn selftest_sha256;
backend_check_fn selftest_sha512;

/* The same of a row of sha256_many_backends or sha512_many_backends, by the same answers in every lane: no two lanes
   have the same work in every call. */
many_check_fn selftest_sha256_many;
many_check_fn selftest_sha512_many;

#endif
