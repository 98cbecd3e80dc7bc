/* SHA-512 over a compressor: what sha2_template.h needs to know of it. */
#include "sha512.h"

static inline int is_idle(const struct sha512 *state)
{
    return state->length_high == UINT64_MAX;
}

static inline void set_idle(struct sha512 *state)
{
    state->length_high = UINT64_MAX;
}

static inline void clear_length(struct sha512 *state)
{
    state->length = 0;
    state->length_high = 0;
}

static inline void copy_length(struct sha512 *to, const struct sha512 *from)
{
    to->length = from->length;
    to->length_high = from->length_high;
}

static inline void add_length(struct sha512 *state, size_t size)
{
    state->length += size;
    if (state->length < size)
        state->length_high = (state->length_high + 1) & (UINT64_MAX >> 3);
}

static inline void store_bit_count_be(const struct sha512 *state, uint8_t to[16])
{
    sha512_bit_count(state, 0, to);
}

static inline void store_bit_count_le(const struct sha512 *state, uint8_t to[16])
{
    store_le64(to, state->length << 3);
    store_le64(to + 8, state->length_high << 3 | state->length >> 61);
}

static inline int load_bit_count_le(struct sha512 *state, const uint8_t from[16])
{
    uint64_t low = load_le64(from);
    uint64_t high = load_le64(from + 8);
    state->length = high << 61 | low >> 3;
    state->length_high = high >> 3;
    return low % 8 == 0;
}

#define SHA2(name) sha512_##name
#define SHA2_STATE struct sha512
#define SHA2_WORD uint64_t
#define SHA2_BLOCK_SIZE SHA512_BLOCK_SIZE
#define SHA2_EXPORT_SIZE SHA512_EXPORT_SIZE
#define SHA2_MAGIC "SHA512v1"
#define SHA2_STORE_BE store_be64
#define SHA2_STORE_LE store_le64
#define SHA2_LOAD_LE load_le64
#include "sha2_template.h"
