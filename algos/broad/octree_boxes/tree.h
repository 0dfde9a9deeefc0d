/// An octree over bodies that are given as ranges of the finest cells. It finds the bodies that share a leaf.
#ifndef CD_ALGOS_BROAD_OCTREE_BOXES_TREE_H
#define CD_ALGOS_BROAD_OCTREE_BOXES_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// First and last of the finest cells that a box touches, along each axis.
struct octree_range {
    uint32_t low[3], high[3];
};

/// Most nodes and entries of a tree for each of its bodies; a body in a leaf is one entry. A body touches 20^3 cells of
/// a nineteenth of its own width. A tree with more places cuts its bodies finer than that, which separates hardly any
/// bodies: every level doubles the leaves along an edge that bodies share, and makes four of each leaf in a face.
#define OCTREE_PLACES_PER_BODY 8000

/// Most bytes of a tree for each of its bodies: a node takes 12, an entry 32, and pools grow by doubling.
#define OCTREE_BYTES_PER_BODY (OCTREE_PLACES_PER_BODY * (12 + 32) * 2)

struct octree_node;
struct octree_block;

/// Nodes are in groups of eight siblings, bodies of a leaf in blocks. Both come from pools, which only grow.
struct octree {
    uint32_t capacity; ///< a leaf with more bodies is split
    unsigned depth;    ///< the finest cells are 2^depth along each axis; at most 20
    uint32_t finest;   ///< width, in finest cells, of the cells that are not split further
    uint32_t bodies;   ///< bodies that the tree will have; the number of its nodes and entries depends on it
    size_t places;     ///< nodes and entries
    /// True when an insertion or a move was given up because the tree has OCTREE_PLACES_PER_BODY. The tree must then be
    /// cleared and built with coarser cells. A tree of one cell is never full.
    bool full;
    struct octree_node *nodes;
    size_t node_count, node_capacity;
    struct octree_block *blocks;
    size_t block_count, block_capacity;
    uint32_t free_nodes, free_blocks; ///< first of a chain, or 0
    uint32_t *gathered;               ///< bodies of the leaf being visited
    size_t gathered_capacity;
    const struct octree_range *ranges; ///< by body id, as of the last change; owned by the caller
};

/// Makes an empty tree. `ranges` must outlive it and must have, for every body in the tree, the range of its insertion.
void octree_open(struct octree *tree, uint32_t capacity, unsigned depth, const struct octree_range *ranges);
void octree_close(struct octree *tree);

/// Takes all bodies out and keeps the memory. From here on, cells with `finest` finest cells along each axis, a power
/// of two, are not split further.
void octree_clear(struct octree *tree, uint32_t finest);

/// Puts a body, whose range is in the table, into every leaf that it touches. Does nothing in a full tree.
void octree_insert(struct octree *tree, uint32_t id);

/// Takes a body out. Its range in the table must still be that of its insertion.
void octree_remove(struct octree *tree, uint32_t id);

/// Moves a body from the leaves of `was` to its new leaves. Its range in the table must already be the new one. Does
/// nothing in a full tree.
void octree_move(struct octree *tree, uint32_t id, const struct octree_range *was);

/// Calls `visit` for every leaf with at least `least` bodies. It gets the leaf's first cell, its width in finest cells
/// and its level below the root.
struct octree_leaf {
    uint32_t low[3], width;
    unsigned level;
    const uint32_t *ids; ///< valid during the call
    uint32_t count;
};
void octree_visit(struct octree *tree, uint32_t min,
                  void (*visit)(void *user, const struct octree_leaf *leaf), void *user);

#endif
