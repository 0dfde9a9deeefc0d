// Plane sweep by forward scans: P. Bouros, N. Mamoulis, "A Forward Scan based Plane Sweep Algorithm for
// Parallel Interval Joins", PVLDB 10(11), 2017.
//
// Both sides are sorted by where their extents begin in the first dimension. The sweep stops at every extent and scans
// the other side forward from where the sweep is, as long as extents begin before this one ends: these extents, and
// none that the sweep has passed, overlap it in the first dimension and begin after it. The other dimensions are tested
// for eight of them at a time. Nothing is kept from one stop to the next, so threads take parts of the sweep.
#include "algos/regions/region_matcher.h"
#include "algos/threads.h"

/// Parts of the sweep for every thread: parts differ in what they cost.
#define PARTS 16

/// The fewest extents of a part.
#define PART_LEAST 256

static enum cd_code sweep_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    *self = cd_region_matcher_create(create, sizeof(struct cd_region_matcher), CD_REGION_KEEPS_ORDER);
    return CD_OK;
}

/// One stop: entry i of side `kind` against the other side from entry `first` on; true when the query is
/// answered.
static bool scan_forward(struct cd_region_matcher *matcher, struct cd_worker *worker,
                         enum cd_region_kind kind, uint32_t i, uint32_t first)
{
    const struct cd_region_columns *side = &matcher->order.sides[kind], *other = &matcher->order.sides[!kind];
    uint32_t end = cd_region_order_row(other, first, (int64_t)side->high[0][i] + 1);
    struct cd_region_bounds bounds = cd_region_columns_bounds(side, i);
    return cd_region_matcher_scan(matcher, worker, kind, side->names[i], &bounds, other, 1, first, end);
}

/// The entry of the subscribe side at which part `part` begins; that of the publish side is a share of all.
static uint32_t part_start(const struct cd_region_matcher *matcher, uint32_t part, uint32_t *publish)
{
    const struct cd_region_columns *p = &matcher->order.sides[CD_REGION_PUBLISH],
                                   *s = &matcher->order.sides[CD_REGION_SUBSCRIBE];
    *publish = cd_part_begin(0, p->count, part, matcher->count);
    if (part == 0)
        return 0;
    if (part == matcher->count)
        return s->count;
    return *publish < p->count ? cd_region_order_row(s, 0, p->low[0][*publish]) : s->count;
}

/// Sweeps the parts first .. end - 1; where both sides begin at one place, the publish side comes first.
static void sweep_parts(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                        uint32_t end)
{
    const struct cd_region_columns *p = &matcher->order.sides[CD_REGION_PUBLISH],
                                   *s = &matcher->order.sides[CD_REGION_SUBSCRIBE];
    uint32_t i, i_end, j = part_start(matcher, first, &i), j_end = part_start(matcher, end, &i_end);
    bool over = false;
    while (!over && (i < i_end || j < j_end)) {
        bool publish = i < i_end && (j >= j_end || p->low[0][i] <= s->low[0][j]);
        over = publish ? scan_forward(matcher, worker, CD_REGION_PUBLISH, i, j)
                       : scan_forward(matcher, worker, CD_REGION_SUBSCRIBE, j, i);
        over = over || cd_region_matcher_over(matcher);
        if (publish)
            i++;
        else
            j++;
    }
}

static enum cd_code sweep_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct cd_region_matcher *matcher = self;
    unsigned threads = matcher->context->threads, most = 1 + matcher->set.all.count / PART_LEAST;
    cd_region_matcher_run(matcher, workers, threads * PARTS < most ? threads * PARTS : most, 1, sweep_parts);
    return CD_OK;
}

const struct cd_algo cd_algo_region_sweep = {
    .name = "region_sweep",
    .title = "plane sweep along the first dimension, forward scans",
    .source = "Bouros, Mamoulis 2017",
    .describe = cd_region_matcher_describe,
    .scene = &(const struct cd_scene_algo){.create = sweep_create,
                                           .destroy = cd_region_matcher_destroy,
                                           .update = cd_region_matcher_update,
                                           .query = sweep_query},
};
