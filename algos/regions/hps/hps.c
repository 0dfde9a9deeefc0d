// Hierarchical pruning search: region matching by a hierarchical division of the routing space.
//
// Shi Yang, Ling Yunxiang, Jin Shiyao, Hu Huaping: Region Matching Algorithm Based on Hierarchical Dividing of Routing
// Space. Journal of Software, 2000. README.md has the errata; the setting `variant` leaves them in.
#include "algos/form.h"
#include "algos/regions/hps/walk.h"
#include "algos/regions/region_matcher.h"
#include "base/memory.h"

#include <string.h>

#define SPACES_MAX CD_REGION_DIMENSIONS

/// Subscribe extents that a thread takes at a time.
#define CHUNK 16

/// In the order of the words of the setting.
enum split {
    SPLIT_DIRECT, ///< one basic space of the first two axes; MATCH looks at all axes
    SPLIT_PLANES, ///< two axes a basic space; what is left in all of them is tested
    SPLIT_AXES,   ///< one axis a basic space, likewise
    SPLIT_CUBES,  ///< three axes a basic space, likewise; three dimensions are one space, coded natively
};

struct basic_space {
    struct cell_space space;
    struct hps_list list; ///< of what publishes
};

/// The search of one region's partners, in one basic space after the other.
struct search {
    struct hps *hps;
    struct cd_worker *worker;
    uint32_t query;   ///< subscribe extent
    uint32_t stage;   ///< number of the basic space
    uint32_t *stamps; ///< by publish extent: in how many spaces it is a candidate
    uint32_t stamp;   ///< what a candidate of all spaces before has
    uint32_t *found, found_count;
};

/// The list has the regions that publish, and every region that subscribes searches it. More than two dimensions are
/// split into basic spaces (section 2.5), or searched by the first two.
struct hps {
    struct cd_region_matcher base;
    struct hps_rules rules;
    enum split split;
    int64_t side; ///< of the space, 0 to fit it
    int levels;   ///< m, or -1 to choose it by the number of regions
    uint32_t space_count;
    struct basic_space spaces[SPACES_MAX];
    uint32_t **thread_stamps; ///< with room for all extents; NULL in a single space
};

static const struct cd_param hps_params[] = {
    CD_PARAM_FORM("E2|", "E1|E4|E5|E9|E11|E12|", NULL),
    CD_PARAM_INT("levels", "-1", -1, CELL_LEVELS_MAX,
                 "how often the space is divided; -1: chosen by the number of regions"),
    CD_PARAM_INT("space", "0", 0, 4294967296.0, "regions are in [0, space]; 0: fitted to the regions"),
    CD_PARAM_CHOICE("update", "rebuild", "rebuild", "how a new frame updates the list"),
    CD_PARAM_CHOICE("prune", "printed", "printed|none|full", "what is skipped by bits j and j+1 of regions"),
    CD_PARAM_CHOICE("list", "regions", "regions|array",
                    "a list of regions sorted by key, or a sorted array with a directory of cells"),
    CD_PARAM_CHOICE("split", "direct", "direct|planes|axes|cubes",
                    "with more dimensions: search the first two and test all, or intersect the candidates of "
                    "spaces of two axes, of one, or of three"),
    CD_PARAM_END,
};

