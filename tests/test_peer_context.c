/* Another provider's contexts, of one that refuses what it may: on a core of the test's own, which counts what is held
   of it. */
#include "dispatch.h"
#include "suite.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/params.h>

/* The other provider. Its one algorithm is an HMAC, its MACs tell their digest and the size of the message. */
static struct {
    int cannot_be_held, makes_no_context, makes_no_copy, refuses_digests, refuses_keys, refuses_tls;
    atomic_int held, contexts; /* by whoever asked, until it was given back */
    int told_of;               /* times that the core has told of it */
    void (*while_told)(void);  /* what happens meanwhile, or NULL */
} other;

struct other_context {
    char digest;
    unsigned char size;
};
enum { MAC_SIZE = 2 };

static OSSL_FUNC_mac_newctx_fn other_new;
static OSSL_FUNC_mac_dupctx_fn other_dup;
static OSSL_FUNC_mac_freectx_fn other_free;
static OSSL_FUNC_mac_init_fn other_init;
static OSSL_FUNC_mac_update_fn other_update;
static OSSL_FUNC_mac_final_fn other_final;
static OSSL_FUNC_mac_get_ctx_params_fn other_get_ctx_params;
static OSSL_FUNC_mac_set_ctx_params_fn other_set_ctx_params;

static void *other_new(void *provctx)
{
    struct other_context *context = other.makes_no_context ? NULL : calloc(1, sizeof *context);

    CU_ASSERT_PTR_EQUAL(provctx, &other);
    other.contexts += context != NULL;
    return context;
}

static void *other_dup(void *mctx)
{
    struct other_context *copy = other.makes_no_copy ? NULL : malloc(sizeof *copy);

    if (copy != NULL)
        *copy = *(struct other_context *)mctx;
    other.contexts += copy != NULL;
    return copy;
}

static void other_free(void *mctx)
{
    other.contexts--;
    free(mctx);
}

static int other_init(void *mctx, const unsigned char *key, size_t keylen,
                      const OSSL_PARAM params[])
{
    (void)key;
    (void)keylen;
    ((struct other_context *)mctx)->size = 0;
    return !other.refuses_keys && other_set_ctx_params(mctx, params);
}

static int other_update(void *mctx, const unsigned char *data, size_t datalen)
{
    (void)data;
    ((struct other_context *)mctx)->size += (unsigned char)datalen;
    return 1;
}

static int other_final(void *mctx, unsigned char *out, size_t *outl, size_t outsize)
{
    const struct other_context *context = mctx;

    if (outsize < MAC_SIZE)
        return 0;
    out[0] = (unsigned char)context->digest;
    out[1] = context->size;
    *outl = MAC_SIZE;
    return 1;
}

static int other_get_ctx_params(void *mctx, OSSL_PARAM params[])
{
    (void)mctx;
    (void)params;
    return 1;
}

static int other_set_ctx_params(void *mctx, const OSSL_PARAM params[])
{
    const OSSL_PARAM *digest = OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_DIGEST);

    if (OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_TLS_DATA_SIZE) != NULL && other.refuses_tls)
        return 0;
    if (digest == NULL)
        return 1;
    if (other.refuses_digests)
        return 0;
    ((struct other_context *)mctx)->digest = ((const char *)digest->data)[0];
    return 1;
}

#define SLOT(id, function) OSSL_FUNC_##id, (void (*)(void))(function)

static OSSL_FUNC_provider_query_operation_fn other_query_operation;

static const OSSL_ALGORITHM *other_query_operation(void *provctx, int operation, int *no_cache)
{
    static const OSSL_DISPATCH functions[] = {
        {SLOT(MAC_NEWCTX, other_new)},
        {SLOT(MAC_DUPCTX, other_dup)},
        {SLOT(MAC_FREECTX, other_free)},
        {SLOT(MAC_INIT, other_init)},
        {SLOT(MAC_UPDATE, other_update)},
        {SLOT(MAC_FINAL, other_final)},
        {SLOT(MAC_GET_CTX_PARAMS, other_get_ctx_params)},
        {SLOT(MAC_SET_CTX_PARAMS, other_set_ctx_params)},
        {0, NULL},
    };
    static const OSSL_ALGORITHM macs[] = {
        {"HMAC", "provider=other", functions, NULL},
        {NULL, NULL, NULL, NULL},
    };

    CU_ASSERT_PTR_EQUAL(provctx, &other);
    *no_cache = 0;
    return operation == OSSL_OP_MAC ? macs : NULL;
}

