/*
 * What libcrypto's core handed to the provider (provider-base(7)): memory, errors, configuration. Nothing
 * of libcrypto is called but through here.
 */
#ifndef FASTSHA2_CORE_H
#define FASTSHA2_CORE_H

#include <stddef.h>

#include <openssl/core.h>
#include <openssl/core_dispatch.h>

struct core {
    const OSSL_CORE_HANDLE *handle;
    OSSL_FUNC_core_get_params_fn *get_params;
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    OSSL_FUNC_CRYPTO_malloc_fn *malloc;
    OSSL_FUNC_CRYPTO_free_fn *free;
    /* Whom to tell of self-tests; self_test.h. NULL in a core that has nobody. */
    OSSL_FUNC_core_get_libctx_fn *get_libctx;
    OSSL_FUNC_self_test_cb_fn *self_test_cb;
    /* The other providers of the library context; peer.h. NULL in a core that does not tell of them. */
    OSSL_FUNC_provider_register_child_cb_fn *register_child_cb;
    OSSL_FUNC_provider_deregister_child_cb_fn *deregister_child_cb;
    OSSL_FUNC_provider_name_fn *provider_name;
    OSSL_FUNC_provider_get0_provider_ctx_fn *provider_get0_provider_ctx;
    OSSL_FUNC_provider_get0_dispatch_fn *provider_get0_dispatch;
    OSSL_FUNC_provider_up_ref_fn *provider_up_ref;
    OSSL_FUNC_provider_free_fn *provider_free;
};

/* The provider's own reason codes, for which core_reason_strings has the texts. */
enum core_reason {
    REASON_BAD_CONFIGURATION = 1,
    REASON_SELF_TEST_FAILED,
    REASON_OUT_OF_MEMORY,
    REASON_OUTPUT_TOO_SMALL,
    REASON_NO_MESSAGE,
    REASON_NO_DATA,
    REASON_BAD_SAVED_STATE,
    REASON_BAD_PARAMETER,
    REASON_NO_DIGEST,
    REASON_NO_KEY,
    REASON_NO_PASSWORD,
    REASON_NO_SALT,
    REASON_SALT_TOO_SHORT,
    REASON_TOO_FEW_ITERATIONS,
    REASON_BAD_KEY_SIZE,
    REASON_NO_OTHER_PROVIDER,
};
extern const OSSL_ITEM core_reason_strings[];

/* Returns 0 if a function that the provider cannot do without is missing from the core's table. */
int core_open(struct core *core, const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in);

/* The value of a key in the provider's section of the configuration, which the core owns; NULL if it is
   not there. */
const char *core_setting(const struct core *core, const char *key);

/* Puts an error on OpenSSL's error queue; detail is a printf format. */
#define CORE_RAISE(core, reason, ...) \
    core_raise(core, reason, __FILE__, __LINE__, __func__, __VA_ARGS__)
void core_raise(const struct core *core, enum core_reason reason, const char *file, int line,
                const char *function, const char *detail, ...)
    __attribute__((format(printf, 6, 7), cold));

/* Says that a parameter is not what it has to be, and returns 0. */
int core_bad_parameter(const struct core *core, const char *key, const char *what);

/* Uninitialised memory, or NULL and an error on the queue. The caller gives it back with core_free. */
void *core_alloc(const struct core *core, size_t size);
void core_free(const struct core *core, void *memory);

#endif
