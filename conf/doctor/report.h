/* The diagnosis on standard output, in words or as JSON. */
#ifndef DOCTOR_REPORT_H
#define DOCTOR_REPORT_H

#include "diagnosis.h"

void report_text(const struct diagnosis *diagnosis);
void report_json(const struct diagnosis *diagnosis);

#endif
