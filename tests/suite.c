/* One CUnit suite, run in basic mode. */
#include "suite.h"

#include <stdio.h>

#include <CUnit/Basic.h>

int suite_run(const char *name, CU_TestInfo *tests)
{
    CU_SuiteInfo suites[] = {
        {.pName = name, .pTests = tests},
        CU_SUITE_INFO_NULL,
    };

    if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS) {
        fprintf(stderr, "%s: %s\n", name, CU_get_error_msg());
        return 1;
    }
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_ErrorCode error = CU_basic_run_tests();
    int failed = error != CUE_SUCCESS || CU_get_number_of_tests_run() == 0 ||
                 CU_get_number_of_failures() != 0;
    CU_cleanup_registry();
    return failed;
}
