// Interval tree matching: M. Marzolla, G. D'Angelo, G. Mandrioli, "A Parallel Data Distribution Management
// Algorithm", DS-RT 2013; M. Marzolla, G. D'Angelo, "Parallel Data Distribution Management on Shared-Memory
// Multiprocessors", ACM TOMACS 30(1), 2020.
//
// The subscribe extents are in a balanced search tree, in the order in which they begin in the first dimension; a node
// knows where the last extent of its subtree ends. Every publish extent asks the tree for the extents that overlap it,
// and the other dimensions are tested there. Queries do not depend on each other, so threads share them.
//
// The papers keep an AVL tree and walk down to every extent that overlaps. Here the sorted array is the tree: the root
// of a range is its middle, and short ranges are leaves. Extents that begin within the publish extent overlap it and
// are consecutive. Only those that begin before it need the tree, in which a range is taken as a whole when the first
// of its ends is far enough.
#include "algos/regions/region_matcher.h"
#include "base/memory.h"

/// The most extents in a leaf.
#define LEAF 16

/// Publish extents that a thread takes at a time.
#define CHUNK 512

struct itree {
    struct cd_region_matcher base;
    /// Where the first and the last extent of a range end, at the entry that is the range's root.
    struct ends {
        int32_t first, last;
    } * ends;
};

/// A publish extent that asks, and the run of neighbouring subscribe extents that it will be tested against.
struct asked {
    struct itree *tree;
    struct cd_worker *worker;
    uint32_t extent;
    struct cd_region_bounds bounds;
    uint32_t run_first, run_end;
};

static enum cd_code itree_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct itree *tree = cd_region_matcher_create(create, sizeof *tree, CD_REGION_KEEPS_ORDER);
    tree->ends = cd_allocate(tree->base.set.all.capacity, sizeof *tree->ends);
    *self = tree;
    return CD_OK;
}

static void itree_destroy(void *self)
{
    struct itree *tree = self;
    cd_free(tree->ends);
    cd_region_matcher_destroy(tree);
}

/// Works out the ends of a range and of all ranges below it.
static struct ends build(struct itree *tree, uint32_t first, uint32_t end)
{
    const int32_t *high = tree->base.order.sides[CD_REGION_SUBSCRIBE].high[0];
    struct ends ends = {INT32_MAX, INT32_MIN};
    if (end - first <= LEAF) {
        for (uint32_t i = first; i < end; i++) {
            ends.first = high[i] < ends.first ? high[i] : ends.first;
            ends.last = high[i] > ends.last ? high[i] : ends.last;
        }
        return ends;
    }
    uint32_t middle = first + (end - first) / 2;
    struct ends left = build(tree, first, middle), right = build(tree, middle, end);
    ends.first = left.first < right.first ? left.first : right.first;
    ends.last = left.last > right.last ? left.last : right.last;
    tree->ends[middle] = ends;
    return ends;
}

static enum cd_code itree_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    struct itree *tree = self;
    cd_region_matcher_update(self, frame, status);
    build(tree, 0, tree->base.order.sides[CD_REGION_SUBSCRIBE].count);
    return CD_OK;
}

/// Tests first .. end - 1 from dimension `from` on; true when the query is answered.
static bool test(const struct asked *asked, uint32_t from, uint32_t first, uint32_t end)
{
    const struct cd_region_columns *s = &asked->tree->base.order.sides[CD_REGION_SUBSCRIBE];
    return first < end && cd_region_matcher_scan(&asked->tree->base, asked->worker, CD_REGION_PUBLISH,
                                                 asked->extent, &asked->bounds, s, from, first, end);
}

/// Adds a range that begins no earlier than the run to the run. A range that does not join it begins a run of its own.
/// True when the query is answered.
static bool add_to_run(struct asked *asked, uint32_t first, uint32_t end)
{
    if (first == asked->run_end) {
        asked->run_end = end;
        return false;
    }
    bool over = test(asked, 0, asked->run_first, asked->run_end);
    asked->run_first = first;
    asked->run_end = end;
    return over;
}

/// Searches a range for the extents before `limit` that do not end too early. All extents before `limit` begin early
/// enough. True when the query is answered.
static bool search(struct asked *asked, uint32_t first, uint32_t end, uint32_t limit)
{
    uint32_t until = end < limit ? end : limit;
    if (first >= until)
        return false;
    asked->worker->counters.cells++;
    if (end - first <= LEAF)
        return add_to_run(asked, first, until);
    uint32_t middle = first + (end - first) / 2;
    struct ends ends = asked->tree->ends[middle];
    if (ends.last < asked->bounds.low[0])
        return false;
    if (ends.first >= asked->bounds.low[0])
        return add_to_run(asked, first, until);
    return search(asked, first, middle, limit) || search(asked, middle, end, limit);
}

static void match_chunk(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                        uint32_t end)
{
    struct itree *tree = (struct itree *)matcher;
    const struct cd_region_columns *p = &tree->base.order.sides[CD_REGION_PUBLISH];
    const struct cd_region_columns *s = &tree->base.order.sides[CD_REGION_SUBSCRIBE];
    uint32_t begin = 0;
    for (uint32_t i = first; i < end && !cd_region_matcher_over(matcher); i++) {
        struct asked asked = {tree, worker, p->names[i], cd_region_columns_bounds(p, i), 0, 0};
        begin =
            cd_region_order_row(s, begin, p->low[0][i]); // what is before it begins earlier than the extent
        if (!search(&asked, 0, s->count, begin) && !test(&asked, 0, asked.run_first, asked.run_end))
            test(&asked, 1, begin, cd_region_order_row(s, begin, (int64_t)p->high[0][i] + 1));
    }
}

static enum cd_code itree_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct itree *tree = self;
    cd_region_matcher_run(&tree->base, workers, tree->base.order.sides[CD_REGION_PUBLISH].count, CHUNK,
                          match_chunk);
    return CD_OK;
}

const struct cd_algo cd_algo_region_itree = {
    .name = "region_itree",
    .title = "interval tree over the subscribe regions, queried by every publish region",
    .source = "Marzolla, D'Angelo 2020",
    .describe = cd_region_matcher_describe,
    .scene =
        &(const struct cd_scene_algo){
            .create = itree_create, .destroy = itree_destroy, .update = itree_update, .query = itree_query},
};
