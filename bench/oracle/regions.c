#include "bench/oracle/regions.h"
#include "scenes/cursor.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "bench/oracle/answering.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/// Regions in a leaf, and children of a node.
#define FAN 8

/// Publish regions that a thread takes at a time.
#define CHUNK 64

/// Bounds as regions store them.
struct box {
    int32_t low[CD_REGION_DIMENSIONS], high[CD_REGION_DIMENSIONS];
};

/// What orders the subscribe regions: the bits of all coordinates of their centre in turn.
struct sorted {
    uint64_t key;
    uint32_t region;
};

/// The subscribe regions of a frame in order, and level upon level of boxes around FAN of the level below,
/// up to one around all.
struct tree {
    const struct cd_scene *scene;
    const struct cd_region *regions;
    struct sorted *order;
    uint32_t count;
    struct box *boxes; ///< of all levels, the lowest first
    unsigned levels;
    size_t first[12], counts[12]; ///< of the boxes of a level
};

/// What a thread finds in a frame.
struct finder {
    uint32_t *found; ///< ids of the subscribe regions of one publish region
    size_t found_count, found_capacity;
    struct cd_pair *pairs;
    size_t pair_count, pair_capacity;
    struct cd_answer answer;
};

struct work {
    struct tree tree;
    struct finder *finders;
    unsigned threads;
    uint64_t max_pairs;
    uint8_t *matched; ///< by id, of either kind
    uint32_t id_limit;
    struct cd_truth *truth;
    struct cd_answer (*totals)[3];
    size_t pair_capacity;
    struct cd_progress *progress;
};

static bool share_points(const struct tree *tree, const int32_t *low_a, const int32_t *high_a,
                         const int32_t *low_b, const int32_t *high_b)
{
    bool closed = tree->scene->touch == CD_TOUCH_CLOSED;
    for (uint32_t k = 0; k < tree->scene->dimensions; k++)
        if (closed ? low_a[k] > high_b[k] || low_b[k] > high_a[k]
                   : low_a[k] >= high_b[k] || low_b[k] >= high_a[k])
            return false;
    return true;
}

// ---- the tree ---------------------------------------------------------------------------------------------

static void enclose(struct box *box, const int32_t *low, const int32_t *high)
{
    for (int k = 0; k < CD_REGION_DIMENSIONS; k++) {
        box->low[k] = low[k] < box->low[k] ? low[k] : box->low[k];
        box->high[k] = high[k] > box->high[k] ? high[k] : box->high[k];
    }
}

static struct box empty_box(void)
{
    struct box box;
    for (int k = 0; k < CD_REGION_DIMENSIONS; k++) {
        box.low[k] = INT32_MAX;
        box.high[k] = INT32_MIN;
    }
    return box;
}

static uint64_t key_of(const struct tree *tree, const struct box *all, const struct cd_region *region)
{
    uint64_t key = 0, places[CD_REGION_DIMENSIONS];
    uint32_t dimensions = tree->scene->dimensions;
    int bits = dimensions < 4 ? 16 : 64 / (int)dimensions; // of each place, so that all fit the key
    for (uint32_t k = 0; k < dimensions; k++) {
        // Twice the centre, and so are the bounds: within 2^34, so that 16 bits more are no overflow.
        int64_t low = all->low[k];
        uint64_t span = (uint64_t)(2 * (all->high[k] - low)) + 1;
        uint64_t place = (uint64_t)(region->low[k] - low + region->high[k] - low);
        places[k] = (place << 16) / span;
    }
    for (int bit = 15; bit > 15 - bits; bit--)
        for (uint32_t k = 0; k < dimensions; k++)
            key = key << 1 | (places[k] >> bit & 1);
    return key;
}

static int compare_keys(const void *a, const void *b)
{
    const struct sorted *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return (p->region > q->region) - (p->region < q->region);
}

static void order_regions(struct tree *tree, const struct cd_frame *frame)
{
    struct box all = empty_box();
    tree->regions = frame->regions;
    tree->count = 0;
    for (uint32_t i = 0; i < frame->region_count; i++)
        enclose(&all, frame->regions[i].low, frame->regions[i].high);
    for (uint32_t i = 0; i < frame->region_count; i++)
        if (frame->regions[i].kind == CD_REGION_SUBSCRIBE)
            tree->order[tree->count++] = (struct sorted){key_of(tree, &all, &frame->regions[i]), i};
    if (tree->count)
        qsort(tree->order, tree->count, sizeof *tree->order, compare_keys);
}

