/// Colours of tasks on a directed ring, and the lists that tasks go to by their colours: PCDA, Zhao Wei et al. 2009,
/// sections 1.4.3 and 2.3; the step is that of Cole and Vishkin 1986. The paper says neither which ring is used nor
/// what becomes of more colours than processors: both are parameters here.
//
// The paper                                          here
//   section 1.4.3, the ring G and the array S         cd_ring
//   section 2.3, (1) and (2)                          cd_colour_ring
//   section 2.3, (3)                                  cd_map_colours
#ifndef CD_ALGOS_PAPERS_ZHAO2009_COLOUR_H
#define CD_ALGOS_PAPERS_ZHAO2009_COLOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cd_ring {
    bool shuffled; ///< the successor of task i is the next one in a random order, instead of i + 1
    uint64_t seed; ///< of that order
};

/// The number of rounds that means: colour until at most six colours are left.
#define CD_ROUNDS_UNTIL_SIX 0

/// Colours `count` tasks: c(i) starts as i, and every round makes it 2k + bit k of it, where k is the lowest bit in
/// which it differs from c(S(i)). Neighbours on the ring always differ. `scratch` has room for 2 * count items.
/// Returns the number of rounds.
unsigned cd_colour_ring(const struct cd_ring *ring, unsigned rounds, size_t count, uint32_t *c,
                        uint32_t *scratch);

/// The most colours that one round leaves: two per bit.
#define CD_COLOURS 64

/// The most threads that the paper has: section 3.
#define CD_PAPER_THREADS 32

/// How lists get colours: list i those that are i modulo the number of processors; or the largest colour first, each in
/// the list of the processor that has the fewest tasks; or each colour has a list and a thread, the longest list first,
/// and lists from the 33rd on share those of the first.
enum cd_colour_map { CD_COLOUR_MOD, CD_COLOUR_GREEDY, CD_COLOUR_THREADS };

/// Fills list_of[CD_COLOURS] for tasks coloured by at least one round (asserted).
void cd_map_colours(enum cd_colour_map map, unsigned processors, size_t count, const uint32_t *c,
                    uint32_t list_of[CD_COLOURS]);

/// The number of tasks of the processor that has most, where each has a list. count divided by this number bounds the
/// speedup of any run with tasks of equal cost.
size_t cd_largest_load(unsigned processors, size_t count, const uint32_t *c,
                       const uint32_t list_of[CD_COLOURS]);

#endif
