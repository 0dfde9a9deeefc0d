#include "algos/broad/octree_boxes/tree.h"

#include "base/memory.h"
#include "base/status.h"

#include <stdbool.h>
#include <string.h>

#define BLOCK_IDS 7
#define ROOT      1u // nodes 0 .. 7 are the root's group; only this one of them is in use

struct octree_node {
    uint32_t children; ///< first of eight brothers; 0 for a leaf. In the pool's chain: the next free group
    uint32_t first;    ///< block of a leaf, or 0
    uint32_t count;    ///< bodies of a leaf
};

struct octree_block {
    uint32_t next; ///< or 0
    uint32_t ids[BLOCK_IDS];
};

/// A node's position in space.
struct cell {
    uint32_t node, low[3], width;
    unsigned level;
};

static struct cell root_cell(const struct octree *tree)
{
    return (struct cell){.node = ROOT, .width = UINT32_C(1) << tree->depth};
}

static struct cell child_cell(const struct octree *tree, const struct cell *cell, unsigned child)
{
    uint32_t half = cell->width / 2;
    return (struct cell){.node = tree->nodes[cell->node].children + child,
                         .low = {cell->low[0] + (child & 1 ? half : 0), cell->low[1] + (child & 2 ? half : 0),
                                 cell->low[2] + (child & 4 ? half : 0)},
                         .width = half,
                         .level = cell->level + 1};
}

/// Which children of a cell are touched by a range that touches the cell: bit c for child c.
static unsigned children_touched(const struct octree_range *range, const struct cell *cell)
{
    static const unsigned below[3] = {0x55, 0x33, 0x0f};
    unsigned mask = 0xff;
    for (int axis = 0; axis < 3; axis++) {
        uint32_t middle = cell->low[axis] + cell->width / 2;
        if (range->low[axis] >= middle)
            mask &= ~below[axis];
        if (range->high[axis] < middle)
            mask &= below[axis];
    }
    return mask;
}

/// Whether two ranges cover the same part of a cell that both touch.
static bool same_within(const struct octree_range *a, const struct octree_range *b, const struct cell *cell)
{
    for (int axis = 0; axis < 3; axis++) {
        uint32_t first = cell->low[axis], last = first + cell->width - 1;
        bool low = a->low[axis] == b->low[axis] || (a->low[axis] <= first && b->low[axis] <= first);
        bool high = a->high[axis] == b->high[axis] || (a->high[axis] >= last && b->high[axis] >= last);
        if (!low || !high)
            return false;
    }
    return true;
}

// ---- pools ------------------------------------------------------------------------------------------------

static uint32_t new_group(struct octree *tree)
{
    uint32_t group = tree->free_nodes;
    if (group) {
        tree->free_nodes = tree->nodes[group].children;
    } else {
        for (int i = 0; i < 8; i++) {
            tree->nodes = cd_grow(tree->nodes, tree->node_count, &tree->node_capacity, sizeof *tree->nodes);
            tree->node_count++;
        }
        CD_ASSERT(tree->node_count < UINT32_MAX);
        group = (uint32_t)tree->node_count - 8;
    }
    memset(&tree->nodes[group], 0, 8 * sizeof *tree->nodes);
    tree->places += 8;
    return group;
}

_Static_assert(sizeof(struct octree_node) == 12 && sizeof(struct octree_block) == 32,
               "OCTREE_BYTES_PER_BODY");

static uint32_t new_block(struct octree *tree)
{
    uint32_t block = tree->free_blocks;
    if (block) {
        tree->free_blocks = tree->blocks[block].next;
        return block;
    }
    tree->blocks = cd_grow(tree->blocks, tree->block_count, &tree->block_capacity, sizeof *tree->blocks);
    CD_ASSERT(tree->block_count < UINT32_MAX);
    return (uint32_t)tree->block_count++;
}

static void free_block(struct octree *tree, uint32_t block)
{
    tree->blocks[block].next = tree->free_blocks;
    tree->free_blocks = block;
}

void octree_clear(struct octree *tree, uint32_t finest)
{
    tree->finest = finest;
    tree->places = 0;
    tree->full = false;
    tree->node_count = tree->block_count = 0;
    tree->free_nodes = tree->free_blocks = 0;
    new_group(tree);
    new_block(tree); // number 0 means none
}

void octree_open(struct octree *tree, uint32_t capacity, unsigned depth, const struct octree_range *ranges)
{
    *tree = (struct octree){.capacity = capacity, .depth = depth, .ranges = ranges};
    CD_ASSERT(depth <= 20);
    octree_clear(tree, 1);
}

