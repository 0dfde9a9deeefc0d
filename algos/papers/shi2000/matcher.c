// Shi Yang, Ling Yunxiang, Jin Shiyao, Hu Huaping: Region Matching Algorithm Based on Hierarchical Dividing of Routing
// Space. Journal of Software, 2000: algorithm HPS as a matcher of regions. The list has the regions that publish, and
// every region that subscribes searches it. Ours: several threads, their stamps, CHUNK, and answers in batches.
//
// The paper                                             here
//   section 2.3, normalization                          fit
//   section 2.4, the list of R                          hps_update
//   section 2.4, MATCH; R'                              match, add
//   section 2.5, basic spaces                           hps_create
//   section 2.5, candidates, their intersection         match_candidate
#include "algos/papers/shi2000/hps.h"
#include "algos/regions/region_matcher.h"
#include "base/memory.h"

#include <string.h>

#define SPACES_MAX CD_REGION_DIMENSIONS

/// Ours: subscribe extents that a thread takes at a time.
#define CHUNK 16

struct basic_space {
    struct hps_rs rs;
    struct hps_list list; ///< of what publishes
};

/// The search of one region's partners, in one basic space after the other.
struct partners {
    struct hps *hps;
    struct cd_worker *worker;
    uint32_t query;   ///< subscribe extent
    uint32_t stage;   ///< number of the basic space
    uint32_t *stamps; ///< by publish extent: in how many spaces it is a candidate
    uint32_t stamp;   ///< what a candidate of all spaces before has
    uint32_t *found, found_count;
};

struct hps {
    struct cd_region_matcher base;
    unsigned form;
    bool prunes, of_regions;
    uint32_t width; ///< axes of a basic space
    int64_t side;   ///< of the space, 0 to fit it
    int levels;     ///< m, or -1 to choose it by the number of regions
    uint32_t space_count;
    struct basic_space spaces[SPACES_MAX];
    uint32_t **thread_stamps; ///< with room for all extents; NULL in a single space
};

static const struct cd_param hps_params[] = {
    CD_PARAM_FORM("E2|", "E1|E4|E5|E9|E11|E12|", NULL),
    CD_PARAM_INT("levels", "-1", -1, HPS_LEVELS_MAX,
                 "how often the space is divided; -1: chosen by the number of regions"),
    CD_PARAM_INT("space", "0", 0, 4294967296.0, "regions are in [0, space]; 0: fitted to the regions"),
    CD_PARAM_CHOICE("list", "spaces", "spaces|regions",
                    "a list of spaces, each with its regions, or of regions sorted by key"),
    CD_PARAM_CHOICE("prune", "printed", "printed|none", "whether bits j and j+1 of regions rule out others"),
    CD_PARAM_CHOICE(
        "split", "planes", "planes|axes|cubes",
        "with more dimensions: intersect the candidates of spaces of two axes, of one, or of three"),
    CD_PARAM_END,
};

static void hps_describe(const struct cd_settings *settings, struct cd_description *description)
{
    cd_region_matcher_describe(settings, description);
    description->quality = cd_form_errata(settings) ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

// ---- creation ---------------------------------------------------------------------------------------------

static enum cd_code hps_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    const struct cd_settings *settings = create->settings;
    unsigned form = cd_form_errata(settings);
    int levels = (int)cd_setting_int(settings, "levels");
    bool cubes = cd_setting_is(settings, "split", "cubes");
    int levels_max = cubes ? HPS_CUBE_LEVELS_MAX : HPS_LEVELS_MAX - (has(form, E2) ? 1 : 0);
    if (levels > levels_max)
        return cd_fail(status, CD_USAGE,
                       "hps: keys of %s do not fit 64 bits with levels=%d; take levels=%d or fewer",
                       cubes ? "cells of three axes (split=cubes)" : "coordinates of 1.0 (erratum E2)",
                       levels, levels_max);
    struct hps *hps = cd_region_matcher_create(create, sizeof *hps, CD_REGION_KEEPS_NOTHING);
    hps->form = form;
    hps->prunes = cd_setting_is(settings, "prune", "printed");
    hps->of_regions = cd_setting_is(settings, "list", "regions");
    hps->side = cd_setting_int(settings, "space");
    hps->levels = levels;
    // Section 2.5: the scene's dimensions are divided into basic spaces.
    static const uint32_t widths[] = {2, 1, 3}; // planes, axes, cubes
    uint32_t dimensions = hps->base.set.dimensions, width = widths[cd_setting_place(settings, "split")];
    hps->width = width;
    hps->space_count = (dimensions + width - 1) / width;
    for (uint32_t i = 0; i < hps->space_count; i++) {
        struct basic_space *basic = &hps->spaces[i];
        for (uint32_t k = 0; k < 3; k++)
            basic->rs.axis[k] = k < width && i * width + k < dimensions ? i * width + k : HPS_NO_AXIS;
        hps_list_create(&basic->list, &basic->rs, (uint32_t)hps->base.set.all.capacity);
    }
    hps->thread_stamps = cd_allocate(create->context->threads, sizeof *hps->thread_stamps);
    for (unsigned i = 0; i < create->context->threads && hps->space_count > 1; i++)
        hps->thread_stamps[i] = cd_allocate(hps->base.set.all.capacity, sizeof **hps->thread_stamps);
    *self = hps;
    return CD_OK;
}

static void hps_destroy(void *self)
{
    struct hps *hps = self;
    for (uint32_t i = 0; i < hps->space_count; i++)
        hps_list_destroy(&hps->spaces[i].list);
    for (unsigned i = 0; i < hps->base.context->threads; i++)
        cd_free(hps->thread_stamps[i]);
    cd_free(hps->thread_stamps);
    cd_region_matcher_destroy(hps);
}

