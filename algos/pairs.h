/// Pairs of bodies: lists, and sets that are quick to add to, take from and list.
#ifndef CD_ALGOS_PAIRS_H
#define CD_ALGOS_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Pairs of bodies that a broad phase reports, a < b, each once, in any order; grown by `cd_pairs_add`.
struct cd_pairs {
    size_t count, capacity;
    struct cd_pair {
        uint32_t a, b;
    } * pairs;
};

/// Makes room for `count` pairs in all.
void cd_pairs_reserve(struct cd_pairs *pairs, size_t count);

/// Appends the pair {a, b}, smaller id first.
void cd_pairs_add(struct cd_pairs *pairs, uint32_t a, uint32_t b);

/// Appends `count` pairs as they are.
void cd_pairs_append(struct cd_pairs *pairs, const struct cd_pair *more, size_t count);

/// A set of ordered pairs. They lie side by side in `list`; `slots` finds them by hash (1 + place in the
/// list, 0 for free; a power of two of them, at most half in use). Zeroed for an empty set.
struct pair_set {
    size_t count, capacity, slot_count;
    struct cd_pair *list;
    uint32_t *slots;
};

/// Adds (a, b) where it is missing; returns its place in the list.
size_t pair_set_add(struct pair_set *set, uint32_t a, uint32_t b);

/// Takes (a, b) out where it is there; the last of the list takes its place.
void pair_set_remove(struct pair_set *set, uint32_t a, uint32_t b);

/// Takes everything out and keeps the memory.
void pair_set_clear(struct pair_set *set);

void pair_set_free(struct pair_set *set);

#ifdef __cplusplus
}
#endif
#endif
