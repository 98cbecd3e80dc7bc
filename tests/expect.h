/* An assertion inside a loop, which says for which case it failed. */
#ifndef FASTSHA2_TESTS_EXPECT_H
#define FASTSHA2_TESTS_EXPECT_H

/* Counts as one CUnit assertion; the rest is a printf format that names the case. Returns ok. */
#define EXPECT(ok, ...) expect(ok, __FILE__, __LINE__, __VA_ARGS__)
int expect(int ok, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
