/* As much of CUnit's interface as the tests use, for systems without setjmp: a fatal assertion ends the program. */
#ifndef FASTSHA2_TESTS_WASM_CUNIT_H
#define FASTSHA2_TESTS_WASM_CUNIT_H

#include <string.h>

typedef int CU_BOOL;
#define CU_TRUE 1
#define CU_FALSE 0

typedef struct {
    const char *pName;
    void (*pTestFunc)(void);
} CU_TestInfo;
#define CU_TEST_INFO_NULL \
    {                     \
        NULL, NULL        \
    }

CU_BOOL CU_assertImplementation(CU_BOOL value, unsigned line, const char *condition,
                                const char *file, const char *function, CU_BOOL fatal);

#define CU_ASSERT_AS(condition, text, fatal) \
    ((void)CU_assertImplementation((condition) != 0, __LINE__, text, __FILE__, "", fatal))

#define CU_ASSERT(value) CU_ASSERT_AS(value, #value, CU_FALSE)
#define CU_ASSERT_FATAL(value) CU_ASSERT_AS(value, #value, CU_TRUE)
#define CU_ASSERT_TRUE(value) CU_ASSERT_AS(value, #value, CU_FALSE)
#define CU_ASSERT_TRUE_FATAL(value) CU_ASSERT_AS(value, #value, CU_TRUE)
#define CU_ASSERT_FALSE(value) CU_ASSERT_AS(!(value), "not " #value, CU_FALSE)
#define CU_ASSERT_EQUAL(a, b) CU_ASSERT_AS((a) == (b), #a " == " #b, CU_FALSE)
#define CU_ASSERT_EQUAL_FATAL(a, b) CU_ASSERT_AS((a) == (b), #a " == " #b, CU_TRUE)
#define CU_ASSERT_NOT_EQUAL(a, b) CU_ASSERT_AS((a) != (b), #a " != " #b, CU_FALSE)
#define CU_ASSERT_PTR_EQUAL(a, b) CU_ASSERT_AS((a) == (b), #a " == " #b, CU_FALSE)
#define CU_ASSERT_PTR_NULL(p) CU_ASSERT_AS((p) == NULL, #p " == NULL", CU_FALSE)
#define CU_ASSERT_PTR_NOT_NULL(p) CU_ASSERT_AS((p) != NULL, #p " != NULL", CU_FALSE)
#define CU_ASSERT_PTR_NOT_NULL_FATAL(p) CU_ASSERT_AS((p) != NULL, #p " != NULL", CU_TRUE)
#define CU_ASSERT_STRING_EQUAL(a, b) CU_ASSERT_AS(strcmp(a, b) == 0, #a " is " #b, CU_FALSE)
#define CU_PASS(text) CU_ASSERT_AS(CU_TRUE, text, CU_FALSE)
#define CU_FAIL(text) CU_ASSERT_AS(CU_FALSE, text, CU_FALSE)

#endif
