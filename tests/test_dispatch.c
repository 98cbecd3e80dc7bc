/* The module's tables, called as libcrypto's core never would: misuse is refused with an error and
   does no harm. */
#include "dispatch.h"
#include "fastsha2_params.h"
#include "providers.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/params.h>

static struct library reference; /* the default provider, for expected values */
static struct module module;

enum { SAVED_MAX = 224 };

/* Number and width of the fields before the block, which the default provider's source defines. */
static size_t saved_size(const struct algorithm *algorithm)
{
    return algorithm->block_size == 64 ? 120 : 224;
}

static struct digest_functions functions_of(const struct algorithm *algorithm)
{
    struct digest_functions digest;
    CU_ASSERT_TRUE_FATAL(module_digest(&module, algorithm->name, &digest));
    return digest;
}

static void *context_of(const struct digest_functions *digest)
{
    void *ctx = digest->newctx(module.provctx);
    CU_ASSERT_PTR_NOT_NULL_FATAL(ctx);
    return ctx;
}

/* The context's digest is the default provider's of these bytes. */
static int ends_as(const struct digest_functions *digest, void *ctx,
                   const struct algorithm *algorithm, const void *data, size_t size)
{
    unsigned char want[EVP_MAX_MD_SIZE], got[EVP_MAX_MD_SIZE];
    size_t got_size = 0;

    return expected(&reference, algorithm, data, size, want) == algorithm->size &&
           digest->final(ctx, got, &got_size, sizeof got) && got_size == algorithm->size &&
           memcmp(got, want, got_size) == 0;
}

static void missing_data_is_refused_and_the_message_goes_on(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        void *ctx = context_of(&digest);
        CU_ASSERT_TRUE(digest.init(ctx, NULL));
        CU_ASSERT_TRUE(digest.update(ctx, (const unsigned char *)"ab", 2));
        CU_ASSERT_REFUSED(digest.update(ctx, NULL, 1));
        CU_ASSERT_REFUSED(digest.update(ctx, NULL, SIZE_MAX));
        CU_ASSERT_TRUE(digest.update(ctx, NULL, 0));
        CU_ASSERT_TRUE(digest.update(ctx, (const unsigned char *)"c", 1));
        CU_ASSERT_TRUE(ends_as(&digest, ctx, algorithm, "abc", 3));
        digest.freectx(ctx);
    }
}

static void a_short_output_buffer_is_refused_and_left_alone(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char out[EVP_MAX_MD_SIZE], untouched[EVP_MAX_MD_SIZE];
        struct digest_functions digest = functions_of(algorithm);
        void *ctx = context_of(&digest);
        memset(untouched, 0x5a, sizeof untouched);
        memset(out, 0x5a, sizeof out);
        CU_ASSERT_TRUE(digest.init(ctx, NULL));
        CU_ASSERT_TRUE(digest.update(ctx, (const unsigned char *)"abc", 3));
        for (size_t room = 0; room < algorithm->size; room++) {
            size_t size = 4711;
            CU_ASSERT_REFUSED(digest.final(ctx, out, &size, room));
            CU_ASSERT_EQUAL(size, 4711);
        }
        size_t size = 0;
        CU_ASSERT_REFUSED(digest.final(ctx, NULL, &size, sizeof out));
        CU_ASSERT_EQUAL(memcmp(out, untouched, sizeof out), 0);
        CU_ASSERT_TRUE(digest.final(ctx, out, &size, algorithm->size));
        CU_ASSERT_EQUAL(size, algorithm->size);
        unsigned char want[EVP_MAX_MD_SIZE];
        CU_ASSERT_EQUAL(expected(&reference, algorithm, "abc", 3, want), size);
        CU_ASSERT_EQUAL(memcmp(out, want, size), 0);
        CU_ASSERT_EQUAL(memcmp(out + size, untouched, sizeof out - size), 0);
        digest.freectx(ctx);
    }
}

