// Liu, Li, Zhao, Shan 2016, section 1.1: an octree in front of the pair tests.
//
// The paper                                                                    here
//   section 1.1, the root is the smallest cube that contains all objects       lay_root
//   section 1.1, a cube is cut along three axes into eight equal ones          subdivide
//   section 1.1, again, until the number of objects is as required             subdivide
//   section 1.1, objects of the same cell are tested                           octree_candidates
//
// README.md says how many objects are too many, and what ends the subdivision where objects overlap (E4).
#include "algos/algo.h"
#include "algos/radix_sort.h"
#include "base/memory.h"

#include <string.h>

// Ours (E4): most cells and entries of a tree for each of its bodies (300 kB); a body in a cell is one entry. A body
// touches 12^3 cells of an eleventh of its own width, and cutting bodies finer than that separates next to none of them.
#define PLACES_PER_BODY 2000

/// A cube of space, and the bodies whose boxes touch it.
struct cell {
    struct cd_vec3 low;
    double size;
    size_t children; ///< the first of eight; 0 for a leaf
    size_t first;    ///< its bodies are entries[first .. first + count)
    uint32_t count;
    uint32_t level; ///< below the root
};

struct octree {
    uint32_t capacity, depth;
    uint32_t levels; ///< of this frame's tree below the root: `depth`, or fewer
    bool full;       ///< the tree would have had more than PLACES_PER_BODY
    uint32_t body_limit, count;
    struct cd_boxed *bodies; ///< of this frame, `count` of them
    struct cell *cells;      ///< the root first
    size_t cell_count, cell_capacity;
    uint32_t *entries; ///< places in `bodies`
    size_t entry_count, entry_capacity;
    unsigned char *touched; ///< per body of the cell that is being split
    uint64_t *keys;         ///< two lots of `key_capacity` pairs, to be sorted
    size_t key_capacity;
};

static const struct cd_param octree_params[] = {
    // E4: the text gives neither.
    CD_PARAM_INT("capacity", "32", 1, 100000, "a cell with more bodies is split into eight"),
    CD_PARAM_INT("depth", "8", 0, 20,
                 "most levels below the root; fewer if the tree would have more than 2000 cells and entries "
                 "per body (300 kB)"),
    CD_PARAM_END,
};

static enum cd_code octree_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct octree *octree = cd_allocate(1, sizeof *octree);
    octree->capacity = (uint32_t)cd_setting_int(create->settings, "capacity");
    octree->depth = (uint32_t)cd_setting_int(create->settings, "depth");
    octree->body_limit = create->scene->body_limit;
    octree->bodies = cd_allocate(octree->body_limit, sizeof *octree->bodies);
    octree->touched = cd_allocate(octree->body_limit, 1);
    *self = octree;
    return CD_OK;
}

static void octree_destroy(void *self)
{
    struct octree *octree = self;
    cd_free(octree->bodies);
    cd_free(octree->cells);
    cd_free(octree->entries);
    cd_free(octree->touched);
    cd_free(octree->keys);
    cd_free(octree);
}

// ---- the tree ---------------------------------------------------------------------------------------------

static void add_cell(struct octree *octree, struct cell cell)
{
    octree->cells = cd_grow(octree->cells, octree->cell_count, &octree->cell_capacity, sizeof *octree->cells);
    octree->cells[octree->cell_count++] = cell;
}

static void add_entry(struct octree *octree, uint32_t body)
{
    octree->entries =
        cd_grow(octree->entries, octree->entry_count, &octree->entry_capacity, sizeof *octree->entries);
    octree->entries[octree->entry_count++] = body;
}

// Section 1.1: 其根节点是包含全部物体的最小立方体, "its root is the smallest cube that contains all objects".
static void lay_root(struct octree *octree)
{
    struct cd_aabb all = cd_aabb_empty();
    octree->cell_count = octree->entry_count = 0;
    octree->full = false;
    for (uint32_t i = 0; i < octree->count; i++) {
        cd_aabb_join(&all, &octree->bodies[i].box);
        add_entry(octree, i);
    }
    double size = cd_aabb_longest_side(&all), half = 0.5 * size;
    struct cd_vec3 low = cd_sub(cd_aabb_centre(&all), cd_vec(half, half, half));
    add_cell(octree, (struct cell){.low = low, .size = size, .count = octree->count});
}

// Which children of a cell are touched by a box that touches the cell: bit c for child c, whose bits say for which axes it
// lies above the middle. A point of two boxes is in a child that both touch, whatever the rounding of `middle`.
static unsigned children_touched(const struct cd_aabb *box, const struct cd_vec3 *middle)
{
    static const unsigned below[3] = {0x55, 0x33, 0x0f};
    unsigned children = 0xff;
    for (int axis = 0; axis < 3; axis++) {
        if (cd_axis(&box->low, axis) >= cd_axis(middle, axis))
            children &= ~below[axis];
        if (cd_axis(&box->high, axis) < cd_axis(middle, axis))
            children &= below[axis];
    }
    return children;
}

