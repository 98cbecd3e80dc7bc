/* The self-test on demand, as OSSL_PROVIDER_self_test(3) and OSSL_SELF_TEST_set_callback(3) have it. */
#ifndef FASTSHA2_SELF_TEST_H
#define FASTSHA2_SELF_TEST_H

#include "core.h"
#include "select.h"

/* Runs every test of what was chosen, and tells the program's callback, if it has set one, of each: that it starts, that
   its result may be corrupted, which is done if the callback returns 0, and whether it passed. Returns 1 if all did,
   else 0, with an error on the queue for each that did not. */
int self_test_run(const struct core *core, const struct many_plan *sha256,
                  const struct many_plan *sha512);

#endif
