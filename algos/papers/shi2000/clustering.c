// Clustering of regions, the one rival that the paper names: Van Hook, Rak, Calvin: Approaches to RTI Implementation of
// HLA Data Distribution Management Services. 15th DIS Workshop, 1996, the paper's [7]. How it clusters is not said
// (README.md): here, regions of one side whose middles lie in one cell of a grid are a cluster. Threads are ours, too.
//
// The paper                                             here
//   section 1.3.2, clustering                           aggregate
//   section 1.3.2, dissolving and clustering again      dissolve
//   section 1.3.2, fewer to match, judged related       match_clusters
#include "algos/regions/region_matcher.h"
#include "base/memory.h"

/// Ours: publish clusters that a thread takes at a time.
#define CHUNK 4

struct cluster {
    struct cd_region_bounds box;
    uint32_t first, count; ///< of its members
    bool dissolved;        ///< to be aggregated anew
};

/// Where the extents of one side are in one frame.
struct places {
    uint32_t count;
    uint32_t *ids, *cells; ///< of each extent: of its region, and of the middle of that region's first extent
};

struct side {
    struct cluster *clusters; ///< by cell of the grid
    struct places now, before;
    uint32_t *members; ///< the first extents of regions, cluster by cluster
};

struct clustering {
    struct cd_region_matcher base;
    uint32_t wanted; ///< regions of a side that a cluster has, on average
    bool incremental;
    uint32_t cells, cells_along; ///< of the grid; 0 before the first frame of a pass
    uint32_t laid_for;           ///< extents of the larger side in the frame that the grid was laid over
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
        cd_region_matcher_create(create, sizeof *clustering, CD_REGION_KEEPS_NOTHING);
    size_t capacity = clustering->base.set.all.capacity;
    clustering->wanted = (uint32_t)cd_setting_int(create->settings, "regions");
    // Where there is one frame, frames may come without what has changed (cd_region_broad).
    clustering->incremental =
        create->scene->frame_count > 1 && cd_setting_is(create->settings, "update", "incremental");
    for (int kind = 0; kind < 2; kind++) {
        struct side *side = &clustering->sides[kind];
        side->clusters = cd_allocate(capacity + 1, sizeof *side->clusters);
        side->members = cd_allocate(5 * capacity, sizeof *side->members);
        side->now = (struct places){0, side->members + capacity, side->members + 2 * capacity};
        side->before = (struct places){0, side->members + 3 * capacity, side->members + 4 * capacity};
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

static void clustering_reset(void *self)
{
    ((struct clustering *)self)->cells = 0;
}

/// Lays a grid over the regions of the frame. Later frames keep it, until one side has more than twice as many.
static void lay_grid(struct clustering *clustering, uint32_t most)
{
    const struct cd_region_set *set = &clustering->base.set;
    uint64_t cells_max = most / clustering->wanted, cells = 1;
    clustering->laid_for = most;
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

/// Finds the cells of a side's regions, keeps those of the frame before beside them, and counts each cell's regions.
static void place(const struct clustering *clustering, int kind, struct side *side)
{
    const struct cd_region_columns *extents = &clustering->base.set.sides[kind];
    struct places now = side->before;
    side->before = side->now;
    now.count = extents->count;
    for (uint32_t i = 0; i < now.count; i++) {
        now.ids[i] = extents->names[i];
        now.cells[i] = follows(extents, i) ? now.cells[i - 1] : cell_with(clustering, extents, i);
        side->clusters[now.cells[i]].count += !follows(extents, i);
    }
    side->now = now;
}

/// Dissolves the clusters of these regions, those of them that are of this side. All ids ascend.
static void dissolve(struct side *side, const struct places *places, const uint32_t *ids, uint32_t count)
{
    for (uint32_t i = 0, k = 0; i < places->count && k < count;) {
        if (places->ids[i] == ids[k])
            side->clusters[places->cells[i]].dissolved = true;
        if (places->ids[i] < ids[k])
            i++;
        else
            k++;
    }
}

/// Puts all regions into their clusters, and makes the boxes of dissolved ones.
static void aggregate(struct clustering *clustering, int kind)
{
    struct side *side = &clustering->sides[kind];
    const struct cd_region_columns *extents = &clustering->base.set.sides[kind];
    uint32_t first = 0;
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
        struct cluster *cluster = &side->clusters[side->now.cells[i]];
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
    const struct cd_region_columns *sides = clustering->base.set.sides;
    cd_region_matcher_take(&clustering->base, frame);
    cd_context_phase(clustering->base.context, "cluster");
    uint32_t most = sides[0].count > sides[1].count ? sides[0].count : sides[1].count;
    bool anew = !clustering->incremental || !clustering->cells || most > UINT64_C(2) * clustering->laid_for;
    if (anew)
        lay_grid(clustering, most);
    clustering->aggregated = 0;
    for (int kind = 0; kind < 2; kind++) {
        struct side *side = &clustering->sides[kind];
        for (uint32_t c = 0; c < clustering->cells; c++) {
            side->clusters[c].dissolved = anew;
            side->clusters[c].count = 0;
        }
        place(clustering, kind, side);
        if (!anew) { // those that regions leave, and those that they come to
            dissolve(side, &side->before, frame->vanished, frame->vanished_count);
            dissolve(side, &side->before, frame->changed, frame->changed_count);
            dissolve(side, &side->now, frame->changed, frame->changed_count);
            dissolve(side, &side->now, frame->appeared, frame->appeared_count);
        }
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
            for (uint32_t i = 0; i < own->count && meet; i++) // all are judged related, untested
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
                                           .reset = clustering_reset,
                                           .update = clustering_update,
                                           .query = clustering_query},
};
