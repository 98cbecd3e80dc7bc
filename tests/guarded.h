/* Memory between pages that may not be touched, and what a fault in them means. */
#ifndef FASTSHA2_TESTS_GUARDED_H
#define FASTSHA2_TESTS_GUARDED_H

#include <stddef.h>
#include <stdint.h>

struct guarded {
    uint8_t *start, *end;
};

/* Whole pages, size bytes or more. Ends the program if there are none. */
struct guarded guarded_pages(size_t size);
void guarded_free(struct guarded pages);

/* From here on a fault ends the program with what guarded_say was last given, a printf format, in place of a core. */
void guarded_catch(void);
void guarded_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
