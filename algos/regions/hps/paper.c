#include "algos/regions/hps/paper.h"

#include "algos/regions/hps/walk.h"
#include "base/memory.h"

#include <omp.h>
#include <string.h>

#define FOUND_MAX 256

struct basic_space {
    struct cell_space space;
    struct hps_list list;
};

/// What a thread needs for its searches.
struct searcher {
    struct hps_paper *paper;
    struct cd_worker *worker;
    uint32_t query;   ///< subscribe extent
    uint32_t stage;   ///< number of the basic space
    bool ended;       ///< the query of the frame is answered
    uint32_t *stamps; ///< by publish extent: in how many spaces it is a candidate, or that it was found
    uint32_t stamp;   ///< what a candidate of all spaces before has
    uint32_t found[FOUND_MAX], found_count;
    uint64_t endless;
};

struct hps_paper {
    struct hps_paper_options options;
    const struct cd_region_set *set;
    struct cd_region_answer *answer;
    struct cd_context *context;
    uint32_t space_count;
    struct basic_space spaces[HPS_SPACES_MAX];
    struct cd_region_moved moved;
    bool has_frame;
    bool stamps; ///< searchers have them
    struct searcher *searchers;
    uint64_t told_hops; ///< of updates, that are in a worker's counters
};

unsigned hps_levels_for(uint32_t count)
{
    unsigned m = 2;
    while (m < 12 && (UINT64_C(8) << (2 * m)) < count)
        m++;
    return m;
}

/// Cuts the scene's dimensions into basic spaces.
static void divide(struct hps_paper *paper)
{
    uint32_t dimensions = paper->set->dimensions, width = paper->options.split == HPS_SPLIT_AXES ? 1 : 2;
    uint32_t spaces = paper->options.split == HPS_SPLIT_DIRECT ? 1 : (dimensions + width - 1) / width;
    paper->space_count = spaces;
    for (uint32_t i = 0; i < spaces; i++) {
        struct cell_space *space = &paper->spaces[i].space;
        for (uint32_t k = 0; k < 2; k++)
            space->axes[k] = k < width && i * width + k < dimensions ? i * width + k : CELL_NO_AXIS;
        space->reaches_one = paper->options.rules.errata & HPS_E2;
        space->lacks_bits = paper->options.rules.errata & HPS_E12;
    }
}

struct hps_paper *hps_paper_create(const struct hps_paper_options *options, const struct cd_region_set *set,
                                   struct cd_region_answer *answer, struct cd_context *context)
{
    struct hps_paper *paper = cd_allocate(1, sizeof *paper);
    paper->options = *options;
    paper->set = set;
    paper->answer = answer;
    paper->context = context;
    divide(paper);
    for (uint32_t i = 0; i < paper->space_count; i++)
        hps_list_create(&paper->spaces[i].list, options->linked, options->incremental, set->capacity);
    if (options->incremental)
        cd_region_moved_create(&paper->moved, set->capacity);
    // A search that may come back to a region must not report it again.
    paper->stamps = paper->space_count > 1 || options->rules.errata;
    paper->searchers = cd_allocate(context->threads, sizeof *paper->searchers);
    for (unsigned i = 0; i < context->threads && paper->stamps; i++)
        paper->searchers[i].stamps = cd_allocate(set->capacity, sizeof *paper->searchers[i].stamps);
    return paper;
}

void hps_paper_destroy(struct hps_paper *paper)
{
    for (uint32_t i = 0; i < paper->space_count; i++)
        hps_list_destroy(&paper->spaces[i].list);
    cd_region_moved_destroy(&paper->moved);
    for (unsigned i = 0; i < paper->context->threads; i++)
        cd_free(paper->searchers[i].stamps);
    cd_free(paper->searchers);
    cd_free(paper);
}

size_t hps_paper_bytes(const struct hps_paper *paper)
{
    size_t stamps = paper->stamps ? paper->set->capacity * sizeof(uint32_t) : 0;
    size_t bytes = sizeof *paper + paper->context->threads * (sizeof *paper->searchers + stamps);
    for (uint32_t i = 0; i < paper->space_count; i++)
        bytes += hps_list_bytes(&paper->spaces[i].list);
    return bytes + (paper->options.incremental ? cd_region_moved_bytes(&paper->moved) : 0);
}

void hps_paper_reset(struct hps_paper *paper)
{
    paper->has_frame = false;
}