static void build_tree(struct tree *tree, const struct cd_frame *frame)
{
    order_regions(tree, frame);
    size_t below = tree->count, used = 0;
    tree->levels = 0;
    do {
        size_t count = (below + FAN - 1) / FAN;
        unsigned level = tree->levels++;
        tree->first[level] = used;
        tree->counts[level] = count;
        for (size_t i = 0; i < count; i++) {
            struct box *box = &tree->boxes[used + i];
            *box = empty_box();
            for (size_t k = FAN * i; k < FAN * (i + 1) && k < below; k++)
                if (level) {
                    const struct box *child = &tree->boxes[tree->first[level - 1] + k];
                    enclose(box, child->low, child->high);
                } else {
                    const struct cd_region *region = &tree->regions[tree->order[k].region];
                    enclose(box, region->low, region->high);
                }
        }
        used += count;
        below = count;
    } while (below > 1);
}

static void search(const struct tree *tree, unsigned level, size_t node, const struct cd_region *asked,
                   struct finder *finder)
{
    const struct box *box = &tree->boxes[tree->first[level] + node];
    if (!share_points(tree, asked->low, asked->high, box->low, box->high))
        return;
    size_t below = level ? tree->counts[level - 1] : tree->count;
    for (size_t k = FAN * node; k < FAN * (node + 1) && k < below; k++) {
        if (level) {
            search(tree, level - 1, k, asked, finder);
            continue;
        }
        const struct cd_region *region = &tree->regions[tree->order[k].region];
        if (!share_points(tree, asked->low, asked->high, region->low, region->high))
            continue;
        finder->found =
            cd_grow(finder->found, finder->found_count, &finder->found_capacity, sizeof *finder->found);
        finder->found[finder->found_count++] = region->id;
    }
}

// ---- one frame --------------------------------------------------------------------------------------------

static int compare_ids(const void *a, const void *b)
{
    const uint32_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/// Extents match more than once; what is found is left in order, each id once.
static void leave_each_once(struct finder *finder)
{
    size_t kept = 0;
    if (finder->found_count)
        qsort(finder->found, finder->found_count, sizeof *finder->found, compare_ids);
    for (size_t i = 0; i < finder->found_count; i++)
        if (!i || finder->found[i] != finder->found[kept - 1])
            finder->found[kept++] = finder->found[i];
    finder->found_count = kept;
}

static void mark(struct work *work, uint32_t id)
{
    __atomic_store_n(&work->matched[id], 1, __ATOMIC_RELAXED);
}

/// Takes note of what matches publish region `id`. A thread stops keeping pairs when it alone has too many.
static void take_found(struct work *work, struct finder *finder, uint64_t frame, uint32_t id)
{
    for (size_t i = 0; i < finder->found_count; i++) {
        uint32_t other = finder->found[i];
        struct cd_record record = {.a = id < other ? id : other, .b = id < other ? other : id};
        mark(work, other);
        finder->answer.count++;
        finder->answer.digest =
            cd_hash_sum(finder->answer.digest, cd_record_hash(CD_QUERY_PAIRS, frame, &record));
        if (finder->pair_count > work->max_pairs)
            continue;
        finder->pairs =
            cd_grow(finder->pairs, finder->pair_count, &finder->pair_capacity, sizeof *finder->pairs);
        finder->pairs[finder->pair_count++] = (struct cd_pair){record.a, record.b};
    }
    if (finder->found_count)
        mark(work, id);
}

/// Answers for the publish region whose first extent is regions[i].
static void ask_region(struct work *work, struct finder *finder, const struct cd_frame *frame, uint32_t i)
{
    const struct cd_region *region = &frame->regions[i];
    finder->found_count = 0;
    for (uint32_t k = i; k < frame->region_count && frame->regions[k].id == region->id; k++)
        search(&work->tree, work->tree.levels - 1, 0, &frame->regions[k], finder);
    leave_each_once(finder);
    take_found(work, finder, frame->index, region->id);
}

static void ask_all(struct work *work, const struct cd_frame *frame)
{
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, CHUNK) if (work->threads > 1)
    for (uint32_t i = 0; i < frame->region_count; i++) {
        const struct cd_region *region = &frame->regions[i];
        if (region->kind == CD_REGION_PUBLISH && (!i || frame->regions[i - 1].id != region->id) &&
            !cd_interrupted())
            ask_region(work, &work->finders[omp_get_thread_num()], frame, i);
        if (i % CHUNK == 0 && omp_get_thread_num() == 0)
            cd_progress_advance(work->progress, frame->index * work->tree.scene->max_regions + i);
    }
}

/// Adds the frame's pairs to the truth, or gives up keeping any when they are too many.
static void keep_pairs(struct work *work, uint64_t frame, uint64_t count)
{
    struct cd_truth *truth = work->truth;
    if (!truth->first_pair)
        return;
    uint64_t first = truth->first_pair[frame];
    if (first + count > work->max_pairs) {
        cd_free(truth->first_pair);
        cd_free(truth->pairs);
        truth->first_pair = NULL;
        truth->pairs = NULL;
        return;
    }
    if (first + count > work->pair_capacity) {
        size_t capacity = 2 * (first + count);
        truth->pairs = cd_reallocate(truth->pairs, work->pair_capacity, capacity, sizeof *truth->pairs);
        work->pair_capacity = capacity;
    }
    struct cd_pair *pairs = &truth->pairs[first];
    for (unsigned i = 0; i < work->threads; i++) {
        const struct finder *finder = &work->finders[i];
        if (finder->pair_count)
            memcpy(pairs, finder->pairs, finder->pair_count * sizeof *pairs);
        pairs += finder->pair_count;
    }
    if (count)
        qsort(&truth->pairs[first], count, sizeof *pairs, cd_pair_compare);
    truth->first_pair[frame + 1] = first + count;
}

