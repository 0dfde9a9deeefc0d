/// Colours of tasks on a directed ring, and the processor that each colour goes to.
///
/// Zhao Wei, Tan Ruipu, Yang Qiuna, Ding Wenbao, Li Wenhui: Parallel collision detection algorithm based on
/// coloring algorithm. Application Research of Computers 26(5):1695-1699, 2009, section 2.3; the step is that
/// of Cole and Vishkin 1986. The paper says neither which ring is used nor how colours map to processors: both
/// are parameters here.
#ifndef CD_ALGOS_SCHEDULES_COLOURING_H
#define CD_ALGOS_SCHEDULES_COLOURING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cd_ring {
    bool shuffled; ///< the successor of task i is the next one in a random order, instead of i + 1
    uint64_t seed; ///< of that order
};

/// The number of rounds that means: colour until at most six colours are left.
#define CD_ROUNDS_UNTIL_SIX 0

/// Colours `count` tasks. colours[i] starts as i. Every round makes it 2k + bit k of it, where k is the lowest bit in
/// which it differs from its successor's colour. Neighbours on the ring always differ. `scratch` has room for 2 * count
/// items. Returns the number of rounds.
unsigned cd_colour_ring(const struct cd_ring *ring, unsigned rounds, size_t count, uint32_t *colours,
                        uint32_t *scratch);

/// The most colours that one round leaves: two per bit.
#define CD_COLOURS 64

/// How colours are given to processors: colour mod processors, or the largest class first, each to the processor that
/// has the fewest tasks.
enum cd_colour_map { CD_COLOUR_MOD, CD_COLOUR_GREEDY };

/// Fills processor_of[CD_COLOURS] for tasks coloured by at least one round (asserted).
void cd_map_colours(enum cd_colour_map map, unsigned processors, size_t count, const uint32_t *colours,
                    uint32_t processor_of[CD_COLOURS]);

/// The number of tasks of the processor that has most. count divided by this number bounds the speedup of any run with
/// tasks of equal cost.
size_t cd_largest_load(unsigned processors, size_t count, const uint32_t *colours,
                       const uint32_t processor_of[CD_COLOURS]);

#endif
