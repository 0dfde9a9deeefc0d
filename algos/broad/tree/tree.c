// A dynamic tree of boxes: Erin Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019, and Bullet's btDbvt before it.
// A leaf has the box of a body with a margin around it, so that a body that moves a little costs a comparison; a body
// that leaves its leaf is taken out and put in again where boxes grow least. Pairs of leaves that overlap are kept, and
// a frame looks again only at the pairs of bodies that moved.
//
// Once as many bodies have been put in as there are, the tree is built anew from the bodies, sorted along a
// space-filling curve: Tero Karras, "Maximizing Parallelism in the Construction of BVHs, Octrees, and k-d Trees", High
// Performance Graphics 2012. It is also built anew when many bodies leave their leaves at once; then no pairs are kept
// until fewer bodies do. With `update=rebuild` the tree is built anew in every frame, without margins.
//
// The growth of a box is measured by the sum of its sides rather than by its surface, which says nothing about boxes on
// a line.
#include "algos/algo.h"
#include "algos/morton.h"
#include "algos/radix_sort.h"
#include "base/memory.h"

#include <string.h>

#define NONE UINT32_MAX

/// One cache line. Node i below `body_limit` is the leaf of body i.
struct node {
    struct cd_aabb box;
    uint32_t parent, child[2];
    uint32_t last; ///< of the leaves below, in the order of the sorted bodies; NONE where that has changed
};

struct tree {
    double margin; ///< as a share of a box's longest side
    bool rebuilds; ///< in every frame
    uint32_t body_limit;
    struct node *nodes;
    uint32_t root;                           ///< NONE without any leaf
    uint32_t *free, free_count, inner_count; ///< inner nodes that are not used, and how many there are
    uint32_t inserted;                       ///< leaves inserted one by one since the tree was built
    const struct cd_boxed *boxes;            ///< of this frame, the driver's
    uint32_t count;
    struct cd_aabb *own; ///< per body id: its box, without the margin
    bool *is_live;       ///< per body id
    bool *moved;         ///< per body id: its leaf came, changed or went since the last candidates
    uint32_t *movers, mover_count;
    uint32_t *stack;
    uint64_t *words[2]; ///< to sort bodies
    bool
        keeps_overlaps; ///< whether `overlaps` holds anything, or all leaves are as in a tree that is just built
    struct pair_set overlaps; ///< pairs of leaves whose boxes overlap, except for what the movers change
};

static const struct cd_param tree_params[] = {
    CD_PARAM_REAL("margin", "0.3", 0, 10,
                  "how far a box may move within its leaf, as a multiple of its longest side"),
    CD_PARAM_CHOICE("update", "incremental", "incremental|rebuild",
                    "reinsert what left its leaf, or rebuild the tree in every frame"),
    CD_PARAM_END,
};

static enum cd_code tree_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    uint32_t capacity = create->scene->max_bodies, limit = create->scene->body_limit;
    struct tree *tree = cd_allocate(1, sizeof *tree);
    tree->rebuilds = cd_setting_is(create->settings, "update", "rebuild");
    tree->margin = tree->rebuilds ? 0 : cd_setting_real(create->settings, "margin");
    tree->body_limit = limit;
    tree->inner_count = capacity;
    tree->nodes = cd_allocate((size_t)limit + capacity, sizeof *tree->nodes);
    tree->free = cd_allocate(capacity, sizeof *tree->free);
    tree->own = cd_allocate(limit, sizeof *tree->own);
    tree->is_live = cd_allocate(limit, sizeof *tree->is_live);
    tree->moved = cd_allocate(limit, sizeof *tree->moved);
    tree->movers = cd_allocate(limit, sizeof *tree->movers);
    tree->stack = cd_allocate((size_t)capacity + 1, sizeof *tree->stack);
    for (int i = 0; i < 2; i++)
        tree->words[i] = cd_allocate(capacity, sizeof **tree->words);
    tree->root = NONE;
    *self = tree;
    return CD_OK;
}

