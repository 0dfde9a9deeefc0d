// Clustering of regions, the one rival that the paper names: Van Hook, Rak, Calvin: Approaches to RTI Implementation of
// HLA Data Distribution Management Services. 15th DIS Workshop, 1996, the paper's [7]. How it clusters is not said
// (README.md): here, regions of one side whose middles lie in one cell of a grid are a cluster.
//
// The paper                                             here
//   section 1.3.2, clustering                           aggregate
//   section 1.3.2, dissolving and clustering again      dissolve
//   section 1.3.2, fewer regions to match               match_clusters
#include "algos/regions/region_matcher.h"
#include "base/memory.h"

/// Publish clusters that a thread takes at a time.
#define CHUNK 4

struct cluster {
    struct cd_region_bounds box;
    uint32_t first, count; ///< of its members
    bool dissolved;        ///< to be aggregated anew
};

/// The clusters of one side.
struct side {
    struct cluster *clusters;   ///< by cell of the grid
    uint32_t *cell_of, *before; ///< of each extent: that of its region's first one; in the frame before
    uint32_t *members;          ///< the first extents of regions, cluster by cluster
};

struct clustering {
    struct cd_region_matcher base;
    uint32_t wanted; ///< regions of a side that a cluster has, on average
    uint32_t cells, cells_along;
    struct cd_region_bounds grid;
    struct side sides[2]; ///< by enum cd_region_kind
    uint64_t aggregated;  ///< regions that were, for this frame
};

static const struct cd_param clustering_params[] = {
    CD_PARAM_INT("regions", "16", 1, 1000000, "regions of a side that a cluster has, on average"),
    CD_PARAM_CHOICE("update", "incremental", "incremental|rebuild",
                    "aggregate only clusters whose regions changed, or all in every frame"),
    CD_PARAM_END,
};

static void clustering_describe(const struct cd_settings *settings, struct cd_description *description)
{
    cd_region_matcher_describe(settings, description);
    description->quality = CD_QUALITY_APPROXIMATE;
}

static enum cd_code clustering_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct clustering *clustering =
        cd_region_matcher_create(create, sizeof *clustering, CD_REGION_KEEPS_MOVES);
    size_t capacity = clustering->base.set.all.capacity;
    clustering->wanted = (uint32_t)cd_setting_int(create->settings, "regions");
    for (int kind = 0; kind < 2; kind++) {
        struct side *side = &clustering->sides[kind];
        side->clusters = cd_allocate(capacity + 1, sizeof *side->clusters);
        side->members = cd_allocate(3 * capacity, sizeof *side->members);
        side->cell_of = side->members + capacity;
        side->before = side->cell_of + capacity;
    }
    *self = clustering;
    return CD_OK;
}

static void clustering_destroy(void *self)
{
    struct clustering *clustering = self;
    for (int kind = 0; kind < 2; kind++) {
        cd_free(clustering->sides[kind].clusters);
        cd_free(clustering->sides[kind].members);
    }
    cd_region_matcher_destroy(clustering);
}

/// Lays a grid over the regions of the frame, which later frames keep.
static void lay_grid(struct clustering *clustering)
{
    const struct cd_region_set *set = &clustering->base.set;
    uint32_t most = set->sides[0].count > set->sides[1].count ? set->sides[0].count : set->sides[1].count;
    uint64_t cells_max = most / clustering->wanted, cells = 1;
    for (clustering->cells_along = 1;; clustering->cells_along++) {
        uint64_t more = 1;
        for (uint32_t k = 0; k < set->dimensions && more <= cells_max; k++)
            more *= clustering->cells_along + 1;
        if (more > cells_max)
            break;
        cells = more;
    }
    clustering->cells = (uint32_t)cells;
    clustering->grid = cd_region_columns_hull(&set->all, 0, set->all.count);
}

/// The cell with the middle of an extent; what is outside the grid counts as in its nearest cell.
static uint32_t cell_with(const struct clustering *clustering, const struct cd_region_columns *side,
                          uint32_t i)
{
    uint32_t cell = 0;
    for (uint32_t k = 0; k < side->dimensions; k++) {
        int64_t origin = clustering->grid.low[k], width = (int64_t)clustering->grid.high[k] - origin + 1;
        int64_t middle = ((int64_t)side->low[k][i] + side->high[k][i]) / 2 - origin;
        int64_t last = clustering->cells_along - 1, place = middle * clustering->cells_along / width;
        cell = cell * clustering->cells_along + (uint32_t)(place < 0 ? 0 : place > last ? last : place);
    }
    return cell;
}

/// Whether an extent is not the first of its region.
static bool follows(const struct cd_region_columns *side, uint32_t i)
{
    return i > 0 && side->names[i] == side->names[i - 1];
}

