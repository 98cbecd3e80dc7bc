/* SHA-256 over a compressor: what sha2_template.h needs to know of it. */
#include "sha256.h"

static inline int is_idle(const struct sha256 *state)
{
    return state->length == UINT64_MAX;
}

static inline void set_idle(struct sha256 *state)
{
    state->length = UINT64_MAX;
}

static inline void clear_length(struct sha256 *state)
{
    state->length = 0;
}

static inline void copy_length(struct sha256 *to, const struct sha256 *from)
{
    to->length = from->length;
}

static inline void add_length(struct sha256 *state, size_t size)
{
    state->length = (state->length + size) & (UINT64_MAX >> 3);
}

static inline void store_bit_count_be(const struct sha256 *state, uint8_t to[8])
{
    sha256_bit_count(state, 0, to);
}

static inline void store_bit_count_le(const struct sha256 *state, uint8_t to[8])
{
    store_le64(to, state->length << 3);
}

static inline int load_bit_count_le(struct sha256 *state, const uint8_t from[8])
{
    uint64_t bits = load_le64(from);
    state->length = bits >> 3;
    return bits % 8 == 0;
}

#define SHA2(name) sha256_##name
#define SHA2_STATE struct sha256
#define SHA2_WORD uint32_t
#define SHA2_BLOCK_SIZE SHA256_BLOCK_SIZE
#define SHA2_EXPORT_SIZE SHA256_EXPORT_SIZE
#define SHA2_MAGIC "SHA256v1"
#define SHA2_STORE_BE store_be32
#define SHA2_STORE_LE store_le32
#define SHA2_LOAD_LE load_le32
#include "sha2_template.h"
