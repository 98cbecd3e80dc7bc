/*
 * The parameters of fastsha2's digest contexts that no other provider has, for EVP_MD_CTX_set_params(3) and
 * EVP_MD_CTX_get_params(3). A program uses the functions of fastsha2.h, which fill these in.
 */
#ifndef FASTSHA2_PARAMS_H_
#define FASTSHA2_PARAMS_H_

#include <stddef.h>

/* Set, an octet string: a struct fastsha2_many. Each message is hashed as if what the context has absorbed stood in
   front of it; the context stays as it is. */
#define FASTSHA2_DIGEST_PARAM_MANY "fastsha2-many"

/* Set, an octet string: a struct fastsha2_pieces. The same for the pieces of one message. */
#define FASTSHA2_DIGEST_PARAM_PIECES "fastsha2-pieces"

/* Set and get, an octet string: the saved state of the message that is under way, in the form of OpenSSL 4.0's
   EVP_MD_CTX_serialize(3). */
#define FASTSHA2_DIGEST_PARAM_STATE "fastsha2-state"

/* Memory is the caller's. out[i] may overlap data[i], and no other message, digest or argument. */
struct fastsha2_many {
    size_t n;                         /* messages */
    const unsigned char *const *data; /* n pointers; data[i] may be NULL where len[i] is 0 */
    const size_t *len;                /* bytes of each */
    unsigned char *const *out;        /* n pointers, to outlen bytes each */
    size_t outlen;                    /* at least the digest's size */
};

/* The pieces are those of piece bytes each, and a last one of what is left; an empty message is one empty piece. */
struct fastsha2_pieces {
    const unsigned char *data;
    size_t len;
    size_t piece;       /* bytes, one or more */
    unsigned char *out; /* the digests, one after another */
    size_t outlen;      /* bytes there */
};

#endif
