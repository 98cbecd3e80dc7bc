/* The tests on demand, word for word the same for SHA-256 and SHA-512. retest.c includes it once for each, after it has
   said what SHA2_… stand for. */

static int SHA2(digest_is_right)(const struct many_plan *plan, uint8_t fault)
{
    struct SHA2_MEMBER state;
    uint8_t digest[sizeof SHA2(abc_digest)];

    SHA2(init)(&state, SHA2_VARIANT.iv);
    SHA2(update)(&state, plan->single->SHA2_MEMBER, abc, sizeof abc);
    SHA2(final)(&state, plan->single->SHA2_MEMBER, digest, sizeof digest);
    if (!equals(digest, SHA2(abc_digest), sizeof digest, fault) || !SHA2_SELFTEST(plan->single))
        return 0;
    for (size_t m = 0; m <= plan->width; m++)
        if (is_new(plan, m) && !SHA2_SELFTEST_MANY(plan->kernel[m]))
            return 0;
    return 1;
}

static int SHA2(hmac_is_right)(const struct many_plan *plan, uint8_t fault)
{
    SHA2(compress_fn) *const compress = plan->single->SHA2_MEMBER;
    struct SHA2(hmac) hmac;
    uint8_t key[131], mac[sizeof SHA2(hmac_answer)];

    memset(key, 0xaa, sizeof key);
    SHA2(hmac_set_key)(&hmac, &SHA2_VARIANT, compress, key, sizeof key);
    SHA2(hmac_update)(&hmac, compress, (const uint8_t *)hmac_data, sizeof hmac_data - 1);
    SHA2(hmac_final)(&hmac, &SHA2_VARIANT, compress, mac);
    return equals(mac, SHA2(hmac_answer), sizeof mac, fault);
}

static int SHA2(pbkdf2_is_right)(const struct many_plan *plan, uint8_t fault)
{
    const struct backend *single = plan->single;
    uint8_t key[sizeof SHA2(pbkdf2_answer)];

    SHA2(pbkdf2_derive)
    (&SHA2_VARIANT, single->SHA2_MEMBER, single->SHA2(pbkdf2), &pbkdf2_input, key, sizeof key);
    return equals(key, SHA2(pbkdf2_answer), sizeof key, fault);
}

#undef SHA2
#undef SHA2_MEMBER
#undef SHA2_VARIANT
#undef SHA2_SELFTEST
#undef SHA2_SELFTEST_MANY
