/*
 * PBKDF2: ours with our digests, another provider's with any other, its own default digest included.
 *
 * The default provider's PBKDF2 is the reference for what is checked when. The limits are those of NIST SP 800-132,
 * which a program asks for by setting 'pkcs5' to 0.
 */
#include "kdf.h"
#include "choice.h"
#include "names.h"
#include "params.h"
#include "pbkdf2.h"
#include "peer_context.h"
#include "provider.h"
#include "wipe.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

static OSSL_FUNC_kdf_newctx_fn pbkdf2_new;
static OSSL_FUNC_kdf_dupctx_fn pbkdf2_dup;
static OSSL_FUNC_kdf_freectx_fn pbkdf2_free;
static OSSL_FUNC_kdf_reset_fn pbkdf2_reset;
static OSSL_FUNC_kdf_derive_fn pbkdf2_derive;
static OSSL_FUNC_kdf_gettable_ctx_params_fn pbkdf2_gettable_ctx_params;
static OSSL_FUNC_kdf_get_ctx_params_fn pbkdf2_get_ctx_params;
static OSSL_FUNC_kdf_settable_ctx_params_fn pbkdf2_settable_ctx_params;
static OSSL_FUNC_kdf_set_ctx_params_fn pbkdf2_set_ctx_params;

enum {
    MIN_SALT_SIZE = 16,    /* SP 800-132, section 5.1 */
    MIN_ITERATIONS = 1000, /* section 5.2 */
    MIN_KEY_SIZE = 14,     /* section 5.3: 112 bits */
};

/* A copy of what the program gave. */
struct octets {
    unsigned char *bytes; /* NULL until given; also of an empty string it is not NULL */
    size_t size;
};

struct pbkdf2_context {
    struct provider *provider;
    struct choice digest;      /* CHOICE_NONE until chosen: the other's own default */
    struct peer_context other; /* closed until needed */
    struct octets password, salt;
    uint64_t iterations;
    int lower_bounds; /* whether the limits hold */
};

static const struct core *core_of(const struct pbkdf2_context *context)
{
    return &context->provider->core;
}

