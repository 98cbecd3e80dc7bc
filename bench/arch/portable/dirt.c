/* Processors whose instructions all write whole registers: there is nothing to leave dirty. */
#include "dirt.h"

int dirt_possible(void)
{
    return 0;
}

void dirt_make(void)
{
}

void dirt_wash(void)
{
}

int dirt_left(void)
{
    return -1;
}
