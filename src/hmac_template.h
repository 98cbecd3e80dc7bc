/* HMAC, word for word the same for SHA-256 and SHA-512. hmac.c includes it once for each, after it has said what
   SHA2_… stand for. */

static inline void SHA2(hmac_write)(uint8_t *to, const SHA2_WORD h[8])
{
    for (size_t i = 0; i < 8; i++)
        SHA2_STORE_BE(to + i * sizeof(SHA2_WORD), h[i]);
}

/* The state after the block of the key xor a byte of padding. */
static inline void SHA2(hmac_pad)(SHA2_WORD h[8], const struct SHA2(variant) * variant,
                                  SHA2(compress_fn) * compress, const uint8_t key[SHA2_BLOCK_SIZE],
                                  uint8_t byte)
{
    uint8_t block[SHA2_BLOCK_SIZE];

    for (size_t i = 0; i < SHA2_BLOCK_SIZE; i++)
        block[i] = key[i] ^ byte;
    memcpy(h, variant->iv, sizeof variant->iv);
    compress(h, block, 1);
    wipe(block, sizeof block);
}

/* Apart from the function that wipes, so that nothing of the key is in that one's frame, nor in the gaps of it: so is
   hmac_finish. */
static __attribute__((noinline)) void SHA2(hmac_take_key)(struct SHA2(hmac) * hmac,
                                                          const struct SHA2(variant) * variant,
                                                          SHA2(compress_fn) * compress,
                                                          const uint8_t *key, size_t size)
{
    wipe(hmac->key, sizeof hmac->key);
    if (size > SHA2_BLOCK_SIZE) {
        SHA2(init)(&hmac->message, variant->iv);
        SHA2(update)(&hmac->message, compress, key, size);
        SHA2(final)(&hmac->message, compress, hmac->key, variant->digest_size);
    } else if (size != 0) {
        memcpy(hmac->key, key, size);
    }
    SHA2(hmac_pad)(hmac->inner, variant, compress, hmac->key, 0x36);
    SHA2(hmac_pad)(hmac->outer, variant, compress, hmac->key, 0x5c);
}

void SHA2(hmac_set_key)(struct SHA2(hmac) * hmac, const struct SHA2(variant) * variant,
                        SHA2(compress_fn) * compress, const uint8_t *key, size_t size)
{
    SHA2(hmac_take_key)(hmac, variant, compress, key, size);
    wipe_stack(WIPE_STACK_MAX);
    SHA2(hmac_restart)(hmac);
}

void SHA2(hmac_restart)(struct SHA2(hmac) * hmac)
{
    SHA2(resume)(&hmac->message, hmac->inner, 1);
}

int SHA2(hmac_update)(struct SHA2(hmac) * hmac, SHA2(compress_fn) * compress, const uint8_t *data,
                      size_t size)
{
    return SHA2(update)(&hmac->message, compress, data, size);
}

static __attribute__((noinline)) int SHA2(hmac_finish)(struct SHA2(hmac) * hmac,
                                                       const struct SHA2(variant) * variant,
                                                       SHA2(compress_fn) * compress, uint8_t *mac)
{
    uint8_t block[SHA2_BLOCK_SIZE];
    SHA2_WORD h[8];

    if (!SHA2(finish)(&hmac->message, compress))
        return 0;
    SHA2(hmac_write)(block, hmac->message.h);
    wipe(block + variant->digest_size, sizeof block - variant->digest_size);
    block[variant->digest_size] = 0x80;
    store_be32(block + sizeof block - 4, (uint32_t)(sizeof block + variant->digest_size) * 8);
    memcpy(h, hmac->outer, sizeof h);
    compress(h, block, 1);
    SHA2(hmac_write)(block, h);
    memcpy(mac, block, variant->digest_size);
    return 1;
}

int SHA2(hmac_final)(struct SHA2(hmac) * hmac, const struct SHA2(variant) * variant,
                     SHA2(compress_fn) * compress, uint8_t *mac)
{
    int done = SHA2(hmac_finish)(hmac, variant, compress, mac);

    wipe_stack(SHA2_STATES_ON_STACK);
    return done;
}

void SHA2(hmac_copy)(struct SHA2(hmac) * to, const struct SHA2(hmac) * from)
{
    SHA2(copy)(&to->message, &from->message);
    memcpy(to->inner, from->inner, sizeof to->inner);
    memcpy(to->outer, from->outer, sizeof to->outer);
    memcpy(to->key, from->key, sizeof to->key);
}

#undef SHA2
#undef SHA2_WORD
#undef SHA2_BLOCK_SIZE
#undef SHA2_STORE_BE
#undef SHA2_STATES_ON_STACK
