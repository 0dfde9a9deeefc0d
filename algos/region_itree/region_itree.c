// Interval tree matching: M. Marzolla, G. D'Angelo, G. Mandrioli, "A Parallel Data Distribution Management
// Algorithm", DS-RT 2013; M. Marzolla, G. D'Angelo, "Parallel Data Distribution Management on Shared-Memory
// Multiprocessors", ACM TOMACS 30(1), 2020.
//
// The subscribe extents stand in a balanced search tree by where they begin in the first dimension; a node
// knows where the last of its subtree ends. Every publish extent asks the tree for those that overlap it,
// and the other dimensions are tested there. Queries do not depend on each other, so threads share them.
//
// The papers keep an AVL tree. Here the sorted array is the tree: the root of a range is its middle, and
// short ranges are leaves, which are scanned as a whole. Regions that move are merged into the order.
#include "algos/region_matcher.h"
#include "algos/region_order.h"
#include "base/memory.h"

/// Extents in a leaf, at most.
#define LEAF 16

/// Publish extents that a thread takes at a time.
#define CHUNK 512

struct itree {
    struct cd_region_matcher base;
    struct cd_region_order order;
    int32_t *last_end; ///< of the range that an entry is the root of
};

/// A publish extent that asks.
struct asked {
    struct itree *tree;
    struct cd_worker *worker;
    uint32_t extent;
    struct cd_region_bounds bounds;
};

static const struct cd_param itree_params[] = {CD_REGION_UPDATE_PARAM, CD_PARAM_END};

static enum cd_code itree_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct itree *tree = cd_allocate(1, sizeof *tree);
    cd_region_matcher_create(&tree->base, create);
    cd_region_order_create(&tree->order, &tree->base.set, create->settings);
    tree->last_end = cd_allocate(tree->base.set.capacity, sizeof *tree->last_end);
    *self = tree;
    return CD_OK;
}

static void itree_destroy(void *self)
{
    struct itree *tree = self;
    cd_free(tree->last_end);
    cd_region_order_destroy(&tree->order);
    cd_region_matcher_destroy(&tree->base);
    cd_free(tree);
}

static void itree_reset(void *self)
{
    struct itree *tree = self;
    cd_region_set_reset(&tree->base.set);
    cd_region_order_reset(&tree->order);
}

static size_t itree_bytes(const void *self)
{
    const struct itree *tree = self;
    return sizeof *tree + cd_region_matcher_bytes(&tree->base) + cd_region_order_bytes(&tree->order) +
           tree->base.set.capacity * sizeof *tree->last_end;
}

/// Where the last extent of a range ends; fills in the nodes below.
static int32_t build(struct itree *tree, uint32_t first, uint32_t end)
{
    const int32_t *high = tree->order.sides[CD_REGION_SUBSCRIBE].high[0];
    int32_t last = INT32_MIN;
    if (end - first <= LEAF) {
        for (uint32_t i = first; i < end; i++)
            last = high[i] > last ? high[i] : last;
        return last;
    }
    uint32_t middle = first + (end - first) / 2;
    int32_t left = build(tree, first, middle), right = build(tree, middle, end);
    last = left > right ? left : right;
    tree->last_end[middle] = last;
    return last;
}

static enum cd_code itree_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct itree *tree = self;
    cd_region_set_fill(&tree->base.set, frame);
    cd_region_order_update(&tree->order, tree->base.context->threads);
    build(tree, 0, tree->order.sides[CD_REGION_SUBSCRIBE].count);
    return CD_OK;
}

/// Searches a range; true when the query is answered.
static bool search(const struct asked *asked, uint32_t first, uint32_t end)
{
    const struct cd_region_sorted *s = &asked->tree->order.sides[CD_REGION_SUBSCRIBE];
    asked->worker->counters.cells++;
    if (end - first <= LEAF)
        return cd_region_matcher_scan(&asked->tree->base, asked->worker, CD_REGION_PUBLISH, asked->extent,
                                      &asked->bounds, s->low, s->high, s->extents, 0, first, end);
    uint32_t middle = first + (end - first) / 2;
    if (asked->tree->last_end[middle] < asked->bounds.low[0])
        return false;
    if (search(asked, first, middle))
        return true;
    return s->low[0][middle] <= asked->bounds.high[0] && search(asked, middle, end);
}

static void match_chunk(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t chunk)
{
    struct itree *tree = (struct itree *)matcher;
    const struct cd_region_sorted *p = &tree->order.sides[CD_REGION_PUBLISH];
    uint32_t first = chunk * CHUNK, end = p->count - first < CHUNK ? p->count : first + CHUNK;
    for (uint32_t i = first; i < end && !cd_region_answer_over(&matcher->answer); i++) {
        struct asked asked = {tree, worker, p->extents[i],
                              cd_region_sorted_bounds(p, matcher->set.dimensions, i)};
        search(&asked, 0, tree->order.sides[CD_REGION_SUBSCRIBE].count);
    }
}

static enum cd_code itree_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct itree *tree = self;
    uint32_t publish = tree->order.sides[CD_REGION_PUBLISH].count;
    cd_region_matcher_run(&tree->base, workers, publish / CHUNK + (publish % CHUNK > 0), match_chunk);
    return CD_OK;
}

const struct cd_algo cd_algo_region_itree = {
    .name = "region_itree",
    .title = "interval tree over the subscribe regions, asked by every publish region",
    .source = "Marzolla, D'Angelo 2020",
    .role = CD_ROLE_SCENE,
    .params = itree_params,
    .describe = cd_region_matcher_describe,
    .create = itree_create,
    .destroy = itree_destroy,
    .reset = itree_reset,
    .bytes = itree_bytes,
    .update = itree_update,
    .query = itree_query,
};
