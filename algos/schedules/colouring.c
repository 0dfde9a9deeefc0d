#include "algos/schedules/colouring.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"

#include <string.h>

/// The successor of every task on the ring.
static void lay_ring(const struct cd_ring *ring, size_t count, uint32_t *successors, uint32_t *order)
{
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)i;
    struct cd_random random = cd_random_seed(ring->seed);
    for (size_t i = count; ring->shuffled && i > 1; i--) {
        size_t j = cd_random_below(&random, i);
        uint32_t other = order[j];
        order[j] = order[i - 1];
        order[i - 1] = other;
    }
    for (size_t i = 0; i < count; i++)
        successors[order[i]] = order[(i + 1) % count];
}

static uint32_t recoloured(uint32_t own, uint32_t next)
{
    uint32_t bit = (uint32_t)__builtin_ctz(own ^ next);
    return 2 * bit + (own >> bit & 1);
}

/// One round; returns the highest colour.
static uint32_t colour_once(size_t count, const uint32_t *successors, uint32_t *colours, uint32_t *before)
{
    uint32_t highest = 0;
    memcpy(before, colours, count * sizeof *colours);
    for (size_t i = 0; i < count; i++) {
        colours[i] = recoloured(before[i], before[successors[i]]);
        highest = colours[i] > highest ? colours[i] : highest;
    }
    return highest;
}

unsigned cd_colour_ring(const struct cd_ring *ring, unsigned rounds, size_t count, uint32_t *colours,
                        uint32_t *scratch)
{
    CD_ASSERT(count <= UINT32_MAX);
    for (size_t i = 0; i < count; i++)
        colours[i] = (uint32_t)i;
    if (count < 2) // its own successor: there is nothing to differ from
        return 0;
    uint32_t *successors = scratch, *before = scratch + count;
    lay_ring(ring, count, successors, before);
    unsigned done = 0;
    bool until_six = rounds == CD_ROUNDS_UNTIL_SIX;
    for (uint32_t highest = UINT32_MAX; until_six ? highest > 5 : done < rounds; done++)
        highest = colour_once(count, successors, colours, before);
    return done;
}

static void count_classes(size_t count, const uint32_t *colours, size_t classes[CD_COLOURS])
{
    memset(classes, 0, CD_COLOURS * sizeof *classes);
    for (size_t i = 0; i < count; i++) {
        CD_ASSERT(colours[i] < CD_COLOURS);
        classes[colours[i]]++;
    }
}

static unsigned least_loaded(const size_t *loads, unsigned processors)
{
    unsigned min = 0;
    for (unsigned p = 1; p < processors; p++)
        if (loads[p] < loads[min])
            min = p;
    return min;
}

static void map_greedily(unsigned processors, const size_t classes[CD_COLOURS],
                         uint32_t processor_of[CD_COLOURS])
{
    bool given[CD_COLOURS] = {0};
    size_t loads[CD_COLOURS] = {0}; // more processors than colours are of no use
    processors = processors < CD_COLOURS ? processors : CD_COLOURS;
    for (int i = 0; i < CD_COLOURS; i++) {
        int largest = -1;
        for (int c = 0; c < CD_COLOURS; c++)
            if (!given[c] && (largest < 0 || classes[c] > classes[largest]))
                largest = c;
        given[largest] = true;
        processor_of[largest] = least_loaded(loads, processors);
        loads[processor_of[largest]] += classes[largest];
    }
}

void cd_map_colours(enum cd_colour_map map, unsigned processors, size_t count, const uint32_t *colours,
                    uint32_t processor_of[CD_COLOURS])
{
    size_t classes[CD_COLOURS];
    count_classes(count, colours, classes);
    for (uint32_t c = 0; c < CD_COLOURS; c++)
        processor_of[c] = c % processors;
    if (map == CD_COLOUR_GREEDY)
        map_greedily(processors, classes, processor_of);
}

size_t cd_largest_load(unsigned processors, size_t count, const uint32_t *colours,
                       const uint32_t processor_of[CD_COLOURS])
{
    size_t classes[CD_COLOURS], max = 0;
    count_classes(count, colours, classes);
    for (unsigned p = 0; p < processors; p++) {
        size_t load = 0;
        for (int c = 0; c < CD_COLOURS; c++)
            load += processor_of[c] == p ? classes[c] : 0;
        max = load > max ? load : max;
    }
    return max;
}
