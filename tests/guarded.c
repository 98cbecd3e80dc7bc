/* Memory between pages that may not be touched, by mprotect, and a handler of its faults. */
#include "guarded.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Written ahead: the handler may not format it. */
static char fault_text[256];

static void on_fault(int signal)
{
    (void)signal;
    ssize_t written = write(STDERR_FILENO, fault_text, strlen(fault_text));
    _exit(written < 0 ? 2 : 1);
}

void guarded_catch(void)
{
    struct sigaction action = {.sa_handler = on_fault};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}

void guarded_say(const char *format, ...)
{
    char text[sizeof fault_text - 16];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(fault_text, sizeof fault_text, "\nFAILED: %s\n", text);
}

struct guarded guarded_pages(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t inside = (size + page - 1) / page * page;
    uint8_t *all = mmap(NULL, inside + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED || mprotect(all + page, inside, PROT_READ | PROT_WRITE) != 0) {
        perror("guarded pages");
        exit(1);
    }
    return (struct guarded){all + page, all + page + inside};
}

void guarded_free(struct guarded pages)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(pages.start - page, (size_t)(pages.end - pages.start) + 2 * page);
}