/* What the core has for whoever wants to know of other providers. Unlike libcrypto's, it never tells of their end. */

static OSSL_FUNC_provider_register_child_cb_fn core_register_child_cb;
static OSSL_FUNC_provider_deregister_child_cb_fn core_deregister_child_cb;
static OSSL_FUNC_provider_name_fn core_provider_name;
static OSSL_FUNC_provider_get0_provider_ctx_fn core_provider_ctx;
static OSSL_FUNC_provider_get0_dispatch_fn core_provider_dispatch;
static OSSL_FUNC_provider_up_ref_fn core_provider_up_ref;
static OSSL_FUNC_provider_free_fn core_provider_free;

static int core_register_child_cb(const OSSL_CORE_HANDLE *handle,
                                  int (*create)(const OSSL_CORE_HANDLE *, void *),
                                  int (*remove)(const OSSL_CORE_HANDLE *, void *),
                                  int (*properties)(const char *, void *), void *data)
{
    (void)handle;
    (void)remove;
    (void)properties;
    other.told_of++;
    if (other.while_told != NULL)
        other.while_told();
    return create((const OSSL_CORE_HANDLE *)&other, data);
}

static void core_deregister_child_cb(const OSSL_CORE_HANDLE *handle)
{
    (void)handle;
}

static const char *core_provider_name(const OSSL_CORE_HANDLE *provider)
{
    (void)provider;
    return "other";
}

static void *core_provider_ctx(const OSSL_CORE_HANDLE *provider)
{
    (void)provider;
    return &other;
}

static const OSSL_DISPATCH *core_provider_dispatch(const OSSL_CORE_HANDLE *provider)
{
    static const OSSL_DISPATCH functions[] = {
        {SLOT(PROVIDER_QUERY_OPERATION, other_query_operation)},
        {0, NULL},
    };

    (void)provider;
    return functions;
}

static int core_provider_up_ref(const OSSL_CORE_HANDLE *provider, int activate)
{
    CU_ASSERT_TRUE((const void *)provider == &other && !activate);
    if (other.cannot_be_held)
        return 0;
    other.held++;
    return 1;
}

static int core_provider_free(const OSSL_CORE_HANDLE *provider, int deactivate)
{
    CU_ASSERT_TRUE((const void *)provider == &other && !deactivate);
    other.held--;
    return 1;
}

static const OSSL_DISPATCH core_for_children[] = {
    {SLOT(PROVIDER_REGISTER_CHILD_CB, core_register_child_cb)},
    {SLOT(PROVIDER_DEREGISTER_CHILD_CB, core_deregister_child_cb)},
    {SLOT(PROVIDER_NAME, core_provider_name)},
    {SLOT(PROVIDER_GET0_PROVIDER_CTX, core_provider_ctx)},
    {SLOT(PROVIDER_GET0_DISPATCH, core_provider_dispatch)},
    {SLOT(PROVIDER_UP_REF, core_provider_up_ref)},
    {SLOT(PROVIDER_FREE, core_provider_free)},
};

static struct module module;
static struct mac_functions mac;

static void open_module(void)
{
    enum { CHILDREN = sizeof core_for_children / sizeof core_for_children[0] };
    OSSL_DISPATCH table[32];
    size_t n = 0;

    memset(&other, 0, sizeof other);
    memcpy(table, core_for_children, sizeof core_for_children);
    do {
        CU_ASSERT_TRUE_FATAL(CHILDREN + n < sizeof table / sizeof table[0]);
        table[CHILDREN + n] = bare_core_functions[n];
    } while (bare_core_functions[n++].function_id != 0);
    CU_ASSERT_TRUE_FATAL(module_open_on(&module, table) && module_hmac(&module, &mac));
}

/* Of the other there is left what there was before: nothing. */
static void close_module(void)
{
    module_close(&module);
    CU_ASSERT_EQUAL(other.held, 0);
    CU_ASSERT_EQUAL(other.contexts, 0);
    CU_ASSERT_EQUAL(bare_core.live, 0);
}

