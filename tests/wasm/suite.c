/* suite.h and the assertions without CUnit, which WASI cannot have: every test in turn, each failure told. */
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned asserted, failed;

CU_BOOL CU_assertImplementation(CU_BOOL value, unsigned line, const char *condition,
                                const char *file, const char *function, CU_BOOL fatal)
{
    (void)function;
    asserted++;
    if (!value) {
        failed++;
        printf("\n    %s:%u: %s", file, line, condition);
        if (fatal) {
            printf("\nended by a fatal assertion\n");
            exit(1);
        }
    }
    return value;
}

int suite_run(const char *name, CU_TestInfo *tests)
{
    unsigned ran = 0;

    asserted = failed = 0;
    printf("Suite: %s\n", name);
    for (; tests[ran].pName != NULL; ran++) {
        unsigned failed_before = failed;
        printf("  Test: %s ...", tests[ran].pName);
        fflush(stdout);
        tests[ran].pTestFunc();
        puts(failed == failed_before ? "passed" : "\n  FAILED");
    }
    printf("%s: %u tests, %u assertions, %u failed\n", name, ran, asserted, failed);
    return ran == 0 || failed != 0;
}