static void hps_describe(const struct cd_settings *settings, struct cd_description *description)
{
    cd_region_matcher_describe(settings, description);
    description->quality = cd_form_errata(settings) ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

// ---- creation ---------------------------------------------------------------------------------------------

static void read_settings(struct hps *hps, const struct cd_settings *settings)
{
    hps->rules.errata = cd_form_errata(settings);
    hps->rules.prune = (enum hps_prune)cd_setting_place(settings, "prune");
    hps->split = (enum split)cd_setting_place(settings, "split");
    hps->side = cd_setting_int(settings, "space");
    hps->levels = (int)cd_setting_int(settings, "levels");
}

/// Cuts the scene's dimensions into basic spaces.
static void divide(struct hps *hps, bool directory)
{
    static const uint32_t widths[] = {2, 2, 1, 3}; // by enum split
    uint32_t dimensions = hps->base.set.dimensions, width = widths[hps->split];
    hps->space_count = hps->split == SPLIT_DIRECT ? 1 : (dimensions + width - 1) / width;
    for (uint32_t i = 0; i < hps->space_count; i++) {
        struct cell_space *space = &hps->spaces[i].space;
        space->cubes = hps->split == SPLIT_CUBES;
        for (uint32_t k = 0; k < 3; k++)
            space->axes[k] = k < width && i * width + k < dimensions ? i * width + k : CELL_NO_AXIS;
        space->reaches_one = hps->rules.errata & HPS_E2;
        space->lacks_bits = hps->rules.errata & HPS_E12;
        hps_list_create(&hps->spaces[i].list, directory, (uint32_t)hps->base.set.all.capacity);
    }
}

static enum cd_code hps_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    if ((cd_form_errata(create->settings) & HPS_E2) &&
        cd_setting_int(create->settings, "levels") == CELL_LEVELS_MAX)
        return cd_fail(status, CD_USAGE,
                       "hps: keys of coordinates of 1.0 (erratum E2) do not fit 64 bits with levels=%d; take "
                       "levels=%d or fewer",
                       CELL_LEVELS_MAX, CELL_LEVELS_MAX - 1);
    if (cd_setting_is(create->settings, "split", "cubes") &&
        cd_setting_int(create->settings, "levels") > CELL_CUBE_LEVELS_MAX)
        return cd_fail(
            status, CD_USAGE,
            "hps: keys of cells of three axes (split=cubes) do not fit 64 bits with levels=%d; take "
            "levels=%d or fewer",
            (int)cd_setting_int(create->settings, "levels"), CELL_CUBE_LEVELS_MAX);
    struct hps *hps = cd_region_matcher_create(create, sizeof *hps, CD_REGION_KEEPS_NOTHING);
    read_settings(hps, create->settings);
    divide(hps, cd_setting_is(create->settings, "list", "array"));
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

/// The number of levels for this many regions of a side: a cell of the deepest level has a few regions.
static unsigned levels_for(uint32_t count, unsigned axes)
{
    unsigned m = 2;
    while (m < 12 && (UINT64_C(8) << (axes * m)) < count)
        m++;
    return m;
}

static enum cd_code hps_update(void *self, const struct cd_frame *frame, struct cd_status *status)
{
    (void)status;
    struct hps *hps = self;
    const struct cd_region_set *set = &hps->base.set;
    const struct cd_region_columns *listed = &set->sides[CD_REGION_PUBLISH];
    cd_context_phase(hps->base.context, "read");
    cd_region_matcher_take(&hps->base, frame);
    cd_context_phase(hps->base.context, NULL);
    for (uint32_t i = 0; i < hps->space_count; i++) {
        struct basic_space *basic = &hps->spaces[i];
        basic->space.m =
            hps->levels < 0 ? levels_for(listed->count, basic->space.cubes ? 3 : 2) : (unsigned)hps->levels;
        cell_space_fit(&basic->space, set, hps->side, hps->base.context->threads);
        hps_list_build(&basic->list, &basic->space, listed);
    }
    return CD_OK;
}

// ---- searches ---------------------------------------------------------------------------------------------

static void report(struct search *search)
{
    cd_region_matcher_found(&search->hps->base, search->worker, CD_REGION_SUBSCRIBE, search->query,
                            search->found, search->found_count);
    search->found_count = 0;
}

static void keep(struct search *search, uint32_t extent)
{
    search->found[search->found_count++] = extent;
    if (search->found_count == CD_REGION_ROW)
        report(search);
}

/// MATCH, where there is one basic space.
static void match(void *user, uint32_t entry)
{
    struct search *search = user;
    const struct hps *hps = search->hps;
    uint32_t extent = hps->spaces[0].list.entries[entry].extent;
    if (cd_region_set_match(&hps->base.set, extent, search->query))
        keep(search, extent);
}

/// A candidate of one basic space of several. It is tested once it was a candidate in all of them.
static void note_candidate(void *user, uint32_t entry)
{
    struct search *search = user;
    const struct hps *hps = search->hps;
    uint32_t extent = hps->spaces[search->stage].list.entries[entry].extent;
    bool last = search->stage + 1 == hps->space_count;
    search->worker->counters.candidates++;
    if (search->stage && search->stamps[extent] != search->stamp)
        return;
    search->stamps[extent] = search->stamp + 1;
    if (!last)
        return;
    search->worker->counters.matches++;
    if (cd_region_set_match(&hps->base.set, extent, search->query))
        keep(search, extent);
}

/// Searches all basic spaces.
static void search_spaces(struct search *search)
{
    struct hps *hps = search->hps;
    const struct cd_region_columns *asking = &hps->base.set.sides[CD_REGION_SUBSCRIBE];
    for (search->stage = 0; search->stage < hps->space_count; search->stage++) {
        const struct basic_space *basic = &hps->spaces[search->stage];
        search->stamp = search->query * (hps->space_count + 1) + search->stage + 1;
        struct cd_counters own = {0};
        struct hps_walk walk = {
            .list = &basic->list,
            .rules = hps->rules,
            .query = cell_space_code(&basic->space, asking, search->query),
            .counters = hps->space_count > 1 ? &own : &search->worker->counters,
            .match = hps->space_count > 1 ? note_candidate : match,
            .user = search,
        };
        (basic->space.cubes ? hps_walk_cubes : hps_walk)(&walk); // a search given up has found what it would
        // Tests for candidates do not count as tests of regions.
        search->worker->counters.overlaps += own.overlaps;
        search->worker->counters.list_hops += own.list_hops;
    }
    report(search);
}

static void search_some(struct cd_region_matcher *matcher, struct cd_worker *worker, uint32_t first,
                        uint32_t end)
{
    struct hps *hps = (struct hps *)matcher;
    struct search search = {.hps = hps,
                            .worker = worker,
                            .stamps = hps->thread_stamps[worker->thread],
                            .found = matcher->found[worker->thread]};
    for (search.query = first; search.query < end; search.query++) {
        if (cd_region_matcher_over(matcher) || cd_context_stopped(matcher->context))
            return;
        search_spaces(&search);
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
    .role = CD_ROLE_SCENE,
    .params = hps_params,
    .describe = hps_describe,
    .create = hps_create,
    .destroy = hps_destroy,
    .reset = cd_region_matcher_reset,
    .update = hps_update,
    .query = hps_query,
};
