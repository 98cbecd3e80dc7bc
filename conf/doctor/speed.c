/*
 * Speed against the default provider, in a library context of its own where nothing else is.
 *
 * Samples of a tenth of a millisecond alternate between the two, so that each pair sees one state
 * of the machine; the ratio is the median of the pairs' ratios.
 */
#include "speed.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <openssl/err.h>
#include <openssl/provider.h>

static const double sample_ns = 1e5;
static const double contest_ns = 45e6;
enum { PAIRS_MAX = 400 };

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* One side of a contest: the fetched object, and a context that is used again and again, as
   programs that care for speed do. */
struct side {
    const struct service *service;
    EVP_MD *md;
    EVP_MD_CTX *md_ctx;
    EVP_MAC_CTX *mac_ctx;
    EVP_KDF_CTX *kdf_ctx;
};

static bool side_open(struct side *side, const struct service *service, OSSL_LIB_CTX *ctx)
{
    EVP_MAC *mac = NULL;
    EVP_KDF *kdf = NULL;

    *side = (struct side){.service = service};
    switch (service->kind) {
    case KIND_DIGEST:
        side->md = EVP_MD_fetch(ctx, service->digest, NULL);
        side->md_ctx = EVP_MD_CTX_new();
        return side->md != NULL && side->md_ctx != NULL;
    case KIND_HMAC:
        mac = EVP_MAC_fetch(ctx, "HMAC", NULL);
        side->mac_ctx = mac == NULL ? NULL : EVP_MAC_CTX_new(mac);
        EVP_MAC_free(mac);
        return side->mac_ctx != NULL && service_hmac_init(side->mac_ctx, service);
    case KIND_PBKDF2:
        kdf = EVP_KDF_fetch(ctx, "PBKDF2", NULL);
        side->kdf_ctx = kdf == NULL ? NULL : EVP_KDF_CTX_new(kdf);
        EVP_KDF_free(kdf);
        return side->kdf_ctx != NULL;
    }
    return false;
}

static void side_close(struct side *side)
{
    EVP_MD_CTX_free(side->md_ctx);
    EVP_MD_free(side->md);
    EVP_MAC_CTX_free(side->mac_ctx);
    EVP_KDF_CTX_free(side->kdf_ctx);
}

static bool run_once(struct side *side, const unsigned char *message, size_t size)
{
    unsigned char result[EVP_MAX_MD_SIZE];
    size_t result_size;

    switch (side->service->kind) {
    case KIND_DIGEST:
        return EVP_DigestInit_ex2(side->md_ctx, side->md, NULL) &&
               EVP_DigestUpdate(side->md_ctx, message, size) &&
               EVP_DigestFinal_ex(side->md_ctx, result, NULL);
    case KIND_HMAC: /* the key that is set already */
        return EVP_MAC_init(side->mac_ctx, NULL, 0, NULL) &&
               EVP_MAC_update(side->mac_ctx, message, size) &&
               EVP_MAC_final(side->mac_ctx, result, &result_size, sizeof result);
    case KIND_PBKDF2:
        return service_pbkdf2(side->kdf_ctx, side->service, SPEED_ITERATIONS, result, 20);
    }
    return false;
}

/* Nanoseconds for so many runs; negative if one failed. */
static double run(struct side *side, const unsigned char *message, size_t size, size_t repeats)
{
    double start = now();

    for (size_t i = 0; i < repeats; i++)
        if (!run_once(side, message, size))
            return -1;
    return now() - start;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static double contest(struct side *ours, struct side *base, const unsigned char *message,
                      size_t size)
{
    double ratios[PAIRS_MAX];
    size_t repeats = 1, pairs = 0;

    for (;;) {
        double took = run(base, message, size, repeats);
        if (took < 0 || run(ours, message, size, repeats) < 0)
            return 0;
        if (took >= sample_ns / 2 || repeats > (size_t)1 << 20)
            break;
        repeats *= 2;
    }
    for (double start = now(); pairs < PAIRS_MAX && now() - start < contest_ns;) {
        double a = run(ours, message, size, repeats), b = run(base, message, size, repeats);
        if (a <= 0 || b <= 0)
            return 0;
        ratios[pairs++] = b / a;
    }
    qsort(ratios, pairs, sizeof ratios[0], compare);
    return pairs == 0 ? 0 : ratios[pairs / 2];
}

static void measure(struct served *served, OSSL_LIB_CTX *base_ctx, const unsigned char *message)
{
    struct side ours = {0}, base = {0};

    if (side_open(&ours, served->service, NULL) && side_open(&base, served->service, base_ctx)) {
        served->ratio_small = contest(&ours, &base, message, SPEED_SMALL);
        if (served->service->kind != KIND_PBKDF2)
            served->ratio_large = contest(&ours, &base, message, SPEED_LARGE);
    }
    side_close(&ours);
    side_close(&base);
}

void speed_measure(struct served *served, size_t count)
{
    static unsigned char message[SPEED_LARGE];
    OSSL_LIB_CTX *base_ctx = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *standard = base_ctx == NULL ? NULL : OSSL_PROVIDER_load(base_ctx, "default");

    for (size_t i = 0; standard != NULL && i < count; i++)
        if (served_by_us(&served[i]))
            measure(&served[i], base_ctx, message);
    if (standard != NULL)
        OSSL_PROVIDER_unload(standard);
    OSSL_LIB_CTX_free(base_ctx);
    ERR_clear_error();
}
