/* Another library that hashes many messages at once, beside ours: Intel's libipsec-mb, where this was built with it. */
#ifndef BENCH_MULTIBUFFER_H
#define BENCH_MULTIBUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* Its name and version; NULL where this was built without it. */
const char *multibuffer_name(void);

/* NULL if it lacks the digest. */
struct multibuffer;
struct multibuffer *multibuffer_open(const char *algorithm);

/* As fastsha2_digest_many. */
bool multibuffer_hash(struct multibuffer *multibuffer, size_t n, const unsigned char *const *data,
                      const size_t *size, unsigned char *const *digests);

void multibuffer_close(struct multibuffer *multibuffer);

#endif
