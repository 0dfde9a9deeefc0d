/// An octree over bodies that are given as ranges of the finest cells: which bodies share a leaf.
#ifndef CD_ALGOS_OCTREE_TREE_H
#define CD_ALGOS_OCTREE_TREE_H

#include <stddef.h>
#include <stdint.h>

/// First and last of the finest cells that a box touches, along each axis.
struct octree_range {
    uint32_t low[3], high[3];
};

struct octree_limits {
    uint32_t capacity; ///< a leaf with more bodies is split
    unsigned depth;    ///< the finest cells are 2^depth along each axis; at most 20
};

struct octree_node;
struct octree_block;

/// Nodes in groups of eight brothers, bodies of a leaf in blocks; both from pools, which only grow.
struct octree {
    struct octree_limits limits;
    struct octree_node *nodes;
    size_t node_count, node_capacity;
    struct octree_block *blocks;
    size_t block_count, block_capacity;
    uint32_t free_nodes, free_blocks; ///< first of a chain, or 0
    uint32_t *gathered;               ///< bodies of the leaf being visited
    size_t gathered_capacity;
    const struct octree_range *ranges; ///< by body id, as of the last change: the caller's
};

/// An empty tree. `ranges` outlives it and holds what every body in the tree was put in with.
void octree_open(struct octree *tree, const struct octree_limits *limits, const struct octree_range *ranges);
void octree_close(struct octree *tree);
size_t octree_bytes(const struct octree *tree);

/// Takes all bodies out and keeps the memory.
void octree_clear(struct octree *tree);

/// Puts a body, whose range is in the table, into every leaf that it touches.
void octree_insert(struct octree *tree, uint32_t id);

/// Takes a body out, whose range in the table is still that of its insertion.
void octree_remove(struct octree *tree, uint32_t id);

/// Moves a body, whose range in the table is the new one already, from the leaves of `was` to its own.
void octree_move(struct octree *tree, uint32_t id, const struct octree_range *was);

/// Calls `visit` for every leaf with at least `least` bodies: its first cell, its width in finest cells, its
/// level below the root.
struct octree_leaf {
    uint32_t low[3], width;
    unsigned level;
    const uint32_t *ids; ///< valid during the call
    uint32_t count;
};
void octree_visit(struct octree *tree, uint32_t least,
                  void (*visit)(void *user, const struct octree_leaf *leaf), void *user);

#endif