static void tree_destroy(void *self)
{
    struct tree *tree = self;
    cd_free(tree->nodes);
    cd_free(tree->free);
    cd_free(tree->own);
    cd_free(tree->is_live);
    cd_free(tree->moved);
    cd_free(tree->movers);
    cd_free(tree->stack);
    cd_free(tree->words[0]);
    cd_free(tree->words[1]);
    pair_set_free(&tree->overlaps);
    cd_free(tree);
}

static void tree_reset(void *self)
{
    struct tree *tree = self;
    tree->root = NONE;
    tree->mover_count = 0;
    tree->keeps_overlaps = false;
    memset(tree->is_live, 0, tree->body_limit * sizeof *tree->is_live);
    memset(tree->moved, 0, tree->body_limit * sizeof *tree->moved);
    pair_set_clear(&tree->overlaps);
}

// ---- boxes ------------------------------------------------------------------------------------------------

static double size_of(const struct cd_aabb *box)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    return extent.x + extent.y + extent.z;
}

static struct cd_aabb joined(const struct cd_aabb *a, const struct cd_aabb *b)
{
    struct cd_aabb box = *a;
    cd_aabb_join(&box, b);
    return box;
}

/// Whether a body can stay in its leaf. A leaf no longer suits a body that has shrunk.
static bool fits(const struct tree *tree, uint32_t id)
{
    const struct cd_aabb *leaf = &tree->nodes[id].box, *own = &tree->own[id];
    bool contained = leaf->low.x <= own->low.x && leaf->low.y <= own->low.y && leaf->low.z <= own->low.z &&
                     leaf->high.x >= own->high.x && leaf->high.y >= own->high.y &&
                     leaf->high.z >= own->high.z;
    return contained && size_of(leaf) <= 4 * (1 + 6 * tree->margin) * size_of(own);
}

// ---- one body ---------------------------------------------------------------------------------------------

static bool is_leaf(const struct tree *tree, uint32_t node)
{
    return node < tree->body_limit;
}

static void attach(struct tree *tree, uint32_t parent, unsigned place, uint32_t child)
{
    tree->nodes[parent].child[place] = child;
    tree->nodes[child].parent = parent;
}

/// Puts `instead` in the place of `node`.
static void replace(struct tree *tree, uint32_t node, uint32_t instead)
{
    uint32_t parent = tree->nodes[node].parent;
    tree->nodes[instead].parent = parent;
    if (parent == NONE)
        tree->root = instead;
    else
        attach(tree, parent, tree->nodes[parent].child[1] == node, instead);
}

static void remove_leaf(struct tree *tree, uint32_t leaf)
{
    uint32_t parent = tree->nodes[leaf].parent;
    if (parent == NONE) {
        tree->root = NONE;
        return;
    }
    uint32_t sibling = tree->nodes[parent].child[tree->nodes[parent].child[0] == leaf];
    replace(tree, parent, sibling);
    tree->free[tree->free_count++] = parent;
    for (uint32_t i = tree->nodes[sibling].parent; i != NONE; i = tree->nodes[i].parent) {
        struct node *node = &tree->nodes[i];
        node->box = joined(&tree->nodes[node->child[0]].box, &tree->nodes[node->child[1]].box);
        node->last = NONE;
    }
}

static void insert_leaf(struct tree *tree, uint32_t leaf)
{
    const struct cd_aabb *box = &tree->nodes[leaf].box;
    tree->nodes[leaf].last = tree->nodes[leaf].parent = NONE;
    tree->inserted++;
    if (tree->root == NONE) {
        tree->root = leaf;
        return;
    }
    uint32_t sibling = tree->root;
    while (!is_leaf(tree, sibling)) { // goes down as long as that costs less than staying
        const struct node *node = &tree->nodes[sibling];
        struct cd_aabb whole = joined(&node->box, box);
        double here = size_of(&whole), grown = here - size_of(&node->box), cost[2];
        for (int i = 0; i < 2; i++) {
            const struct node *child = &tree->nodes[node->child[i]];
            whole = joined(&child->box, box);
            cost[i] = size_of(&whole) + grown - (is_leaf(tree, node->child[i]) ? 0 : size_of(&child->box));
        }
        if (here < cost[0] && here < cost[1])
            break;
        sibling = node->child[cost[1] < cost[0]];
    }
    uint32_t made = tree->free[--tree->free_count];
    replace(tree, sibling, made);
    attach(tree, made, 0, sibling);
    attach(tree, made, 1, leaf);
    tree->nodes[made].box = tree->nodes[sibling].box;
    for (uint32_t i = made; i != NONE; i = tree->nodes[i].parent) {
        cd_aabb_join(&tree->nodes[i].box, box);
        tree->nodes[i].last = NONE;
    }
}

