/* Where libipsec-mb is not installed. */
#include "multibuffer.h"

const char *multibuffer_name(void)
{
    return NULL;
}

struct multibuffer *multibuffer_open(const char *algorithm)
{
    (void)algorithm;
    return NULL;
}

bool multibuffer_hash(struct multibuffer *multibuffer, size_t n, const unsigned char *const *data,
                      const size_t *size, unsigned char *const *digests)
{
    (void)multibuffer, (void)n, (void)data, (void)size, (void)digests;
    return false;
}

void multibuffer_close(struct multibuffer *multibuffer)
{
    (void)multibuffer;
}
