/* What tests and bench use of POSIX and WASI lacks. */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 65536 };

int mkstemp(char *path)
{
    char *end = path + strlen(path) - strlen("XXXXXX");
    int fd = -1;

    for (unsigned i = 0; fd < 0 && i < 1000000; i++) {
        snprintf(end, sizeof "XXXXXX", "%06u", i);
        fd = open(path, O_RDWR | O_CREAT | O_EXCL);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, long offset)
{
    (void)at;
    (void)protection;
    (void)flags;
    (void)fd;
    (void)offset;
    size_t pages = (size + PAGE - 1) / PAGE - 1;
    size_t first = __builtin_wasm_memory_grow(0, pages);

    return first == SIZE_MAX ? MAP_FAILED : (void *)(first * PAGE);
}
