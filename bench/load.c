/* The suite load: what loading the provider adds to a process. */
#include "clock.h"
#include "module.h"
#include "process.h"
#include "sample.h"
#include "suite.h"

#include <string.h>
#include <unistd.h>

#include <dlfcn.h>
#include <openssl/err.h>

enum suite_outcome load_run(const struct options *options, struct report *report);

static const struct column *const columns[] = {
    &column_test,  &column_us, &column_us_without, &column_added_us, &column_allowed_us,
    &column_pairs, NULL,
};

/* What is asked of the provider. */
static const double init_allowed = 100e3, process_allowed = 1e6;

/* Paths that every sample needs. */
struct files {
    char module[PATH_MAX];
    char known[PATH_MAX], active[PATH_MAX], built_in[PATH_MAX]; /* configurations */
};

static bool make_files(const struct options *options, struct files *files)
{
    module_path(options, files->module);
    return module_configuration(options, MODULE_KNOWN, files->known) &&
           module_configuration(options, MODULE_ACTIVE, files->active) &&
           module_configuration(options, MODULE_BUILT_IN, files->built_in);
}

static void remove_files(const struct files *files)
{
    const char *const made[] = {files->known, files->active, files->built_in};

    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        if (made[i][0] != '\0')
            unlink(made[i]);
    }
}

/* A module that was unloaded is mapped, relocated and paged in anew, as in a fresh process. */
static double run_dlopen(void *context, size_t repeats)
{
    const struct files *files = context;
    double ns = 0;

    for (size_t i = 0; i < repeats; i++) {
        int64_t start = clock_now();
        void *module = dlopen(files->module, RTLD_NOW | RTLD_LOCAL);
        ns += clock_since(start);
        if (module == NULL)
            return -1;
        dlclose(module);
    }
    return ns;
}

static double run_provider_load(void *context, size_t repeats)
{
    const struct files *files = context;
    double ns = 0;

    for (size_t i = 0; i < repeats; i++) {
        OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
        OSSL_PROVIDER *provider = NULL;

        if (libctx != NULL && OSSL_LIB_CTX_load_config(libctx, files->known)) {
            int64_t start = clock_now();
            provider = OSSL_PROVIDER_load(libctx, "fastsha2");
            ns += clock_since(start);
        }
        if (provider == NULL) {
            OSSL_LIB_CTX_free(libctx);
            return -1;
        }
        OSSL_PROVIDER_unload(provider);
        OSSL_LIB_CTX_free(libctx);
    }
    return ns;
}

/* OpenSSL hands a provider's init function no argument of ours, so these are how it and its caller
   meet. */
static _Thread_local OSSL_provider_init_fn *timed_init;
static _Thread_local double timed_init_ns;

static int init_with_clock(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                           const OSSL_DISPATCH **out, void **provctx)
{
    int64_t start = clock_now();
    int done = timed_init(handle, in, out, provctx);

    timed_init_ns = done ? clock_since(start) : -1;
    return done;
}

/* The module's init function as a built-in one, with a clock around it: a first call, page faults
   included. */
static double init_once(const struct files *files)
{
    void *module = dlopen(files->module, RTLD_NOW | RTLD_LOCAL);
    OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
    void *symbol = module == NULL ? NULL : dlsym(module, "OSSL_provider_init");

    timed_init_ns = -1;
    if (symbol != NULL && libctx != NULL) {
        memcpy(&timed_init, &symbol, sizeof symbol);
        if (!OSSL_PROVIDER_add_builtin(libctx, "fastsha2", init_with_clock) ||
            !OSSL_LIB_CTX_load_config(libctx, files->built_in))
            timed_init_ns = -1;
    }
    OSSL_LIB_CTX_free(libctx);
    if (module != NULL)
        dlclose(module);
    return timed_init_ns;
}

static double run_init(void *context, size_t repeats)
{
    double ns = 0;

    for (size_t i = 0; i < repeats; i++) {
        double once = init_once(context);
        if (once < 0)
            return -1;
        ns += once;
    }
    return ns;
}

