/* The core's upcalls, found by number in its dispatch table. */
#include "core.h"

#include <openssl/params.h>

const OSSL_ITEM core_reason_strings[] = {
    {REASON_BAD_CONFIGURATION, "bad configuration"},
    {REASON_SELF_TEST_FAILED, "self test failed"},
    {REASON_OUT_OF_MEMORY, "out of memory"},
    {REASON_OUTPUT_TOO_SMALL, "output buffer too small"},
    {REASON_NO_MESSAGE, "no message is under way"},
    {REASON_NO_DATA, "data is NULL"},
    {REASON_BAD_SAVED_STATE, "not a saved state of this digest"},
    {REASON_BAD_PARAMETER, "bad parameter"},
    {REASON_NO_DIGEST, "no digest is set"},
    {REASON_NO_KEY, "no key is set"},
    {REASON_NO_PASSWORD, "no password is set"},
    {REASON_NO_SALT, "no salt is set"},
    {REASON_SALT_TOO_SHORT, "salt too short"},
    {REASON_TOO_FEW_ITERATIONS, "too few iterations"},
    {REASON_BAD_KEY_SIZE, "bad key size"},
    {REASON_NO_OTHER_PROVIDER, "no other provider to hand this to"},
    {0, NULL},
};

int core_open(struct core *core, const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in)
{
    *core = (struct core){.handle = handle};
    for (; in->function_id != 0; in++) {
        switch (in->function_id) {
        case OSSL_FUNC_CORE_GET_PARAMS:
            core->get_params = OSSL_FUNC_core_get_params(in);
            break;
        case OSSL_FUNC_CORE_NEW_ERROR:
            core->new_error = OSSL_FUNC_core_new_error(in);
            break;
        case OSSL_FUNC_CORE_SET_ERROR_DEBUG:
            core->set_error_debug = OSSL_FUNC_core_set_error_debug(in);
            break;
        case OSSL_FUNC_CORE_VSET_ERROR:
            core->vset_error = OSSL_FUNC_core_vset_error(in);
            break;
        case OSSL_FUNC_CRYPTO_MALLOC:
            core->malloc = OSSL_FUNC_CRYPTO_malloc(in);
            break;
        case OSSL_FUNC_CRYPTO_FREE:
            core->free = OSSL_FUNC_CRYPTO_free(in);
            break;
        case OSSL_FUNC_CORE_GET_LIBCTX:
            core->get_libctx = OSSL_FUNC_core_get_libctx(in);
            break;
        case OSSL_FUNC_SELF_TEST_CB:
            core->self_test_cb = OSSL_FUNC_self_test_cb(in);
            break;
        case OSSL_FUNC_PROVIDER_REGISTER_CHILD_CB:
            core->register_child_cb = OSSL_FUNC_provider_register_child_cb(in);
            break;
        case OSSL_FUNC_PROVIDER_DEREGISTER_CHILD_CB:
            core->deregister_child_cb = OSSL_FUNC_provider_deregister_child_cb(in);
            break;
        case OSSL_FUNC_PROVIDER_NAME:
            core->provider_name = OSSL_FUNC_provider_name(in);
            break;
        case OSSL_FUNC_PROVIDER_GET0_PROVIDER_CTX:
            core->provider_get0_provider_ctx = OSSL_FUNC_provider_get0_provider_ctx(in);
            break;
        case OSSL_FUNC_PROVIDER_GET0_DISPATCH:
            core->provider_get0_dispatch = OSSL_FUNC_provider_get0_dispatch(in);
            break;
        case OSSL_FUNC_PROVIDER_UP_REF:
            core->provider_up_ref = OSSL_FUNC_provider_up_ref(in);
            break;
        case OSSL_FUNC_PROVIDER_FREE:
            core->provider_free = OSSL_FUNC_provider_free(in);
            break;
        default: /* newer cores offer more */
            break;
        }
    }
    return core->get_params != NULL && core->new_error != NULL && core->set_error_debug != NULL &&
           core->vset_error != NULL && core->malloc != NULL && core->free != NULL;
}

const char *core_setting(const struct core *core, const char *key)
{
    char *value = NULL;
    OSSL_PARAM params[] = {
        {key, OSSL_PARAM_UTF8_PTR, &value, 0, OSSL_PARAM_UNMODIFIED},
        OSSL_PARAM_END,
    };

    return core->get_params(core->handle, params) ? value : NULL;
}

void core_raise(const struct core *core, enum core_reason reason, const char *file, int line,
                const char *function, const char *detail, ...)
{
    va_list arguments;

    va_start(arguments, detail);
    core->new_error(core->handle);
    core->set_error_debug(core->handle, file, line, function);
    core->vset_error(core->handle, (uint32_t)reason, detail, arguments);
    va_end(arguments);
}

int core_bad_parameter(const struct core *core, const char *key, const char *what)
{
    CORE_RAISE(core, REASON_BAD_PARAMETER, "%s is not %s", key, what);
    return 0;
}

void *core_alloc(const struct core *core, size_t size)
{
    void *memory = core->malloc(size, __FILE__, __LINE__);

    if (memory == NULL)
        CORE_RAISE(core, REASON_OUT_OF_MEMORY, "%zu bytes", size);
    return memory;
}

void core_free(const struct core *core, void *memory)
{
    core->free(memory, __FILE__, __LINE__);
}
