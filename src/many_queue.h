/*
 * The order in which messages take their lanes: in windows of their own order, in each the longest first. Messages of
 * like length then run side by side, in longer calls, and it is short ones that are left alone at the end.
 */
#ifndef FASTSHA2_MANY_QUEUE_H
#define FASTSHA2_MANY_QUEUE_H

#include "many.h"

struct many_queue {
    const struct messages *messages;
    size_t window, taken,
        size;           /* where the window starts, how many of it are taken, how many it has */
    int sorted;         /* else they come as they are */
    uint8_t order[256]; /* of the messages in the window */
};

/* Sorts the messages from start on, as many as fit, by length: by classes, for a few cycles a message, and within a
   class in their own order. */
static __attribute__((noinline)) void many_queue_fill(struct many_queue *queue, size_t start)
{
    enum {
        CLASSES = 32,
        FINEST = 6
    }; /* bits: a length in blocks, or longer steps where lengths are greater */
    const size_t *const size = queue->messages->size + start;
    const size_t left = queue->messages->count - start;
    const size_t n = left < sizeof queue->order ? left : sizeof queue->order;
    uint16_t place[CLASSES] = {0}, before = 0;
    size_t least = size[0], most = size[0];
    int shift = FINEST;

    queue->window = start;
    queue->taken = 0;
    queue->size = n;
    for (size_t i = 1; i < n; i++) {
        least = size[i] < least ? size[i] : least;
        most = size[i] > most ? size[i] : most;
    }
    while (most >> shift >= CLASSES)
        shift++;
    queue->sorted = least >> shift != most >> shift;
    if (!queue->sorted)
        return;
    for (size_t i = 0; i < n; i++)
        place[size[i] >> shift]++;
    for (size_t class = CLASSES; class -- > 0;) {
        uint16_t count = place[class];
        place[class] = before;
        before = (uint16_t)(before + count);
    }
    for (size_t i = 0; i < n; i++)
        queue->order[place[size[i] >> shift]++] = (uint8_t)i;
}

/* The number of the next message; the count of messages when there is none. */
static inline __attribute__((always_inline)) size_t many_queue_take(struct many_queue *queue)
{
    size_t at = queue->taken;

    if (at == queue->size) {
        if (queue->window + at == queue->messages->count)
            return queue->messages->count;
        many_queue_fill(queue, queue->window + at);
        at = 0;
    }
    queue->taken = at + 1;
    return queue->window + (queue->sorted ? queue->order[at] : at);
}

#endif
