/// What the files of this folder share: the model of a mesh, in one of its two variants.
#ifndef CD_ALGOS_MESH_RAPID_RAPID_H
#define CD_ALGOS_MESH_RAPID_RAPID_H

#include "algos/algo.h"

struct printed_tree;
struct wide_tree;

/// Exactly one of the trees is there.
struct rapid_model {
    struct printed_tree *printed;
    struct wide_tree *wide;
};

#endif
