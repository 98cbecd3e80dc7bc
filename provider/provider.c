/* The provider: initialisation, what it offers, its parameters, its self-test, its end (provider(7)). */
#include "provider.h"
#include "config.h"
#include "fastsha2_static.h"
#include "kdf.h"
#include "mac.h"
#include "params.h"
#include "self_test.h"
#include "selftest.h"
#include "version.h"

#include <stdio.h>

#include <openssl/core_names.h>
#include <openssl/params.h>

static OSSL_FUNC_provider_teardown_fn provider_teardown;
static OSSL_FUNC_provider_gettable_params_fn provider_gettable_params;
static OSSL_FUNC_provider_get_params_fn provider_get_params;
static OSSL_FUNC_provider_query_operation_fn provider_query_operation;
static OSSL_FUNC_provider_get_reason_strings_fn provider_get_reason_strings;
static OSSL_FUNC_provider_self_test_fn provider_self_test;

static void provider_teardown(void *provctx)
{
    struct provider *provider = provctx;
    struct core core = provider->core; /* a copy, for it is part of what is freed */

    peers_close(&provider->peers);
    core_free(&core, provider);
}

static const OSSL_PARAM *provider_gettable_params(void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
        OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL),
        OSSL_PARAM_utf8_ptr(CONFIG_SHA256_BACKEND, NULL, 0),
        OSSL_PARAM_utf8_ptr(CONFIG_SHA512_BACKEND, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return gettable;
}

static int provider_get_params(void *provctx, OSSL_PARAM params[])
{
    const struct provider *provider = provctx;

    return params_set_text(params, OSSL_PROV_PARAM_NAME, "fastsha2") &&
           params_set_text(params, OSSL_PROV_PARAM_VERSION, FASTSHA2_VERSION) &&
           params_set_text(params, OSSL_PROV_PARAM_BUILDINFO, provider->buildinfo) &&
           params_set_uint(params, OSSL_PROV_PARAM_STATUS, !provider->failed) &&
           params_set_text(params, CONFIG_SHA256_BACKEND, provider->sha256->name) &&
           params_set_text(params, CONFIG_SHA512_BACKEND, provider->sha512->name);
}

static const OSSL_ALGORITHM *provider_query_operation(void *provctx, int operation, int *no_cache)
{
    const struct provider *provider = provctx;

    *no_cache = 0;
    if (provider->failed)
        return NULL;
    switch (operation) {
    case OSSL_OP_DIGEST:
        return digest_algorithms;
    case OSSL_OP_MAC:
        return mac_algorithms;
    case OSSL_OP_KDF:
        return kdf_algorithms;
    default:
        return NULL;
    }
}

static const OSSL_ITEM *provider_get_reason_strings(void *provctx)
{
    (void)provctx;
    return core_reason_strings;
}

/* What was chosen cannot be exchanged under live contexts, so a failure ends the provider's offers, and fetches fall to
   other providers. */
static int provider_self_test(void *provctx)
{
    struct provider *provider = provctx;

    if (!self_test_run(&provider->core, plan_get(&provider->sha256_many),
                       plan_get(&provider->sha512_many)))
        provider->failed = 1;
    return !provider->failed;
}

static const OSSL_DISPATCH provider_functions[] = {
    {OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))provider_teardown},
    {OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))provider_gettable_params},
    {OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))provider_get_params},
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))provider_query_operation},
    {OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, (void (*)(void))provider_get_reason_strings},
    {OSSL_FUNC_PROVIDER_SELF_TEST, (void (*)(void))provider_self_test},
    {0, NULL},
};

/* Returns 0, with an error on the queue, if the configuration is wrong or nothing passes its test. */
static int choose_backends(struct provider *provider)
{
    const struct core *core = &provider->core;
    struct preference sha256, sha512;
    uint64_t features = cpu_features();

    if (!config_preference(core, CONFIG_SHA256_BACKEND, &sha256_backend_names, &sha256) ||
        !config_preference(core, CONFIG_SHA512_BACKEND, &sha512_backend_names, &sha512))
        return 0;
    provider->sha256 = select_backend(&sha256_backends, features, &sha256, selftest_sha256);
    provider->sha512 = select_backend(&sha512_backends, features, &sha512, selftest_sha512);
    if (provider->sha256 == NULL || provider->sha512 == NULL) {
        CORE_RAISE(core, REASON_SELF_TEST_FAILED, "no %s back end computes known answers",
                   provider->sha256 == NULL ? "SHA-256" : "SHA-512");
        return 0;
    }
    plan_open(&provider->sha256_many, &sha256_many_backends, &sha256, selftest_sha256_many,
              provider->sha256);
    plan_open(&provider->sha512_many, &sha512_many_backends, &sha512, selftest_sha512_many,
              provider->sha512);
    return 1;
}

int fastsha2_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                           const OSSL_DISPATCH **out, void **provctx)
{
    struct core core;
    struct provider *provider;

    if (!core_open(&core, handle, in))
        return 0;
    provider = core_alloc(&core, sizeof *provider);
    if (provider == NULL)
        return 0;
    provider->core = core;
    atomic_init(&provider->failed, 0);
    if (!choose_backends(provider)) {
        core_free(&core, provider);
        return 0;
    }
    digest_methods_set(&provider->digests, &provider->core, &provider->sha256_many,
                       &provider->sha512_many);
    choice_names_set(&provider->names, &provider->digests);
    peers_open(&provider->peers, &provider->core);
    snprintf(provider->buildinfo, sizeof provider->buildinfo, "sha256=%s sha512=%s",
             provider->sha256->name, provider->sha512->name);

    *out = provider_functions;
    *provctx = provider;
    return 1;
}
