// The second exact matcher: space is cut into strips along the first dimension, and within a strip both sides
// are swept along the last one. A pair that shares several strips belongs to that of its larger lower end. It
// shares nothing with the tree whose totals it checks, but the coordinates of the scene.
#include "bench/oracle/regions_check.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "scenes/cursor.h"

#include <stdlib.h>
#include <string.h>

#define MAX_STRIPS 1024

/// An extent in a strip.
struct entry {
    uint32_t strip, region;
    int64_t low; ///< in the last dimension
};

/// The entries of one kind, by strip and then by where they begin.
struct entries {
    struct entry *items;
    size_t count, capacity;
};

struct check {
    const struct cd_scene *scene;
    const struct cd_frame *frame;
    struct entries sides[2]; ///< by enum cd_region_kind
    uint64_t strips;
    int64_t first, span; ///< of all regions in the first dimension
    uint8_t *matched;    ///< by id
    struct cd_answer totals[3];
    struct cd_progress *progress;
};

static bool overlap(const struct check *check, uint32_t i, uint32_t j)
{
    const struct cd_region *a = &check->frame->regions[i], *b = &check->frame->regions[j];
    for (uint32_t k = 0; k < check->scene->dimensions; k++) {
        int64_t low = a->low[k] > b->low[k] ? a->low[k] : b->low[k];
        int64_t high = a->high[k] < b->high[k] ? a->high[k] : b->high[k];
        if (low > high || (low == high && check->scene->touch == CD_TOUCH_HALF_OPEN))
            return false;
    }
    return true;
}

static uint32_t strip_of(const struct check *check, int64_t place)
{
    return (uint32_t)((uint64_t)(place - check->first) * check->strips / (uint64_t)check->span);
}

/// Strips as wide as the mean extent.
static void cut_space(struct check *check)
{
    const struct cd_frame *frame = check->frame;
    int64_t low = INT64_MAX, high = INT64_MIN;
    double sum = 0;
    for (uint32_t i = 0; i < frame->region_count; i++) {
        const struct cd_region *region = &frame->regions[i];
        low = region->low[0] < low ? region->low[0] : low;
        high = region->high[0] > high ? region->high[0] : high;
        sum += (double)(region->high[0] - region->low[0]) + 1;
    }
    double strips = frame->region_count ? (double)(high - low + 1) / (sum / frame->region_count) : 1;
    check->first = low;
    check->span = high - low + 1;
    check->strips = strips < 1 ? 1 : strips < MAX_STRIPS ? (uint64_t)strips : MAX_STRIPS;
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *p = a, *q = b;
    if (p->strip != q->strip)
        return p->strip < q->strip ? -1 : 1;
    return (p->low > q->low) - (p->low < q->low);
}

static void list_entries(struct check *check)
{
    const struct cd_frame *frame = check->frame;
    check->sides[0].count = check->sides[1].count = 0;
    for (uint32_t i = 0; i < frame->region_count; i++) {
        const struct cd_region *region = &frame->regions[i];
        struct entries *side = &check->sides[region->kind];
        uint32_t last = strip_of(check, region->high[0]);
        for (uint32_t strip = strip_of(check, region->low[0]); strip <= last; strip++) {
            side->items = cd_grow(side->items, side->count, &side->capacity, sizeof *side->items);
            side->items[side->count++] = (struct entry){strip, i, region->low[check->scene->dimensions - 1]};
        }
    }
    for (int kind = 0; kind < 2; kind++)
        if (check->sides[kind].count)
            qsort(check->sides[kind].items, check->sides[kind].count, sizeof(struct entry), compare_entries);
}

/// Whether extents of the same two regions match before i and j do, in one order whichever of them is asked
/// about first.
static bool matched_before(const struct check *check, uint32_t one, uint32_t other)
{
    const struct cd_region *regions = check->frame->regions;
    uint32_t i = one < other ? one : other, j = one < other ? other : one;
    uint32_t first_i = i, first_j = j, end_j = j + 1;
    while (first_i > 0 && regions[first_i - 1].id == regions[i].id)
        first_i--;
    while (first_j > 0 && regions[first_j - 1].id == regions[j].id)
        first_j--;
    while (end_j < check->frame->region_count && regions[end_j].id == regions[j].id)
        end_j++;
    for (uint32_t a = first_i; a <= i; a++)
        for (uint32_t b = first_j; b < (a < i ? end_j : j); b++)
            if (overlap(check, a, b))
                return true;
    return false;
}

static void take_pair(struct check *check, uint32_t i, uint32_t j)
{
    uint32_t a = check->frame->regions[i].id, b = check->frame->regions[j].id;
    struct cd_record record = {.a = a < b ? a : b, .b = a < b ? b : a};
    struct cd_answer *pairs = &check->totals[CD_QUERY_PAIRS];
    check->matched[a] = check->matched[b] = 1;
    pairs->count++;
    pairs->digest = cd_hash_sum(pairs->digest, cd_record_hash(CD_QUERY_PAIRS, check->frame->index, &record));
}