void octree_close(struct octree *tree)
{
    cd_free(tree->nodes);
    cd_free(tree->blocks);
    cd_free(tree->gathered);
}

// ---- leaves -----------------------------------------------------------------------------------------------

/// The first block of a leaf is the last to be filled: all blocks behind it are full.
static void add_to_leaf(struct octree *tree, uint32_t node, uint32_t id)
{
    uint32_t at = tree->nodes[node].count % BLOCK_IDS;
    if (!at) {
        uint32_t block = new_block(tree);
        tree->blocks[block].next = tree->nodes[node].first;
        tree->nodes[node].first = block;
    }
    tree->blocks[tree->nodes[node].first].ids[at] = id;
    tree->nodes[node].count++;
    tree->places++;
}

static uint32_t *find_in_leaf(struct octree *tree, uint32_t node, uint32_t id)
{
    uint32_t in_block = (tree->nodes[node].count - 1) % BLOCK_IDS + 1;
    for (uint32_t block = tree->nodes[node].first; block; block = tree->blocks[block].next) {
        for (uint32_t i = 0; i < in_block; i++)
            if (tree->blocks[block].ids[i] == id)
                return &tree->blocks[block].ids[i];
        in_block = BLOCK_IDS;
    }
    return NULL;
}

static void take_from_leaf(struct octree *tree, uint32_t node, uint32_t id)
{
    struct octree_node *leaf = &tree->nodes[node];
    uint32_t *place = find_in_leaf(tree, node, id);
    CD_ASSERT(place);
    uint32_t last = (leaf->count - 1) % BLOCK_IDS, first = leaf->first;
    *place = tree->blocks[first].ids[last];
    leaf->count--;
    tree->places--;
    if (!last) {
        leaf->first = tree->blocks[first].next;
        free_block(tree, first);
    }
}

/// Calls `act` for every body of a node that was a leaf, and frees `blocks` on the way.
static void empty_leaf(struct octree *tree, uint32_t first, uint32_t count,
                       void (*act)(struct octree *tree, const struct cell *cell, uint32_t id),
                       const struct cell *cell)
{
    uint32_t in_block = count ? (count - 1) % BLOCK_IDS + 1 : 0;
    tree->places -= count;
    while (first) {
        struct octree_block block = tree->blocks[first]; // the pool may move
        free_block(tree, first);
        for (uint32_t i = 0; i < in_block; i++)
            act(tree, cell, block.ids[i]);
        first = block.next;
        in_block = BLOCK_IDS;
    }
}

// ---- splitting and joining --------------------------------------------------------------------------------

static void insert(struct octree *tree, const struct cell *cell, uint32_t id);

/// Whether splitting separates anything: bodies that fill the cell would only be copied into all eight children.
static bool splitting_pays(const struct octree *tree, const struct cell *cell)
{
    const struct octree_node *leaf = &tree->nodes[cell->node];
    uint64_t entries = 0;
    uint32_t in_block = (leaf->count - 1) % BLOCK_IDS + 1;
    for (uint32_t block = leaf->first; block; block = tree->blocks[block].next) {
        for (uint32_t i = 0; i < in_block; i++)
            entries += (unsigned)__builtin_popcount(
                children_touched(&tree->ranges[tree->blocks[block].ids[i]], cell));
        in_block = BLOCK_IDS;
    }
    return entries <= 4 * (uint64_t)leaf->count;
}

static void split(struct octree *tree, const struct cell *cell)
{
    struct octree_node leaf = tree->nodes[cell->node];
    uint32_t group = new_group(tree);
    tree->nodes[cell->node] = (struct octree_node){.children = group};
    empty_leaf(tree, leaf.first, leaf.count, insert, cell);
}

static void insert(struct octree *tree, const struct cell *cell, uint32_t id)
{
    if (tree->places >= (size_t)tree->bodies * OCTREE_PLACES_PER_BODY)
        tree->full = true;
    if (tree->full)
        return;
    if (tree->nodes[cell->node].children) {
        for (unsigned rest = children_touched(&tree->ranges[id], cell); rest; rest &= rest - 1) {
            struct cell child = child_cell(tree, cell, (unsigned)__builtin_ctz(rest));
            insert(tree, &child, id);
        }
        return;
    }
    add_to_leaf(tree, cell->node, id);
    if (tree->nodes[cell->node].count > tree->capacity && cell->width > tree->finest &&
        splitting_pays(tree, cell))
        split(tree, cell);
}

