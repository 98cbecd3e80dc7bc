/* How a target tells of what it has found: by its end, with a line that says what it is. */
#ifndef FASTSHA2_TESTS_FUZZ_FINDING_H
#define FASTSHA2_TESTS_FUZZ_FINDING_H

#include <stddef.h>
#include <stdint.h>

/* What libFuzzer, AFL++ and replay.c call. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program. */
void finding(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* A condition that nothing in an input can break. */
#define EXPECT(condition, ...)    \
    do {                          \
        if (!(condition))         \
            finding(__VA_ARGS__); \
    } while (0)

#endif
