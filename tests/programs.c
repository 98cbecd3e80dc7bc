/* Random programs, run by the thousand and counted. */
#include "programs.h"

#include <stdio.h>

#include <CUnit/CUnit.h>
#include <openssl/err.h>

void programs_run(const struct subject *subject, unsigned nprograms)
{
    static struct program program;
    uint64_t seed = 1;

#ifdef TESTS_ARE_EMULATED /* thirty times as slow */
    nprograms /= 20;
#endif
    for (size_t i = 0; i < NSETTINGS; i++) {
        struct sides sides;
        size_t calls = 0, successes = 0, outputs = 0;
        CU_ASSERT_TRUE_FATAL(sides_open(&sides, subject, &settings[i]));
        for (unsigned n = 0; n < nprograms; n++) {
            program_start(&program, settings[i].name, dice_of_seed(seed++));
            program_run(&program, &sides, 4 + pick(&program, 40));
            program_end(&program);
            calls += program.calls;
            successes += program.successes;
            outputs += program.outputs;
        }
        printf("\n    %s: %zu calls, %zu succeed, %zu outputs", settings[i].name, calls, successes,
               outputs);
        CU_ASSERT_TRUE(successes > calls / 6 && outputs > nprograms / 20);
        sides_close(&sides);
    }
    printf(" ");
}

/* The first few say what is wrong; thousands would hide it. */
static int is_reported(void)
{
    static int reported;
    return reported++ < 5;
}

void program_end(struct program *program)
{
    ERR_clear_error();
    if (!program->failed)
        return;
    if (is_reported())
        printf("\n  program %llu, %s:\n%s", (unsigned long long)program->dice.seed,
               program->setting, program->said);
    CU_FAIL("the two sides differ");
}
