/*
 * The iterations of PBKDF2 with HMAC-SHA512 (RFC 8018, section 5.2), one chain after another, over the
 * schedule of sha512_ymm.h: a template, like that. The digest goes from block to block in registers: stored
 * as eight words and loaded as vectors, it would wait for the stores to reach the cache.
 *
 * Zen 5, cycles an iteration with gcc 12, and of a loop around the compressor: avx512 854 and 891, avx2 855
 * and 905; the bare rounds are 800. Rounds 0 to 3 on words that do not go through a vector take 3% less with
 * clang 14, and with gcc 12 no less, up to a quarter more. The form for xmm registers saved 3 to 4%, so
 * avx and ssse3 are left to the loop.
 */
/* From scalar registers: left to itself, a compiler may send them through memory. */
SHA512_INLINE __m256i set4(uint64_t w0, uint64_t w1, uint64_t w2, uint64_t w3)
{
    return _mm256_set_epi64x((long long)keep(w3), (long long)keep(w2), (long long)keep(w1),
                             (long long)keep(w0));
}

SHA512_INLINE __m256i load4(const uint64_t *words)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)words);
}

/* One word of the message that is a digest. */
SHA512_INLINE uint64_t message_word(const struct sha512_pbkdf2 *p, int i, uint64_t digest)
{
    return (digest & p->keep[i]) | p->fill[i];
}

/* Hashes the digest in v on from a state; v becomes the new digest. */
SHA512_INLINE void hash_digest(struct sha512_vars *v, uint64_t wk[16], const uint64_t state[8],
                               const struct sha512_pbkdf2 *p)
{
    struct schedule s;

    s.w[0] = set4(v->a, v->b, v->c, message_word(p, 3, v->d));
    s.w[1] = set4(message_word(p, 4, v->e), message_word(p, 5, v->f), message_word(p, 6, v->g),
                  message_word(p, 7, v->h));
    s.w[2] = load4(p->fill + 8);
    s.w[3] = load4(p->fill + 12);
    for (int i = 0; i < 4; i++)
        store_wk(wk, &s, i, sha512_k);
    *v = sha512_load_state(state);
    rounds64(v, wk, &s);
    for (int i = 0; i < 16; i++)
        sha512_round(v, wk[i]);
    v->a += state[0];
    v->b += state[1];
    v->c += state[2];
    v->d += state[3];
    v->e += state[4];
    v->f += state[5];
    v->g += state[6];
    v->h += state[7];
}

SHA512_INLINE void accumulate(uint64_t t[8], const struct sha512_vars *v)
{
    t[0] ^= v->a;
    t[1] ^= v->b;
    t[2] ^= v->c;
    t[3] ^= v->d;
    t[4] ^= v->e;
    t[5] ^= v->f;
    t[6] ^= v->g;
    t[7] ^= v->h;
}

/* The copy is for the compiler, which knows that no store to u or t changes it. */
SHA512_INLINE void iterate(const struct sha512_pbkdf2 *pbkdf2, uint64_t u[][8], uint64_t t[][8],
                           size_t nchains, uint64_t iterations)
{
    const struct sha512_pbkdf2 p = *pbkdf2;
    _Alignas(64) uint64_t wk[16];

    for (; nchains > 0; nchains--, u++, t++) {
        struct sha512_vars v = sha512_load_state(*u);

        for (uint64_t n = iterations; n > 0; n--) {
            hash_digest(&v, wk, p.inner, &p);
            hash_digest(&v, wk, p.outer, &p);
            accumulate(*t, &v);
        }
        sha512_store_state(*u, &v);
    }
}

/* Calls a function that iterates, and then again, on zeros: what depends on the key lies on its stack where only the
   compiler knows, and is written over. The asm keeps the compiler from making two functions of the one. */
SHA512_INLINE void iterate_and_wash(sha512_pbkdf2_fn *function, const struct sha512_pbkdf2 *pbkdf2,
                                    uint64_t u[][8], uint64_t t[][8], size_t nchains,
                                    uint64_t iterations)
{
    static const struct sha512_pbkdf2 nothing;
    uint64_t no_u[1][8] = {{0}}, no_t[1][8] = {{0}};

    if (iterations == 0)
        return;
    __asm__("" : "+r"(function));
    function(pbkdf2, u, t, nchains, iterations);
    function(&nothing, no_u, no_t, 1, 1);
}
