/* Spawning other programs, and waiting for them. */
#include "process.h"
#include "clock.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char variable[] = "OPENSSL_CONF=";

bool process_prepare(struct process *process, char *const *argv, const char *configuration)
{
    size_t n = 0, kept = 0;
    char *setting;

    while (environ[n] != NULL)
        n++;
    process->argv = argv;
    process->environment = calloc(n + 2, sizeof *process->environment);
    setting = malloc(sizeof variable + strlen(configuration));
    if (process->environment == NULL || setting == NULL) {
        free(process->environment);
        free(setting);
        process->environment = NULL;
        return false;
    }
    strcpy(setting, variable);
    strcat(setting, configuration);
    process->environment[kept++] = setting; /* the one string that is ours to free */
    for (size_t i = 0; i < n; i++) {
        if (strncmp(environ[i], variable, strlen(variable)) != 0)
            process->environment[kept++] = environ[i];
    }
    return true;
}

void process_free(struct process *process)
{
    if (process->environment != NULL)
        free(process->environment[0]);
    free(process->environment);
    process->environment = NULL;
}

static bool ended_well(pid_t pid, struct rusage *usage)
{
    int status;

    return wait4(pid, &status, 0, usage) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Standard output goes to the descriptor, or nowhere if that is negative. */
static bool start(const struct process *process, int output, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);

    if (failed)
        return false;
    if (output < 0)
        failed |=
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    else
        failed |= posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    failed |= posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    failed = failed || posix_spawnp(pid, process->argv[0], &actions, NULL, process->argv,
                                    process->environment) != 0;
    posix_spawn_file_actions_destroy(&actions);
    return !failed;
}

static double nanoseconds(struct timeval time)
{
    return 1e9 * (double)time.tv_sec + 1e3 * (double)time.tv_usec;
}

bool process_run(const struct process *process, struct process_cost *cost)
{
    int64_t before = clock_now();
    struct rusage usage;
    pid_t pid;

    if (!start(process, -1, &pid) || !ended_well(pid, &usage))
        return false;
    cost->wall = clock_since(before);
    cost->cpu = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
    return true;
}

bool process_output(const struct process *process, char *output, size_t room)
{
    FILE *f = tmpfile();
    struct rusage usage;
    size_t size = 0;
    pid_t pid;
    bool done = false;

    if (f != NULL && start(process, fileno(f), &pid) && ended_well(pid, &usage)) {
        rewind(f);
        size = fread(output, 1, room - 1, f);
        done = true;
    }
    output[size] = '\0';
    if (f != NULL)
        fclose(f);
    return done;
}
