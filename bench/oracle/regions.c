#include "bench/oracle/regions.h"

#include "algos/threads.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "scenes/halving.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The results of a thread in a frame.
struct finder {
    struct cd_records found; ///< the pairs of one publish region
    struct cd_records pairs;
    struct cd_answer answer;
};

struct cd_oracle_regions {
    const struct cd_scene *scene;
    // The tree over the subscribe regions of the frame.
    uint32_t count;
    struct cd_half *nodes; ///< the item of a leaf is the region's id
    int32_t *bounds;       ///< of each node, in the layout of regions: all low, then all high
    struct finder *finders;
    unsigned finder_count;
    // The publish regions, each by its first extent, in the order of the questions.
    uint64_t *asked;
    uint32_t asked_count;
    bool has_extents; ///< some region has several, and a pair may be found more than once
    uint8_t *matched; ///< by id, of either kind
    uint32_t id_limit;
    struct cd_oracle_answer answer;
};

struct cd_oracle_regions *cd_oracle_regions_create(const struct cd_scene *scene)
{
    struct cd_oracle_regions *matcher = cd_allocate(1, sizeof *matcher);
    matcher->scene = scene;
    return matcher;
}

void cd_oracle_regions_destroy(struct cd_oracle_regions *matcher)
{
    if (!matcher)
        return;
    for (unsigned i = 0; i < matcher->finder_count; i++) {
        cd_free(matcher->finders[i].found.items);
        cd_free(matcher->finders[i].pairs.items);
    }
    cd_free(matcher->finders);
    cd_free(matcher->nodes);
    cd_free(matcher->bounds);
    cd_free(matcher->asked);
    cd_free(matcher->matched);
    cd_free(matcher->answer.pairs.items);
    cd_free(matcher);
}

// ---- the tree ---------------------------------------------------------------------------------------------

static bool share_points(const struct cd_scene *scene, const int32_t *low_a, const int32_t *high_a,
                         const int32_t *low_b, const int32_t *high_b)
{
    bool closed = scene->touch == CD_TOUCH_CLOSED;
    for (uint32_t k = 0; k < scene->dimensions; k++)
        if (closed ? low_a[k] > high_b[k] || low_b[k] > high_a[k]
                   : low_a[k] >= high_b[k] || low_b[k] >= high_a[k])
            return false;
    return true;
}

static int32_t *bounds_of(const struct cd_oracle_regions *matcher, uint64_t node)
{
    return &matcher->bounds[2 * matcher->scene->dimensions * node];
}

/// Computes the bounds of a node: those of its children together, or those of a leaf's region.
static void enclose(const struct cd_oracle_regions *matcher, const struct cd_region *const *regions,
                    uint64_t node)
{
    uint32_t dimensions = matcher->scene->dimensions;
    int32_t *low = bounds_of(matcher, node), *high = low + dimensions;
    struct cd_half *n = &matcher->nodes[node];
    if (n->count == 1) {
        const struct cd_region *region = regions[n->item];
        memcpy(low, region->low, dimensions * sizeof *low);
        memcpy(high, region->high, dimensions * sizeof *high);
        n->item = region->id;
        return;
    }
    const int32_t *left = bounds_of(matcher, node + 1);
    const int32_t *right = bounds_of(matcher, cd_right_half(node, n->count));
    for (uint32_t k = 0; k < dimensions; k++) {
        low[k] = left[k] < right[k] ? left[k] : right[k];
        uint32_t h = dimensions + k;
        high[k] = left[h] > right[h] ? left[h] : right[h];
    }
}

static uint32_t count_of(const struct cd_frame *frame, enum cd_region_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < frame->region_count; i++)
        count += frame->regions[i].kind == kind;
    return count;
}

/// Twice the centre of each region, because that is a whole number.
static double *centres_of(const struct cd_region **regions, uint32_t count, uint32_t dimensions)
{
    double *centres = cd_allocate(count, dimensions * sizeof *centres), *centre = centres;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < dimensions; k++)
            *centre++ = (double)regions[i]->low[k] + (double)regions[i]->high[k];
    return centres;
}