/* A context that was never initialised, and one whose message is over. */
static void idle_contexts_refuse_all_but_init(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        void *ctx = context_of(&digest);
        for (int round = 0; round < 2; round++) {
            unsigned char out[SAVED_MAX];
            size_t size = sizeof out;
            CU_ASSERT_REFUSED(digest.update(ctx, (const unsigned char *)"abc", 3));
            CU_ASSERT_REFUSED(digest.update(ctx, NULL, 0));
            CU_ASSERT_REFUSED(digest.final(ctx, out, &size, sizeof out));
            CU_ASSERT_REFUSED(digest.serialize(ctx, out, &size));

            void *copies[] = {digest.dupctx(ctx), context_of(&digest)};
            digest.copyctx(copies[1], ctx);
            for (int i = 0; i < 2; i++) {
                CU_ASSERT_PTR_NOT_NULL_FATAL(copies[i]);
                CU_ASSERT_REFUSED(digest.update(copies[i], (const unsigned char *)"abc", 3));
                CU_ASSERT_REFUSED(digest.final(copies[i], out, &size, sizeof out));
                CU_ASSERT_TRUE(digest.init(copies[i], NULL));
                CU_ASSERT_TRUE(digest.update(copies[i], (const unsigned char *)"abc", 3));
                digest.copyctx(copies[i], ctx); /* idle again */
                CU_ASSERT_REFUSED(digest.final(copies[i], out, &size, sizeof out));
                CU_ASSERT_TRUE(digest.init(copies[i], NULL));
                CU_ASSERT_TRUE(ends_as(&digest, copies[i], algorithm, "", 0));
                digest.freectx(copies[i]);
            }
            CU_ASSERT_TRUE(digest.init(ctx, NULL));
            CU_ASSERT_TRUE(digest.update(ctx, (const unsigned char *)"abc", 3));
            CU_ASSERT_TRUE(ends_as(&digest, ctx, algorithm, "abc", 3));
        }
        digest.freectx(ctx);
        digest.freectx(NULL);
    }
}

static void copies_go_on_from_every_fill_level(void)
{
    unsigned char data[400];

    fill(data, sizeof data, 21);
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        void *used = context_of(&digest);
        for (size_t head = 0; head <= 2 * algorithm->block_size; head++) {
            void *source = context_of(&digest);
            CU_ASSERT_TRUE(digest.init(source, NULL));
            CU_ASSERT_TRUE(digest.update(source, data, head));
            void *duplicate = digest.dupctx(source);
            CU_ASSERT_PTR_NOT_NULL_FATAL(duplicate);
            CU_ASSERT_TRUE(digest.init(used, NULL));
            CU_ASSERT_TRUE(digest.update(used, data + 7, 201));
            digest.copyctx(used, source);
            void *all[] = {source, duplicate, used};
            for (int i = 0; i < 3; i++) {
                CU_ASSERT_TRUE(digest.update(all[i], data + head, sizeof data - head));
                CU_ASSERT_TRUE(ends_as(&digest, all[i], algorithm, data, sizeof data));
            }
            digest.freectx(source);
            digest.freectx(duplicate);
        }
        digest.freectx(used);
    }
}

static void a_saved_state_goes_on_from_every_fill_level(void)
{
    unsigned char data[400];

    fill(data, sizeof data, 22);
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        for (size_t head = 0; head <= 2 * algorithm->block_size; head++) {
            unsigned char saved[SAVED_MAX + 1];
            size_t size = sizeof saved;
            void *source = context_of(&digest), *restored = context_of(&digest);
            CU_ASSERT_TRUE(digest.init(source, NULL));
            CU_ASSERT_TRUE(digest.update(source, data, head));
            CU_ASSERT_TRUE(digest.serialize(source, saved, &size));
            CU_ASSERT_EQUAL(size, saved_size(algorithm));
            CU_ASSERT_TRUE(digest.deserialize(restored, saved, size));
            void *all[] = {source, restored};
            for (int i = 0; i < 2; i++) {
                CU_ASSERT_TRUE(digest.update(all[i], data + head, sizeof data - head));
                CU_ASSERT_TRUE(ends_as(&digest, all[i], algorithm, data, sizeof data));
                digest.freectx(all[i]);
            }
        }
    }
}

