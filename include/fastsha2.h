/*
 * What fastsha2 does beyond EVP: many messages at once, and saved states before OpenSSL 4.0. Header only, over
 * libcrypto's public functions: nothing of fastsha2 is linked, and what needs no fastsha2 works without it.
 *
 * All functions return 1, or 0 with an error on OpenSSL's queue; then nothing was written to the caller's memory.
 */
#ifndef FASTSHA2_H
#define FASTSHA2_H

#include <string.h>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "fastsha2_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Hashes n messages: out[i], of outlen bytes, begins with the digest of the len[i] bytes at data[i].
 *
 * With md, ctx is a place to work in, and is to be initialised again before it is used for anything else. Without
 * (NULL), ctx is under way, and each message is hashed as if what ctx has absorbed stood in front of it: a salt, or
 * the mark of a tree's node. ctx goes on from there afterwards.
 *
 * With fastsha2's digests, messages are worked on side by side. With any other, one after another. out[i] may
 * overlap data[i], and nothing else that is read or written.
 */
static inline int fastsha2_digest_many(EVP_MD_CTX *ctx, const EVP_MD *md, size_t n,
                                       const unsigned char *const data[], const size_t len[],
                                       unsigned char *const out[], size_t outlen);

/*
 * The same for the pieces of one message: piece bytes each (one or more), and a last one of what is left. Their
 * digests are written to out one after another, fastsha2_piece_count(len, piece) of them. An empty message is one empty
 * piece.
 */
static inline int fastsha2_digest_pieces(EVP_MD_CTX *ctx, const EVP_MD *md,
                                         const unsigned char *data, size_t len, size_t piece,
                                         unsigned char *out, size_t outlen);

/* How many pieces there are. */
static inline size_t fastsha2_piece_count(size_t len, size_t piece)
{
    return len == 0 ? 1 : (len - 1) / piece + 1;
}

/*
 * Saves the state of ctx, which is under way, in the default provider's form of OpenSSL 4.0. *outlen is the room at
 * out, then what was written; with out == NULL, it becomes the room that is needed. On OpenSSL 4.0 this is
 * EVP_MD_CTX_serialize, with any provider that has it; on 3.0 to 3.6, the digest must be fastsha2's.
 */
static inline int fastsha2_state_export(EVP_MD_CTX *ctx, unsigned char *out, size_t *outlen);

/* Goes on from a saved state of the same digest: ctx is initialised for md first, or has been (md == NULL). */
static inline int fastsha2_state_import(EVP_MD_CTX *ctx, const EVP_MD *md, const unsigned char *in,
                                        size_t inlen);

/* Internals from here on. */

#define FASTSHA2_RAISE(...) ERR_raise_data(ERR_LIB_USER, ERR_R_PASSED_INVALID_ARGUMENT, __VA_ARGS__)

static inline int fastsha2_has_(const OSSL_PARAM *list, const char *key)
{
    return list != NULL && OSSL_PARAM_locate_const(list, key) != NULL;
}

/* Initialises where there is an md, and tells the digest's size; 0 and an error if there is none. */
static inline size_t fastsha2_begin_(EVP_MD_CTX *ctx, const EVP_MD *md)
{
    int size;

    if (ctx == NULL) {
        FASTSHA2_RAISE("ctx is NULL");
        return 0;
    }
    if (md == NULL && EVP_MD_CTX_get0_md(ctx) == NULL) {
        FASTSHA2_RAISE("there is no md, and ctx is not under way");
        return 0;
    }
    if (md != NULL && !EVP_DigestInit_ex2(ctx, md, NULL))
        return 0;
    size = EVP_MD_CTX_get_size(ctx);
    if (size <= 0)
        FASTSHA2_RAISE("the digest has no fixed size");
    return size <= 0 ? 0 : (size_t)size;
}

static inline int fastsha2_set_(EVP_MD_CTX *ctx, const char *key, void *value, size_t size)
{
    OSSL_PARAM params[2];

    params[0] = OSSL_PARAM_construct_octet_string(key, value, size);
    params[1] = OSSL_PARAM_construct_end();
    return EVP_MD_CTX_set_params(ctx, params) > 0;
}

/* One message after another, by any provider, into digests of size bytes one after another. */
static inline int fastsha2_one_by_one_(EVP_MD_CTX *ctx, EVP_MD_CTX *copy, size_t n,
                                       const unsigned char *const data[], const size_t len[],
                                       unsigned char *digests, size_t size)
{
    size_t i;

    for (i = 0; i < n; i++)
        if (!EVP_MD_CTX_copy_ex(copy, ctx) || !EVP_DigestUpdate(copy, data[i], len[i]) ||
            !EVP_DigestFinal_ex(copy, digests + i * size, NULL))
            return 0;
    return 1;
}

