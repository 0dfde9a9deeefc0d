// Hierarchical pruning search: region matching by a hierarchical division of the routing space.
//
// Shi Yang, Ling Yunxiang, Jin Shiyao, Hu Huaping: Region Matching Algorithm Based on Hierarchical Dividing
// of Routing Space. Journal of Software, 2000. README.md has the errata, which the settings `variant` and
// `erratum` leave in.
#include "algos/regions/hps/walk.h"
#include "algos/regions/region_matcher.h"
#include "base/memory.h"

#include <omp.h>
#include <string.h>

#define FOUND_MAX  256
#define SPACES_MAX CD_REGION_DIMENSIONS

/// In the order of the words of the setting.
enum split {
    SPLIT_DIRECT, ///< one basic space of the first two axes; MATCH looks at all axes
    SPLIT_PLANES, ///< two axes a basic space; what is left in all of them is tested
    SPLIT_AXES,   ///< one axis a basic space, likewise
};

struct basic_space {
    struct cell_space space;
    struct hps_list list; ///< of what publishes
};

/// What a thread needs for its searches.
struct searcher {
    struct hps *hps;
    struct cd_worker *worker;
    uint32_t query;   ///< subscribe extent
    uint32_t stage;   ///< number of the basic space
    bool ended;       ///< the query of the frame is answered
    uint32_t *stamps; ///< by publish extent: in how many spaces it is a candidate, or that it was found
    uint32_t stamp;   ///< what a candidate of all spaces before has
    uint32_t found[FOUND_MAX], found_count;
};

/// The list holds what publishes, and every region that subscribes searches it. More than two dimensions are
/// split into basic spaces (section 2.5), or searched by the first two.
struct hps {
    struct cd_region_matcher base;
    struct hps_rules rules;
    enum split split;
    int64_t side; ///< of the space, 0 to fit it
    int levels;   ///< m, or -1 to choose it by the number of regions
    uint32_t space_count;
    struct basic_space spaces[SPACES_MAX];
    bool stamps; ///< searchers have them
    struct searcher *searchers;
    uint64_t told_hops; ///< of updates, that are in a worker's counters
};

static const struct cd_param corrected_params[] = {
    CD_PARAM_CHOICE("erratum", "none", "none|e1|e2|e3|e4|e5|e6|e7|e8|e8_loop|e9|e10|e11|e12",
                    "the one erratum to leave in"),
    CD_PARAM_END,
};

static const struct cd_param *params_of(const char *variant)
{
    return strcmp(variant, "corrected") ? NULL : corrected_params;
}

static const struct cd_param hps_params[] = {
    {"variant", CD_KIND_CHOICE, "corrected", 0, 0, "corrected|mended|printed",
     "every erratum mended; the least that makes the text read sensibly; or the paper to the letter",
     params_of, false},
    CD_PARAM_INT("levels", "-1", -1, CELL_LEVELS_MAX, "how often the space is divided; -1 by their number"),
    CD_PARAM_INT("space", "0", 0, 4294967296.0, "regions lie in [0, space]; 0 fits the space to them"),
    CD_PARAM_CHOICE("update", "rebuild", "rebuild|incremental", "what a new frame does to the list"),
    CD_PARAM_CHOICE("prune", "printed", "printed|none|full", "what is skipped by bits j and j+1 of regions"),
    CD_PARAM_CHOICE("list", "linked", "linked|array",
                    "the linked list of figure 3, or a sorted array with a directory of cells"),
    CD_PARAM_CHOICE(
        "split", "direct", "direct|planes|axes",
        "more dimensions: search the first two and test all, or intersect the candidates of spaces of two "
        "axes, or of one"),
    CD_PARAM_END,
};

static unsigned kept_errata(const struct cd_settings *settings)
{
    static const unsigned errata[] = {0,      HPS_E1, HPS_E2,      HPS_E3, HPS_E4,  HPS_E5,  HPS_E6,
                                      HPS_E7, HPS_E8, HPS_E8_LOOP, HPS_E9, HPS_E10, HPS_E11, HPS_E12};
    if (cd_setting_is(settings, "variant", "corrected"))
        return errata[cd_setting_place(settings, "erratum")];
    return cd_setting_is(settings, "variant", "mended") ? HPS_MENDED : HPS_PRINTED;
}

static void hps_describe(const struct cd_settings *settings, struct cd_description *description)
{
    cd_region_matcher_describe(settings, description);
    description->quality = kept_errata(settings) ? CD_QUALITY_PRINTED : CD_QUALITY_EXACT;
}

