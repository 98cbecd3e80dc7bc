/* Many messages at once, word for word the same for SHA-256 and SHA-512. many.c includes it once for each, after it has
   said what SHA2_… stand for. */

/* A message under way. What the kernels take of it, by lane, is apart, as they take it. */
struct SHA2(lane) {
    size_t message; /* its number */
    size_t at;      /* bytes of it that were compressed, or are about to be */
    uint8_t *
        edge; /* room for the blocks that do not lie in the message as they are: the first and the last */
    int padded;
};

struct SHA2(lanes) {
    _Alignas(64) SHA2_WORD state[8][SHA2_LANES];
    const uint8_t *blocks[SHA2_LANES];
    size_t nblocks[SHA2_LANES]; /* there, in one piece */
    struct SHA2(lane) lane[SHA2_LANES];
    size_t live; /* how many there are, from the first on */
    _Alignas(64) uint8_t edges[SHA2_LANES][2 * SHA2_BLOCK_SIZE];

    const struct SHA2_MEMBER *start;
    const struct messages *messages;
    size_t digest_size;
    struct many_queue queue;
};

/* The end of a message, in blocks of its own: what is left of it, behind the bytes before it that start holds, and
   padding. */
static inline void SHA2(many_pad)(struct SHA2(lanes) * lanes, size_t m, size_t used,
                                  const uint8_t *rest, size_t left, size_t size)
{
    enum { COUNT_SIZE = 2 * sizeof(SHA2_WORD) };
    struct SHA2(lane) *lane = &lanes->lane[m];
    size_t end = used + left;
    size_t nblocks = end < SHA2_BLOCK_SIZE - COUNT_SIZE ? 1 : 2;

    if (end < SHA2_BLOCK_SIZE)
        wipe(lane->edge, SHA2_BLOCK_SIZE);
    if (nblocks == 2)
        wipe(lane->edge + SHA2_BLOCK_SIZE, SHA2_BLOCK_SIZE);
    if (used != 0)
        memcpy(lane->edge, lanes->start->block, used);
    if (left != 0) /* rest may be NULL else */
        memcpy(lane->edge + used, rest, left);
    lane->edge[end] = 0x80;
    SHA2(bit_count)(lanes->start, size, lane->edge + nblocks * SHA2_BLOCK_SIZE - COUNT_SIZE);
    lane->padded = 1;
    lanes->blocks[m] = lane->edge;
    lanes->nblocks[m] = nblocks;
}

/* Sets a lane on the blocks that follow those that it has done. Returns 0 when there are none. */
static inline int SHA2(many_go_on)(struct SHA2(lanes) * lanes, size_t m)
{
    struct SHA2(lane) *lane = &lanes->lane[m];
    const uint8_t *data = lanes->messages->data[lane->message];
    size_t size = lanes->messages->size[lane->message];
    size_t left = size - lane->at;

    if (lane->padded)
        return 0;
    if (left < SHA2_BLOCK_SIZE) {
        SHA2(many_pad)(lanes, m, 0, left == 0 ? NULL : data + lane->at, left, size);
        return 1;
    }
    lanes->blocks[m] = data + lane->at;
    lanes->nblocks[m] = left / SHA2_BLOCK_SIZE;
    lane->at += left / SHA2_BLOCK_SIZE * SHA2_BLOCK_SIZE;
    return 1;
}

/* Takes the next message into a lane. Returns 0 when there is none. */
static inline __attribute__((always_inline)) int SHA2(many_begin)(struct SHA2(lanes) * lanes,
                                                                  size_t m)
{
    struct SHA2(lane) *lane = &lanes->lane[m];
    const struct SHA2_MEMBER *start = lanes->start;
    size_t used = (size_t)start->length % SHA2_BLOCK_SIZE;

    lane->message = many_queue_take(&lanes->queue);
    if (lane->message == lanes->messages->count)
        return 0;
    lane->at = 0;
    lane->padded = 0;
#pragma GCC unroll 8
    for (size_t i = 0; i < 8; i++)
        lanes->state[i][m] = start->h[i];

    const uint8_t *data = lanes->messages->data[lane->message];
    size_t size = lanes->messages->size[lane->message];
    if (size < 2 * SHA2_BLOCK_SIZE - 2 * sizeof(SHA2_WORD) - used) {
        SHA2(many_pad)(lanes, m, used, data, size, size);
        return 1;
    }
    if (used == 0)
        return SHA2(many_go_on)(lanes, m);
    lane->at = SHA2_BLOCK_SIZE - used;
    memcpy(lane->edge, start->block, used);
    memcpy(lane->edge + used, data, lane->at);
    lanes->blocks[m] = lane->edge;
    lanes->nblocks[m] = 1;
    return 1;
}

