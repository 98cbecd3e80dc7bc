/* The libcrypto in use, its configuration file, and the settings in it that matter here. */
#include "environment.h"
#include "text.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/crypto.h>
#include <openssl/err.h>

char *file_of_address(const void *address)
{
    Dl_info info;
    char resolved[PATH_MAX];

    if (dladdr(address, &info) == 0 || info.dli_fname == NULL)
        return NULL;
    /* With libcrypto linked in, the file is the program, as it was called. */
    return text_format("%s",
                       realpath(info.dli_fname, resolved) != NULL ? resolved : info.dli_fname);
}

const char *after_dot(const char *key)
{
    const char *dot = strrchr(key, '.');

    return dot == NULL ? key : dot + 1;
}

const char *setting(const CONF *conf, const char *section, const char *key)
{
    STACK_OF(CONF_VALUE) *values = NCONF_get_section(conf, section);

    for (int i = 0; i < sk_CONF_VALUE_num(values); i++) {
        const CONF_VALUE *value = sk_CONF_VALUE_value(values, i);
        if (strcmp(after_dot(value->name), key) == 0)
            return value->value;
    }
    return NULL;
}

/* Our entry bears our name, or names a section whose module or identity does. */
static void find_entry(struct environment *environment)
{
    const CONF *conf = environment->conf;
    STACK_OF(CONF_VALUE) *values = NCONF_get_section(conf, environment->providers);

    for (int i = 0; i < sk_CONF_VALUE_num(values); i++) {
        const CONF_VALUE *value = sk_CONF_VALUE_value(values, i);
        const char *module = setting(conf, value->value, "module");
        const char *identity = setting(conf, value->value, "identity");
        if (strcmp(after_dot(value->name), "fastsha2") == 0 ||
            (module != NULL && strstr(module, "fastsha2") != NULL) ||
            (identity != NULL && strcmp(identity, "fastsha2") == 0)) {
            environment->entry = after_dot(value->name);
            environment->section = value->value;
        }
    }
}

static void find_settings(struct environment *environment)
{
    const CONF *conf = environment->conf;

    environment->node = setting(conf, "default", "nodejs_conf");
    environment->init = setting(conf, "default", "openssl_conf");
    if (environment->init == NULL)
        return;
    environment->algorithms = setting(conf, environment->init, "alg_section");
    if (environment->algorithms != NULL)
        environment->properties = setting(conf, environment->algorithms, "default_properties");
    environment->providers = setting(conf, environment->init, "providers");
    if (environment->providers == NULL)
        return;
    environment->standard = setting(conf, environment->providers, "default");
    find_entry(environment);
    if (environment->section == NULL)
        return;
    environment->section_exists = NCONF_get_section(conf, environment->section) != NULL;
    environment->name = setting(conf, environment->section, "identity");
    if (environment->name == NULL)
        environment->name = environment->entry;
    environment->module = setting(conf, environment->section, "module");
    environment->activate = setting(conf, environment->section, "activate");
}

static void set_fault(struct environment *environment, enum file_state state, int error)
{
    environment->state = state;
    environment->fault = text_format("%s", strerror(error));
}

/* Opens it once, for the reason that the system gives. */
static bool is_readable(struct environment *environment)
{
    struct stat status;

    if (environment->file[0] == '\0') {
        environment->state = FILE_NOT_NAMED;
        return false;
    }
    if (stat(environment->file, &status) != 0) {
        bool missing = errno == ENOENT || errno == ENOTDIR;
        set_fault(environment, missing ? FILE_MISSING : FILE_UNREADABLE, errno);
        return false;
    }
    if (S_ISDIR(status.st_mode)) {
        set_fault(environment, FILE_FOLDER, EISDIR);
        return false;
    }
    if (access(environment->file, R_OK) != 0) {
        set_fault(environment, FILE_UNREADABLE, errno);
        return false;
    }
    return true;
}

static void parse_configuration(struct environment *environment)
{
    long line = 0;

    if (environment->state != FILE_READ)
        return;
    environment->conf = NCONF_new(NULL);
    if (environment->conf != NULL && NCONF_load(environment->conf, environment->file, &line) == 1) {
        ERR_clear_error();
        find_settings(environment);
        return;
    }
    environment->state = FILE_NOT_PARSED;
    environment->fault = text_of_errors();
    NCONF_free(environment->conf);
    environment->conf = NULL;
}

/* Programs are told nothing of this: libcrypto passes over every fault of the file that it loads by
   itself. */
static void try_configuration(struct environment *environment)
{
    OSSL_LIB_CTX *ctx;

    if (environment->conf == NULL)
        return;
    ctx = OSSL_LIB_CTX_new();
    ERR_clear_error();
    if (ctx != NULL && OSSL_LIB_CTX_load_config(ctx, environment->file) != 1) {
        environment->rejected = text_of_errors();
        if (environment->rejected == NULL)
            environment->rejected = text_format("OpenSSL gives no reason");
    }
    ERR_clear_error();
    OSSL_LIB_CTX_free(ctx);
}

void environment_read(struct environment *environment)
{
    union {
        const char *(*function)(int);
        const void *address;
    } libcrypto = {OpenSSL_version};
    const char *modules = getenv("OPENSSL_MODULES");

    *environment = (struct environment){
        .version = OpenSSL_version(OPENSSL_VERSION),
        .library = file_of_address(libcrypto.address),
        .modules = modules != NULL ? modules : OPENSSL_info(OPENSSL_INFO_MODULES_DIR),
        .modules_named = modules != NULL,
        .file = CONF_get1_default_config_file(),
        .file_named = getenv("OPENSSL_CONF") != NULL,
    };
    environment->supported =
        strncmp(environment->version, "OpenSSL ", 8) == 0 && OPENSSL_version_major() >= 3;
    if (environment->file == NULL)
        environment->file = OPENSSL_strdup("");
    if (is_readable(environment))
        lines_read(&environment->lines, environment->file);
}

void environment_find(struct environment *environment)
{
    environment_read(environment);
    parse_configuration(environment);
    try_configuration(environment);
}

void environment_free(struct environment *environment)
{
    free(environment->library);
    OPENSSL_free(environment->file);
    free(environment->fault);
    free(environment->rejected);
    NCONF_free(environment->conf);
    lines_free(&environment->lines);
}
