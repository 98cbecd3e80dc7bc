/* The order in which to find things out, and what comes out of it. */
#include "diagnosis.h"
#include "command.h"
#include "preference.h"
#include "traps.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/rand.h>

/* What fastsha2 does not have, and a program needs. */
static void find_others(struct diagnosis *diagnosis)
{
    unsigned char bytes[8];
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, "AES-256-CBC", NULL);

    diagnosis->ciphers = cipher != NULL;
    diagnosis->random = RAND_bytes(bytes, sizeof bytes) == 1;
    EVP_CIPHER_free(cipher);
    ERR_clear_error();
}

/* Who serves SHA-256 in a fresh library context with this configuration. OpenSSL may sort its
   providers when it is asked whether one is there. */
static char *who_serves(const char *file, bool asked)
{
    OSSL_LIB_CTX *ctx = OSSL_LIB_CTX_new();
    EVP_MD *md = NULL;
    char *name = NULL;

    if (ctx != NULL && OSSL_LIB_CTX_load_config(ctx, file) == 1) {
        if (asked)
            OSSL_PROVIDER_available(ctx, "default");
        md = EVP_MD_fetch(ctx, "SHA2-256", NULL);
    }
    if (md != NULL)
        name = text_format("%s", OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)));
    EVP_MD_free(md);
    OSSL_LIB_CTX_free(ctx);
    ERR_clear_error();
    return name;
}

void diagnosis_make(struct diagnosis *diagnosis)
{
    struct environment *environment = &diagnosis->environment;

    *diagnosis = (struct diagnosis){0};
    for (size_t i = 0; i < SERVICES; i++)
        served_find(&diagnosis->served[i], &services[i]);
    find_others(diagnosis);
    active_find(&diagnosis->active, NULL);
    environment_find(environment);
    if (diagnosis->active.own_name == NULL && environment->section_exists) {
        diagnosis->module_examined = true;
        module_find(&diagnosis->module, environment);
    }
    if (diagnosis->active.own_name != NULL && environment->conf != NULL &&
        preference_of(environment->properties) == PREFERENCE_ABSENT) {
        diagnosis->first = who_serves(environment->file, false);
        diagnosis->later = who_serves(environment->file, true);
    }
    diagnosis->command = command_other_openssl();
    traps_check(diagnosis);
}

int diagnosis_status(const struct diagnosis *diagnosis)
{
    int status = 0;

    for (size_t i = 0; i < SERVICES; i++)
        if (!served_by_us(&diagnosis->served[i]))
            status = 1;
    for (size_t i = 0; i < diagnosis->nfindings; i++)
        if ((int)diagnosis->findings[i].severity > status)
            status = (int)diagnosis->findings[i].severity;
    return status;
}

void diagnosis_free(struct diagnosis *diagnosis)
{
    for (size_t i = 0; i < SERVICES; i++)
        served_free(&diagnosis->served[i]);
    for (size_t i = 0; i < diagnosis->nfindings; i++) {
        free(diagnosis->findings[i].problem);
        free(diagnosis->findings[i].remedy);
        free(diagnosis->findings[i].file);
        free(diagnosis->findings[i].section);
        free(diagnosis->findings[i].key);
    }
    active_free(&diagnosis->active);
    environment_free(&diagnosis->environment);
    if (diagnosis->module_examined)
        module_free(&diagnosis->module);
    free(diagnosis->first);
    free(diagnosis->later);
    free(diagnosis->command);
}
