/* The SHA-512 block loop, rounds in scalar registers and the message schedule in vectors beside
   them (FIPS 180-4, section 6.4): a template. The including file defines, for its instruction
   set,

   struct schedule  the last sixteen words W;
   load             words 4i to 4i+3 of the sixteen, from a block;
   extend_first     in place of words 4i and 4i+1 those sixteen on;
   extend_second    then the same for 4i+2 and 4i+3;
   store_wk         words 4i to 4i+3 plus their constants k[4i] on, into wk[4i] on.

   It keeps W + K of sixteen rounds on the stack, and runs long messages within 3% of the bare
   rounds on Zen 5. Schedules of two blocks in the halves of 256-bit vectors, W + K of all eighty
   rounds on the stack, were 2 to 8% slower there, though fewer operations. */

SHA512_INLINE void load_store(uint64_t wk[16], struct schedule *s, int i, const uint8_t *block)
{
    load(s, i, block);
    store_wk(wk, s, i, sha512_k);
}

/* Four rounds, then the room of the W + K that they used goes to those sixteen rounds on. */
SHA512_INLINE void rounds_extend(struct sha512_vars *v, uint64_t wk[16], struct schedule *s, int i,
                                 const uint64_t *k)
{
    extend_first(s, i);
    sha512_round(v, wk[4 * i]);
    sha512_round(v, wk[4 * i + 1]);
    extend_second(s, i);
    sha512_round(v, wk[4 * i + 2]);
    sha512_round(v, wk[4 * i + 3]);
    store_wk(wk, s, i, k);
}

/* The same at the end of a block: the room goes to the next block's first words. */
SHA512_INLINE void rounds_load(struct sha512_vars *v, uint64_t wk[16], struct schedule *s, int i,
                               const uint8_t *next)
{
    sha512_round(v, wk[4 * i]);
    sha512_round(v, wk[4 * i + 1]);
    sha512_round(v, wk[4 * i + 2]);
    sha512_round(v, wk[4 * i + 3]);
    load_store(wk, s, i, next);
}

/* Makes the compiler believe that it does not know wk: or clang 19 and partly gcc hand the words
   to the rounds through vector extracts, 5% slower than through memory; and the last stores stay. */
SHA512_INLINE void forget(uint64_t wk[16])
{
    __asm__ volatile("" : "+m"(*(uint64_t(*)[16])wk));
}

/* All rounds but the last sixteen, whose W + K are then in wk. */
SHA512_INLINE void rounds64(struct sha512_vars *v, uint64_t wk[16], struct schedule *s)
{
    for (const uint64_t *k = sha512_k + 16; k != sha512_k + 80; k += 16) {
        forget(wk);
        rounds_extend(v, wk, s, 0, k);
        rounds_extend(v, wk, s, 1, k);
        rounds_extend(v, wk, s, 2, k);
        rounds_extend(v, wk, s, 3, k);
    }
    forget(wk);
}

SHA512_INLINE void compress(uint64_t state[8], const uint8_t *blocks, size_t nblocks)
{
    _Alignas(64) uint64_t wk[16];
    struct schedule s;

    if (nblocks == 0)
        return;
    load_store(wk, &s, 0, blocks);
    load_store(wk, &s, 1, blocks);
    load_store(wk, &s, 2, blocks);
    load_store(wk, &s, 3, blocks);
    struct sha512_vars v = sha512_load_state(state);
    do {
        rounds64(&v, wk, &s);
        /* After the last block the constants stand in for a next one: it costs no branch, and
           leaves no word of the message in wk. */
        blocks = nblocks > 1 ? blocks + 128 : (const uint8_t *)sha512_k;
        rounds_load(&v, wk, &s, 0, blocks);
        rounds_load(&v, wk, &s, 1, blocks);
        rounds_load(&v, wk, &s, 2, blocks);
        rounds_load(&v, wk, &s, 3, blocks);
        sha512_add_state(state, &v);
    } while (--nblocks);
    forget(wk);
}
