/* libipsec-mb by its jobs, without its checks: the fastest of its interfaces that has digests (bursts of version 1.3
   have HMAC alone). */
#include "multibuffer.h"

#include <stdlib.h>
#include <string.h>

#include <intel-ipsec-mb.h>

struct multibuffer {
    IMB_MGR *manager;
    IMB_HASH_ALG algorithm;
    size_t digest_size;
};

const char *multibuffer_name(void)
{
    return "libipsec-mb " IMB_VERSION_STR;
}

struct multibuffer *multibuffer_open(const char *algorithm)
{
    static const struct {
        const char *name;
        IMB_HASH_ALG algorithm;
        size_t digest_size;
    } known[] = {
        {"SHA2-224", IMB_AUTH_SHA_224, 28},
        {"SHA2-256", IMB_AUTH_SHA_256, 32},
        {"SHA2-384", IMB_AUTH_SHA_384, 48},
        {"SHA2-512", IMB_AUTH_SHA_512, 64},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].name, algorithm) != 0)
            continue;
        struct multibuffer *multibuffer = calloc(1, sizeof *multibuffer);
        if (multibuffer == NULL)
            return NULL;
        multibuffer->algorithm = known[i].algorithm;
        multibuffer->digest_size = known[i].digest_size;
        multibuffer->manager = alloc_mb_mgr(0);
        if (multibuffer->manager != NULL) {
            init_mb_mgr_auto(multibuffer->manager, NULL);
            return multibuffer;
        }
        free(multibuffer);
    }
    return NULL;
}

bool multibuffer_hash(struct multibuffer *multibuffer, size_t n, const unsigned char *const *data,
                      const size_t *size, unsigned char *const *digests)
{
    const IMB_JOB *done;
    size_t completed = 0;

    for (size_t i = 0; i < n; i++) {
        IMB_JOB *job = IMB_GET_NEXT_JOB(multibuffer->manager);
        job->cipher_mode = IMB_CIPHER_NULL;
        job->cipher_direction = IMB_DIR_ENCRYPT;
        job->chain_order = IMB_ORDER_HASH_CIPHER;
        job->hash_alg = multibuffer->algorithm;
        job->src = data[i];
        job->hash_start_src_offset_in_bytes = 0;
        job->msg_len_to_hash_in_bytes = size[i];
        job->auth_tag_output = digests[i];
        job->auth_tag_output_len_in_bytes = multibuffer->digest_size;
        done = IMB_SUBMIT_JOB_NOCHECK(multibuffer->manager);
        completed += done != NULL && done->status == IMB_STATUS_COMPLETED;
    }
    while ((done = IMB_FLUSH_JOB(multibuffer->manager)) != NULL)
        completed += done->status == IMB_STATUS_COMPLETED;
    return completed == n;
}

void multibuffer_close(struct multibuffer *multibuffer)
{
    if (multibuffer != NULL)
        free_mb_mgr(multibuffer->manager);
    free(multibuffer);
}
