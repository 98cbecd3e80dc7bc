/* The module on a core of the test's own. */
#include "dispatch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dlfcn.h>

#include <openssl/params.h>

struct bare_core bare_core = {.allocations_left = -1};

static OSSL_FUNC_core_get_params_fn bare_get_params;
static OSSL_FUNC_core_new_error_fn bare_new_error;
static OSSL_FUNC_core_set_error_debug_fn bare_set_error_debug;
static OSSL_FUNC_core_vset_error_fn bare_vset_error;
static OSSL_FUNC_CRYPTO_malloc_fn bare_malloc;
static OSSL_FUNC_CRYPTO_free_fn bare_free;

static int bare_get_params(const OSSL_CORE_HANDLE *handle, OSSL_PARAM params[])
{
    (void)handle;
    for (OSSL_PARAM *p = params; p->key != NULL; p++) {
        const char *value = NULL;
        if (strcmp(p->key, "sha256-backend") == 0)
            value = bare_core.sha256_backend;
        else if (strcmp(p->key, "sha512-backend") == 0)
            value = bare_core.sha512_backend;
        if (value == NULL)
            continue;
        *(const char **)p->data = value;
        p->return_size = strlen(value);
    }
    return 1;
}

static void bare_new_error(const OSSL_CORE_HANDLE *handle)
{
    (void)handle;
    bare_core.errors++;
}

static void bare_set_error_debug(const OSSL_CORE_HANDLE *handle, const char *file, int line,
                                 const char *function)
{
    (void)handle;
    (void)file;
    (void)line;
    (void)function;
}

static void bare_vset_error(const OSSL_CORE_HANDLE *handle, uint32_t reason, const char *format,
                            va_list arguments)
{
    (void)handle;
    (void)reason;
    vsnprintf(bare_core.last_error, sizeof bare_core.last_error, format, arguments);
}

/* What is handed out was never zero, and what comes back is not read again. */
static void *bare_malloc(size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    if (bare_core.allocations_left == 0)
        return NULL;
    if (bare_core.allocations_left > 0)
        bare_core.allocations_left--;
    void *memory = malloc(size);
    if (memory != NULL) {
        memset(memory, 0xa5, size);
        bare_core.live++;
    }
    return memory;
}

static void bare_free(void *memory, const char *file, int line)
{
    (void)file;
    (void)line;
    if (memory != NULL)
        bare_core.live--;
    free(memory);
}

const OSSL_DISPATCH bare_core_functions[] = {
    {OSSL_FUNC_CORE_GET_PARAMS, (void (*)(void))bare_get_params},
    {OSSL_FUNC_CORE_NEW_ERROR, (void (*)(void))bare_new_error},
    {OSSL_FUNC_CORE_SET_ERROR_DEBUG, (void (*)(void))bare_set_error_debug},
    {OSSL_FUNC_CORE_VSET_ERROR, (void (*)(void))bare_vset_error},
    {OSSL_FUNC_CRYPTO_MALLOC, (void (*)(void))bare_malloc},
    {OSSL_FUNC_CRYPTO_FREE, (void (*)(void))bare_free},
    {0, NULL},
};

OSSL_provider_init_fn *module_entry(void)
{
    static OSSL_provider_init_fn *entry;
    const char *folder = getenv("OPENSSL_MODULES");
    char path[4096];

    if (entry != NULL)
        return entry;
    snprintf(path, sizeof path, "%s/fastsha2.so", folder == NULL ? "." : folder);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* stays until the program ends */
    if (handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return NULL;
    }
    *(void **)&entry = dlsym(handle, "OSSL_provider_init");
    return entry;
}

int module_open_on(struct module *module, const OSSL_DISPATCH *core_functions)
{
    OSSL_provider_init_fn *entry = module_entry();

    bare_core.errors = 0;
    bare_core.last_error[0] = '\0';
    return entry != NULL && entry((const OSSL_CORE_HANDLE *)&bare_core, core_functions,
                                  &module->functions, &module->provctx);
}

int module_open(struct module *module)
{
    return module_open_on(module, bare_core_functions);
}

void module_close(struct module *module)
{
    OSSL_FUNC_provider_teardown_fn *teardown = (OSSL_FUNC_provider_teardown_fn *)table_function(
        module->functions, OSSL_FUNC_PROVIDER_TEARDOWN);
    if (teardown != NULL)
        teardown(module->provctx);
}

void (*table_function(const OSSL_DISPATCH *table, int id))(void)
{
    for (; table->function_id != 0; table++)
        if (table->function_id == id)
            return table->function;
    return NULL;
}

