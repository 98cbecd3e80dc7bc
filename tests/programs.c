/* Random programs, run by the thousand and counted. */
#include "programs.h"

#include <stdio.h>
#include <stdlib.h>

#include <CUnit/CUnit.h>
#include <openssl/err.h>

struct seeds {
    unsigned long long first, last;
};

/* Of the nth setting: as many as the test wants, or those of FASTSHA2_SEEDS. */
static struct seeds seeds_of(size_t nth, unsigned nprograms)
{
    struct seeds seeds = {1 + nth * nprograms, (nth + 1) * nprograms};
    const char *wanted = getenv("FASTSHA2_SEEDS");

    if (wanted != NULL) {
        char *dash, *end;
        seeds.first = strtoull(wanted, &dash, 10);
        seeds.last = *dash == '-' ? strtoull(dash + 1, &end, 10) : 0;
        if (*dash != '-' || *end != '\0' || seeds.last < seeds.first) {
            fprintf(stderr, "FASTSHA2_SEEDS is '%s' and should be FIRST-LAST, as in 1-1000000\n",
                    wanted);
            exit(2);
        }
    }
    return seeds;
}

void programs_run(const struct subject *subject, unsigned nprograms)
{
    static struct program program;

#ifdef TESTS_ARE_EMULATED /* thirty times as slow */
    nprograms /= 20;
#endif
    for (size_t i = 0; i < NSETTINGS; i++) {
        struct sides sides;
        struct seeds seeds = seeds_of(i, nprograms);
        size_t calls = 0, successes = 0, outputs = 0;
        CU_ASSERT_TRUE_FATAL(sides_open(&sides, subject, &settings[i]));
        for (unsigned long long seed = seeds.first; seed <= seeds.last; seed++) {
            program_start(&program, settings[i].name, dice_of_seed(seed));
            program_run(&program, &sides, 4 + pick(&program, happens(&program, 10) ? 160 : 40));
            program_end(&program);
            calls += program.calls;
            successes += program.successes;
            outputs += program.outputs;
        }
        printf("\n    %s: %zu calls, %zu succeed, %zu outputs", settings[i].name, calls, successes,
               outputs);
        CU_ASSERT_TRUE(successes > calls / 6 && outputs > (seeds.last - seeds.first) / 20);
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