static void saving_tells_its_size_and_refuses_less_room(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        void *ctx = context_of(&digest);
        unsigned char saved[SAVED_MAX], untouched[SAVED_MAX];
        size_t size = 0;
        memset(saved, 0x5a, sizeof saved);
        memset(untouched, 0x5a, sizeof untouched);
        CU_ASSERT_TRUE(digest.init(ctx, NULL));
        CU_ASSERT_REFUSED(digest.serialize(ctx, NULL, NULL));
        CU_ASSERT_REFUSED(digest.serialize(ctx, saved, NULL));
        CU_ASSERT_TRUE(digest.serialize(ctx, NULL, &size));
        CU_ASSERT_EQUAL(size, saved_size(algorithm));
        size--;
        CU_ASSERT_REFUSED(digest.serialize(ctx, saved, &size));
        size = 0;
        CU_ASSERT_REFUSED(digest.serialize(ctx, saved, &size));
        CU_ASSERT_EQUAL(memcmp(saved, untouched, sizeof saved), 0);
        size = saved_size(algorithm);
        CU_ASSERT_TRUE(digest.serialize(ctx, saved, &size));
        CU_ASSERT_EQUAL(memcmp(saved + size, untouched, sizeof saved - size), 0);
        digest.freectx(ctx);
    }
}

/* The saved state is refused by a context in the middle of a message, which goes on. */
static void refuses_saved(const struct algorithm *algorithm, const unsigned char *saved,
                          size_t size)
{
    struct digest_functions digest = functions_of(algorithm);
    void *ctx = context_of(&digest);

    CU_ASSERT_TRUE(digest.init(ctx, NULL));
    CU_ASSERT_TRUE(digest.update(ctx, (const unsigned char *)"ab", 2));
    CU_ASSERT_REFUSED(digest.deserialize(ctx, saved, size));
    CU_ASSERT_TRUE(digest.update(ctx, (const unsigned char *)"c", 1));
    CU_ASSERT_TRUE(ends_as(&digest, ctx, algorithm, "abc", 3));
    digest.freectx(ctx);
}

static void save_of_100_bytes(const struct algorithm *algorithm, unsigned char saved[SAVED_MAX + 1])
{
    struct digest_functions digest = functions_of(algorithm);
    void *ctx = context_of(&digest);
    size_t size = SAVED_MAX + 1;
    unsigned char data[100];

    fill(data, sizeof data, 23);
    memset(saved, 0, SAVED_MAX + 1);
    CU_ASSERT_TRUE(digest.init(ctx, NULL));
    CU_ASSERT_TRUE(digest.update(ctx, data, sizeof data));
    CU_ASSERT_TRUE(digest.serialize(ctx, saved, &size));
    digest.freectx(ctx);
}

static void a_saved_state_of_the_wrong_length_is_refused(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char saved[SAVED_MAX + 1];
        save_of_100_bytes(algorithm, saved);
        refuses_saved(algorithm, saved, 0);
        refuses_saved(algorithm, saved, saved_size(algorithm) - 1);
        refuses_saved(algorithm, saved, saved_size(algorithm) + 1);
        refuses_saved(algorithm, saved, algorithm->block_size == 64 ? 224 : 120);
        refuses_saved(algorithm, NULL, saved_size(algorithm));
        refuses_saved(algorithm, NULL, 0);
    }
}

static void a_saved_state_of_another_algorithm_is_refused(void)
{
    FOR_EACH_ALGORITHM (from) {
        unsigned char saved[SAVED_MAX + 1];
        save_of_100_bytes(from, saved);
        FOR_EACH_ALGORITHM (to) {
            /* It tells the word size and the digest's size, in one of which any two differ. */
            if (to != from)
                refuses_saved(to, saved, saved_size(from));
        }
    }
}

/* Magic, digest size, waiting bytes, and a bit count that disagrees with them or is not whole
   bytes. */
static void a_saved_state_that_contradicts_itself_is_refused(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        unsigned char saved[SAVED_MAX + 1];
        size_t count_at = 16 + algorithm->block_size / 2;
        save_of_100_bytes(algorithm, saved);
        for (size_t at = 0; at < 16; at++) {
            saved[at] ^= 1;
            refuses_saved(algorithm, saved, saved_size(algorithm));
            saved[at] ^= 0x81;
            refuses_saved(algorithm, saved, saved_size(algorithm));
            saved[at] ^= 0x80;
        }
        saved[count_at] ^= 8;
        refuses_saved(algorithm, saved, saved_size(algorithm));
        saved[count_at] ^= 8 ^ 1;
        refuses_saved(algorithm, saved, saved_size(algorithm));
        saved[count_at] ^= 1;
        uint32_t waiting = (uint32_t)algorithm->block_size;
        memcpy(saved + 12, &waiting, sizeof waiting);
        saved[count_at] = 0;
        saved[count_at + 1] = 4;
        refuses_saved(algorithm, saved, saved_size(algorithm));
    }
}