#define OTHER(context, ID, name) \
    ((OSSL_FUNC_kdf_##name##_fn *)(context)->other.peer.function[OSSL_FUNC_KDF_##ID])

static int open_other(struct pbkdf2_context *context)
{
    return context->other.context != NULL ||
           peer_context_open(&context->other, &context->provider->peers, PEER_PBKDF2);
}

static void octets_clear(const struct core *core, struct octets *octets)
{
    if (octets->bytes == NULL)
        return;
    wipe(octets->bytes, octets->size);
    core_free(core, octets->bytes);
    *octets = (struct octets){NULL, 0};
}

static int octets_set(const struct core *core, struct octets *octets, const void *bytes,
                      size_t size)
{
    octets_clear(core, octets);
    octets->bytes = core_alloc(core, size == 0 ? 1 : size);
    if (octets->bytes == NULL)
        return 0;
    if (size != 0)
        memcpy(octets->bytes, bytes, size);
    octets->size = size;
    return 1;
}

static void begin(struct pbkdf2_context *context)
{
    context->digest.kind = CHOICE_NONE;
    context->other.context = NULL;
    context->password = context->salt = (struct octets){NULL, 0};
    context->iterations = PKCS5_DEFAULT_ITER;
    context->lower_bounds = 0;
}

static void end(struct pbkdf2_context *context)
{
    peer_context_close(&context->other);
    octets_clear(core_of(context), &context->password);
    octets_clear(core_of(context), &context->salt);
}

static void *pbkdf2_new(void *provctx)
{
    struct provider *provider = provctx;
    struct pbkdf2_context *context = core_alloc(&provider->core, sizeof *context);

    if (context != NULL) {
        context->provider = provider;
        begin(context);
    }
    return context;
}

static void pbkdf2_free(void *kctx)
{
    struct pbkdf2_context *context = kctx;

    if (context == NULL)
        return;
    end(context);
    core_free(core_of(context), context);
}

static void pbkdf2_reset(void *kctx)
{
    struct pbkdf2_context *context = kctx;

    end(context);
    begin(context);
}

static int octets_copy(const struct core *core, struct octets *to, const struct octets *from)
{
    return from->bytes == NULL || octets_set(core, to, from->bytes, from->size);
}

static void *pbkdf2_dup(void *kctx)
{
    const struct pbkdf2_context *context = kctx;
    struct pbkdf2_context *copy = pbkdf2_new(context->provider);

    if (copy == NULL)
        return NULL;
    copy->digest = context->digest;
    copy->iterations = context->iterations;
    copy->lower_bounds = context->lower_bounds;
    if (octets_copy(core_of(copy), &copy->password, &context->password) &&
        octets_copy(core_of(copy), &copy->salt, &context->salt) &&
        peer_context_dup(&copy->other, &context->other))
        return copy;
    pbkdf2_free(copy);
    return NULL;
}

static int check_salt(const struct pbkdf2_context *context, size_t size)
{
    if (!context->lower_bounds || size >= MIN_SALT_SIZE)
        return 1;
    CORE_RAISE(core_of(context), REASON_SALT_TOO_SHORT, "%zu bytes, SP 800-132 demands %d", size,
               MIN_SALT_SIZE);
    return 0;
}

static int check_iterations(const struct pbkdf2_context *context, uint64_t iterations)
{
    uint64_t min = context->lower_bounds ? MIN_ITERATIONS : 1;

    if (iterations >= min)
        return 1;
    CORE_RAISE(core_of(context), REASON_TOO_FEW_ITERATIONS, "%llu, at least %llu are allowed",
               (unsigned long long)iterations, (unsigned long long)min);
    return 0;
}

/* The output blocks are numbered by 32 bits. */
static int check_key_size(const struct pbkdf2_context *context, size_t size, size_t digest_size)
{
    if (size / digest_size >= UINT32_MAX) {
        CORE_RAISE(core_of(context), REASON_BAD_KEY_SIZE,
                   "%zu bytes, this digest allows less than %llu", size,
                   (unsigned long long)digest_size * UINT32_MAX);
        return 0;
    }
    if (context->lower_bounds && size < MIN_KEY_SIZE) {
        CORE_RAISE(core_of(context), REASON_BAD_KEY_SIZE, "%zu bytes, SP 800-132 demands %d", size,
                   MIN_KEY_SIZE);
        return 0;
    }
    return 1;
}

static int set_digest(struct pbkdf2_context *context, const struct choice_params *params)
{
    OSSL_PARAM list[CHOICE_PARAMS];

    if (!choice_read(&context->digest, core_of(context), &context->provider->names, params))
        return 0;
    if (params->digest == NULL || context->digest.kind != CHOICE_OTHER)
        return 1;
    choice_params_list(params, list);
    return open_other(context) &&
           OTHER(context, SET_CTX_PARAMS, set_ctx_params)(context->other.context, list);
}

static int set_octets(const struct pbkdf2_context *context, struct octets *octets,
                      const OSSL_PARAM *p)
{
    if (p->data_size != 0 && p->data == NULL) {
        octets_clear(core_of(context), octets);
        return 1;
    }
    if (p->data_size != 0 && p->data_type != OSSL_PARAM_OCTET_STRING) {
        octets_clear(core_of(context), octets);
        return core_bad_parameter(core_of(context), p->key, "an octet string");
    }
    return octets_set(core_of(context), octets, p->data, p->data_size);
}

static int pbkdf2_set_ctx_params(void *kctx, const OSSL_PARAM params[])
{
    enum { DIGEST, QUERY, ENGINE, PKCS5, PASSWORD, SALT, ITERATIONS, COUNT };
    static const char *const names[COUNT] = {
        OSSL_KDF_PARAM_DIGEST, OSSL_KDF_PARAM_PROPERTIES, CHOICE_ENGINE,
        OSSL_KDF_PARAM_PKCS5,  OSSL_KDF_PARAM_PASSWORD,   OSSL_KDF_PARAM_SALT,
        OSSL_KDF_PARAM_ITER,
    };
    struct pbkdf2_context *context = kctx;
    const OSSL_PARAM *found[COUNT], *p;

    if (params == NULL)
        return 1;
    params_find_all(params, names, COUNT, found);
    if (!set_digest(context, &(struct choice_params){found[DIGEST], found[QUERY], found[ENGINE]}))
        return 0;

    if ((p = found[PKCS5]) != NULL) {
        int pkcs5;
        if (!params_get_int(p, &pkcs5))
            return core_bad_parameter(core_of(context), p->key, "an integer");
        context->lower_bounds = pkcs5 == 0;
    }
    if ((p = found[PASSWORD]) != NULL && !set_octets(context, &context->password, p))
        return 0;
    if ((p = found[SALT]) != NULL &&
        (!check_salt(context, p->data_size) || !set_octets(context, &context->salt, p)))
        return 0;
    if ((p = found[ITERATIONS]) != NULL) {
        uint64_t iterations;
        if (!params_get_uint64(p, &iterations))
            return core_bad_parameter(core_of(context), p->key, "a number");
        if (!check_iterations(context, iterations))
            return 0;
        context->iterations = iterations;
    }
    return 1;
}

static OSSL_PARAM octets_param(const char *key, const void *bytes, size_t size)
{
    return (OSSL_PARAM){key, OSSL_PARAM_OCTET_STRING, (void *)bytes, size, OSSL_PARAM_UNMODIFIED};
}

/* Takes away what the other was given for a key, and leaves it something: the default provider's context cannot be
   copied with an empty password or salt. */
static void forget_by_other(struct pbkdf2_context *context)
{
    static const unsigned char nothing[MIN_SALT_SIZE];
    OSSL_PARAM params[] = {
        octets_param(OSSL_KDF_PARAM_PASSWORD, nothing, sizeof nothing),
        octets_param(OSSL_KDF_PARAM_SALT, nothing, sizeof nothing),
        OSSL_PARAM_END,
    };

    OTHER(context, SET_CTX_PARAMS, set_ctx_params)(context->other.context, params);
}

/* The digest was handed on as soon as it was set; here is the rest. */
static int derive_by_other(struct pbkdf2_context *context, unsigned char *key, size_t keylen)
{
    int pkcs5 = !context->lower_bounds;
    OSSL_PARAM params[] = {
        {OSSL_KDF_PARAM_PKCS5, OSSL_PARAM_INTEGER, &pkcs5, sizeof pkcs5, OSSL_PARAM_UNMODIFIED},
        octets_param(OSSL_KDF_PARAM_PASSWORD, context->password.bytes, context->password.size),
        octets_param(OSSL_KDF_PARAM_SALT, context->salt.bytes, context->salt.size),
        {OSSL_KDF_PARAM_ITER, OSSL_PARAM_UNSIGNED_INTEGER, &context->iterations,
         sizeof context->iterations, OSSL_PARAM_UNMODIFIED},
        OSSL_PARAM_END,
    };

    if (!open_other(context))
        return 0;
    int done = OTHER(context, DERIVE, derive)(context->other.context, key, keylen, params);
    forget_by_other(context);
    return done;
}

static int pbkdf2_derive(void *kctx, unsigned char *key, size_t keylen, const OSSL_PARAM params[])
{
    struct pbkdf2_context *context = kctx;
    const struct choice *digest = &context->digest;

    if (!pbkdf2_set_ctx_params(context, params))
        return 0;
    if (context->password.bytes == NULL) {
        CORE_RAISE(core_of(context), REASON_NO_PASSWORD, "set '%s'", OSSL_KDF_PARAM_PASSWORD);
        return 0;
    }
    if (context->salt.bytes == NULL) {
        CORE_RAISE(core_of(context), REASON_NO_SALT, "set '%s'", OSSL_KDF_PARAM_SALT);
        return 0;
    }
    if (digest->kind == CHOICE_NONE || digest->kind == CHOICE_OTHER)
        return derive_by_other(context, key, keylen);
    if (!check_key_size(context, keylen, choice_digest_size(digest)) ||
        !check_salt(context, context->salt.size) || !check_iterations(context, context->iterations))
        return 0;

    const struct pbkdf2_input input = {context->password.bytes, context->password.size,
                                       context->salt.bytes, context->salt.size,
                                       context->iterations};
    if (digest->kind == CHOICE_SHA256)
        sha256_pbkdf2_derive(digest->sha256->variant, digest->sha256->compress,
                             digest->sha256->pbkdf2, &input, key, keylen);
    else
        sha512_pbkdf2_derive(digest->sha512->variant, digest->sha512->compress,
                             digest->sha512->pbkdf2, &input, key, keylen);
    return 1;
}

static const OSSL_PARAM *pbkdf2_gettable_ctx_params(void *kctx, void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_size_t(OSSL_KDF_PARAM_SIZE, NULL),
        OSSL_PARAM_END,
    };

    (void)kctx;
    (void)provctx;
    return gettable;
}

static int pbkdf2_get_ctx_params(void *kctx, OSSL_PARAM params[])
{
    (void)kctx;
    return params_set_uint(params, OSSL_KDF_PARAM_SIZE, SIZE_MAX);
}

static const OSSL_PARAM *pbkdf2_settable_ctx_params(void *kctx, void *provctx)
{
    static const OSSL_PARAM settable[] = {
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, NULL, 0),
        OSSL_PARAM_uint64(OSSL_KDF_PARAM_ITER, NULL),
        OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS5, NULL),
        OSSL_PARAM_END,
    };

    (void)kctx;
    (void)provctx;
    return settable;
}

#define SLOT(id, function) OSSL_FUNC_KDF_##id, (void (*)(void))(function)

static const OSSL_DISPATCH pbkdf2_functions[] = {
    {SLOT(NEWCTX, pbkdf2_new)},
    {SLOT(DUPCTX, pbkdf2_dup)},
    {SLOT(FREECTX, pbkdf2_free)},
    {SLOT(RESET, pbkdf2_reset)},
    {SLOT(DERIVE, pbkdf2_derive)},
    {SLOT(GETTABLE_CTX_PARAMS, pbkdf2_gettable_ctx_params)},
    {SLOT(GET_CTX_PARAMS, pbkdf2_get_ctx_params)},
    {SLOT(SETTABLE_CTX_PARAMS, pbkdf2_settable_ctx_params)},
    {SLOT(SET_CTX_PARAMS, pbkdf2_set_ctx_params)},
    {0, NULL},
};

const OSSL_ALGORITHM kdf_algorithms[] = {
    {NAMES_PBKDF2, PROPERTIES, pbkdf2_functions, "PBKDF2"},
    {NULL, NULL, NULL, NULL},
};
