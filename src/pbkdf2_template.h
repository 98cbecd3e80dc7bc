/* PBKDF2, word for word the same for SHA-256 and SHA-512. pbkdf2.c includes it once for each, after it has said
   what SHA2_… stand for. */

/* What all iterations have in common: the states of the key, and the shape of a message that is one digest. */
static void SHA2(pbkdf2_prepare)(struct SHA2(pbkdf2) * pbkdf2, const struct SHA2(hmac) * keyed,
                                 size_t digest_size)
{
    uint8_t keep[8 * sizeof(SHA2_WORD)] = {0}, fill[SHA2_BLOCK_SIZE] = {0};

    memset(keep, 0xff, digest_size);
    fill[digest_size] = 0x80;
    store_be32(fill + SHA2_BLOCK_SIZE - 4, (uint32_t)(SHA2_BLOCK_SIZE + digest_size) * 8);

    memcpy(pbkdf2->inner, keyed->inner, sizeof pbkdf2->inner);
    memcpy(pbkdf2->outer, keyed->outer, sizeof pbkdf2->outer);
    for (size_t i = 0; i < 8; i++)
        pbkdf2->keep[i] = SHA2_LOAD_BE(keep + i * sizeof(SHA2_WORD));
    for (size_t i = 0; i < 16; i++)
        pbkdf2->fill[i] = SHA2_LOAD_BE(fill + i * sizeof(SHA2_WORD));
}

/* The block of a message that is the digest u. */
static inline void SHA2(pbkdf2_block)(uint8_t block[SHA2_BLOCK_SIZE],
                                      const struct SHA2(pbkdf2) * pbkdf2, const SHA2_WORD u[8])
{
    for (size_t i = 0; i < 8; i++)
        SHA2_STORE_BE(block + i * sizeof(SHA2_WORD), (u[i] & pbkdf2->keep[i]) | pbkdf2->fill[i]);
}

/* For back ends without a kernel. A function of its own, so that what a compiler spills lies where it is wiped: clang 14
   left a word of SHA-512 in the caller's frame. */
static __attribute__((noinline)) void SHA2(pbkdf2_iterate)(const struct SHA2(pbkdf2) * pbkdf2,
                                                           SHA2(compress_fn) * compress,
                                                           SHA2_WORD u[][8], SHA2_WORD t[][8],
                                                           size_t nchains, uint64_t iterations)
{
    uint8_t block[SHA2_BLOCK_SIZE];

    for (size_t i = 8; i < 16; i++)
        SHA2_STORE_BE(block + i * sizeof(SHA2_WORD), pbkdf2->fill[i]);
    for (size_t chain = 0; chain < nchains; chain++) {
        for (uint64_t n = 0; n < iterations; n++) {
            SHA2(pbkdf2_block)(block, pbkdf2, u[chain]);
            memcpy(u[chain], pbkdf2->inner, sizeof u[chain]);
            compress(u[chain], block, 1);
            SHA2(pbkdf2_block)(block, pbkdf2, u[chain]);
            memcpy(u[chain], pbkdf2->outer, sizeof u[chain]);
            compress(u[chain], block, 1);
            for (size_t i = 0; i < 8; i++)
                t[chain][i] ^= u[chain][i];
        }
    }
    wipe(block, sizeof block);
}

/* U_1 of the output block of that number, 1 or more: the HMAC of the salt and the number. */
static void SHA2(pbkdf2_first)(const struct SHA2(hmac) * salted,
                               const struct SHA2(variant) * variant, SHA2(compress_fn) * compress,
                               uint32_t number, SHA2_WORD u[8])
{
    struct SHA2(hmac) hmac;
    uint8_t bytes[8 * sizeof(SHA2_WORD)] = {0};

    SHA2(hmac_copy)(&hmac, salted);
    store_be32(bytes, number);
    SHA2(hmac_update)(&hmac, compress, bytes, 4);
    SHA2(hmac_final)(&hmac, variant, compress, bytes);
    for (size_t i = 0; i < 8; i++)
        u[i] = SHA2_LOAD_BE(bytes + i * sizeof(SHA2_WORD));
    wipe(&hmac, sizeof hmac);
    wipe(bytes, sizeof bytes);
}

/* As much of a digest as there is room for; returns that. */
static size_t SHA2(pbkdf2_write)(uint8_t *key, size_t room, const SHA2_WORD t[8],
                                 size_t digest_size)
{
    uint8_t bytes[8 * sizeof(SHA2_WORD)];
    size_t size = room < digest_size ? room : digest_size;

    for (size_t i = 0; i < 8; i++)
        SHA2_STORE_BE(bytes + i * sizeof(SHA2_WORD), t[i]);
    memcpy(key, bytes, size);
    wipe(bytes, sizeof bytes);
    return size;
}

/* A function of its own, so that all of its frame lies below the one that wipes. */
static __attribute__((noinline)) void SHA2(pbkdf2_blocks)(const struct SHA2(variant) * variant,
                                                          SHA2(compress_fn) * compress,
                                                          SHA2(pbkdf2_fn) * kernel,
                                                          const struct pbkdf2_input *input,
                                                          uint8_t *key, size_t size)
{
    struct SHA2(hmac) salted;
    struct SHA2(pbkdf2) pbkdf2;
    SHA2_WORD u[CHAINS][8], t[CHAINS][8];
    uint32_t number = 1;

    SHA2(hmac_set_key)(&salted, variant, compress, input->password, input->password_size);
    SHA2(pbkdf2_prepare)(&pbkdf2, &salted, variant->digest_size);
    SHA2(hmac_update)(&salted, compress, input->salt, input->salt_size);
    while (size != 0) {
        size_t left = (size - 1) / variant->digest_size + 1;
        size_t nchains = left < CHAINS ? left : CHAINS;

        for (size_t i = 0; i < nchains; i++)
            SHA2(pbkdf2_first)(&salted, variant, compress, number++, u[i]);
        memcpy(t, u, nchains * sizeof t[0]);
        if (kernel != NULL)
            kernel(&pbkdf2, u, t, nchains, input->iterations - 1);
        else
            SHA2(pbkdf2_iterate)(&pbkdf2, compress, u, t, nchains, input->iterations - 1);
        for (size_t i = 0; i < nchains; i++) {
            size_t written = SHA2(pbkdf2_write)(key, size, t[i], variant->digest_size);
            key += written;
            size -= written;
        }
    }
}

void SHA2(pbkdf2_derive)(const struct SHA2(variant) * variant, SHA2(compress_fn) * compress,
                         SHA2(pbkdf2_fn) * kernel, const struct pbkdf2_input *input, uint8_t *key,
                         size_t size)
{
    enum {
        BLOCKS = sizeof(struct SHA2(hmac)) + sizeof(struct SHA2(pbkdf2)) +
                 2 * CHAINS * 8 * sizeof(SHA2_WORD),
        USED = BLOCKS + 2 * WIPE_STACK_MAX
    };

    _Static_assert((int)USED <= (int)WIPE_STACK_LIMIT, "more than wipe_stack can clear");
    SHA2(pbkdf2_blocks)(variant, compress, kernel, input, key, size);
    wipe_stack(USED);
}

#undef SHA2
#undef SHA2_WORD
#undef SHA2_BLOCK_SIZE
#undef SHA2_STORE_BE
#undef SHA2_LOAD_BE