// ---- frames -----------------------------------------------------------------------------------------------

/// Makes [0, space] of a given space [0, 1] along every axis. Otherwise that begins at the least coordinate, and its
/// length is the least power of two that leaves no region at 1.0.
static void fit(struct hps_rs *rs, const struct hps *hps)
{
    const struct cd_region_columns *all = &hps->base.set.all;
    struct cd_region_bounds hull = {{0}, {0}};
    if (!hps->side)
        hull = cd_region_columns_hull(all, 0, all->count);
    for (unsigned axis = 0; axis < 3; axis++) {
        uint32_t k = rs->axis[axis];
        rs->origin[axis] = cd_region_stored(0);
        rs->side[axis] = hps->side ? hps->side : 1;
        if (hps->side || k == HPS_NO_AXIS || !all->count)
            continue;
        rs->origin[axis] = hull.low[k];
        while (rs->side[axis] <= (int64_t)hull.high[k] - hull.low[k])
            rs->side[axis] *= 2;
    }
}

static enum cd_code hps_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct hps *hps = self;
    const struct cd_region_columns *listed = &hps->base.set.sides[CD_REGION_PUBLISH];
    unsigned axes = hps->width == 3 ? 3 : 2;
    cd_context_phase(hps->base.context, "read");
    cd_region_matcher_take(&hps->base, frame);
    cd_context_phase(hps->base.context, NULL);
    int m = hps->levels < 0 ? 2 : hps->levels; // so many that a space of the deepest level has a few regions
    while (hps->levels < 0 && m < 12 && (UINT64_C(8) << (axes * (unsigned)m)) < listed->count)
        m++;
    for (uint32_t i = 0; i < hps->space_count; i++) {
        struct basic_space *basic = &hps->spaces[i];
        fit(&basic->rs, hps);
        hps_divide(&basic->rs, axes, m, hps->form);
        hps_list_build(&basic->list, listed, hps->of_regions);
    }
    return CD_OK;
}

// ---- searches ---------------------------------------------------------------------------------------------

static void report(struct partners *partners)
{
    cd_region_matcher_found(&partners->hps->base, partners->worker, CD_REGION_SUBSCRIBE, partners->query,
                            partners->found, partners->found_count);
    partners->found_count = 0;
}

/// MATCH: by the regions themselves.
static bool match(void *user, const struct hps_region *r)
{
    const struct partners *p = user;
    return cd_region_set_match(&p->hps->base.set, r->id, p->query);
}

/// Adds a region to R'.
static void add(void *user, const struct hps_region *r)
{
    struct partners *partners = user;
    partners->found[partners->found_count++] = r->id;
    if (partners->found_count == CD_REGION_ROW)
        report(partners);
}

/// MATCH, where there are several basic spaces: a candidate of one of them. It is tested once it was one in all of them.
static bool match_candidate(void *user, const struct hps_region *r)
{
    struct partners *partners = user;
    partners->worker->counters.candidates++;
    if (partners->stage && partners->stamps[r->id] != partners->stamp)
        return false;
    partners->stamps[r->id] = partners->stamp + 1;
    if (partners->stage + 1 < partners->hps->space_count)
        return false;
    partners->worker->counters.matches++;
    return match(partners, r);
}

static void search_some(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                        uint32_t end)
{
    struct hps *hps = (struct hps *)matcher;
    struct partners partners = {.hps = hps,
                                .worker = worker,
                                .stamps = hps->thread_stamps[worker->thread],
                                .found = matcher->found[worker->thread]};
    for (partners.query = first; partners.query < end; partners.query++) {
        if (cd_region_matcher_over(matcher) || cd_context_stopped(matcher->context))
            return;
        for (partners.stage = 0; partners.stage < hps->space_count; partners.stage++) {
            struct cd_counters own = {0};
            struct hps_search search = {
                .list = &hps->spaces[partners.stage].list,
                .side = &matcher->set.sides[CD_REGION_SUBSCRIBE],
                .extent = partners.query,
                .prunes = hps->prunes,
                .counters = &own,
                .match = hps->space_count > 1 ? match_candidate : match,
                .add = add,
                .user = &partners,
            };
            partners.stamp = partners.query * (hps->space_count + 1) + partners.stage + 1;
            hps_search(&search); // one that is given up has found what it would
            // The calls for candidates of a basic space are not tests of regions.
            worker->counters.matches += hps->space_count > 1 ? 0 : own.matches;
            worker->counters.overlaps += own.overlaps;
            worker->counters.list_hops += own.list_hops;
        }
        report(&partners);
    }
}

static enum cd_code hps_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct hps *hps = self;
    for (unsigned i = 0; i < hps->base.context->threads && hps->thread_stamps[i]; i++)
        memset(hps->thread_stamps[i], 0, hps->base.set.all.capacity * sizeof **hps->thread_stamps);
    cd_region_matcher_run(&hps->base, workers, hps->base.set.sides[CD_REGION_SUBSCRIBE].count, CHUNK,
                          search_some);
    return CD_OK;
}

const struct cd_algo cd_algo_hps = {
    .name = "hps",
    .title = "hierarchical division of the routing space, pruning search",
    .source = "Shi, Ling, Jin, Hu 2000",
    .params = hps_params,
    .describe = hps_describe,
    .scene =
        &(const struct cd_scene_algo){
            .create = hps_create, .destroy = hps_destroy, .update = hps_update, .query = hps_query},
};
