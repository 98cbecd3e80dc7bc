/* The module without libcrypto's core between: its tables, on a core of the test's own that counts
   memory and keeps errors. For calls that EVP never lets through. */
#ifndef FASTSHA2_TESTS_DISPATCH_H
#define FASTSHA2_TESTS_DISPATCH_H

#include <stddef.h>

#include <openssl/core.h>
#include <openssl/core_dispatch.h>

/* What the core saw. A test may change allocations_left and the sections' values. */
struct bare_core {
    long allocations_left; /* the one after the last fails; negative: none fails */
    long live;             /* allocations less frees */
    int errors;
    char last_error[512];
    const char *sha256_backend; /* values of the configuration, or NULL */
    const char *sha512_backend;
};
extern struct bare_core bare_core;

/* A table for OSSL_provider_init. */
extern const OSSL_DISPATCH bare_core_functions[];

/* The provider loaded on the bare core. */
struct module {
    void *provctx;
    const OSSL_DISPATCH *functions;
};

/* The module's entry point, from the folder that OPENSSL_MODULES names; NULL if it cannot be
   loaded. */
OSSL_provider_init_fn *module_entry(void);

/* Resets the bare core's counts and initialises the provider. Returns 0 if that fails. */
int module_open(struct module *module);

/* The same with another table, of which the bare core's is a part. */
int module_open_on(struct module *module, const OSSL_DISPATCH *core_functions);
void module_close(struct module *module);

/* A function of a table by its number, or NULL. */
void (*table_function(const OSSL_DISPATCH *table, int id))(void);

/* The table of an algorithm by the first of its names; NULL if the provider does not offer it. */
const OSSL_DISPATCH *module_algorithm(const struct module *module, int operation, const char *name);

/* One digest's functions. */
struct digest_functions {
    OSSL_FUNC_digest_newctx_fn *newctx;
    OSSL_FUNC_digest_init_fn *init;
    OSSL_FUNC_digest_update_fn *update;
    OSSL_FUNC_digest_final_fn *final;
    OSSL_FUNC_digest_freectx_fn *freectx;
    OSSL_FUNC_digest_dupctx_fn *dupctx;
    OSSL_FUNC_digest_get_params_fn *get_params;
    OSSL_FUNC_digest_gettable_params_fn *gettable_params;
    OSSL_FUNC_digest_set_ctx_params_fn *set_ctx_params;
    void (*copyctx)(void *out, void *in);                          /* OpenSSL 3.5 */
    int (*serialize)(void *ctx, unsigned char *out, size_t *outl); /* OpenSSL 4.0 */
    int (*deserialize)(void *ctx, const unsigned char *in, size_t inl);
};

/* By the first of its names; 0 if the provider does not offer it or a function is missing. */
int module_digest(const struct module *module, const char *name, struct digest_functions *digest);

/* HMAC's functions. */
struct mac_functions {
    OSSL_FUNC_mac_newctx_fn *newctx;
    OSSL_FUNC_mac_dupctx_fn *dupctx;
    OSSL_FUNC_mac_freectx_fn *freectx;
    OSSL_FUNC_mac_init_fn *init;
    OSSL_FUNC_mac_update_fn *update;
    OSSL_FUNC_mac_final_fn *final;
    OSSL_FUNC_mac_set_ctx_params_fn *set_ctx_params;
};

/* 0 if the provider does not offer HMAC or a function is missing. */
int module_hmac(const struct module *module, struct mac_functions *mac);

/* PBKDF2's functions. */
struct kdf_functions {
    OSSL_FUNC_kdf_newctx_fn *newctx;
    OSSL_FUNC_kdf_freectx_fn *freectx;
    OSSL_FUNC_kdf_derive_fn *derive;
    OSSL_FUNC_kdf_set_ctx_params_fn *set_ctx_params;
};

int module_pbkdf2(const struct module *module, struct kdf_functions *kdf);

/* For tests: 0 comes back, with exactly one error more. */
#define CU_ASSERT_REFUSED(call)                               \
    do {                                                      \
        int errors_before = bare_core.errors;                 \
        CU_ASSERT_EQUAL((call), 0);                           \
        CU_ASSERT_EQUAL(bare_core.errors, errors_before + 1); \
    } while (0)

#endif