// ---- all bodies -------------------------------------------------------------------------------------------

/// Builds the subtree of the words first .. last, which are codes of centres along the curve, above the bodies' places in
/// `boxes`. It is cut where the highest bit that differs is set, so it is no deeper than a code has bits and half a number
/// of bodies has.
static uint32_t build_range(struct tree *tree, const uint64_t *words, uint32_t first, uint32_t last)
{
    uint32_t at = first == last ? tree->boxes[(uint32_t)words[first]].id : tree->free[--tree->free_count];
    if (first < last) {
        uint64_t differ = (words[first] ^ words[last]) >> 32;
        uint64_t bit = differ ? UINT64_C(1) << (95 - __builtin_clzll(differ)) : 0;
        uint32_t low = first, high = bit ? last : first + (last - first) / 2 + 1;
        while (bit && high - low > 1) { // the bit of low is not set, that of high is
            uint32_t middle = low + (high - low) / 2;
            if (words[middle] & bit)
                high = middle;
            else
                low = middle;
        }
        attach(tree, at, 0, build_range(tree, words, first, high - 1));
        attach(tree, at, 1, build_range(tree, words, high, last));
        const struct node *node = &tree->nodes[at];
        tree->nodes[at].box = joined(&tree->nodes[node->child[0]].box, &tree->nodes[node->child[1]].box);
    }
    tree->nodes[at].last = last;
    return at;
}

/// Builds the tree anew from the leaves as they are, in the order of a curve through their centres. Nodes are stored in
/// the order in which a search meets them, so that it reads memory forwards.
static void build(struct tree *tree)
{
    tree->free_count = 0;
    for (uint32_t i = tree->inner_count; i-- > 0;)
        tree->free[tree->free_count++] = tree->body_limit + i;
    tree->inserted = 0;
    tree->root = NONE;
    if (!tree->count)
        return;
    struct cd_aabb space = cd_aabb_empty();
    for (uint32_t i = 0; i < tree->count; i++)
        cd_aabb_join(&space, &tree->boxes[i].box);
    for (uint32_t i = 0; i < tree->count; i++) {
        struct cd_vec3 centre = cd_aabb_centre(&tree->boxes[i].box);
        tree->words[0][i] = (uint64_t)cd_morton_code(&space, &centre) << 32 | i;
    }
    const uint64_t *words =
        cd_radix_sort(NULL, tree->words[0], tree->words[1], tree->count, 32, CD_MORTON_BITS);
    tree->root = build_range(tree, words, 0, tree->count - 1);
    tree->nodes[tree->root].parent = NONE;
}

static void forget_moves(struct tree *tree)
{
    for (uint32_t i = 0; i < tree->mover_count; i++)
        tree->moved[tree->movers[i]] = false;
    tree->mover_count = 0;
}

static void note_move(struct tree *tree, uint32_t id)
{
    if (!tree->moved[id])
        tree->movers[tree->mover_count++] = id;
    tree->moved[id] = true;
}