// ---- creation ---------------------------------------------------------------------------------------------

static void read_settings(struct hps *hps, const struct cd_settings *settings)
{
    hps->rules.errata = kept_errata(settings);
    hps->rules.prune = (enum hps_prune)cd_setting_place(settings, "prune");
    hps->split = (enum split)cd_setting_place(settings, "split");
    hps->side = cd_setting_int(settings, "space");
    hps->levels = (int)cd_setting_int(settings, "levels");
}

/// Cuts the scene's dimensions into basic spaces.
static void divide(struct hps *hps, bool linked)
{
    uint32_t dimensions = hps->base.set.dimensions, width = hps->split == SPLIT_AXES ? 1 : 2;
    hps->space_count = hps->split == SPLIT_DIRECT ? 1 : (dimensions + width - 1) / width;
    for (uint32_t i = 0; i < hps->space_count; i++) {
        struct cell_space *space = &hps->spaces[i].space;
        for (uint32_t k = 0; k < 2; k++)
            space->axes[k] = k < width && i * width + k < dimensions ? i * width + k : CELL_NO_AXIS;
        space->reaches_one = hps->rules.errata & HPS_E2;
        space->lacks_bits = hps->rules.errata & HPS_E12;
        hps_list_create(&hps->spaces[i].list, linked, hps->base.incremental,
                        (uint32_t)hps->base.set.all.capacity);
    }
}

static enum cd_code hps_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    if ((kept_errata(create->settings) & HPS_E2) &&
        cd_setting_int(create->settings, "levels") == CELL_LEVELS_MAX)
        return cd_fail(status, CD_USAGE,
                       "hps: keys of coordinates of 1.0 (erratum E2) do not fit 64 bits with levels=%d; take "
                       "levels=%d or fewer",
                       CELL_LEVELS_MAX, CELL_LEVELS_MAX - 1);
    struct hps *hps = cd_region_matcher_create(create, sizeof *hps, CD_REGION_KEEPS_MOVES);
    read_settings(hps, create->settings);
    divide(hps, cd_setting_is(create->settings, "list", "linked"));
    // A search that may come back to a region must not report it again.
    hps->stamps = hps->space_count > 1 || hps->rules.errata;
    hps->searchers = cd_allocate(create->context->threads, sizeof *hps->searchers);
    for (unsigned i = 0; i < create->context->threads && hps->stamps; i++)
        hps->searchers[i].stamps = cd_allocate(hps->base.set.all.capacity, sizeof *hps->searchers[i].stamps);
    *self = hps;
    return CD_OK;
}

static void hps_destroy(void *self)
{
    struct hps *hps = self;
    for (uint32_t i = 0; i < hps->space_count; i++)
        hps_list_destroy(&hps->spaces[i].list);
    for (unsigned i = 0; i < hps->base.context->threads; i++)
        cd_free(hps->searchers[i].stamps);
    cd_free(hps->searchers);
    cd_region_matcher_destroy(hps);
}

// ---- frames -----------------------------------------------------------------------------------------------

/// The number of levels for this many regions of a side: a few regions to a cell of the deepest one.
static unsigned levels_for(uint32_t count)
{
    unsigned m = 2;
    while (m < 12 && (UINT64_C(8) << (2 * m)) < count)
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
    bool from_before = cd_region_matcher_take(&hps->base, frame);
    cd_context_phase(hps->base.context, NULL);
    for (uint32_t i = 0; i < hps->space_count; i++) {
        struct basic_space *basic = &hps->spaces[i];
        if (from_before && (hps->side || cell_space_holds(&basic->space, set))) {
            hps_list_update(&basic->list, &basic->space, listed, &set->moves[CD_REGION_PUBLISH]);
            continue;
        }
        basic->space.m = hps->levels < 0 ? levels_for(listed->count) : (unsigned)hps->levels;
        cell_space_fit(&basic->space, set, hps->side, hps->base.context->threads);
        hps_list_build(&basic->list, &basic->space, listed);
    }
    return CD_OK;
}

// ---- searches ---------------------------------------------------------------------------------------------

static void report(struct searcher *searcher)
{
    if (cd_region_answer_row(&searcher->hps->base.answer, searcher->worker, CD_REGION_SUBSCRIBE,
                             searcher->query, searcher->found, searcher->found_count))
        searcher->ended = true;
    searcher->found_count = 0;
}

