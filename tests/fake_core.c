/* The functions of the fake core. Its handle is the fake itself. */
#include "fake_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/params.h>

/* malloc and free are not given the handle. */
static struct fake_core *current;

static struct fake_core *fake_of(const OSSL_CORE_HANDLE *handle)
{
    if ((const void *)handle != current) {
        fprintf(stderr, "an upcall with a handle that is not the core's\n");
        abort();
    }
    return current;
}

static OSSL_FUNC_core_get_params_fn fake_get_params;
static OSSL_FUNC_core_new_error_fn fake_new_error;
static OSSL_FUNC_core_set_error_debug_fn fake_set_error_debug;
static OSSL_FUNC_core_vset_error_fn fake_vset_error;
static OSSL_FUNC_CRYPTO_malloc_fn fake_malloc;
static OSSL_FUNC_CRYPTO_free_fn fake_free;

static int fake_get_params(const OSSL_CORE_HANDLE *handle, OSSL_PARAM params[])
{
    const struct fake_core *fake = fake_of(handle);

    if (fake->get_params_fails)
        return 0;
    for (; params->key != NULL; params++)
        if (fake->key != NULL && strcmp(params->key, fake->key) == 0)
            if (!OSSL_PARAM_set_utf8_ptr(params, fake->value))
                return 0;
    return 1;
}

static void fake_new_error(const OSSL_CORE_HANDLE *handle)
{
    fake_of(handle)->new_errors++;
}

static void fake_set_error_debug(const OSSL_CORE_HANDLE *handle, const char *file, int line,
                                 const char *function)
{
    struct fake_core *fake = fake_of(handle);

    fake->set_debugs++;
    fake->line = line;
    snprintf(fake->file, sizeof fake->file, "%s", file);
    snprintf(fake->function, sizeof fake->function, "%s", function);
}

static void fake_vset_error(const OSSL_CORE_HANDLE *handle, uint32_t reason, const char *format,
                            va_list arguments)
{
    struct fake_core *fake = fake_of(handle);

    fake->vset_errors++;
    fake->reason = reason;
    vsnprintf(fake->message, sizeof fake->message, format, arguments);
}

static void *fake_malloc(size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    current->allocations++;
    return current->out_of_memory ? NULL : malloc(size);
}

static void fake_free(void *memory, const char *file, int line)
{
    (void)file;
    (void)line;
    current->frees++;
    free(memory);
}

#define FUNCTION(id, function)                     \
    {                                              \
        OSSL_FUNC_##id, (void (*)(void))(function) \
    }

static void never_called(void)
{
    abort();
}

const OSSL_DISPATCH fake_core_functions[] = {
    FUNCTION(CORE_GET_PARAMS, fake_get_params),
    FUNCTION(CORE_NEW_ERROR, fake_new_error),
    FUNCTION(CORE_SET_ERROR_DEBUG, fake_set_error_debug),
    FUNCTION(CORE_VSET_ERROR, fake_vset_error),
    {99999, never_called}, /* of a newer core */
    FUNCTION(CRYPTO_MALLOC, fake_malloc),
    FUNCTION(CRYPTO_FREE, fake_free),
    {0, NULL},
};

int fake_core_open(struct core *core, struct fake_core *fake)
{
    *fake = (struct fake_core){0};
    current = fake;
    return core_open(core, (const OSSL_CORE_HANDLE *)fake, fake_core_functions);
}
