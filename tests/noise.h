/* Bytes that do not repeat, the same in every run: SplitMix64 (Steele, Lea, Flood, 2014). */
#ifndef FASTSHA2_TESTS_NOISE_H
#define FASTSHA2_TESTS_NOISE_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t noise_next(uint64_t *seed)
{
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline void noise_fill(uint64_t seed, void *to, size_t size)
{
    uint8_t *byte = to;
    for (size_t i = 0; i < size; i++)
        byte[i] = (uint8_t)(noise_next(&seed) >> 32);
}

#endif
