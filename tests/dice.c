/* Choices by a seed, or by the bytes of an input. */
#include "dice.h"
#include "noise.h"

#include <string.h>

struct dice dice_of_seed(uint64_t seed)
{
    return (struct dice){.seed = seed, .state = seed};
}

struct dice dice_of_bytes(const uint8_t *bytes, size_t size)
{
    static const uint8_t none[1];

    return (struct dice){.bytes = size == 0 ? none : bytes, .left = size};
}

static size_t next_byte(struct dice *dice)
{
    dice->left--;
    return *dice->bytes++;
}

size_t dice_pick(struct dice *dice, size_t n)
{
    if (dice->bytes == NULL)
        return (size_t)((noise_next(&dice->state) >> 32) * n >> 32);
    if (dice->left < (n > 256 ? 2 : 1)) {
        dice->left = 0;
        return n - 1;
    }
    size_t choice = next_byte(dice);
    if (n > 256)
        choice = choice << 8 | next_byte(dice);
    return choice % n;
}

int dice_happens(struct dice *dice, unsigned percent)
{
    return dice_pick(dice, 100) < percent;
}

size_t dice_take(struct dice *dice, void *to, size_t room)
{
    if (dice->bytes == NULL) {
        noise_fill(noise_next(&dice->state), to, room);
        return room;
    }
    size_t size = room < dice->left ? room : dice->left;
    memcpy(to, dice->bytes, size);
    dice->bytes += size;
    dice->left -= size;
    return size;
}

int dice_used_up(const struct dice *dice)
{
    return dice->bytes != NULL && dice->left == 0;
}