static inline int fastsha2_digest_many(EVP_MD_CTX *ctx, const EVP_MD *md, size_t n,
                                       const unsigned char *const data[], const size_t len[],
                                       unsigned char *const out[], size_t outlen)
{
    size_t i, size = fastsha2_begin_(ctx, md);
    EVP_MD_CTX *copy;
    unsigned char *digests;
    int done;

    if (size == 0)
        return 0;
    if (n != 0 && (data == NULL || len == NULL || out == NULL)) {
        FASTSHA2_RAISE("data, len or out is NULL");
        return 0;
    }
    for (i = 0; i < n; i++)
        if ((data[i] == NULL && len[i] != 0) || out[i] == NULL) {
            FASTSHA2_RAISE("data or out of message %zu is NULL", i);
            return 0;
        }
    if (outlen < size) {
        FASTSHA2_RAISE("outlen is %zu, the digest has %zu bytes", outlen, size);
        return 0;
    }
    if (n == 0)
        return 1;
    if (n == 1 && md != NULL) /* nothing to share out */
        return EVP_DigestUpdate(ctx, data[0], len[0]) && EVP_DigestFinal_ex(ctx, out[0], NULL);
    if (fastsha2_has_(EVP_MD_CTX_settable_params(ctx), FASTSHA2_DIGEST_PARAM_MANY)) {
        struct fastsha2_many many;
        many.n = n;
        many.data = data;
        many.len = len;
        many.out = out;
        many.outlen = outlen;
        return fastsha2_set_(ctx, FASTSHA2_DIGEST_PARAM_MANY, &many, sizeof many);
    }

    if (n > (size_t)-1 / size) {
        FASTSHA2_RAISE("%zu messages are too many", n);
        return 0;
    }
    /* Apart from out, to which nothing is written if one fails. */
    digests = (unsigned char *)OPENSSL_malloc(n * size);
    copy = EVP_MD_CTX_new();
    done = digests != NULL && copy != NULL &&
           fastsha2_one_by_one_(ctx, copy, n, data, len, digests, size);
    for (i = 0; done && i < n; i++)
        memcpy(out[i], digests + i * size, size);
    EVP_MD_CTX_free(copy);
    OPENSSL_clear_free(digests, digests == NULL ? 0 : n * size);
    return done;
}

static inline int fastsha2_digest_pieces(EVP_MD_CTX *ctx, const EVP_MD *md,
                                         const unsigned char *data, size_t len, size_t piece,
                                         unsigned char *out, size_t outlen)
{
    size_t i, n, size = fastsha2_begin_(ctx, md);
    EVP_MD_CTX *copy;
    unsigned char *digests;
    int done = 1;

    if (size == 0)
        return 0;
    if ((data == NULL && len != 0) || out == NULL || piece == 0) {
        FASTSHA2_RAISE(piece == 0 ? "piece is 0" : "data or out is NULL");
        return 0;
    }
    n = fastsha2_piece_count(len, piece);
    if (n > outlen / size) {
        FASTSHA2_RAISE("outlen is %zu, %zu digests have %zu bytes each", outlen, n, size);
        return 0;
    }
    if (fastsha2_has_(EVP_MD_CTX_settable_params(ctx), FASTSHA2_DIGEST_PARAM_PIECES)) {
        struct fastsha2_pieces pieces;
        pieces.data = data;
        pieces.len = len;
        pieces.piece = piece;
        pieces.out = out;
        pieces.outlen = outlen;
        return fastsha2_set_(ctx, FASTSHA2_DIGEST_PARAM_PIECES, &pieces, sizeof pieces);
    }

    digests = (unsigned char *)OPENSSL_malloc(n * size);
    copy = EVP_MD_CTX_new();
    done = digests != NULL && copy != NULL;
    for (i = 0; done && i < n; i++) {
        const unsigned char *at = len == 0 ? data : data + i * piece;
        size_t left = len - i * piece;
        left = left < piece ? left : piece;
        done = fastsha2_one_by_one_(ctx, copy, 1, &at, &left, digests + i * size, size);
    }
    if (done)
        memcpy(out, digests, n * size);
    EVP_MD_CTX_free(copy);
    OPENSSL_clear_free(digests, digests == NULL ? 0 : n * size);
    return done;
}

static inline int fastsha2_state_export(EVP_MD_CTX *ctx, unsigned char *out, size_t *outlen)
{
    OSSL_PARAM params[2];

    if (ctx == NULL || outlen == NULL || EVP_MD_CTX_get0_md(ctx) == NULL) {
        FASTSHA2_RAISE("ctx or outlen is NULL, or ctx is not under way");
        return 0;
    }
    if (fastsha2_has_(EVP_MD_CTX_settable_params(ctx), FASTSHA2_DIGEST_PARAM_STATE)) {
        params[0] = OSSL_PARAM_construct_octet_string(FASTSHA2_DIGEST_PARAM_STATE, out,
                                                      out == NULL ? 0 : *outlen);
        params[1] = OSSL_PARAM_construct_end();
        if (EVP_MD_CTX_get_params(ctx, params) <= 0)
            return 0;
        *outlen = params[0].return_size;
        return 1;
    }
#if OPENSSL_VERSION_NUMBER >= 0x40000000L
    return EVP_MD_CTX_serialize(ctx, out, outlen) > 0;
#else
    FASTSHA2_RAISE("this digest is not fastsha2's, and OpenSSL saves no states before 4.0");
    return 0;
#endif
}

static inline int fastsha2_state_import(EVP_MD_CTX *ctx, const EVP_MD *md, const unsigned char *in,
                                        size_t inlen)
{
    if (fastsha2_begin_(ctx, md) == 0)
        return 0;
    if (in == NULL) {
        FASTSHA2_RAISE("in is NULL");
        return 0;
    }
    if (fastsha2_has_(EVP_MD_CTX_settable_params(ctx), FASTSHA2_DIGEST_PARAM_STATE))
        return fastsha2_set_(ctx, FASTSHA2_DIGEST_PARAM_STATE, (void *)in, inlen);
#if OPENSSL_VERSION_NUMBER >= 0x40000000L
    return EVP_MD_CTX_deserialize(ctx, in, inlen) > 0;
#else
    FASTSHA2_RAISE("this digest is not fastsha2's, and OpenSSL resumes no states before 4.0");
    return 0;
#endif
}

#undef FASTSHA2_RAISE

#ifdef __cplusplus
}
#endif

#endif