// Section 1.1: 将这一立方体沿3个坐标轴均匀分割得到8个子空间节点, "this cube is cut evenly along the three axes, into eight
// cells". 如果剖分后的子空间内物体数量仍然较多,则再次对子空间进行八叉树划分,直到子空间内的物体数量满足要求为止, "if there
// are still many objects in a cell, it is divided again, until the number of objects is as required".
static void subdivide(struct octree *octree, size_t index)
{
    const struct cell cell = octree->cells[index];
    if (cell.count <= octree->capacity || cell.level >= octree->levels || octree->full)
        return;
    double half = 0.5 * cell.size;
    struct cd_vec3 middle = cd_add(cell.low, cd_vec(half, half, half));
    uint64_t entries = 0;
    for (uint32_t i = 0; i < cell.count; i++) {
        uint32_t body = octree->entries[cell.first + i];
        unsigned children = children_touched(&octree->bodies[body].box, &middle);
        octree->touched[i] = (unsigned char)children;
        entries += (unsigned)__builtin_popcount(children);
    }
    // Ours (E4): bodies that fill the cell would only be copied into all eight children.
    if (entries > 4 * (uint64_t)cell.count)
        return;
    if (octree->cell_count + octree->entry_count + entries > PLACES_PER_BODY * (uint64_t)octree->count) {
        octree->full = true;
        return;
    }
    size_t children = octree->cells[index].children = octree->cell_count;
    for (unsigned c = 0; c < 8; c++) {
        struct cell child = {.size = half, .first = octree->entry_count, .level = cell.level + 1};
        child.low = cd_vec(c & 1 ? middle.x : cell.low.x, c & 2 ? middle.y : cell.low.y,
                           c & 4 ? middle.z : cell.low.z);
        for (uint32_t i = 0; i < cell.count; i++)
            if (octree->touched[i] >> c & 1)
                add_entry(octree, octree->entries[cell.first + i]);
        child.count = (uint32_t)(octree->entry_count - child.first);
        add_cell(octree, child);
    }
    for (size_t c = 0; c < 8; c++)
        subdivide(octree, children + c);
}

static void octree_update_boxes(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes,
                                uint32_t count)
{
    (void)frame;
    struct octree *octree = self;
    octree->count = count;
    octree->cell_count = 0;
    if (!count)
        return;
    memcpy(octree->bodies, boxes, count * sizeof *boxes);
    octree->levels = octree->depth + 1;
    do { // ours (E4): a tree that is too large gets a level less
        octree->levels--;
        lay_root(octree);
        subdivide(octree, 0);
    } while (octree->full);
}

// ---- answers ----------------------------------------------------------------------------------------------

// Ours: bodies may share several leaves; sorts the pairs, and keeps one of each.
static void drop_repeated(struct octree *octree, struct cd_pairs *pairs)
{
    if (!pairs->count)
        return;
    unsigned bits = 1;
    while (bits < 32 && octree->body_limit >> bits)
        bits++;
    if (pairs->count > octree->key_capacity) {
        octree->key_capacity = pairs->capacity;
        octree->keys = cd_reallocate(octree->keys, 0, 2 * octree->key_capacity, sizeof *octree->keys);
    }
    for (size_t i = 0; i < pairs->count; i++)
        octree->keys[i] = (uint64_t)pairs->pairs[i].a << bits | pairs->pairs[i].b;
    const uint64_t *sorted =
        cd_radix_sort(NULL, octree->keys, octree->keys + octree->key_capacity, pairs->count, 0, 2 * bits);
    size_t kept = 0;
    for (size_t i = 0; i < pairs->count; i++)
        if (!i || sorted[i] != sorted[i - 1])
            pairs->pairs[kept++] = (struct cd_pair){(uint32_t)(sorted[i] >> bits),
                                                    (uint32_t)(sorted[i] & ((UINT64_C(1) << bits) - 1))};
    pairs->count = kept;
}

// Section 1.1: 在同一空间内测试物体是否相交, "whether objects intersect is tested within one cell".
static void octree_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    struct octree *octree = self;
    for (size_t k = 0; k < octree->cell_count; k++) {
        const struct cell *cell = &octree->cells[k];
        const uint32_t *bodies = octree->entries + cell->first;
        if (cell->children || cell->count < 2)
            continue;
        counters->cells++;
        for (uint32_t i = 0; i < cell->count; i++)
            for (uint32_t j = i + 1; j < cell->count; j++)
                cd_pairs_add(pairs, octree->bodies[bodies[i]].id, octree->bodies[bodies[j]].id);
        if (pairs->count > (uint64_t)octree->count * (octree->count - 1)) // twice as many as there are
            drop_repeated(octree, pairs);
    }
    drop_repeated(octree, pairs);
}

static void octree_volumes(const void *self, struct cd_volumes *volumes)
{
    const struct octree *octree = self;
    for (size_t k = 0; k < octree->cell_count; k++) {
        const struct cell *cell = &octree->cells[k];
        struct cd_aabb box = {cell->low, cd_add(cell->low, cd_vec(cell->size, cell->size, cell->size))};
        if (!cell->children && cell->count > 0 && cell->level <= volumes->depth)
            cd_emit_aabb(volumes, CD_NO_BODY, true, true, &box);
    }
}

const struct cd_algo cd_algo_octree = {
    .name = "octree",
    .title = "octree whose leaves hand over all pairs of their bodies",
    .source = "Liu, Li, Zhao, Shan 2016",
    .params = octree_params,
    .broad = &(const struct cd_broad_phase){.create = octree_create,
                                            .destroy = octree_destroy,
                                            .update = octree_update_boxes,
                                            .candidates = octree_candidates},
    .draw = &(const struct cd_debug_draw){.volumes = octree_volumes},
};
