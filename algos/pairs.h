/// Pairs of bodies.
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

#ifdef __cplusplus
}
#endif
#endif