static void digest_parameters_are_answered_one_at_a_time(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        size_t block_size = 0, size = 0;
        int xof = 7, absent = 7;
        char other[4] = "abc";
        OSSL_PARAM all[] = {
            OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, &block_size),
            OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, &size),
            OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, &xof),
            OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, &absent),
            OSSL_PARAM_utf8_string("of-no-digest", other, sizeof other),
            OSSL_PARAM_END,
        };
        for (size_t i = 0; i < 5; i++) {
            OSSL_PARAM one[] = {all[i], OSSL_PARAM_END};
            CU_ASSERT_TRUE(digest.get_params(one));
            CU_ASSERT_EQUAL(OSSL_PARAM_modified(one), i < 4);
        }
        CU_ASSERT_EQUAL(block_size, algorithm->block_size);
        CU_ASSERT_EQUAL(size, algorithm->size);
        CU_ASSERT_EQUAL(xof, 0);
        CU_ASSERT_EQUAL(absent, 1);
        CU_ASSERT_STRING_EQUAL(other, "abc");
        block_size = size = 0;
        CU_ASSERT_TRUE(digest.get_params(all));
        CU_ASSERT_TRUE(block_size == algorithm->block_size && size == algorithm->size);
        CU_ASSERT_FALSE(OSSL_PARAM_modified(&all[4]));

        int named = 0;
        for (const OSSL_PARAM *p = digest.gettable_params(module.provctx); p->key != NULL; p++) {
            for (size_t i = 0; i < 4; i++)
                named += strcmp(p->key, all[i].key) == 0 && p->data_type == all[i].data_type;
        }
        CU_ASSERT_EQUAL(named, 4);
    }
}

static void a_parameter_that_does_not_fit_is_refused(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        char text[20] = "";
        double real = 0;
        OSSL_PARAM wrong[][2] = {
            {OSSL_PARAM_utf8_string(OSSL_DIGEST_PARAM_SIZE, text, sizeof text), OSSL_PARAM_END},
            {OSSL_PARAM_double(OSSL_DIGEST_PARAM_SIZE, &real), OSSL_PARAM_END},
        };
        for (size_t i = 0; i < 2; i++)
            CU_ASSERT_EQUAL(digest.get_params(wrong[i]), 0);
    }
}

/* Two messages, and one in pieces of 10 bytes, by the parameters below fastsha2.h, which asks before it calls. */
struct batch {
    const unsigned char *data[2];
    size_t size[2];
    unsigned char *out[2];
    struct fastsha2_many many;
    struct fastsha2_pieces pieces;
    unsigned char digests[4 * EVP_MAX_MD_SIZE];
};

static void batch_set(struct batch *batch, const struct algorithm *algorithm)
{
    static const unsigned char message[] = "pieces of ten bytes, and a rest";
    enum { SIZE = sizeof message - 1 };

    memset(batch, 0x5a, sizeof *batch);
    for (size_t i = 0; i < 2; i++) {
        batch->data[i] = message + i;
        batch->size[i] = 20;
        batch->out[i] = batch->digests + i * EVP_MAX_MD_SIZE;
    }
    batch->many = (struct fastsha2_many){2, batch->data, batch->size, batch->out, algorithm->size};
    batch->pieces =
        (struct fastsha2_pieces){message, SIZE, 10, batch->digests, 4 * algorithm->size};
}

static int set_many(const struct digest_functions *digest, void *ctx, struct batch *batch)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_octet_string(FASTSHA2_DIGEST_PARAM_MANY, &batch->many, sizeof batch->many),
        OSSL_PARAM_END,
    };

    return digest->set_ctx_params(ctx, params);
}

static int set_pieces(const struct digest_functions *digest, void *ctx, struct batch *batch)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_octet_string(FASTSHA2_DIGEST_PARAM_PIECES, &batch->pieces, sizeof batch->pieces),
        OSSL_PARAM_END,
    };

    return digest->set_ctx_params(ctx, params);
}

static int nothing_is_written(const struct batch *batch)
{
    for (size_t i = 0; i < sizeof batch->digests; i++)
        if (batch->digests[i] != 0x5a)
            return 0;
    return 1;
}