const OSSL_DISPATCH *module_algorithm(const struct module *module, int operation, const char *name)
{
    OSSL_FUNC_provider_query_operation_fn *query =
        (OSSL_FUNC_provider_query_operation_fn *)table_function(module->functions,
                                                                OSSL_FUNC_PROVIDER_QUERY_OPERATION);
    int no_cache;
    size_t size = strlen(name);

    if (query != NULL)
        for (const OSSL_ALGORITHM *a = query(module->provctx, operation, &no_cache);
             a != NULL && a->algorithm_names != NULL; a++)
            if (strcspn(a->algorithm_names, ":") == size &&
                strncmp(a->algorithm_names, name, size) == 0)
                return a->implementation;
    return NULL;
}

int module_digest(const struct module *module, const char *name, struct digest_functions *digest)
{
    const OSSL_DISPATCH *table = module_algorithm(module, OSSL_OP_DIGEST, name);

    if (table == NULL)
        return 0;
    *digest = (struct digest_functions){
        (OSSL_FUNC_digest_newctx_fn *)table_function(table, 1),
        (OSSL_FUNC_digest_init_fn *)table_function(table, 2),
        (OSSL_FUNC_digest_update_fn *)table_function(table, 3),
        (OSSL_FUNC_digest_final_fn *)table_function(table, 4),
        (OSSL_FUNC_digest_freectx_fn *)table_function(table, 6),
        (OSSL_FUNC_digest_dupctx_fn *)table_function(table, 7),
        (OSSL_FUNC_digest_get_params_fn *)table_function(table, 8),
        (OSSL_FUNC_digest_gettable_params_fn *)table_function(table, 11),
        (OSSL_FUNC_digest_set_ctx_params_fn *)table_function(table, 9),
        (void (*)(void *, void *))table_function(table, 15),
        (int (*)(void *, unsigned char *, size_t *))table_function(table, 16),
        (int (*)(void *, const unsigned char *, size_t))table_function(table, 17),
    };
    return digest->newctx != NULL && digest->init != NULL && digest->update != NULL &&
           digest->final != NULL && digest->freectx != NULL && digest->dupctx != NULL &&
           digest->get_params != NULL && digest->gettable_params != NULL &&
           digest->set_ctx_params != NULL && digest->copyctx != NULL && digest->serialize != NULL &&
           digest->deserialize != NULL;
}

int module_hmac(const struct module *module, struct mac_functions *mac)
{
    const OSSL_DISPATCH *table = module_algorithm(module, OSSL_OP_MAC, "HMAC");

    if (table == NULL)
        return 0;
    *mac = (struct mac_functions){
        (OSSL_FUNC_mac_newctx_fn *)table_function(table, OSSL_FUNC_MAC_NEWCTX),
        (OSSL_FUNC_mac_dupctx_fn *)table_function(table, OSSL_FUNC_MAC_DUPCTX),
        (OSSL_FUNC_mac_freectx_fn *)table_function(table, OSSL_FUNC_MAC_FREECTX),
        (OSSL_FUNC_mac_init_fn *)table_function(table, OSSL_FUNC_MAC_INIT),
        (OSSL_FUNC_mac_update_fn *)table_function(table, OSSL_FUNC_MAC_UPDATE),
        (OSSL_FUNC_mac_final_fn *)table_function(table, OSSL_FUNC_MAC_FINAL),
        (OSSL_FUNC_mac_set_ctx_params_fn *)table_function(table, OSSL_FUNC_MAC_SET_CTX_PARAMS),
    };
    return mac->newctx != NULL && mac->dupctx != NULL && mac->freectx != NULL &&
           mac->init != NULL && mac->update != NULL && mac->final != NULL &&
           mac->set_ctx_params != NULL;
}

int module_pbkdf2(const struct module *module, struct kdf_functions *kdf)
{
    const OSSL_DISPATCH *table = module_algorithm(module, OSSL_OP_KDF, "PBKDF2");

    if (table == NULL)
        return 0;
    *kdf = (struct kdf_functions){
        (OSSL_FUNC_kdf_newctx_fn *)table_function(table, OSSL_FUNC_KDF_NEWCTX),
        (OSSL_FUNC_kdf_freectx_fn *)table_function(table, OSSL_FUNC_KDF_FREECTX),
        (OSSL_FUNC_kdf_derive_fn *)table_function(table, OSSL_FUNC_KDF_DERIVE),
        (OSSL_FUNC_kdf_set_ctx_params_fn *)table_function(table, OSSL_FUNC_KDF_SET_CTX_PARAMS),
    };
    return kdf->newctx != NULL && kdf->freectx != NULL && kdf->derive != NULL &&
           kdf->set_ctx_params != NULL;
}
