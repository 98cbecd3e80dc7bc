/*
 * What random programs choose by: a seed, which alone decides, or the bytes of a fuzzer's input.
 *
 * A byte of an input is one choice, and a byte that the fuzzer changes changes that one. Two bytes are one choice among
 * more than 256. An input that is used up gives the last of what there is to choose, and nothing happens any more.
 */
#ifndef FASTSHA2_TESTS_DICE_H
#define FASTSHA2_TESTS_DICE_H

#include <stddef.h>
#include <stdint.h>

struct dice {
    uint64_t seed; /* what it was made of, for reports */
    uint64_t state;
    const uint8_t *bytes; /* NULL where the seed decides */
    size_t left;
};

struct dice dice_of_seed(uint64_t seed);
struct dice dice_of_bytes(const uint8_t *bytes, size_t size);

/* A number below n, which is 1 to 65536. */
size_t dice_pick(struct dice *dice, size_t n);

/* Whether something happens that does so often. */
int dice_happens(struct dice *dice, unsigned percent);

/* The next bytes as they are: at most room of them. Returns their number. */
size_t dice_take(struct dice *dice, void *to, size_t room);

/* Whether an input is used up; a seed never is. */
int dice_used_up(const struct dice *dice);

#endif
