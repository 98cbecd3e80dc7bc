/*
 * Counts the blocks that are compressed, the MACs and the keys of PBKDF2, for the tests that ask whether
 * fastsha2 served a program.
 *
 * Linked into the counting module only (FASTSHA2_COUNT), which is the objects of the real one, this file and
 * the linker's --wrap: the row that was chosen is exchanged for one that counts first, the two functions behind
 * a MAC and a key as well, so neither the sources nor the objects of the real module have anything of it.
 *
 * The counters are in the file that FASTSHA2_COUNT_FILE names, six 64-bit numbers: calls and blocks of
 * SHA-256, calls and blocks of SHA-512, MACs (also those with which PBKDF2 begins), keys. It is mapped when the
 * provider is initialised, so that a process may give up its privileges or its root afterwards, and so that all
 * processes count together.
 */
#include "backend.h"
#include "hmac.h"
#include "pbkdf2.h"
#include "select.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct counter {
    _Atomic uint64_t calls, blocks;
};

struct counts {
    struct counter sha256, sha512;
    _Atomic uint64_t macs, keys;
};

/* A compressor is told nothing but its state and its blocks, so there is one choice for the whole process,
   the last that was made. All rows compute the same. */
static struct counts *_Atomic counts;
static const struct backend *_Atomic real_sha256, *_Atomic real_sha512;

static void count_one(_Atomic uint64_t *number)
{
    atomic_fetch_add_explicit(number, 1, memory_order_relaxed);
}

static void count(struct counter *counter, size_t nblocks)
{
    count_one(&counter->calls);
    atomic_fetch_add_explicit(&counter->blocks, nblocks, memory_order_relaxed);
}

static void sha256_compress_counting(uint32_t state[8], const uint8_t *blocks, size_t nblocks)
{
    count(&counts->sha256, nblocks);
    real_sha256->sha256(state, blocks, nblocks);
}

static void sha512_compress_counting(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    count(&counts->sha512, nblocks);
    real_sha512->sha512(state, blocks, nblocks);
}

/* An iteration is two blocks. */
static void sha256_pbkdf2_counting(const struct sha256_pbkdf2 *pbkdf2, uint32_t u[][8],
                                   uint32_t t[][8], size_t nchains, uint64_t iterations)
{
    count(&counts->sha256, 2 * nchains * (size_t)iterations);
    real_sha256->sha256_pbkdf2(pbkdf2, u, t, nchains, iterations);
}

static void sha512_pbkdf2_counting(const struct sha512_pbkdf2 *pbkdf2, uint64_t u[][8],
                                   uint64_t t[][8], size_t nchains, uint64_t iterations)
{
    count(&counts->sha512, 2 * nchains * (size_t)iterations);
    real_sha512->sha512_pbkdf2(pbkdf2, u, t, nchains, iterations);
}

/* NULL if there is no such file, or it is not ours to write: then nothing is counted. */
static struct counts *map_counts(void)
{
    const char *name = getenv("FASTSHA2_COUNT_FILE");
    void *map = MAP_FAILED;
    int file = name == NULL ? -1 : open(name, O_RDWR | O_CLOEXEC);

    if (file < 0)
        return NULL;
    if (ftruncate(file, sizeof(struct counts)) == 0)
        map = mmap(NULL, sizeof(struct counts), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return map == MAP_FAILED ? NULL : map;
}

/* As the headers declare them, by the names that the linker gives them. */
#define WRAP(function) __typeof__(function) __real_##function, __wrap_##function
WRAP(select_backend);
WRAP(sha256_hmac_final);
WRAP(sha512_hmac_final);
WRAP(sha256_pbkdf2_derive);
WRAP(sha512_pbkdf2_derive);

const struct backend *__wrap_select_backend(const struct backend_table *table, uint64_t features,
                                            const struct preference *preference,
                                            backend_check_fn *check)
{
    static struct backend counting_sha256, counting_sha512;
    const struct backend *row = __real_select_backend(table, features, preference, check);

    if (counts == NULL)
        counts = map_counts();
    if (row == NULL || counts == NULL)
        return row;
    if (table == &sha256_backends) {
        real_sha256 = row;
        counting_sha256 = *row;
        counting_sha256.sha256 = sha256_compress_counting;
        if (row->sha256_pbkdf2 != NULL)
            counting_sha256.sha256_pbkdf2 = sha256_pbkdf2_counting;
        return &counting_sha256;
    }
    real_sha512 = row;
    counting_sha512 = *row;
    counting_sha512.sha512 = sha512_compress_counting;
    if (row->sha512_pbkdf2 != NULL)
        counting_sha512.sha512_pbkdf2 = sha512_pbkdf2_counting;
    return &counting_sha512;
}

int __wrap_sha256_hmac_final(struct sha256_hmac *hmac, const struct sha256_variant *variant,
                             sha256_compress_fn *compress, uint8_t *mac)
{
    if (counts != NULL)
        count_one(&counts->macs);
    return __real_sha256_hmac_final(hmac, variant, compress, mac);
}

int __wrap_sha512_hmac_final(struct sha512_hmac *hmac, const struct sha512_variant *variant,
                             sha512_compress_fn *compress, uint8_t *mac)
{
    if (counts != NULL)
        count_one(&counts->macs);
    return __real_sha512_hmac_final(hmac, variant, compress, mac);
}

void __wrap_sha256_pbkdf2_derive(const struct sha256_variant *variant, sha256_compress_fn *compress,
                                 sha256_pbkdf2_fn *kernel, const struct pbkdf2_input *input,
                                 uint8_t *key, size_t size)
{
    if (counts != NULL)
        count_one(&counts->keys);
    __real_sha256_pbkdf2_derive(variant, compress, kernel, input, key, size);
}

void __wrap_sha512_pbkdf2_derive(const struct sha512_variant *variant, sha512_compress_fn *compress,
                                 sha512_pbkdf2_fn *kernel, const struct pbkdf2_input *input,
                                 uint8_t *key, size_t size)
{
    if (counts != NULL)
        count_one(&counts->keys);
    __real_sha512_pbkdf2_derive(variant, compress, kernel, input, key, size);
}
