// An octree whose leaves report the pairs of bodies whose boxes overlap, kept from frame to frame.
//
// Ours, after Liu, Li, Zhao, Shan 2016 (algos/papers/liu2016/octree.c), whose leaves hand over all pairs of their bodies and
// whose tree is built anew in every frame. A pair is reported by one leaf only: the one that has the lowest corner of what
// the two boxes share. A body whose box still touches the same finest cells costs nothing, any other is taken out and
// put in again. The root is a quarter larger than it must be, and everything is built anew once a body leaves it.
#include "algos/algo.h"
#include "algos/broad/octree_boxes/tree.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/// The boxes of the leaf being reported.
struct sides {
    double *at[6]; ///< low x, y, z and high x, y, z of each
    unsigned char *hits;
    size_t capacity;
};

struct space {
    struct octree tree;
    bool incremental, built;
    unsigned depth;
    struct cd_vec3 origin;
    double size;                 ///< of the root cube
    struct octree_range *ranges; ///< per body id
    struct cd_aabb *boxes;       ///< per body id
    unsigned char *live;         ///< per body id
    uint32_t body_limit;         ///< bodies of any frame have lower ids
    struct sides sides;
};

static const struct cd_param octree_boxes_params[] = {
    CD_PARAM_INT("capacity", "32", 1, 100000, "a cell with more bodies is split into eight"),
    CD_PARAM_INT("depth", "8", 0, 20,
                 "most levels below the root; fewer if the tree would take more than 700 kB per body"),
    CD_PARAM_CHOICE("update", "incremental", "incremental|rebuild",
                    "keep the tree and move bodies in it, or rebuild it around all bodies in every frame"),
    CD_PARAM_END,
};

static enum cd_code octree_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct space *space = cd_allocate(1, sizeof *space);
    space->incremental = cd_setting_is(create->settings, "update", "incremental");
    space->depth = (unsigned)cd_setting_int(create->settings, "depth");
    space->body_limit = create->scene->body_limit;
    space->ranges = cd_allocate(space->body_limit, sizeof *space->ranges);
    space->boxes = cd_allocate(space->body_limit, sizeof *space->boxes);
    space->live = cd_allocate(space->body_limit, 1);
    octree_open(&space->tree, (uint32_t)cd_setting_int(create->settings, "capacity"), space->depth,
                space->ranges);
    *self = space;
    return CD_OK;
}

static void octree_destroy(void *self)
{
    struct space *space = self;
    octree_close(&space->tree);
    cd_free(space->ranges);
    cd_free(space->boxes);
    cd_free(space->live);
    for (int k = 0; k < 6; k++)
        cd_free(space->sides.at[k]);
    cd_free(space->sides.hits);
    cd_free(space);
}

static void octree_reset(void *self)
{
    struct space *space = self;
    octree_clear(&space->tree, 1);
    memset(space->live, 0, space->body_limit);
    space->built = false;
}

// ---- cells ------------------------------------------------------------------------------------------------

/// The finest cell of a coordinate. It is monotone, so that boxes that overlap share a cell whatever the rounding.
static uint32_t cell_of(double value, double origin, const struct space *space)
{
    double last = (double)((UINT32_C(1) << space->depth) - 1);
    double at = (value - origin) / space->size * (last + 1);
    return at > 0 ? (uint32_t)fmin(at, last) : 0;
}

static struct octree_range range_of(const struct space *space, const struct cd_aabb *box)
{
    struct octree_range range;
    for (int axis = 0; axis < 3; axis++) {
        range.low[axis] = cell_of(cd_axis(&box->low, axis), cd_axis(&space->origin, axis), space);
        range.high[axis] = cell_of(cd_axis(&box->high, axis), cd_axis(&space->origin, axis), space);
    }
    return range;
}

static bool is_within(const struct space *space, const struct cd_aabb *box)
{
    bool within = true;
    for (int axis = 0; axis < 3; axis++) {
        double low = cd_axis(&space->origin, axis);
        within &= cd_axis(&box->low, axis) >= low && cd_axis(&box->high, axis) <= low + space->size;
    }
    return within;
}

/// Places the root around all boxes.
static void lay_root(struct space *space, const struct cd_boxed *boxes, uint32_t count)
{
    struct cd_aabb all = cd_aabb_empty();
    for (uint32_t i = 0; i < count; i++)
        cd_aabb_join(&all, &boxes[i].box);
    struct cd_vec3 extent = cd_aabb_extent(&all), centre = cd_aabb_centre(&all);
    space->size = fmax(fmax(extent.x, extent.y), fmax(extent.z, 0x1p-1000)); // bodies may all be one point
    if (space->incremental)
        space->size *= 1.25;
    double half = 0.5 * space->size;
    space->origin = cd_sub(centre, cd_vec(half, half, half));
}

/// Builds the tree of the finest cells that it has room for.
static void build(struct space *space, const struct cd_boxed *boxes, uint32_t count)
{
    memset(space->live, 0, space->body_limit);
    if (count)
        lay_root(space, boxes, count);
    for (uint32_t i = 0; i < count; i++) {
        space->live[boxes[i].id] = 1;
        space->ranges[boxes[i].id] = range_of(space, &boxes[i].box);
    }
    uint32_t finest = 1;
    do {
        octree_clear(&space->tree, finest);
        for (uint32_t i = 0; i < count; i++)
            octree_insert(&space->tree, boxes[i].id);
        finest *= 2;
    } while (space->tree.full);
    space->built = count;
}

static void move(struct space *space, uint32_t id, const struct cd_aabb *box)
{
    struct octree_range range = range_of(space, box), was = space->ranges[id];
    if (space->live[id] && !memcmp(&range, &was, sizeof range))
        return;
    space->ranges[id] = range;
    if (space->live[id])
        octree_move(&space->tree, id, &was);
    else
        octree_insert(&space->tree, id);
    space->live[id] = 1;
}