static void add_once(struct octree *tree, const struct cell *cell, uint32_t id)
{
    if (!find_in_leaf(tree, cell->node, id))
        add_to_leaf(tree, cell->node, id);
}

/// Turns a node whose children are leaves with few bodies into a leaf again.
static void join_children(struct octree *tree, const struct cell *cell)
{
    uint32_t group = tree->nodes[cell->node].children, entries = 0;
    for (uint32_t i = 0; i < 8; i++) {
        if (tree->nodes[group + i].children)
            return;
        entries += tree->nodes[group + i].count;
    }
    if (entries > tree->capacity / 2) // below the capacity, so that it is not split again at once
        return;
    tree->nodes[cell->node] = (struct octree_node){0};
    for (uint32_t i = 0; i < 8; i++) {
        struct octree_node leaf = tree->nodes[group + i];
        empty_leaf(tree, leaf.first, leaf.count, add_once, cell);
    }
    tree->nodes[group].children = tree->free_nodes;
    tree->free_nodes = group;
    tree->places -= 8;
}

static void take_out(struct octree *tree, const struct cell *cell, const struct octree_range *range,
                     uint32_t id)
{
    if (!tree->nodes[cell->node].children) {
        take_from_leaf(tree, cell->node, id);
        return;
    }
    for (unsigned rest = children_touched(range, cell); rest; rest &= rest - 1) {
        struct cell child = child_cell(tree, cell, (unsigned)__builtin_ctz(rest));
        take_out(tree, &child, range, id);
    }
    join_children(tree, cell);
}

/// Moves a body within a cell that it touched before and still touches. Leaves that have the body before and after stay
/// as they are.
static void move_within(struct octree *tree, const struct cell *cell, const struct octree_range *was,
                        uint32_t id)
{
    const struct octree_range *is = &tree->ranges[id];
    if (tree->full || !tree->nodes[cell->node].children || same_within(was, is, cell))
        return;
    unsigned before = children_touched(was, cell), after = children_touched(is, cell);
    for (unsigned rest = before | after; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest), bit = 1u << i;
        struct cell child = child_cell(tree, cell, i);
        if (!(after & bit))
            take_out(tree, &child, was, id);
        else if (!(before & bit))
            insert(tree, &child, id);
        else
            move_within(tree, &child, was, id);
    }
    join_children(tree, cell);
}

void octree_insert(struct octree *tree, uint32_t id)
{
    struct cell root = root_cell(tree);
    insert(tree, &root, id);
}

void octree_remove(struct octree *tree, uint32_t id)
{
    struct cell root = root_cell(tree);
    take_out(tree, &root, &tree->ranges[id], id);
}

void octree_move(struct octree *tree, uint32_t id, const struct octree_range *was)
{
    struct cell root = root_cell(tree);
    move_within(tree, &root, was, id);
}

// ---- reading ----------------------------------------------------------------------------------------------

/// Writes the bodies of a leaf one after the other.
static void gather(struct octree *tree, uint32_t node)
{
    const struct octree_node *leaf = &tree->nodes[node];
    size_t count = 0;
    uint32_t in_block = (leaf->count - 1) % BLOCK_IDS + 1;
    for (uint32_t block = leaf->first; block; block = tree->blocks[block].next) {
        for (uint32_t i = 0; i < in_block; i++) {
            tree->gathered = cd_grow(tree->gathered, count, &tree->gathered_capacity, sizeof *tree->gathered);
            tree->gathered[count++] = tree->blocks[block].ids[i];
        }
        in_block = BLOCK_IDS;
    }
}

static void visit_leaves(struct octree *tree, const struct cell *cell, uint32_t min,
                         void (*visit)(void *user, const struct octree_leaf *leaf), void *user)
{
    if (tree->nodes[cell->node].children) {
        for (unsigned i = 0; i < 8; i++) {
            struct cell child = child_cell(tree, cell, i);
            visit_leaves(tree, &child, min, visit, user);
        }
        return;
    }
    if (tree->nodes[cell->node].count < min)
        return;
    gather(tree, cell->node);
    visit(user, &(struct octree_leaf){.low = {cell->low[0], cell->low[1], cell->low[2]},
                                      .width = cell->width,
                                      .level = cell->level,
                                      .ids = tree->gathered,
                                      .count = tree->nodes[cell->node].count});
}

void octree_visit(struct octree *tree, uint32_t min,
                  void (*visit)(void *user, const struct octree_leaf *leaf), void *user)
{
    struct cell root = root_cell(tree);
    visit_leaves(tree, &root, min, visit, user);
}
