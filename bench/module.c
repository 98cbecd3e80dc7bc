/* Configuration files for the provider, and a library context made by one: to OpenSSL 3.0 a
   provider's settings come from a file alone. */
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>

void module_path(const struct options *options, char path[PATH_MAX])
{
    const char *dir = options->module_dir;

    if (dir == NULL)
        dir = getenv("OPENSSL_MODULES");
    if (dir == NULL)
        dir = BENCH_MODULE_DIR;
    snprintf(path, PATH_MAX, "%s/%s", dir, BENCH_MODULE_FILE);
}

/* As a configuration file has it: a backslash before what would otherwise mean something. */
static void print_value(FILE *f, const char *key, const char *value)
{
    fprintf(f, "%s = ", key);
    for (; *value != '\0'; value++) {
        if (strchr("\\\"'`$#", *value) != NULL)
            fputc('\\', f);
        fputc(*value, f);
    }
    fputc('\n', f);
}

static void print_configuration(FILE *f, const struct options *options, enum module_mode mode)
{
    char path[PATH_MAX];

    fputs("openssl_conf = openssl_init\n"
          "[openssl_init]\n"
          "providers = providers\n",
          f);
    if (mode == MODULE_ACTIVE)
        fputs("alg_section = algorithms\n"
              "[algorithms]\n"
              "default_properties = ?provider=fastsha2\n",
              f);
    fputs("[providers]\n"
          "default = default_provider\n"
          "fastsha2 = fastsha2_provider\n"
          "[default_provider]\n"
          "activate = 1\n"
          "[fastsha2_provider]\n",
          f);
    if (mode != MODULE_BUILT_IN) {
        module_path(options, path);
        print_value(f, "module", path);
    }
    if (mode != MODULE_KNOWN)
        fputs("activate = 1\n", f);
    if (options->sha256_backend != NULL)
        print_value(f, family_sha256.parameter, options->sha256_backend);
    if (options->sha512_backend != NULL)
        print_value(f, family_sha512.parameter, options->sha512_backend);
}

bool module_configuration(const struct options *options, enum module_mode mode, char file[PATH_MAX])
{
    const char *dir = getenv("TMPDIR");
    FILE *f;
    int fd, failed;

    snprintf(file, PATH_MAX, "%s/fastsha2-bench.XXXXXX", dir == NULL ? "/tmp" : dir);
    fd = mkstemp(file);
    f = fd < 0 ? NULL : fdopen(fd, "w");
    if (f == NULL) {
        fputs("fastsha2-bench: ", stderr);
        perror(file);
        return false;
    }
    print_configuration(f, options, mode);
    failed = ferror(f);
    failed |= fclose(f);
    if (failed) {
        fputs("fastsha2-bench: ", stderr);
        perror(file);
        unlink(file);
    }
    return !failed;
}

static const char *parameter(OSSL_PROVIDER *provider, const char *name)
{
    char *value = NULL;
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_ptr(name, &value, 0), OSSL_PARAM_END};

    return OSSL_PROVIDER_get_params(provider, params) ? value : NULL;
}

/* The chosen back end of a family, as the table of names has it; NULL if that does not know it. */
static const char *chosen_backend(OSSL_PROVIDER *provider, const struct family *family)
{
    const char *name = parameter(provider, family->parameter);

    for (size_t i = 0; name != NULL && i < family->names->count; i++) {
        if (strcmp(name, family->names->name[i]) == 0)
            return family->names->name[i];
    }
    return NULL;
}

/* Whether it is what the figures will be printed for. */
static bool read_identity(struct providers *providers)
{
    const char *name = parameter(providers->ours, OSSL_PROV_PARAM_NAME);
    char expected[128];

    providers->version = parameter(providers->ours, OSSL_PROV_PARAM_VERSION);
    providers->buildinfo = parameter(providers->ours, OSSL_PROV_PARAM_BUILDINFO);
    providers->sha256_backend = chosen_backend(providers->ours, &family_sha256);
    providers->sha512_backend = chosen_backend(providers->ours, &family_sha512);
    if (name == NULL || strcmp(name, "fastsha2") != 0 || providers->version == NULL ||
        providers->buildinfo == NULL || providers->sha256_backend == NULL ||
        providers->sha512_backend == NULL)
        return false;
    snprintf(expected, sizeof expected, "sha256=%s sha512=%s", providers->sha256_backend,
             providers->sha512_backend);
    return strcmp(providers->buildinfo, expected) == 0;
}

bool providers_open(struct providers *providers, const struct options *options)
{
    char file[PATH_MAX], path[PATH_MAX];
    bool loaded = false;

    *providers = (struct providers){0};
    module_path(options, path);
    if (!module_configuration(options, source_mode, file))
        return false;
    providers->libctx = OSSL_LIB_CTX_new();
    if (providers->libctx != NULL && source_add(providers->libctx) &&
        OSSL_LIB_CTX_load_config(providers->libctx, file)) {
        providers->base = OSSL_PROVIDER_load(providers->libctx, "default");
        providers->ours = OSSL_PROVIDER_load(providers->libctx, "fastsha2");
        loaded = providers->base != NULL && providers->ours != NULL;
    }
    unlink(file);
    if (!loaded) {
        ERR_print_errors_fp(stderr);
        fprintf(stderr,
                "fastsha2-bench: OpenSSL cannot load %s; build it, or name the folder that has "
                "it by --module DIR or OPENSSL_MODULES\n",
                path);
    } else if (!read_identity(providers)) {
        fprintf(stderr,
                "fastsha2-bench: %s is not the provider that this program measures (name, "
                "buildinfo or back ends); build both together\n",
                path);
        loaded = false;
    }
    if (!loaded)
        providers_close(providers);
    return loaded;
}

void providers_close(struct providers *providers)
{
    if (providers->ours != NULL)
        OSSL_PROVIDER_unload(providers->ours);
    if (providers->base != NULL)
        OSSL_PROVIDER_unload(providers->base);
    OSSL_LIB_CTX_free(providers->libctx);
    *providers = (struct providers){0};
}

const char *providers_backend(const struct providers *providers, const struct family *family)
{
    return family == &family_sha256 ? providers->sha256_backend : providers->sha512_backend;
}
