/*
 * threads SECONDS [THREADS]: 64 threads, or so many, load fastsha2, use it and unload it until the time is over: half of
 * them each in a library context of its own, the others all in one. The longer, the more it finds: tests give it 10
 * seconds, and
 *
 *     build/tsan/tests/threads 600
 *
 * is for whoever has changed what threads share (OPENSSL_MODULES names the module's folder).
 */
#include "providers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <openssl/err.h>

enum { NTHREADS = 64 };

static const unsigned char text[200] = "what every thread hashes";

/* What is to come of it, by the default provider. */
static struct results {
    unsigned char digests[NALGORITHMS][EVP_MAX_MD_SIZE];
    unsigned char macs[2][EVP_MAX_MD_SIZE];
    unsigned char key[KDF_SIZE];
} want;

static const char *const mac_digests[2] = {"SHA2-256", "SHA1"}; /* ours, and one that we hand on */

/* While the last of those who have loaded it in a shared context unloads the provider, libcrypto may not find it for one
   who has just loaded it: with its own providers it is the same. That is a miss, and no fault; a wrong result is. */
enum outcome { RIGHT, MISSED, WRONG };

static enum outcome work_out(OSSL_LIB_CTX *ctx, const char *query, struct results *results)
{
    EVP_MAC *mac = EVP_MAC_fetch(ctx, "HMAC", query);
    EVP_KDF *kdf = EVP_KDF_fetch(ctx, "PBKDF2", query);
    enum outcome outcome = mac == NULL || kdf == NULL ? MISSED : RIGHT;

    for (int i = 0; i < 2 && outcome == RIGHT; i++) {
        EVP_MAC_CTX *mac_ctx = EVP_MAC_CTX_new(mac);
        if (!mac_begin(mac_ctx, mac_digests[i]) ||
            !mac_end(mac_ctx, text, sizeof text, results->macs[i]))
            outcome = WRONG;
        EVP_MAC_CTX_free(mac_ctx);
    }
    if (outcome == RIGHT) {
        EVP_KDF_CTX *kdf_ctx = EVP_KDF_CTX_new(kdf);
        if (!kdf_set(kdf_ctx, "SHA2-512") || !kdf_end(kdf_ctx, results->key))
            outcome = WRONG;
        EVP_KDF_CTX_free(kdf_ctx);
    }
    EVP_KDF_free(kdf);
    EVP_MAC_free(mac);
    return outcome;
}

static int expect_from_default(void)
{
    struct library library;
    int done = library_open(&library, DEFAULT, NULL) && work_out(library.ctx, NULL, &want) == RIGHT;

    for (size_t i = 0; i < NALGORITHMS; i++)
        done = done && expected(&library, &algorithms[i], text, sizeof text, want.digests[i]) ==
                           algorithms[i].size;
    library_close(&library);
    return done;
}

static enum outcome work_out_all(OSSL_LIB_CTX *ctx)
{
    struct results got = {{{0}}, {{0}}, {0}};
    enum outcome outcome = work_out(ctx, OURS, &got);

    if (outcome == RIGHT && (memcmp(got.key, want.key, KDF_SIZE) != 0 ||
                             memcmp(got.macs, want.macs, sizeof want.macs) != 0))
        outcome = WRONG;
    for (size_t i = 0; i < NALGORITHMS && outcome == RIGHT; i++) {
        EVP_MD *md = EVP_MD_fetch(ctx, algorithms[i].name, OURS);
        if (md == NULL)
            outcome = MISSED;
        else if (hash(md, text, sizeof text, got.digests[i]) != algorithms[i].size ||
                 memcmp(got.digests[i], want.digests[i], algorithms[i].size) != 0)
            outcome = WRONG;
        EVP_MD_free(md);
    }
    return outcome;
}

static atomic_int over;
static OSSL_LIB_CTX *shared;

struct worker {
    pthread_t thread;
    int number;
    long rounds, missed, wrong;
};

static enum outcome own_round(const struct worker *worker)
{
    static const char *const sections[] = {NULL, "sha256-backend = portable",
                                           "sha512-backend = portable"};
    struct library library;
    enum outcome outcome = WRONG;

    if (library_open(&library, BOTH, sections[(worker->number + worker->rounds) % 3]))
        outcome = work_out_all(library.ctx);
    library_close(&library);
    return outcome == RIGHT ? RIGHT : WRONG;
}

static enum outcome shared_round(void)
{
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(shared, "fastsha2");
    enum outcome outcome;

    if (provider == NULL)
        return WRONG;
    outcome = work_out_all(shared);
    return OSSL_PROVIDER_unload(provider) ? outcome : WRONG;
}

static void *work(void *argument)
{
    struct worker *worker = argument;

    while (!atomic_load(&over)) {
        switch (worker->number % 2 == 0 ? own_round(worker) : shared_round()) {
        case RIGHT:
            worker->rounds++;
            break;
        case MISSED:
            worker->missed++;
            ERR_clear_error();
            break;
        default:
            worker->wrong = 1;
            ERR_print_errors_fp(stderr);
            return NULL;
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static struct worker workers[NTHREADS];
    long seconds = argc == 2 || argc == 3 ? strtol(argv[1], NULL, 10) : 0, rounds[2] = {0, 0};
    long nthreads = argc == 3 ? strtol(argv[2], NULL, 10) : NTHREADS, missed = 0, wrong = 0;

    if (seconds <= 0 || nthreads < 2 || nthreads > NTHREADS) {
        fprintf(stderr, "usage: threads SECONDS [THREADS]\n");
        return 2;
    }
    shared = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *theirs = OSSL_PROVIDER_load(shared, "default");
    if (!expect_from_default() || theirs == NULL) {
        ERR_print_errors_fp(stderr);
        return 1;
    }
    for (int i = 0; i < nthreads; i++) {
        workers[i].number = i;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            perror("threads");
            return 1;
        }
    }
    for (struct timespec rest = {seconds, 0}; nanosleep(&rest, &rest) != 0;)
        ;
    atomic_store(&over, 1);
    for (int i = 0; i < nthreads; i++) {
        pthread_join(workers[i].thread, NULL);
        rounds[i % 2] += workers[i].rounds;
        missed += workers[i].missed;
        wrong += workers[i].wrong;
    }
    OSSL_PROVIDER_unload(theirs);
    OSSL_LIB_CTX_free(shared);
    printf("threads: %ld rounds in contexts of their own, %ld in a shared one, in which %ld more "
           "found "
           "no provider; %ld went wrong\n",
           rounds[0], rounds[1], missed, wrong);
    return wrong != 0 || rounds[0] == 0 || rounds[1] == 0;
}
