/* What goes wrong with providers, each with its signs, its explanation, and what to change. */
#ifndef DOCTOR_TRAPS_H
#define DOCTOR_TRAPS_H

#include "diagnosis.h"

/* Adds a finding for each trap that the diagnosis shows, what comes first in OpenSSL's way first.
   */
void traps_check(struct diagnosis *diagnosis);

#endif
