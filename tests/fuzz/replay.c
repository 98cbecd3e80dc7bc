/* replay FILE|FOLDER…: gives a target these inputs, or those of these folders, without a fuzzer. Tests run the seeds by
   it, with any compiler. */
#include "finding.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static size_t replayed;

static int replay_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    size_t size = 0, room = 1 << 20;
    uint8_t *data = malloc(room), *exact = NULL;

    if (f != NULL && data != NULL)
        size = fread(data, 1, room, f);
    int done = f != NULL && data != NULL && !ferror(f) && feof(f) &&
               (exact = realloc(data, size == 0 ? 1 : size)) != NULL;
    if (f != NULL)
        fclose(f);
    if (!done) {
        fprintf(stderr, "replay: cannot read %s\n", path);
        free(data);
        return 0;
    }
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    replayed++;
    return 1;
}

static int replay_folder(const char *path, DIR *folder)
{
    const struct dirent *entry;
    int done = 1;

    while ((entry = readdir(folder)) != NULL) {
        char file[1024];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        done &= replay_file(file);
    }
    return done;
}

int main(int argc, char **argv)
{
    int done = 1;

    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        done &= folder != NULL ? replay_folder(argv[i], folder) : replay_file(argv[i]);
        if (folder != NULL)
            closedir(folder);
    }
    printf("%zu inputs\n", replayed);
    return !done || replayed == 0;
}
