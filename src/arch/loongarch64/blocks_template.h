/*
 * The block loop of the vector compressors, for both hashes: the schedules of the blocks that lie side by side in the
 * vectors, beside the rounds of the first; FIPS 180-4, sections 6.2.2 and 6.4.2. Before it is included stand the
 * width (lsx.h or lasx.h), the rounds, and
 *
 * SHA2_WORD, SHA2_ROUNDS, SHA2_K
 * SHA2_VECTORS  that hold the sixteen last words of a block
 * load_w        the i-th of them, from the blocks
 * extend        in place of the i-th, the words sixteen on
 * add_words     a sum word by word
 */
enum {
    BLOCK_SIZE = 16 * sizeof(SHA2_WORD),
    WORDS = 16 / SHA2_VECTORS, /* of each block in a vector */
};

/* The i-th vector's words of each block with K added, as rounds takes them. */
SHA2_INLINE void store_wk(SHA2_WORD *wk, vec w, const SHA2_WORD *k, size_t i)
{
    const vec sum = add_words(w, load_table(k, i));

    memcpy(wk + i * WORDS * BLOCKS, &sum, sizeof sum);
}

SHA2_INLINE void rounds(struct working *v, const SHA2_WORD *wk, size_t i)
{
#pragma GCC unroll 4
    for (size_t j = 0; j < WORDS; j++)
        round1(v, wk[i * WORDS * BLOCKS + j]);
}

/* Sends the compiler through memory for these words: what vectors stored it would else pass on by extracts. */
SHA2_INLINE void forget(SHA2_WORD *words, size_t size)
{
    __asm__ volatile("" : "+m"(*(char(*)[size])(void *)words));
}

SHA2_INLINE void compress(SHA2_WORD state[8], const uint8_t *blocks, size_t nblocks)
{
    SHA2_WORD wk[BLOCKS * SHA2_ROUNDS];

    while (nblocks != 0) {
        /* A last block without company is its own. */
        const uint8_t *const block[2] = {blocks, nblocks > 1 ? blocks + BLOCK_SIZE : blocks};
        const SHA2_WORD *k = SHA2_K;
        SHA2_WORD *now = wk;
        struct working v = load_state(state);
        vec w[SHA2_VECTORS];

#pragma GCC unroll 8
        for (size_t i = 0; i < SHA2_VECTORS; i++) {
            w[i] = load_w(block, i);
            store_wk(now, w[i], k, i);
        }
        for (; k != SHA2_K + SHA2_ROUNDS - 16; now += 16 * BLOCKS) {
            forget(wk, sizeof wk);
            k += 16;
#pragma GCC unroll 8
            for (size_t i = 0; i < SHA2_VECTORS; i++) {
                extend(w, i);
                rounds(&v, now, i);
                store_wk(now + 16 * BLOCKS, w[i], k, i);
            }
        }
        forget(wk, sizeof wk);
#pragma GCC unroll 8
        for (size_t i = 0; i < SHA2_VECTORS; i++)
            rounds(&v, now, i);
        add_state(state, &v);
        blocks += BLOCK_SIZE;
        nblocks--;

        if (BLOCKS == 1 || nblocks == 0)
            continue;
        v = load_state(state);
        for (now = wk + WORDS; now < wk + BLOCKS * SHA2_ROUNDS; now += 16 * BLOCKS)
#pragma GCC unroll 8
            for (size_t i = 0; i < SHA2_VECTORS; i++)
                rounds(&v, now, i);
        add_state(state, &v);
        blocks += BLOCK_SIZE;
        nblocks--;
    }
    wipe(wk, sizeof wk); /* the message may be a key */
}