static void *new_mac(void)
{
    void *ctx = mac.newctx(module.provctx);
    CU_ASSERT_PTR_NOT_NULL_FATAL(ctx);
    return ctx;
}

static int set_digest(void *ctx, const char *digest)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)digest, 0),
        OSSL_PARAM_END,
    };

    return mac.set_ctx_params(ctx, params);
}

static int set_tls(void *ctx)
{
    size_t size = 100;
    OSSL_PARAM params[] = {
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &size),
        OSSL_PARAM_END,
    };

    return mac.set_ctx_params(ctx, params);
}

/* RFC 4231, test case 2: a key and a message. */
static const unsigned char jefe[] = {'J', 'e', 'f', 'e'};
static const unsigned char message[] = "what do ya want for nothing?";
enum { MESSAGE_SIZE = sizeof message - 1 };

static int set_key(void *ctx)
{
    return mac.init(ctx, jefe, sizeof jefe, NULL);
}

/* Two bytes are the other's; 32 must be what RFC 4231 says of SHA-256. Returns the size, or 0. */
static size_t end_mac(void *ctx, unsigned char out[32])
{
    static const unsigned char right[32] = {0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e,
                                            0x6a, 0x04, 0x24, 0x26, 0x08, 0x95, 0x75, 0xc7,
                                            0x5a, 0x00, 0x3f, 0x08, 0x9d, 0x27, 0x39, 0x83,
                                            0x9d, 0xec, 0x58, 0xb9, 0x64, 0xec, 0x38, 0x43};
    size_t size = 0;

    if (!mac.update(ctx, message, MESSAGE_SIZE) || !mac.final(ctx, out, &size, 32))
        return 0;
    CU_ASSERT_TRUE(size == MAC_SIZE || (size == 32 && memcmp(out, right, 32) == 0));
    return size;
}

static int ends_as_ours(void *ctx)
{
    unsigned char out[32];

    return end_mac(ctx, out) == 32;
}

static int ends_as_others(void *ctx, char digest)
{
    unsigned char out[32];

    return end_mac(ctx, out) == MAC_SIZE && out[0] == (unsigned char)digest &&
           out[1] == MESSAGE_SIZE;
}

static void what_is_not_ours_is_the_other_s_until_it_is_given_back(void)
{
    open_module();
    void *ours = new_mac(), *others = new_mac();
    CU_ASSERT_TRUE(set_digest(ours, "SHA2-256") && set_key(ours));
    CU_ASSERT_EQUAL(other.told_of, 0); /* who only needs ours never asks */
    CU_ASSERT_TRUE(set_digest(others, "foo") && set_key(others));
    CU_ASSERT_EQUAL(other.told_of, 1);
    CU_ASSERT_EQUAL(other.contexts, 1);
    CU_ASSERT_EQUAL(other.held, 2); /* as known, and by the context */
    void *copy = mac.dupctx(others);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
    CU_ASSERT_EQUAL(other.held, 3);
    CU_ASSERT_TRUE(ends_as_ours(ours));
    CU_ASSERT_TRUE(ends_as_others(others, 'f'));
    CU_ASSERT_TRUE(ends_as_others(copy, 'f'));
    mac.freectx(ours);
    mac.freectx(others);
    mac.freectx(copy);
    CU_ASSERT_EQUAL(other.held, 1);
    close_module();
}

static void one_that_cannot_be_held_is_not_known(void)
{
    open_module();
    other.cannot_be_held = 1;
    void *ctx = new_mac();
    long live = bare_core.live;
    CU_ASSERT_REFUSED(set_digest(ctx, "foo"));
    CU_ASSERT_EQUAL(other.told_of, 1);
    CU_ASSERT_EQUAL(bare_core.live, live);
    CU_ASSERT_TRUE(set_digest(ctx, "SHA2-256") && set_key(ctx));
    CU_ASSERT_TRUE(ends_as_ours(ctx));
    mac.freectx(ctx);
    close_module();
}

static void one_that_makes_no_context_is_let_go(void)
{
    open_module();
    other.makes_no_context = 1;
    void *ctx = new_mac();
    CU_ASSERT_FALSE(set_digest(ctx, "foo"));
    CU_ASSERT_EQUAL(other.held, 1);
    CU_ASSERT_FALSE(set_key(ctx));
    other.makes_no_context = 0;
    CU_ASSERT_TRUE(set_digest(ctx, "foo") && set_key(ctx));
    CU_ASSERT_TRUE(ends_as_others(ctx, 'f'));
    mac.freectx(ctx);
    close_module();
}

