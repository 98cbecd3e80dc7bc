/*
 * seeds FOLDER: writes the inputs that fuzzers begin with, in a folder for each target.
 *
 * An input of choices is as good as any other where all of its bytes decide something, so these are noise: random
 * programs, random messages. Of texts, only those that have a meaning lead on.
 */
#include "noise.h"
#include "select.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        perror(path);
}

static int write_file(const char *folder, const char *target, size_t nth, const void *data,
                      size_t size)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", folder, target);
    make_folder(path);
    snprintf(path, sizeof path, "%s/%s/seed-%02zu", folder, target, nth);
    FILE *f = fopen(path, "wb");
    int done = f != NULL && fwrite(data, 1, size, f) == size;
    done = f != NULL && fclose(f) == 0 && done;
    if (!done)
        perror(path);
    return done;
}

/* From a few bytes to some hundred. */
static int write_noise(const char *folder, const char *target)
{
    enum { SEEDS = 24 };
    unsigned char bytes[SEEDS * SEEDS];
    int done = 1;

    for (size_t i = 0; i < SEEDS; i++) {
        size_t size = (i + 1) * (i + 1);
        noise_fill(i, bytes, size);
        done &= write_file(folder, target, i, bytes, size);
    }
    return done;
}

static size_t join(char *text, size_t room, const struct backend_names *names)
{
    size_t size = 0;

    for (size_t i = 0; i < names->count; i++)
        size += (size_t)snprintf(text + size, room - size, "%s%s", i == 0 ? "" : " ,\t",
                                 names->name[i]);
    return size;
}

static int write_texts(const char *folder)
{
    static const char *const texts[] = {
        "",
        "portable",
        "avx2,portable",
        " shani , avx2",
        "avx512,,avx2",
        "avx2,avx2",
        "fast",
        "provider=fastsha2",
        "?provider=fastsha2",
        " ? Provider = FASTSHA2 ",
        "?provider=default",
        "fips=yes,?provider=fastsha2",
    };
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    char all[1024];
    int done = 1;

    for (size_t i = 0; i < TEXTS; i++)
        done &= write_file(folder, "config", i, texts[i], strlen(texts[i]));
    done &= write_file(folder, "config", TEXTS, all, join(all, sizeof all, &sha256_backend_names));
    return done & write_file(folder, "config", TEXTS + 1, all,
                             join(all, sizeof all, &sha512_backend_names));
}

int main(int argc, char **argv)
{
    static const char *const targets[] = {"digest", "kdf", "mac", "many", "params", "state"};
    int done = 1;

    if (argc != 2) {
        fputs("usage: seeds FOLDER\n", stderr);
        return 2;
    }
    make_folder(argv[1]);
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        done &= write_noise(argv[1], targets[i]);
    done &= write_texts(argv[1]);
    return !done;
}