void hps_paper_update(struct hps_paper *paper, const struct cd_frame *frame)
{
    const struct cd_region_side *listed = &paper->set->sides[CD_REGION_PUBLISH];
    bool incremental = paper->options.incremental && paper->has_frame;
    if (incremental)
        cd_region_moved_compare(&paper->moved, listed, frame);
    for (uint32_t i = 0; i < paper->space_count; i++) {
        struct basic_space *basic = &paper->spaces[i];
        if (incremental && (paper->options.side || cell_space_holds(&basic->space, paper->set))) {
            hps_list_update(&basic->list, &basic->space, listed, &paper->moved);
            continue;
        }
        int levels = paper->options.levels;
        basic->space.m = levels < 0 ? hps_levels_for(listed->count) : (unsigned)levels;
        cell_space_fit(&basic->space, paper->set, paper->options.side, paper->context->threads);
        hps_list_build(&basic->list, &basic->space, listed);
    }
    if (paper->options.incremental)
        cd_region_moved_note(&paper->moved, listed);
    paper->has_frame = true;
}

static void report(struct searcher *searcher)
{
    if (cd_region_answer_row(searcher->paper->answer, searcher->worker, CD_REGION_SUBSCRIBE, searcher->query,
                             searcher->found, searcher->found_count))
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
    const struct hps_paper *paper = searcher->paper;
    uint32_t extent = paper->spaces[0].list.entries[entry].extent;
    if (!cd_region_set_match(paper->set, extent, searcher->query))
        return false;
    keep(searcher, extent);
    return true;
}

/// A candidate of one basic space of several: tested once it was one in all of them.
static bool note_candidate(void *user, uint32_t entry)
{
    struct searcher *searcher = user;
    const struct hps_paper *paper = searcher->paper;
    uint32_t extent = paper->spaces[searcher->stage].list.entries[entry].extent;
    bool last = searcher->stage + 1 == paper->space_count;
    searcher->worker->counters.candidates++;
    if (searcher->stage && searcher->stamps[extent] != searcher->stamp)
        return true;
    if (!last) {
        searcher->stamps[extent] = searcher->stamp + 1;
        return true;
    }
    searcher->worker->counters.matches++;
    if (cd_region_set_match(paper->set, extent, searcher->query))
        keep(searcher, extent);
    return true;
}

/// Searches all basic spaces for one region.
static void search(struct searcher *searcher, uint32_t query)
{
    struct hps_paper *paper = searcher->paper;
    const struct cd_region_side *asking = &paper->set->sides[CD_REGION_SUBSCRIBE];
    searcher->query = query;
    for (searcher->stage = 0; searcher->stage < paper->space_count; searcher->stage++) {
        const struct basic_space *basic = &paper->spaces[searcher->stage];
        searcher->stamp = query * (paper->space_count + 1) + searcher->stage + 1;
        struct cd_counters own = {0};
        struct hps_walk walk = {
            .list = &basic->list,
            .rules = paper->options.rules,
            .query = cell_space_code(&basic->space, asking, query),
            .counters = paper->space_count > 1 ? &own : &searcher->worker->counters,
            .match = paper->space_count > 1 ? note_candidate : match,
            .user = searcher,
        };
        searcher->endless += !hps_walk(&walk);
        // Tests for candidates are none of regions.
        searcher->worker->counters.overlaps += own.overlaps;
        searcher->worker->counters.list_hops += own.list_hops;
    }
    report(searcher);
}

static void begin(struct hps_paper *paper, struct cd_worker *workers)
{
    uint64_t hops = 0;
    for (uint32_t i = 0; i < paper->space_count; i++)
        hops += paper->spaces[i].list.hops;
    workers[0].counters.list_hops += hops - paper->told_hops;
    paper->told_hops = hops;
    for (unsigned i = 0; i < paper->context->threads; i++) {
        struct searcher *searcher = &paper->searchers[i];
        searcher->paper = paper;
        searcher->worker = &workers[i];
        searcher->found_count = 0;
        searcher->endless = 0;
        searcher->ended = false;
        if (searcher->stamps)
            memset(searcher->stamps, 0, paper->set->capacity * sizeof *searcher->stamps);
    }
}

static void search_some(struct searcher *searcher, uint32_t first, uint32_t end)
{
    const struct hps_paper *paper = searcher->paper;
    for (uint32_t query = first; query < end; query++) {
        if (searcher->ended || cd_region_answer_over(paper->answer) || cd_context_stopped(paper->context))
            return;
        search(searcher, query);
    }
}

void hps_paper_query(struct hps_paper *paper, struct cd_worker *workers)
{
    unsigned threads = paper->context->threads;
    uint32_t count = paper->set->sides[CD_REGION_SUBSCRIBE].count;
    begin(paper, workers);
    if (threads == 1) {
        search_some(&paper->searchers[0], 0, count);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16)
    for (uint32_t query = 0; query < count; query++)
        search_some(&paper->searchers[omp_get_thread_num()], query, query + 1);
}

uint64_t hps_paper_endless(const struct hps_paper *paper)
{
    uint64_t endless = 0;
    for (unsigned i = 0; i < paper->context->threads; i++)
        endless += paper->searchers[i].endless;
    return endless;
}