/// Finds the cells of regions that changed, and dissolves the clusters that they leave and those that they come to.
/// Without a frame before, all clusters.
static void dissolve(struct clustering *clustering, int kind, bool from_before)
{
    struct side *side = &clustering->sides[kind];
    const struct cd_region_columns *extents = &clustering->base.set.sides[kind];
    const struct cd_region_moves *moves = &clustering->base.set.moves[kind];
    uint32_t *before = side->cell_of, fresh_count = from_before ? moves->fresh_count : extents->count;
    side->cell_of = side->before;
    side->before = before;
    for (uint32_t c = 0; c < clustering->cells; c++)
        side->clusters[c].dissolved = !from_before;
    for (uint32_t i = 0; i < (from_before ? moves->old_count : 0); i++) {
        if (moves->now[i] == CD_REGION_GONE)
            side->clusters[before[i]].dissolved = true;
        else
            side->cell_of[moves->now[i]] = before[i];
    }
    for (uint32_t f = 0; f < fresh_count; f++) {
        uint32_t i = from_before ? moves->fresh[f] : f;
        side->cell_of[i] = follows(extents, i) ? side->cell_of[i - 1] : cell_with(clustering, extents, i);
        side->clusters[side->cell_of[i]].dissolved = true;
    }
}

/// Puts all regions into their clusters, and makes the boxes of dissolved ones.
static void aggregate(struct clustering *clustering, int kind)
{
    struct side *side = &clustering->sides[kind];
    const struct cd_region_columns *extents = &clustering->base.set.sides[kind];
    uint32_t first = 0;
    for (uint32_t c = 0; c < clustering->cells; c++)
        side->clusters[c].count = 0;
    for (uint32_t i = 0; i < extents->count; i++)
        side->clusters[side->cell_of[i]].count += !follows(extents, i);
    for (uint32_t c = 0; c < clustering->cells; c++) {
        struct cluster *cluster = &side->clusters[c];
        cluster->first = first;
        first += cluster->count;
        cluster->count = 0;
        for (uint32_t k = 0; k < extents->dimensions && cluster->dissolved; k++) {
            cluster->box.low[k] = INT32_MAX;
            cluster->box.high[k] = INT32_MIN;
        }
    }
    for (uint32_t i = 0; i < extents->count; i++) {
        struct cluster *cluster = &side->clusters[side->cell_of[i]];
        if (!follows(extents, i)) {
            side->members[cluster->first + cluster->count++] = i;
            clustering->aggregated += cluster->dissolved;
        }
        for (uint32_t k = 0; k < extents->dimensions && cluster->dissolved; k++) {
            int32_t low = extents->low[k][i], high = extents->high[k][i];
            cluster->box.low[k] = low < cluster->box.low[k] ? low : cluster->box.low[k];
            cluster->box.high[k] = high > cluster->box.high[k] ? high : cluster->box.high[k];
        }
    }
}

static enum cd_code clustering_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct clustering *clustering = self;
    bool from_before = cd_region_matcher_take(&clustering->base, frame);
    cd_context_phase(clustering->base.context, "cluster");
    if (!from_before)
        lay_grid(clustering);
    clustering->aggregated = 0;
    for (int kind = 0; kind < 2; kind++) {
        dissolve(clustering, kind, from_before);
        aggregate(clustering, kind);
    }
    cd_context_phase(clustering->base.context, NULL);
    return CD_OK;
}

/// Publish clusters first .. end - 1 against every subscribe cluster.
static void match_clusters(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                           uint32_t end)
{
    const struct clustering *clustering = (const struct clustering *)matcher;
    const struct side *publishes = &clustering->sides[CD_REGION_PUBLISH],
                      *subscribes = &clustering->sides[CD_REGION_SUBSCRIBE];
    for (uint32_t p = first; p < end; p++) {
        const struct cluster *own = &publishes->clusters[p];
        if (cd_region_matcher_over(matcher) || cd_context_stopped(matcher->context))
            return;
        for (uint32_t s = 0; s < clustering->cells; s++) {
            const struct cluster *other = &subscribes->clusters[s];
            bool meet = own->count && other->count;
            worker->counters.matches += meet;
            for (uint32_t k = 0; k < matcher->set.dimensions && meet; k++)
                meet = own->box.low[k] <= other->box.high[k] && other->box.low[k] <= own->box.high[k];
            for (uint32_t i = 0; i < own->count && meet; i++)
                if (cd_region_matcher_found(matcher, worker, CD_REGION_PUBLISH,
                                            publishes->members[own->first + i],
                                            subscribes->members + other->first, other->count))
                    return;
        }
    }
}

static enum cd_code clustering_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct clustering *clustering = self;
    workers[0].counters.list_hops += clustering->aggregated;
    cd_region_matcher_run(&clustering->base, workers, clustering->cells, CHUNK, match_clusters);
    return CD_OK;
}

const struct cd_algo cd_algo_clustering = {
    .name = "clustering",
    .title = "clusters of regions: all regions of two clusters that overlap count as related",
    .source = "Van Hook, Rak, Calvin 1996, by what Shi, Ling, Jin, Hu 2000 say of it",
    .params = clustering_params,
    .describe = clustering_describe,
    .scene = &(const struct cd_scene_algo){.create = clustering_create,
                                           .destroy = clustering_destroy,
                                           .reset = cd_region_matcher_reset,
                                           .update = clustering_update,
                                           .query = clustering_query},
};
