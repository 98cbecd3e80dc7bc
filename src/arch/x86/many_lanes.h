/* The template of many messages, with what is the same in it for all of x86's vectors. */
MANY_INLINE vec keep(vec x)
{
    __asm__("" : "+v"(x));
    return x;
}

/* gcc leaves it out below -O2. */
MANY_INLINE void leave_vectors(void)
{
    _mm256_zeroupper();
}

#include "arch/lanes_template.h"
