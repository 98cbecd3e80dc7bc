/* The library contexts of random programs, kept from one input to the next, and one program. */
#include "input.h"
#include "finding.h"
#include "sections.h"

enum { CALLS_MAX = 200 };

static size_t choices_count(void)
{
    return NSETTINGS + sections_count() - 1;
}

/* By one of program.h's settings or, without default properties, by one of the back ends. */
static void open_choice(struct sides *sides, const struct subject *subject, size_t choice)
{
    size_t section = choice < NSETTINGS ? 0 : choice - NSETTINGS + 1;
    struct setting setting = settings[choice < NSETTINGS ? choice : 0];

    setting.section = sections_get(section);
    EXPECT(sides_open(sides, subject, &setting), "%s is not to be had", subject->name);
    EXPECT(sections_obeyed(&sides->libraries[OUR_SIDE], section), "%s does not run as asked",
           setting.section);
}

/* All are opened by the first input: had each the first that chose it, AFL++ would take its path for noise (of the
   paths of digest, 52% were stable, and 99% are). */
static const struct sides *sides_of(const struct subject *subjects, size_t nsubjects, size_t nth,
                                    size_t choice)
{
    static struct sides all[SUBJECTS_MAX][NSETTINGS + SECTIONS_MAX];

    if (all[0][0].subject == NULL)
        for (size_t i = 0; i < nsubjects; i++)
            for (size_t j = 0; j < choices_count(); j++)
                open_choice(&all[i][j], &subjects[i], j);
    return &all[nth][choice];
}

void input_run(const struct subject *subjects, size_t nsubjects, const uint8_t *data, size_t size)
{
    static struct program program;
    struct dice dice = dice_of_bytes(data, size);
    size_t nth = dice_pick(&dice, nsubjects), choice = dice_pick(&dice, choices_count());
    const struct sides *sides = sides_of(subjects, nsubjects, nth, choice);

    program_start(&program, choice < NSETTINGS ? settings[choice].name : "by back end", dice);
    program_run(&program, sides, CALLS_MAX);
    EXPECT(!program.failed, "the two sides differ, %s:\n%s", program.setting, program.said);
}