/* The default provider's digest of "abc" and what follows it. */
static int is_digest_after_abc(const unsigned char *digest, const struct algorithm *algorithm,
                               const unsigned char *data, size_t size)
{
    unsigned char message[40] = "abc", want[EVP_MAX_MD_SIZE];

    memcpy(message + 3, data, size);
    return expected(&reference, algorithm, message, 3 + size, want) == algorithm->size &&
           memcmp(digest, want, algorithm->size) == 0;
}

static void many_messages_without_room_for_their_digests_are_refused(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        struct batch batch;
        void *ctx = context_of(&digest);
        CU_ASSERT_TRUE(digest.init(ctx, NULL));
        CU_ASSERT_TRUE(digest.update(ctx, (const unsigned char *)"abc", 3));

        batch_set(&batch, algorithm);
        for (batch.many.outlen = 0; batch.many.outlen < algorithm->size; batch.many.outlen++)
            CU_ASSERT_REFUSED(set_many(&digest, ctx, &batch));
        batch.pieces.outlen = 4 * algorithm->size - 1;
        CU_ASSERT_REFUSED(set_pieces(&digest, ctx, &batch));
        batch.pieces.outlen = 0;
        CU_ASSERT_REFUSED(set_pieces(&digest, ctx, &batch));
        batch.pieces.outlen = SIZE_MAX;
        batch.pieces.piece = 0;
        CU_ASSERT_REFUSED(set_pieces(&digest, ctx, &batch));
        CU_ASSERT_PTR_NOT_NULL(strstr(bare_core.last_error, "pieces of 0 bytes"));
        CU_ASSERT_TRUE(nothing_is_written(&batch));

        batch_set(&batch, algorithm); /* with the room that they need, they are hashed */
        CU_ASSERT_TRUE(set_many(&digest, ctx, &batch));
        for (size_t i = 0; i < 2; i++)
            CU_ASSERT_TRUE(
                is_digest_after_abc(batch.out[i], algorithm, batch.data[i], batch.size[i]));
        CU_ASSERT_TRUE(set_pieces(&digest, ctx, &batch));
        for (size_t i = 0; i < 3; i++)
            CU_ASSERT_TRUE(is_digest_after_abc(batch.digests + i * algorithm->size, algorithm,
                                               batch.pieces.data + 10 * i, 10));
        CU_ASSERT_TRUE(ends_as(&digest, ctx, algorithm, "abc", 3));
        digest.freectx(ctx);
    }
}

/* A context that was never initialised, and one whose message is over. */
static void idle_contexts_refuse_many_messages(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        struct batch batch;
        void *ctx = context_of(&digest);
        batch_set(&batch, algorithm);
        for (int round = 0; round < 2; round++) {
            CU_ASSERT_REFUSED(set_many(&digest, ctx, &batch));
            CU_ASSERT_REFUSED(set_pieces(&digest, ctx, &batch));
            CU_ASSERT_TRUE(nothing_is_written(&batch));
            CU_ASSERT_TRUE(digest.init(ctx, NULL));
            CU_ASSERT_TRUE(ends_as(&digest, ctx, algorithm, "", 0));
        }
        digest.freectx(ctx);
    }
}

static void no_memory_is_a_clean_failure(void)
{
    FOR_EACH_ALGORITHM (algorithm) {
        struct digest_functions digest = functions_of(algorithm);
        void *ctx = context_of(&digest);
        CU_ASSERT_TRUE(digest.init(ctx, NULL));
        bare_core.allocations_left = 0;
        int errors = bare_core.errors;
        CU_ASSERT_PTR_NULL(digest.newctx(module.provctx));
        CU_ASSERT_PTR_NULL(digest.dupctx(ctx));
        CU_ASSERT_EQUAL(bare_core.errors, errors + 2);
        CU_ASSERT_TRUE(digest.update(ctx, (const unsigned char *)"abc", 3));
        CU_ASSERT_TRUE(ends_as(&digest, ctx, algorithm, "abc", 3));
        bare_core.allocations_left = -1;
        digest.freectx(ctx);
    }
}

