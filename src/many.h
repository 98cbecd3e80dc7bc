/*
 * The hashes of many messages at once, each a message of its own: as many as a kernel has lanes are under way
 * together, and where one ends, the next one takes its lane (FIPS 180-4, sections 5 and 6).
 *
 * Messages may be of any number and of any length, 0 included. They are read where they lie, but for the bytes
 * around the first and the last block that is not whole; nothing is allocated, and what is kept on the stack, about
 * 8 KiB, does not grow with their number and is wiped. Which messages are hashed when is not specified.
 */
#ifndef FASTSHA2_MANY_H
#define FASTSHA2_MANY_H

#include "select.h"
#include "sha256.h"
#include "sha512.h"

struct messages {
    size_t count;
    const uint8_t *const *data; /* data[i] may be NULL when size[i] is 0 */
    const size_t *size;         /* bytes */
    /* Where the digests go. One is written when its message has been read, so digest[i] may overlap data[i]; it may
       overlap no other message, no other digest and none of the arguments. */
    uint8_t *const *digest;
};

/*
 * Each message is hashed as if what start has absorbed stood before it: start is a state after sha256_init, for the
 * variant, and after any updates with what all messages have in common, a salt or the mark of a tree's node. It is
 * not idle, and stays as it is. digest_size is that of sha256_final.
 */
void sha256_many(const struct many_plan *plan, const struct sha256 *start,
                 const struct messages *messages, size_t digest_size);
void sha512_many(const struct many_plan *plan, const struct sha512 *start,
                 const struct messages *messages, size_t digest_size);

#endif
