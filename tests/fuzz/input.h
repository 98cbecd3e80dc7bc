/* Random programs by a fuzzer's inputs: the first byte chooses the subject, the second the setting or the back end, and
   the others the calls. */
#ifndef FASTSHA2_TESTS_FUZZ_INPUT_H
#define FASTSHA2_TESTS_FUZZ_INPUT_H

#include "subjects.h"

enum { SUBJECTS_MAX = NALGORITHMS };

/* Runs one program of one of the subjects, and ends with a finding if the two sides differ. */
void input_run(const struct subject *subjects, size_t nsubjects, const uint8_t *data, size_t size);

#endif
