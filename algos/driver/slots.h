/// Per-pair state of the driver: one zeroed block of equal size per pair of bodies, found by its ids. Blocks
/// never move, and clearing keeps their memory.
#ifndef CD_ALGOS_SLOTS_H
#define CD_ALGOS_SLOTS_H

#include <stddef.h>
#include <stdint.h>

struct cd_slots;

/// Slots of `bytes` bytes each.
struct cd_slots *cd_slots_create(size_t bytes);
void cd_slots_destroy(struct cd_slots *slots);
/// The block of the pair (a, b); zeroed when it is asked for the first time since the last clear. Not
/// thread-safe.
void *cd_slots_get(struct cd_slots *slots, uint32_t a, uint32_t b);
/// Forgets every pair.
void cd_slots_clear(struct cd_slots *slots);

#endif