static void build_tree(struct cd_oracle_regions *matcher, const struct cd_frame *frame)
{
    uint32_t dimensions = matcher->scene->dimensions, count = count_of(frame, CD_REGION_SUBSCRIBE);
    matcher->count = count;
    if (!count)
        return;
    const struct cd_region **regions = cd_allocate(count, sizeof *regions), **place = regions;
    for (uint32_t i = 0; i < frame->region_count; i++)
        if (frame->regions[i].kind == CD_REGION_SUBSCRIBE)
            *place++ = &frame->regions[i];
    cd_free(matcher->nodes);
    cd_free(matcher->bounds);
    double *centres = centres_of(regions, count, dimensions);
    matcher->nodes = cd_halve(centres, count, dimensions);
    cd_free(centres);
    matcher->bounds = cd_allocate(2 * (size_t)count, 2 * dimensions * sizeof *matcher->bounds);
    for (uint64_t node = 2 * (uint64_t)count - 1; node-- > 0;)
        enclose(matcher, regions, node);
    cd_free(regions);
}

static void search(const struct cd_oracle_regions *matcher, uint64_t node, const struct cd_region *asked,
                   struct cd_records *found)
{
    const int32_t *low = bounds_of(matcher, node);
    const struct cd_half *n = &matcher->nodes[node];
    if (!share_points(matcher->scene, asked->low, asked->high, low, low + matcher->scene->dimensions))
        return;
    if (n->count > 1) {
        search(matcher, node + 1, asked, found);
        search(matcher, cd_right_half(node, n->count), asked, found);
        return;
    }
    uint32_t id = asked->id, other = n->item;
    cd_records_add(found, &(struct cd_record){.a = id < other ? id : other, .b = id < other ? other : id});
}

static bool some_have_extents(const struct cd_frame *frame)
{
    for (uint32_t i = 1; i < frame->region_count; i++)
        if (frame->regions[i].id == frame->regions[i - 1].id)
            return true;
    return false;
}

// ---- the order of the questions ---------------------------------------------------------------------------

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool is_asked(const struct cd_frame *frame, uint32_t i)
{
    const struct cd_region *region = &frame->regions[i];
    return region->kind == CD_REGION_PUBLISH && (!i || region[-1].id != region->id);
}

/// The box of the lower corners of all regions that are asked, along two axes.
static void enclose_questions(const struct cd_frame *frame, const uint32_t axes[2], double low[2],
                              double high[2])
{
    low[0] = low[1] = INFINITY;
    high[0] = high[1] = -INFINITY;
    for (uint32_t i = 0; i < frame->region_count; i++)
        for (int k = 0; k < 2 && is_asked(frame, i); k++) {
            low[k] = fmin(low[k], frame->regions[i].low[axes[k]]);
            high[k] = fmax(high[k], frame->regions[i].low[axes[k]]);
        }
}

/// Neighbours are near each other: by strips of the first axis, and along the second axis within a strip.
static uint64_t key_of(double x, double y, const double low[2], const double high[2])
{
    enum { STRIPS = 1 << 10, STEPS = 1 << 22 };
    uint64_t strip = (uint64_t)((x - low[0]) / (high[0] - low[0] + 1) * STRIPS);
    uint64_t step = (uint64_t)((y - low[1]) / (high[1] - low[1] + 1) * STEPS);
    return strip * STEPS + step;
}

/// Orders the publish regions so that neighbours follow each other. They visit the same nodes, which are then in the
/// processor's cache.
static void order_questions(struct cd_oracle_regions *matcher, const struct cd_frame *frame)
{
    const uint32_t axes[] = {0, matcher->scene->dimensions > 1};
    double low[2], high[2];
    matcher->asked_count = 0;
    cd_free(matcher->asked);
    matcher->asked = cd_allocate(count_of(frame, CD_REGION_PUBLISH), sizeof *matcher->asked);
    enclose_questions(frame, axes, low, high);
    for (uint32_t i = 0; i < frame->region_count; i++) {
        const int32_t *at = frame->regions[i].low;
        if (is_asked(frame, i))
            matcher->asked[matcher->asked_count++] = key_of(at[axes[0]], at[axes[1]], low, high) << 32 | i;
    }
    qsort(matcher->asked, matcher->asked_count, sizeof *matcher->asked, compare_keys);
}

// ---- one frame --------------------------------------------------------------------------------------------

static void mark(struct cd_oracle_regions *matcher, uint32_t id)
{
    __atomic_store_n(&matcher->matched[id], 1, __ATOMIC_RELAXED);
}