static double run_process(const struct process *process, size_t repeats, bool cpu)
{
    double ns = 0;

    for (size_t i = 0; i < repeats; i++) {
        struct process_cost cost;
        if (!process_run(process, &cost))
            return -1;
        ns += cpu ? cost.cpu : cost.wall;
    }
    return ns;
}

static double run_process_wall(void *context, size_t repeats)
{
    return run_process(context, repeats, false);
}

/* Beside other programs this is the steadier of the two. */
static double run_process_cpu(void *context, size_t repeats)
{
    return run_process(context, repeats, true);
}

/* A program of OpenSSL's that does nothing else, with a configuration like the sample's, and with the same that
   only names the provider. */
struct programs {
    struct process without, with;
};

static char *const version_command[] = {"openssl", "version", NULL};
static char *const list_command[] = {"openssl", "list", "-providers", NULL};

/* Whether the openssl program is there, and loads the provider by the configuration that is to be
   timed. */
static bool openssl_loads_provider(const struct files *files)
{
    struct process list;
    char output[2048];
    bool loads = process_prepare(&list, list_command, files->active);

    loads =
        loads && process_output(&list, output, sizeof output) && strstr(output, "fastsha2") != NULL;
    process_free(&list);
    return loads;
}

enum { DLOPEN, PROVIDER_LOAD, INIT, PROCESS_WALL, PROCESS_CPU, TESTS };

static bool measure(const struct options *options, struct report *report, struct files *files,
                    struct programs *programs)
{
    static const char *const names[TESTS] = {
        "dlopen of the module",
        "OSSL_PROVIDER_load, all of it",
        "its init, with known-answer tests",
        "'openssl version', wall time",
        "'openssl version', processor time",
    };
    struct contest contests[TESTS] = {
        [DLOPEN].ours = {run_dlopen, files},
        [PROVIDER_LOAD].ours = {run_provider_load, files},
        [INIT].ours = {run_init, files},
        [PROCESS_WALL] = {.ours = {run_process_wall, &programs->with},
                          .base = {run_process_wall, &programs->without}},
        [PROCESS_CPU] = {.ours = {run_process_cpu, &programs->with},
                         .base = {run_process_cpu, &programs->without}},
    };
    size_t n = TESTS;
    struct result *results = NULL;

    if (!openssl_loads_provider(files)) {
        n = PROCESS_WALL;
        report_note(report, "left out: 'openssl version', for no openssl program in PATH loads the "
                            "provider\n");
    }
    if (sample_contests(&report->machine, contests, n, options->seconds))
        results = report_table(report, "What loading the provider takes, and adds to a process",
                               columns, false, n);
    else
        ERR_print_errors_fp(stderr);
    for (size_t i = 0; i < n && results != NULL; i++) {
        results[i].test = names[i];
        results[i].figure = contest_figure(&report->machine, &contests[i]);
        results[i].allowed = i == INIT ? init_allowed : i == PROCESS_WALL ? process_allowed : 0;
    }
    for (size_t i = 0; i < n; i++)
        contest_free(&contests[i]);
    return results != NULL;
}

enum suite_outcome load_run(const struct options *options, struct report *report)
{
    struct providers providers;
    struct files files = {0};
    struct programs programs = {0};
    bool done = false;

    /* A provider that cannot be loaded is explained there; and it stays loaded while notes are
       written. */
    if (!providers_open(&providers, options))
        return SUITE_FAILED;
    report_note(report, "provider fastsha2 %s: %s\n", providers.version, providers.buildinfo);
    providers_close(&providers);
    if (make_files(options, &files) &&
        process_prepare(&programs.without, version_command, files.known) &&
        process_prepare(&programs.with, version_command, files.active))
        done = measure(options, report, &files, &programs);
    process_free(&programs.without);
    process_free(&programs.with);
    remove_files(&files);
    return done ? SUITE_DONE : SUITE_FAILED;
}