static void an_initialisation_that_fails_keeps_no_memory(void)
{
    struct module other;
    long live = bare_core.live;

    bare_core.allocations_left = 0;
    CU_ASSERT_EQUAL(module_open(&other), 0);
    bare_core.allocations_left = -1;
    CU_ASSERT_EQUAL(bare_core.live, live);

    bare_core.sha512_backend = "nothing";
    CU_ASSERT_EQUAL(module_open(&other), 0);
    CU_ASSERT_EQUAL(bare_core.errors, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(bare_core.last_error, "sha512-backend = nothing"));
    bare_core.sha512_backend = NULL;
    CU_ASSERT_EQUAL(bare_core.live, live);
}

static void a_core_that_lacks_a_function_is_refused(void)
{
    enum { NFUNCTIONS = 6 };

    for (int without = 0; without < NFUNCTIONS; without++) {
        OSSL_DISPATCH fewer[NFUNCTIONS];
        const OSSL_DISPATCH *out = NULL;
        void *provctx = NULL;
        int n = 0;
        for (int i = 0; bare_core_functions[i].function_id != 0; i++)
            if (i != without)
                fewer[n++] = bare_core_functions[i];
        fewer[n] = (OSSL_DISPATCH){0, NULL};
        CU_ASSERT_EQUAL(module_entry()((const OSSL_CORE_HANDLE *)&bare_core, fewer, &out, &provctx),
                        0);
    }
}

static void other_operations_are_not_offered(void)
{
    OSSL_FUNC_provider_query_operation_fn *query =
        (OSSL_FUNC_provider_query_operation_fn *)table_function(module.functions,
                                                                OSSL_FUNC_PROVIDER_QUERY_OPERATION);

    CU_ASSERT_PTR_NOT_NULL_FATAL(query);
    for (int operation = -1; operation < 64; operation++) {
        int no_cache = 7;
        const OSSL_ALGORITHM *offered = query(module.provctx, operation, &no_cache);
        CU_ASSERT_EQUAL(offered != NULL, operation == OSSL_OP_DIGEST || operation == OSSL_OP_MAC ||
                                             operation == OSSL_OP_KDF);
        CU_ASSERT_EQUAL(no_cache, 0);
    }
}

static void every_allocation_is_freed(void)
{
    module_close(&module);
    CU_ASSERT_EQUAL(bare_core.live, 0);
    CU_ASSERT_TRUE_FATAL(module_open(&module));
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"missing data is refused and the message goes on",
         missing_data_is_refused_and_the_message_goes_on},
        {"a short output buffer is refused and left alone",
         a_short_output_buffer_is_refused_and_left_alone},
        {"idle contexts refuse all but init", idle_contexts_refuse_all_but_init},
        {"copies go on from every fill level", copies_go_on_from_every_fill_level},
        {"a saved state goes on from every fill level",
         a_saved_state_goes_on_from_every_fill_level},
        {"saving tells its size and refuses less room",
         saving_tells_its_size_and_refuses_less_room},
        {"a saved state of the wrong length is refused",
         a_saved_state_of_the_wrong_length_is_refused},
        {"a saved state of another algorithm is refused",
         a_saved_state_of_another_algorithm_is_refused},
        {"a saved state that contradicts itself is refused",
         a_saved_state_that_contradicts_itself_is_refused},
        {"digest parameters are answered one at a time",
         digest_parameters_are_answered_one_at_a_time},
        {"a parameter that does not fit is refused", a_parameter_that_does_not_fit_is_refused},
        {"many messages without room for their digests are refused",
         many_messages_without_room_for_their_digests_are_refused},
        {"idle contexts refuse many messages", idle_contexts_refuse_many_messages},
        {"no memory is a clean failure", no_memory_is_a_clean_failure},
        {"an initialisation that fails keeps no memory",
         an_initialisation_that_fails_keeps_no_memory},
        {"a core that lacks a function is refused", a_core_that_lacks_a_function_is_refused},
        {"other operations are not offered", other_operations_are_not_offered},
        {"every allocation is freed", every_allocation_is_freed},
        CU_TEST_INFO_NULL,
    };

    if (!library_open(&reference, DEFAULT, NULL) || !module_open(&module)) {
        fprintf(stderr, "test_dispatch: the default provider or the module does not load\n");
        return 1;
    }
    int failed = suite_run("dispatch", tests);
    module_close(&module);
    library_close(&reference);
    return failed;
}