/// Answers for the publish region whose first extent is regions[i]. A thread stops keeping pairs when it alone has too
/// many.
static void ask_region(struct cd_oracle_regions *matcher, struct finder *finder, const struct cd_frame *frame,
                       uint32_t i, uint64_t max_pairs)
{
    finder->found.count = 0;
    for (uint32_t k = i; k < frame->region_count && frame->regions[k].id == frame->regions[i].id; k++)
        search(matcher, 0, &frame->regions[k], &finder->found);
    if (matcher->has_extents)
        cd_records_sort_once(&finder->found);
    for (uint64_t k = 0; k < finder->found.count; k++) {
        const struct cd_record *record = &finder->found.items[k];
        mark(matcher, record->a);
        mark(matcher, record->b);
        finder->answer.count++;
        finder->answer.digest =
            cd_hash_sum(finder->answer.digest, cd_record_hash(CD_QUERY_PAIRS, frame->index, record));
        if (finder->pairs.count <= max_pairs)
            cd_records_add(&finder->pairs, record);
    }
}

struct asking {
    struct cd_oracle_regions *matcher;
    const struct cd_frame *frame;
    const struct cd_oracle_question *question;
};

static bool ask_one(void *user, size_t item, unsigned thread)
{
    const struct asking *asking = user;
    ask_region(asking->matcher, &asking->matcher->finders[thread], asking->frame,
               (uint32_t)asking->matcher->asked[item], asking->question->max_pairs);
    return cd_interrupted();
}

static void total_up(struct cd_oracle_regions *matcher, uint64_t frame)
{
    struct cd_answer *totals = matcher->answer.totals;
    const struct cd_record nothing = {0};
    for (unsigned i = 0; i < matcher->finder_count; i++) {
        totals[CD_QUERY_PAIRS].count += matcher->finders[i].answer.count;
        totals[CD_QUERY_PAIRS].digest =
            cd_hash_sum(totals[CD_QUERY_PAIRS].digest, matcher->finders[i].answer.digest);
    }
    if (totals[CD_QUERY_PAIRS].count)
        totals[CD_QUERY_ANY] = (struct cd_answer){1, cd_record_hash(CD_QUERY_ANY, frame, &nothing)};
    for (uint32_t id = 0; id < matcher->id_limit; id++)
        if (matcher->matched[id]) {
            struct cd_record record = {.a = id};
            totals[CD_QUERY_BODIES].count++;
            totals[CD_QUERY_BODIES].digest =
                cd_hash_sum(totals[CD_QUERY_BODIES].digest, cd_record_hash(CD_QUERY_BODIES, frame, &record));
        }
}

/// Collects the pairs that the threads found, unless there are too many.
static void gather_pairs(struct cd_oracle_regions *matcher, uint64_t max_pairs)
{
    uint64_t count = matcher->answer.totals[CD_QUERY_PAIRS].count;
    matcher->answer.pair_count = count;
    if (count > max_pairs)
        return;
    for (unsigned i = 0; i < matcher->finder_count; i++)
        for (uint64_t k = 0; k < matcher->finders[i].pairs.count; k++)
            cd_records_add(&matcher->answer.pairs, &matcher->finders[i].pairs.items[k]);
    cd_records_sort_once(&matcher->answer.pairs);
}

const struct cd_oracle_answer *cd_oracle_regions_frame(struct cd_oracle_regions *matcher,
                                                       const struct cd_frame *frame,
                                                       const struct cd_oracle_question *question)
{
    uint32_t limit = frame->region_count ? frame->regions[frame->region_count - 1].id + 1 : 0;
    if (limit > matcher->id_limit) {
        matcher->matched = cd_reallocate(matcher->matched, matcher->id_limit, limit, 1);
        matcher->id_limit = limit;
    }
    if (question->threads > matcher->finder_count) {
        matcher->finders = cd_reallocate(matcher->finders, matcher->finder_count, question->threads,
                                         sizeof *matcher->finders);
        matcher->finder_count = question->threads;
    }
    if (matcher->id_limit)
        memset(matcher->matched, 0, matcher->id_limit);
    for (unsigned i = 0; i < matcher->finder_count; i++) {
        matcher->finders[i].pairs.count = 0;
        matcher->finders[i].answer = (struct cd_answer){0};
    }
    matcher->answer = (struct cd_oracle_answer){.pairs = matcher->answer.pairs};
    matcher->answer.pairs.count = 0;
    build_tree(matcher, frame);
    order_questions(matcher, frame);
    matcher->has_extents = some_have_extents(frame);
    if (matcher->count)
        cd_run_items(question->threads, matcher->asked_count, ask_one,
                     &(struct asking){matcher, frame, question});
    total_up(matcher, frame->index);
    gather_pairs(matcher, question->max_pairs);
    return &matcher->answer;
}