static void octree_update_boxes(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes,
                                uint32_t count)
{
    struct space *space = self;
    bool fits = space->built && space->incremental;
    for (uint32_t i = 0; i < count; i++) {
        space->boxes[boxes[i].id] = boxes[i].box;
        fits = fits && is_within(space, &boxes[i].box);
    }
    space->tree.bodies = count;
    if (!fits) {
        build(space, boxes, count);
        return;
    }
    for (uint32_t i = 0; i < frame->vanished_count; i++)
        if (space->live[frame->vanished[i]]) {
            octree_remove(&space->tree, frame->vanished[i]);
            space->live[frame->vanished[i]] = 0;
        }
    for (uint32_t i = 0; i < count; i++)
        move(space, boxes[i].id, &boxes[i].box);
    if (space->tree.full)
        build(space, boxes, count);
}

// ---- answers ----------------------------------------------------------------------------------------------

struct report {
    struct space *space;
    struct cd_pairs *pairs;
    struct cd_counters *counters;
};

/// Whether the lowest corner of what two bodies' boxes share is in the leaf.
static bool is_theirs(const struct octree_leaf *leaf, const struct octree_range *a,
                      const struct octree_range *b)
{
    for (int axis = 0; axis < 3; axis++) {
        uint32_t low = a->low[axis] > b->low[axis] ? a->low[axis] : b->low[axis];
        if (low < leaf->low[axis] || low >= leaf->low[axis] + leaf->width)
            return false;
    }
    return true;
}

/// Stores the boxes of a leaf coordinate by coordinate, so that one box can be compared with several at a time.
static void gather_boxes(struct space *space, const struct octree_leaf *leaf)
{
    struct sides *sides = &space->sides;
    if (leaf->count > sides->capacity) {
        sides->capacity = 2 * leaf->count;
        for (int k = 0; k < 6; k++)
            sides->at[k] = cd_reallocate(sides->at[k], 0, sides->capacity, sizeof *sides->at[k]);
        sides->hits = cd_reallocate(sides->hits, 0, sides->capacity, 1);
    }
    for (uint32_t i = 0; i < leaf->count; i++) {
        const struct cd_aabb *box = &space->boxes[leaf->ids[i]];
        for (int axis = 0; axis < 3; axis++) {
            sides->at[axis][i] = cd_axis(&box->low, axis);
            sides->at[3 + axis][i] = cd_axis(&box->high, axis);
        }
    }
}

/// Which of the boxes behind box i overlap it.
static void compare_boxes(struct sides *sides, uint32_t i, uint32_t count)
{
    const double *const *at = (const double *const *)sides->at;
    double low_x = at[0][i], low_y = at[1][i], low_z = at[2][i];
    double high_x = at[3][i], high_y = at[4][i], high_z = at[5][i];
    unsigned char *restrict hits = sides->hits;
    for (uint32_t j = i + 1; j < count; j++)
        hits[j] = (at[0][j] <= high_x) & (at[1][j] <= high_y) & (at[2][j] <= high_z) & (at[3][j] >= low_x) &
                  (at[4][j] >= low_y) & (at[5][j] >= low_z);
}

static void report_leaf(void *user, const struct octree_leaf *leaf)
{
    const struct report *report = user;
    struct space *space = report->space;
    gather_boxes(space, leaf);
    report->counters->cells++;
    report->counters->box_tests += (uint64_t)leaf->count * (leaf->count - 1) / 2;
    for (uint32_t i = 0; i < leaf->count; i++) {
        compare_boxes(&space->sides, i, leaf->count);
        for (uint32_t j = i + 1; j < leaf->count; j++) {
            uint32_t a = leaf->ids[i], b = leaf->ids[j];
            if (space->sides.hits[j] && is_theirs(leaf, &space->ranges[a], &space->ranges[b]))
                cd_pairs_add(report->pairs, a, b);
        }
    }
}

static void octree_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    struct space *space = self;
    struct report report = {space, pairs, counters};
    octree_visit(&space->tree, 2, report_leaf, &report);
}

struct display {
    const struct space *space;
    struct cd_volumes *volumes;
};

static void show_leaf(void *user, const struct octree_leaf *leaf)
{
    const struct display *display = user;
    const struct space *space = display->space;
    if (leaf->level > display->volumes->depth)
        return;
    double cell = space->size / (double)(UINT32_C(1) << space->depth), width = cell * leaf->width;
    struct cd_aabb box;
    box.low = cd_add(space->origin, cd_scale(cd_vec(leaf->low[0], leaf->low[1], leaf->low[2]), cell));
    box.high = cd_add(box.low, cd_vec(width, width, width));
    cd_emit_aabb(display->volumes, CD_NO_BODY, true, true, &box);
}

static void octree_volumes(const void *self, struct cd_volumes *volumes)
{
    struct space *space = (struct space *)(uintptr_t)self; // visiting gathers into the tree's own scratch
    struct display display = {space, volumes};
    if (space->built)
        octree_visit(&space->tree, 1, show_leaf, &display);
}

const struct cd_algo cd_algo_octree_boxes = {
    .name = "octree_boxes",
    .title = "octree that is kept and compares boxes",
    .source = "this project, after Liu, Li, Zhao, Shan 2016",
    .params = octree_boxes_params,
    .broad = &(const struct cd_broad_phase){.create = octree_create,
                                            .destroy = octree_destroy,
                                            .reset = octree_reset,
                                            .update = octree_update_boxes,
                                            .candidates = octree_candidates},
    .draw = &(const struct cd_debug_draw){.volumes = octree_volumes},
};
