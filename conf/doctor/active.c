/* The providers that are active, by OSSL_PROVIDER_do_all. */
#include "active.h"
#include "environment.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>

const char *provider_text(const OSSL_PROVIDER *provider, const char *parameter)
{
    char *value = NULL;
    OSSL_PARAM request[] = {OSSL_PARAM_utf8_ptr(parameter, &value, 0), OSSL_PARAM_END};

    if (!OSSL_PROVIDER_get_params(provider, request))
        ERR_clear_error();
    return value;
}

bool is_fastsha2(const OSSL_PROVIDER *provider)
{
    const char *name = provider == NULL ? NULL : provider_text(provider, OSSL_PROV_PARAM_NAME);

    return name != NULL && strcmp(name, "fastsha2") == 0;
}

static char *copy(const char *text)
{
    return text == NULL ? NULL : text_format("%s", text);
}

static int add_provider(OSSL_PROVIDER *provider, void *argument)
{
    struct active *active = argument;
    const char *name = OSSL_PROVIDER_get0_name(provider);

    if (active->count < ACTIVE_MAX)
        active->name[active->count++] = text_format("%s", name);
    if (strcmp(name, "default") == 0)
        active->standard = true;
    if (is_fastsha2(provider) && active->own_name == NULL) {
        active->own_name = copy(name);
        active->version = copy(provider_text(provider, OSSL_PROV_PARAM_VERSION));
        active->buildinfo = copy(provider_text(provider, OSSL_PROV_PARAM_BUILDINFO));
        active->module = file_of_address(OSSL_PROVIDER_get0_dispatch(provider));
    }
    return 1;
}

void active_find(struct active *active, OSSL_LIB_CTX *ctx)
{
    *active = (struct active){0};
    OSSL_PROVIDER_do_all(ctx, add_provider, active);
}

void active_free(struct active *active)
{
    for (size_t i = 0; i < active->count; i++)
        free(active->name[i]);
    free(active->own_name);
    free(active->module);
    free(active->version);
    free(active->buildinfo);
}
