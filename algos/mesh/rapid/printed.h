/// `variant=printed`: the binary OBB tree of the 1996 paper and its library, in doubles, errors included.
#ifndef CD_ALGOS_MESH_RAPID_PRINTED_H
#define CD_ALGOS_MESH_RAPID_PRINTED_H

#include "algos/algo.h"

struct printed_tree;

struct printed_tree *rapid_printed_create(const struct cd_shape *shape);
/// Builds the tree anew in the memory that it has.
void rapid_printed_rebuild(struct printed_tree *tree, const struct cd_shape *shape);
void rapid_printed_destroy(struct printed_tree *tree);
size_t rapid_printed_bytes(const struct printed_tree *tree);

bool rapid_printed_test(const struct cd_placed *a, const struct printed_tree *tree_a,
                        const struct cd_placed *b, const struct printed_tree *tree_b,
                        struct cd_worker *worker);

/// Emits the boxes of one level; those of surfaces without area do not exist.
void rapid_printed_volumes(const struct printed_tree *tree, const struct cd_placed *body,
                           struct cd_volumes *volumes);

#endif
