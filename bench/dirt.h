/*
 * Upper halves of vector registers, which a program may leave dirty in front of a compressor, and a
 * compressor behind itself. On some processors instructions that do not know of them (legacy SSE on
 * x86) are then several times slower.
 */
#ifndef BENCH_DIRT_H
#define BENCH_DIRT_H

/* Whether this processor has such halves; if not, the two functions below must not be called. */
int dirt_possible(void);

/* Both write all the vector registers at full width; dirt_wash then clears the upper halves. */
void dirt_make(void);
void dirt_wash(void);

/* Whether some upper half is dirty now: 1, 0, or -1 if the processor does not tell. */
int dirt_left(void);

#endif
