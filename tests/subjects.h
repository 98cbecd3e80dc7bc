/* What random programs are made for, and the calls that they consist of. */
#ifndef FASTSHA2_TESTS_SUBJECTS_H
#define FASTSHA2_TESTS_SUBJECTS_H

#include "program.h"

extern const struct subject hmac, pbkdf2;

/* The digests, in the order of the algorithms. */
extern const struct subject sha2[NALGORITHMS];

#endif