/// The totals of the frame, for every query.
static void total_up(struct work *work, uint64_t frame)
{
    struct cd_answer *totals = work->totals[frame];
    const struct cd_record nothing = {0};
    for (unsigned i = 0; i < work->threads; i++) {
        totals[CD_QUERY_PAIRS].count += work->finders[i].answer.count;
        totals[CD_QUERY_PAIRS].digest =
            cd_hash_sum(totals[CD_QUERY_PAIRS].digest, work->finders[i].answer.digest);
    }
    if (totals[CD_QUERY_PAIRS].count)
        totals[CD_QUERY_ANY] = (struct cd_answer){1, cd_record_hash(CD_QUERY_ANY, frame, &nothing)};
    for (uint32_t id = 0; id < work->id_limit; id++)
        if (work->matched[id]) {
            struct cd_record record = {.a = id};
            totals[CD_QUERY_BODIES].count++;
            totals[CD_QUERY_BODIES].digest =
                cd_hash_sum(totals[CD_QUERY_BODIES].digest, cd_record_hash(CD_QUERY_BODIES, frame, &record));
        }
}

static void answer_frame(struct work *work, const struct cd_frame *frame)
{
    uint32_t limit = frame->region_count ? frame->regions[frame->region_count - 1].id + 1 : 0;
    if (limit > work->id_limit) {
        work->matched = cd_reallocate(work->matched, work->id_limit, limit, 1);
        work->id_limit = limit;
    }
    if (work->id_limit)
        memset(work->matched, 0, work->id_limit);
    for (unsigned i = 0; i < work->threads; i++) {
        work->finders[i].pair_count = 0;
        work->finders[i].answer = (struct cd_answer){0};
    }
    build_tree(&work->tree, frame);
    if (work->tree.count)
        ask_all(work, frame);
    total_up(work, frame->index);
    keep_pairs(work, frame->index, work->totals[frame->index][CD_QUERY_PAIRS].count);
}

// ---- all frames -------------------------------------------------------------------------------------------

static void begin_work(struct work *work, const struct cd_scene *scene)
{
    size_t max = scene->max_regions;
    struct cd_truth *truth = cd_allocate(1, sizeof *truth);
    truth->query = CD_QUERY_PAIRS;
    truth->meaning = CD_MEANING_SURFACE;
    truth->frame_count = scene->frame_count;
    truth->first_pair = cd_allocate(scene->frame_count + 1, sizeof *truth->first_pair);
    truth->pairs = cd_allocate(0, sizeof *truth->pairs);
    work->truth = truth;
    work->totals = cd_allocate(scene->frame_count, sizeof *work->totals);
    work->finders = cd_allocate(work->threads, sizeof *work->finders);
    work->tree.scene = scene;
    work->tree.order = cd_allocate(max, sizeof *work->tree.order);
    work->tree.boxes = cd_allocate(max / (FAN - 1) + 16, sizeof *work->tree.boxes);
}

static void end_work(struct work *work)
{
    for (unsigned i = 0; i < work->threads; i++) {
        cd_free(work->finders[i].found);
        cd_free(work->finders[i].pairs);
    }
    cd_free(work->finders);
    cd_free(work->tree.order);
    cd_free(work->tree.boxes);
    cd_free(work->matched);
    if (work->truth && !work->truth->first_pair)
        work->truth->totals = work->totals;
    else
        cd_free(work->totals);
}

enum cd_code cd_oracle_regions(const struct cd_scene *scene, unsigned threads, uint64_t max_pairs,
                               struct cd_progress *progress, struct cd_truth **truth,
                               struct cd_status *status)
{
    CD_ASSERT(scene->dimensions && threads >= 1);
    struct work work = {.threads = threads, .max_pairs = max_pairs, .progress = progress};
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    begin_work(&work, scene);
    cd_progress_step(progress, "exact answers", scene->frame_count * scene->max_regions);
    enum cd_code code;
    while (!(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        answer_frame(&work, frame);
        if (cd_interrupted()) {
            code = cd_fail(status, CD_INTERRUPTED, "interrupted while working out the exact answers");
            break;
        }
        cd_progress_advance(progress, (frame->index + 1) * scene->max_regions);
    }
    cd_cursor_close(cursor);
    end_work(&work);
    if (code) {
        cd_truth_destroy(work.truth);
        work.truth = NULL;
    }
    *truth = work.truth;
    return code;
}
