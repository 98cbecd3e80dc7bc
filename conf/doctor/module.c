/*
 * The module's file and an explicit load. A provider that the configuration file activates and that
 * does not load is reported to nobody; one that a program loads by name is, on the error queue.
 */
#include "module.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/provider.h>

/* A path as it stands if it is absolute; else below the modules folder, and only the provider's
   name, which stands for the module where none is named, gets the suffix. */
static char *module_path(const struct environment *environment)
{
    const char *module = environment->module;

    if (module == NULL)
        return text_format("%s/%s%s", environment->modules, environment->name, MODULE_SUFFIX);
    if (module[0] == '/')
        return text_format("%s", module);
    return text_format("%s/%s", environment->modules, module);
}

/* The start of an ELF header: magic, class, byte order, version …, type, machine. */
enum { ELF_CLASS = 4, ELF_DATA = 5, ELF_MACHINE = 18, ELF_START = 20 };

static bool read_start(const char *path, unsigned char start[ELF_START])
{
    FILE *f = fopen(path, "rb");
    bool whole = f != NULL && fread(start, 1, ELF_START, f) == ELF_START;

    if (f != NULL)
        fclose(f);
    return whole;
}

static bool is_elf(const unsigned char *start)
{
    return memcmp(start, "\177ELF", 4) == 0;
}

static char *machine_of(const unsigned char *start)
{
    static const struct {
        unsigned number;
        const char *name;
    } machines[] = {
        {3, "x86"},     {8, "MIPS"},    {21, "POWER"},   {22, "s390x"},      {40, "32-bit ARM"},
        {62, "x86-64"}, {183, "arm64"}, {243, "RISC-V"}, {258, "LoongArch"},
    };
    bool big = start[ELF_DATA] == 2;
    unsigned number = (unsigned)start[ELF_MACHINE + big] | (unsigned)start[ELF_MACHINE + !big] << 8;
    const char *name = NULL;

    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (machines[i].number == number)
            name = machines[i].name;
    return name != NULL
               ? text_format("%s, %d bits, %s", name, start[ELF_CLASS] == 2 ? 64 : 32,
                             big ? "big-endian" : "little-endian")
               : text_format("ELF machine %u, %d bits", number, start[ELF_CLASS] == 2 ? 64 : 32);
}

/* libcrypto's own file says what this process can load; where that is no ELF file, nothing does. */
static void examine(struct module *module, const char *libcrypto)
{
    unsigned char start[ELF_START], reference[ELF_START];
    struct stat status;

    if (stat(module->path, &status) != 0) {
        bool missing = errno == ENOENT || errno == ENOTDIR;
        module->state = missing ? MODULE_MISSING : MODULE_UNREADABLE;
        module->detail = missing ? NULL : text_format("%s", strerror(errno));
        return;
    }
    if (access(module->path, R_OK) != 0) {
        module->state = MODULE_UNREADABLE;
        module->detail = text_format("%s", strerror(errno));
        return;
    }
    if (libcrypto == NULL || !read_start(libcrypto, reference) || !is_elf(reference))
        return;
    if (!S_ISREG(status.st_mode) || !read_start(module->path, start) || !is_elf(start)) {
        module->state = MODULE_NOT_ELF;
        module->detail = text_format("%s", S_ISDIR(status.st_mode) ? "a folder" : "another file");
        return;
    }
    if (start[ELF_CLASS] != reference[ELF_CLASS] || start[ELF_DATA] != reference[ELF_DATA] ||
        memcmp(start + ELF_MACHINE, reference + ELF_MACHINE, 2) != 0) {
        char *theirs = machine_of(start), *ours = machine_of(reference);
        module->state = MODULE_OTHER_MACHINE;
        module->detail = text_format("%s; this libcrypto is %s", theirs, ours);
        free(theirs);
        free(ours);
    }
}

/* As a configuration file has it: a backslash before what would mean something else. */
static void put_value(BIO *file, const char *key, const char *value)
{
    BIO_printf(file, "%s = ", key);
    for (; *value != '\0'; value++)
        BIO_printf(file, strchr("\\\"'`$#", *value) != NULL ? "\\%c" : "%c", *value);
    BIO_puts(file, "\n");
}

/* Our section as it stands, but that it does not ask for activation. */
static BIO *inactive_configuration(const struct environment *environment)
{
    STACK_OF(CONF_VALUE) *values = NCONF_get_section(environment->conf, environment->section);
    BIO *file = BIO_new(BIO_s_mem());

    if (file == NULL)
        return NULL;
    BIO_printf(file,
               "openssl_conf = init\n[init]\nproviders = providers\n[providers]\n"
               "%s = ours\n[ours]\n",
               environment->entry);
    for (int i = 0; i < sk_CONF_VALUE_num(values); i++) {
        const CONF_VALUE *value = sk_CONF_VALUE_value(values, i);
        if (strcmp(after_dot(value->name), "activate") != 0)
            put_value(file, value->name, value->value);
    }
    return file;
}

static char *load(const struct environment *environment)
{
    OSSL_LIB_CTX *ctx = OSSL_LIB_CTX_new();
    CONF *conf = ctx == NULL ? NULL : NCONF_new_ex(ctx, NULL);
    BIO *file = inactive_configuration(environment);
    OSSL_PROVIDER *provider = NULL;
    char *error = NULL;
    long line;

    ERR_clear_error();
    if (conf != NULL && file != NULL && NCONF_load_bio(conf, file, &line) == 1 &&
        CONF_modules_load(conf, "openssl_conf", 0) == 1)
        provider = OSSL_PROVIDER_load(ctx, environment->name);
    if (provider == NULL) {
        error = text_of_errors();
        if (error == NULL)
            error = text_format("OpenSSL gives no reason");
    } else {
        OSSL_PROVIDER_unload(provider);
    }
    BIO_free(file);
    NCONF_free(conf);
    OSSL_LIB_CTX_free(ctx);
    ERR_clear_error();
    return error;
}

void module_find(struct module *module, const struct environment *environment)
{
    *module = (struct module){.path = module_path(environment)};
    examine(module, environment->library);
    if (module->state == MODULE_MISSING) {
        char *longer = text_format("%s" MODULE_SUFFIX, module->path);
        module->with_suffix = access(longer, F_OK) == 0;
        free(longer);
    }
    module->load_error = load(environment);
}

void module_free(struct module *module)
{
    free(module->path);
    free(module->detail);
    free(module->load_error);
}
