/* How fast programs are served, against OpenSSL's default provider: a short look, not a benchmark.
   */
#ifndef DOCTOR_SPEED_H
#define DOCTOR_SPEED_H

#include "services.h"

/* The two sizes of messages; PBKDF2 has one figure only, the first. */
enum { SPEED_SMALL = 64, SPEED_LARGE = 16384, SPEED_ITERATIONS = 500 };

/* Measures all that fastsha2 has a part in, in a second or so, and sets ratio_small and
   ratio_large. What default does not have, as SHA-256/192 in OpenSSL 3.0, is left out. */
void speed_measure(struct served *served, size_t count);

#endif