static inline void SHA2(many_write)(const struct SHA2(lanes) * lanes, size_t m)
{
    uint8_t whole[8 * sizeof(SHA2_WORD)];
    uint8_t *digest = lanes->messages->digest[lanes->lane[m].message];
    uint8_t *to = lanes->digest_size == sizeof whole ? digest : whole;

#pragma GCC unroll 8
    for (size_t i = 0; i < 8; i++)
        SHA2_STORE_BE(to + i * sizeof(SHA2_WORD), lanes->state[i][m]);
    if (to == whole)
        memcpy(digest, whole, lanes->digest_size);
}

/* The last lane takes the place of one that has ended, when there are no more messages. */
static inline void SHA2(many_close)(struct SHA2(lanes) * lanes, size_t m)
{
    size_t last = --lanes->live;

    if (m == last)
        return;
    for (size_t i = 0; i < 8; i++)
        lanes->state[i][m] = lanes->state[i][last];
    lanes->blocks[m] = lanes->blocks[last];
    lanes->nblocks[m] = lanes->nblocks[last];
    lanes->lane[m] = lanes->lane[last];
}

/* By the compressor of one message, the first lane's blocks. */
static inline void SHA2(many_single)(struct SHA2(lanes) * lanes, SHA2(compress_fn) * compress)
{
    SHA2_WORD h[8];

    for (size_t i = 0; i < 8; i++)
        h[i] = lanes->state[i][0];
    compress(h, lanes->blocks[0], lanes->nblocks[0]);
    for (size_t i = 0; i < 8; i++)
        lanes->state[i][0] = h[i];
    wipe(h, sizeof h);
}

/* One call, of as many blocks as every lane in it has. Lanes without a message go over the first one's blocks. */
static inline void SHA2(many_step)(struct SHA2(lanes) * lanes, const struct many_plan *plan)
{
    const struct many_backend *kernel = plan->kernel[lanes->live];
    size_t count = kernel == NULL ? 1 : kernel->lanes;
    size_t nblocks = lanes->nblocks[0];

    for (size_t m = lanes->live; m < count; m++)
        lanes->blocks[m] = lanes->blocks[0];
    if (count > lanes->live)
        count = lanes->live;
    for (size_t m = 1; m < count; m++)
        if (nblocks > lanes->nblocks[m])
            nblocks = lanes->nblocks[m];
    if (kernel == NULL)
        SHA2(many_single)(lanes, plan->single->SHA2_MEMBER);
    else
        kernel->SHA2_MEMBER(lanes->state, lanes->blocks, nblocks);

    /* From the last, which may have to fill a gap, to the first. */
    for (size_t m = count; m-- > 0;) {
        lanes->blocks[m] += nblocks * SHA2_BLOCK_SIZE;
        lanes->nblocks[m] -= nblocks;
        if (lanes->nblocks[m] != 0 || SHA2(many_go_on)(lanes, m))
            continue;
        SHA2(many_write)(lanes, m);
        if (!SHA2(many_begin)(lanes, m))
            SHA2(many_close)(lanes, m);
    }
}

/* One message after another, where there is but one, or no kernel that is faster. */
static void SHA2(many_in_turn)(SHA2(compress_fn) * compress, const struct SHA2_MEMBER *start,
                               const struct messages *messages, size_t digest_size)
{
    struct SHA2_MEMBER state;

    for (size_t i = 0; i < messages->count; i++) {
        SHA2(copy)(&state, start);
        SHA2(update)(&state, compress, messages->data[i], messages->size[i]);
        SHA2(final)(&state, compress, messages->digest[i], digest_size);
    }
    wipe(&state, sizeof state);
}

/* As many at once as the plan would have under way, or as there are. */
static void SHA2(many_together)(const struct many_plan *plan, const struct SHA2_MEMBER *start,
                                const struct messages *messages, size_t digest_size)
{
    struct SHA2(lanes) lanes;
    size_t used;

    lanes.start = start;
    lanes.messages = messages;
    lanes.digest_size = digest_size;
    lanes.queue.messages = messages;
    lanes.queue.window = lanes.queue.taken = lanes.queue.size = 0;
    for (lanes.live = 0; lanes.live < plan->width; lanes.live++) {
        lanes.lane[lanes.live].edge = lanes.edges[lanes.live];
        if (!SHA2(many_begin)(&lanes, lanes.live))
            break;
    }
    used = lanes.live;
    while (lanes.live > 0)
        SHA2(many_step)(&lanes, plan);
    wipe(lanes.state, sizeof lanes.state);
    wipe(lanes.edges, used * sizeof lanes.edges[0]);
}

void SHA2(many)(const struct many_plan *plan, const struct SHA2_MEMBER *start,
                const struct messages *messages, size_t digest_size)
{
    if (plan->width == 1 || messages->count == 1)
        SHA2(many_in_turn)(plan->single->SHA2_MEMBER, start, messages, digest_size);
    else
        SHA2(many_together)(plan, start, messages, digest_size);
}

#undef SHA2
#undef SHA2_MEMBER
#undef SHA2_WORD
#undef SHA2_BLOCK_SIZE
#undef SHA2_LANES
#undef SHA2_STORE_BE