static void one_that_cannot_be_copied_makes_no_copy_of_ours(void)
{
    static int *const refusals[] = {&other.makes_no_copy, &other.cannot_be_held};

    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        open_module();
        void *ctx = new_mac();
        CU_ASSERT_TRUE(set_digest(ctx, "foo") && set_key(ctx));
        long live = bare_core.live;
        *refusals[i] = 1;
        CU_ASSERT_PTR_NULL(mac.dupctx(ctx));
        CU_ASSERT_EQUAL(bare_core.live, live);
        CU_ASSERT_EQUAL(other.held, 2);
        CU_ASSERT_EQUAL(other.contexts, 1);
        CU_ASSERT_TRUE(ends_as_others(ctx, 'f'));
        mac.freectx(ctx);
        close_module();
    }
}

static void a_mac_of_ours_goes_on_where_the_other_refuses_to_make_it_for_tls(void)
{
    static int *const refusals[] = {&other.makes_no_context, &other.refuses_digests,
                                    &other.refuses_keys, &other.refuses_tls};

    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        open_module();
        void *ctx = new_mac();
        CU_ASSERT_TRUE(set_digest(ctx, "SHA2-256") && set_key(ctx));
        *refusals[i] = 1;
        CU_ASSERT_FALSE(set_tls(ctx));
        CU_ASSERT_TRUE(ends_as_ours(ctx));
        *refusals[i] = 0;
        CU_ASSERT_TRUE(set_tls(ctx));
        CU_ASSERT_TRUE(ends_as_others(ctx, 'S'));
        mac.freectx(ctx);
        close_module();
    }
}

/* Threads. CUnit is not for them: they count. */

static struct {
    pthread_t thread;
    atomic_int waits;
    int done;
} second;

static void *set_second_digest(void *ctx)
{
    atomic_store(&second.waits, 1);
    second.done = set_digest(ctx, "bar");
    return NULL;
}

static void *second_ctx;

/* Until a second thread has come to ask as well: it is a few instructions from there once it says so. */
static void have_a_second_ask(void)
{
    CU_ASSERT_EQUAL_FATAL(pthread_create(&second.thread, NULL, set_second_digest, second_ctx), 0);
    while (!atomic_load(&second.waits))
        ;
    usleep(100000);
    CU_ASSERT_EQUAL(other.held, 0);
}

static void who_asks_while_another_does_waits_for_the_answer(void)
{
    open_module();
    other.while_told = have_a_second_ask;
    void *ctx = new_mac();
    second_ctx = new_mac();
    atomic_store(&second.waits, 0);
    CU_ASSERT_TRUE(set_digest(ctx, "foo"));
    CU_ASSERT_EQUAL(pthread_join(second.thread, NULL), 0);
    CU_ASSERT_TRUE(second.done);
    CU_ASSERT_EQUAL(other.told_of, 1);
    CU_ASSERT_TRUE(set_key(ctx) && ends_as_others(ctx, 'f'));
    CU_ASSERT_TRUE(set_key(second_ctx) && ends_as_others(second_ctx, 'b'));
    mac.freectx(ctx);
    mac.freectx(second_ctx);
    close_module();
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"what is not ours is the other's until it is given back",
         what_is_not_ours_is_the_other_s_until_it_is_given_back},
        {"one that cannot be held is not known", one_that_cannot_be_held_is_not_known},
        {"one that makes no context is let go", one_that_makes_no_context_is_let_go},
        {"one that cannot be copied makes no copy of ours",
         one_that_cannot_be_copied_makes_no_copy_of_ours},
        {"a MAC of ours goes on where the other refuses to make it for TLS",
         a_mac_of_ours_goes_on_where_the_other_refuses_to_make_it_for_tls},
        {"who asks while another does waits for the answer",
         who_asks_while_another_does_waits_for_the_answer},
        CU_TEST_INFO_NULL,
    };

    alarm(300); /* a deadlock ends with a signal rather than never */
    return suite_run("peer_context", tests);
}