/// An entry against those of the other kind in its strip that begin where it does or later, but before its
/// end.
static void scan(struct check *check, const struct entry *entry, const struct entries *others, size_t from)
{
    const struct cd_region *regions = check->frame->regions, *region = &regions[entry->region];
    int64_t end = region->high[check->scene->dimensions - 1];
    for (size_t k = from; k < others->count; k++) {
        const struct entry *other = &others->items[k];
        if (other->strip != entry->strip || other->low > end)
            return;
        int64_t low = regions[other->region].low[0];
        low = low > region->low[0] ? low : region->low[0];
        if (overlap(check, entry->region, other->region) && strip_of(check, low) == entry->strip &&
            !matched_before(check, entry->region, other->region))
            take_pair(check, entry->region, other->region);
    }
}

/// So many entries of the frame are done.
static void tell_progress(const struct check *check, size_t entries)
{
    uint64_t max = check->scene->max_regions, all = check->sides[0].count + check->sides[1].count;
    cd_progress_advance(check->progress, check->frame->index * max + max * entries / all);
}

static void sweep(struct check *check)
{
    const struct entries *p = &check->sides[0], *s = &check->sides[1];
    for (size_t i = 0, j = 0; (i < p->count || j < s->count) && !cd_interrupted();) {
        if ((i + j) % 256 == 0)
            tell_progress(check, i + j);
        if (j == s->count || (i < p->count && compare_entries(&p->items[i], &s->items[j]) <= 0)) {
            scan(check, &p->items[i], s, j);
            i++;
        } else {
            scan(check, &s->items[j], p, i);
            j++;
        }
    }
}

static void check_frame(struct check *check, const struct cd_frame *frame)
{
    uint32_t limit = frame->region_count ? frame->regions[frame->region_count - 1].id + 1 : 0;
    const struct cd_record nothing = {0};
    check->frame = frame;
    memset(check->totals, 0, sizeof check->totals);
    check->matched = cd_allocate(limit, 1);
    cut_space(check);
    list_entries(check);
    sweep(check);
    if (check->totals[CD_QUERY_PAIRS].count)
        check->totals[CD_QUERY_ANY] =
            (struct cd_answer){1, cd_record_hash(CD_QUERY_ANY, frame->index, &nothing)};
    struct cd_answer *bodies = &check->totals[CD_QUERY_BODIES];
    for (uint32_t id = 0; id < limit; id++)
        if (check->matched[id]) {
            struct cd_record record = {.a = id};
            bodies->count++;
            bodies->digest =
                cd_hash_sum(bodies->digest, cd_record_hash(CD_QUERY_BODIES, frame->index, &record));
        }
    cd_free(check->matched);
}

static enum cd_code compare(const struct check *check, const struct cd_truth *truth, struct cd_status *status)
{
    uint64_t frame = check->frame->index;
    if (cd_interrupted())
        return cd_fail(status, CD_INTERRUPTED, "interrupted while checking the exact answers");
    for (enum cd_query query = CD_QUERY_PAIRS;; query--) {
        const struct cd_answer *tree = &truth->totals[frame][query], *own = &check->totals[query];
        if (tree->count != own->count || !cd_hash_equal(tree->digest, own->digest))
            return cd_fail(status, CD_WRONG,
                           "frame %llu of %s: the two exact matchers disagree on %s, %llu by the tree and "
                           "%llu by the sweep; one of them is wrong: please report it with the scene",
                           (unsigned long long)frame, check->scene->name, cd_query_name(query),
                           (unsigned long long)tree->count, (unsigned long long)own->count);
        if (query == CD_QUERY_ANY)
            return CD_OK;
    }
}

enum cd_code cd_oracle_regions_check(const struct cd_scene *scene, const struct cd_truth *truth,
                                     struct cd_progress *progress, struct cd_status *status)
{
    CD_ASSERT(truth->totals && truth->frame_count == scene->frame_count);
    struct check check = {.scene = scene, .progress = progress};
    struct cd_cursor *cursor = cd_cursor_open(scene);
    const struct cd_frame *frame;
    enum cd_code code;
    cd_progress_step(progress, "exact answers again", scene->frame_count * scene->max_regions);
    while (!(code = cd_cursor_next(cursor, &frame, status)) && frame) {
        check_frame(&check, frame);
        if ((code = compare(&check, truth, status)))
            break;
        cd_progress_advance(progress, (frame->index + 1) * scene->max_regions);
    }
    cd_cursor_close(cursor);
    cd_free(check.sides[0].items);
    cd_free(check.sides[1].items);
    return code;
}