static void tree_update_boxes(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes,
                              uint32_t count)
{
    struct tree *tree = self;
    uint32_t leaving = 0;
    for (uint32_t i = 0; i < frame->vanished_count; i++) {
        uint32_t id = frame->vanished[i];
        if (!tree->is_live[id])
            continue;
        remove_leaf(tree, id);
        tree->is_live[id] = false;
        note_move(tree, id);
    }
    tree->boxes = boxes;
    tree->count = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = boxes[i].id;
        tree->own[id] = boxes[i].box;
        leaving += !tree->is_live[id] || tree->rebuilds || !fits(tree, id);
    }
    bool scattered = tree->rebuilds || leaving > count / 4, anew = scattered || tree->inserted > count;
    for (uint32_t i = 0; i < count && leaving; i++) {
        uint32_t id = boxes[i].id;
        if (tree->is_live[id] && !tree->rebuilds && fits(tree, id))
            continue;
        if (tree->is_live[id] && !anew)
            remove_leaf(tree, id);
        double by = tree->margin * cd_aabb_longest_side(&boxes[i].box);
        struct cd_vec3 margin = cd_vec(by, by, by);
        tree->nodes[id].box =
            (struct cd_aabb){cd_sub(boxes[i].box.low, margin), cd_add(boxes[i].box.high, margin)};
        if (!anew)
            insert_leaf(tree, id);
        tree->is_live[id] = true;
        if (!scattered)
            note_move(tree, id);
    }
    if (anew)
        build(tree);
    if (scattered) {
        forget_moves(tree);
        if (tree->keeps_overlaps)
            pair_set_clear(&tree->overlaps);
    } else if (!tree->keeps_overlaps) {
        for (uint32_t i = 0; i < count; i++)
            note_move(tree, boxes[i].id);
    }
    tree->keeps_overlaps = !scattered;
}

/// Searches the tree for what overlaps a leaf; returns how many boxes were tested. In a tree that has just been built, the
/// bodies that come `later` in it and overlap the leaf's are reported. Otherwise, pairs of leaves that overlap are kept,
/// except those that the other leaf finds itself: it moved and has a smaller id. Inline, so that the compiler knows `later`.
static inline uint64_t search(struct tree *tree, uint32_t leaf, bool later, struct cd_pairs *pairs)
{
    const struct cd_aabb *box = later ? &tree->own[leaf] : &tree->nodes[leaf].box;
    uint32_t waiting = 0, after = tree->nodes[leaf].last;
    uint64_t tests = 0;
    tree->stack[waiting++] = tree->root;
    while (waiting) {
        uint32_t at = tree->stack[--waiting];
        const struct node *node = &tree->nodes[at];
        if (later && node->last <= after)
            continue;
        tests++;
        if (!cd_aabb_overlap(&node->box, box))
            continue;
        if (!is_leaf(tree, at)) {
            tree->stack[waiting++] = node->child[1];
            tree->stack[waiting++] = node->child[0];
        } else if (later) {
            if (cd_aabb_overlap(&tree->own[at], box))
                cd_pairs_add(pairs, leaf, at);
        } else if (at > leaf || (at < leaf && !tree->moved[at])) {
            pair_set_add(&tree->overlaps, leaf < at ? leaf : at, leaf < at ? at : leaf);
        }
    }
    return tests;
}

static void tree_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    struct tree *tree = self;
    uint64_t tests = 0;
    for (uint32_t i = 0; i < tree->count && !tree->keeps_overlaps; i++)
        tests += search(tree, tree->boxes[i].id, true, pairs);
    for (uint32_t i = 0; i < tree->mover_count && tree->keeps_overlaps; i++)
        if (tree->is_live[tree->movers[i]])
            tests += search(tree, tree->movers[i], false, NULL);
    counters->box_tests += tests + tree->overlaps.count;
    for (size_t i = tree->overlaps.count;
         i-- > 0;) { // pairs that overlap are reported; leaves that no longer do go
        struct cd_pair pair = tree->overlaps.list[i];
        bool live = tree->is_live[pair.a] && tree->is_live[pair.b];
        if (live && cd_aabb_overlap(&tree->own[pair.a], &tree->own[pair.b]))
            cd_pairs_add(pairs, pair.a, pair.b);
        else if ((tree->moved[pair.a] || tree->moved[pair.b]) &&
                 !(live && cd_aabb_overlap(&tree->nodes[pair.a].box, &tree->nodes[pair.b].box)))
            pair_set_remove(&tree->overlaps, pair.a, pair.b);
    }
    if (tree->keeps_overlaps)
        forget_moves(tree);
}

const struct cd_algo cd_algo_tree = {
    .name = "tree",
    .title = "dynamic tree of boxes with margins",
    .source = "Catto 2019; Karras 2012",
    .params = tree_params,
    .broad = &(const struct cd_broad_phase){.create = tree_create,
                                            .destroy = tree_destroy,
                                            .reset = tree_reset,
                                            .update = tree_update_boxes,
                                            .candidates = tree_candidates},
};