static void keep(struct searcher *searcher, uint32_t extent)
{
    if (searcher->stamps) {
        if (searcher->stamps[extent] == searcher->stamp + 1)
            return;
        searcher->stamps[extent] = searcher->stamp + 1;
    }
    searcher->found[searcher->found_count++] = extent;
    if (searcher->found_count == FOUND_MAX)
        report(searcher);
}

/// MATCH, where there is one basic space.
static bool match(void *user, uint32_t entry)
{
    struct searcher *searcher = user;
    const struct hps *hps = searcher->hps;
    uint32_t extent = hps->spaces[0].list.entries[entry].extent;
    if (!cd_region_set_match(&hps->base.set, extent, searcher->query))
        return false;
    keep(searcher, extent);
    return true;
}

/// A candidate of one basic space of several: tested once it was one in all of them.
static bool note_candidate(void *user, uint32_t entry)
{
    struct searcher *searcher = user;
    const struct hps *hps = searcher->hps;
    uint32_t extent = hps->spaces[searcher->stage].list.entries[entry].extent;
    bool last = searcher->stage + 1 == hps->space_count;
    searcher->worker->counters.candidates++;
    if (searcher->stage && searcher->stamps[extent] != searcher->stamp)
        return true;
    if (!last) {
        searcher->stamps[extent] = searcher->stamp + 1;
        return true;
    }
    searcher->worker->counters.matches++;
    if (cd_region_set_match(&hps->base.set, extent, searcher->query))
        keep(searcher, extent);
    return true;
}

/// Searches all basic spaces for one region.
static void search(struct searcher *searcher, uint32_t query)
{
    struct hps *hps = searcher->hps;
    const struct cd_region_columns *asking = &hps->base.set.sides[CD_REGION_SUBSCRIBE];
    searcher->query = query;
    for (searcher->stage = 0; searcher->stage < hps->space_count; searcher->stage++) {
        const struct basic_space *basic = &hps->spaces[searcher->stage];
        searcher->stamp = query * (hps->space_count + 1) + searcher->stage + 1;
        struct cd_counters own = {0};
        struct hps_walk walk = {
            .list = &basic->list,
            .rules = hps->rules,
            .query = cell_space_code(&basic->space, asking, query),
            .counters = hps->space_count > 1 ? &own : &searcher->worker->counters,
            .match = hps->space_count > 1 ? note_candidate : match,
            .user = searcher,
        };
        hps_walk(&walk); // one that is given up has found what it would
        // Tests for candidates are none of regions.
        searcher->worker->counters.overlaps += own.overlaps;
        searcher->worker->counters.list_hops += own.list_hops;
    }
    report(searcher);
}

static void begin(struct hps *hps, struct cd_worker *workers)
{
    uint64_t hops = 0;
    for (uint32_t i = 0; i < hps->space_count; i++)
        hops += hps->spaces[i].list.hops;
    workers[0].counters.list_hops += hops - hps->told_hops;
    hps->told_hops = hops;
    for (unsigned i = 0; i < hps->base.context->threads; i++) {
        struct searcher *searcher = &hps->searchers[i];
        searcher->hps = hps;
        searcher->worker = &workers[i];
        searcher->found_count = 0;
        searcher->ended = false;
        if (searcher->stamps)
            memset(searcher->stamps, 0, hps->base.set.all.capacity * sizeof *searcher->stamps);
    }
}

static void search_some(struct searcher *searcher, uint32_t first, uint32_t end)
{
    const struct hps *hps = searcher->hps;
    for (uint32_t query = first; query < end; query++) {
        if (searcher->ended || cd_region_answer_over(&hps->base.answer) ||
            cd_context_stopped(hps->base.context))
            return;
        search(searcher, query);
    }
}

static enum cd_code hps_query(void *self, struct cd_worker *workers, struct cd_status *status)
{
    (void)status;
    struct hps *hps = self;
    unsigned threads = hps->base.context->threads;
    uint32_t count = hps->base.set.sides[CD_REGION_SUBSCRIBE].count;
    cd_region_answer_begin(&hps->base.answer);
    begin(hps, workers);
    if (threads == 1)
        search_some(&hps->searchers[0], 0, count);
    else {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16)
        for (uint32_t query = 0; query < count; query++)
            search_some(&hps->searchers[omp_get_thread_num()], query, query + 1);
    }
    cd_region_answer_end(&hps->base.answer, workers);
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
