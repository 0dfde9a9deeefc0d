// Sweep and prune with coherence from frame to frame.
//
// Jonathan D. Cohen, Ming C. Lin, Dinesh Manocha, Madhav Ponamgi: I-COLLIDE: An Interactive and Exact
// Collision Detection System for Large-Scale Environments. Symposium on Interactive 3D Graphics, 1995.
//
// The ends of all boxes stay sorted along each axis. A frame gives the ends new values and sorts them by insertion,
// which takes little time if little moved. Every exchange of a low with a high end starts or stops an overlap along
// that axis. Deviations: the paper counts in how many axes a pair overlaps, in a table of n * n entries; here, the
// boxes themselves are compared when an overlap starts, and only pairs that overlap are kept, so that 10 000 bodies
// need no 10^8 entries. If many bodies appear at once, everything is sorted anew.
#include "algos/algo.h"
#include "algos/pairs.h"
#include "algos/radix_sort.h"
#include "base/memory.h"

#include <string.h>

/// One end of a box along one axis.
struct end {
    double value;
    uint32_t body; ///< id
    bool high;
};

struct sap {
    uint32_t body_limit, capacity, live;
    struct end *ends[3];   ///< 2 * live of them, sorted
    struct cd_aabb *boxes; ///< per body id
    bool *present;         ///< per body id: its ends are among them
    uint32_t *open;        ///< bodies that a sweep is within
    uint64_t *words[2];    ///< 2 * capacity each, to sort ends anew
    uint64_t box_tests;    ///< since the candidates were last asked for
    struct pair_set overlaps;
};

/// The most bodies that may appear in a frame and still be sorted in by insertion. With more, sorting anew is faster,
/// however many there are.
enum { NEWCOMERS = 12 };

static enum cd_code sap_create(const struct cd_create *create, void **self, struct cd_status *status)
{
    (void)status;
    struct sap *sap = cd_allocate(1, sizeof *sap);
    sap->body_limit = create->scene->body_limit;
    sap->capacity = create->scene->max_bodies;
    for (int axis = 0; axis < 3; axis++)
        sap->ends[axis] = cd_allocate((size_t)2 * sap->capacity, sizeof **sap->ends);
    for (int i = 0; i < 2; i++)
        sap->words[i] = cd_allocate((size_t)2 * sap->capacity, sizeof **sap->words);
    sap->boxes = cd_allocate(sap->body_limit, sizeof *sap->boxes);
    sap->present = cd_allocate(sap->body_limit, sizeof *sap->present);
    sap->open = cd_allocate(sap->capacity, sizeof *sap->open);
    *self = sap;
    return CD_OK;
}

static void sap_destroy(void *self)
{
    struct sap *sap = self;
    for (int axis = 0; axis < 3; axis++)
        cd_free(sap->ends[axis]);
    cd_free(sap->words[0]);
    cd_free(sap->words[1]);
    cd_free(sap->boxes);
    cd_free(sap->present);
    cd_free(sap->open);
    pair_set_free(&sap->overlaps);
    cd_free(sap);
}

static void sap_reset(void *self)
{
    struct sap *sap = self;
    sap->live = 0;
    sap->box_tests = 0;
    memset(sap->present, 0, sap->body_limit * sizeof *sap->present);
    pair_set_clear(&sap->overlaps);
}

/// Boxes are closed: of equal values the low end comes first, so that boxes that touch overlap.
static bool precedes(const struct end *a, const struct end *b)
{
    return a->value < b->value || (a->value == b->value && !a->high && b->high);
}

/// Notes the pair if all three axes overlap.
static void add_overlap(struct sap *sap, uint32_t a, uint32_t b)
{
    sap->box_tests++;
    if (cd_aabb_overlap(&sap->boxes[a], &sap->boxes[b]))
        pair_set_add(&sap->overlaps, a < b ? a : b, a < b ? b : a);
}

static void sort_by_insertion(struct sap *sap, struct end *ends, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct end moved = ends[i];
        size_t to = i;
        for (; to && precedes(&moved, &ends[to - 1]); to--) {
            uint32_t a = moved.body, b = ends[to - 1].body;
            if (moved.high != ends[to - 1].high && moved.high)
                pair_set_remove(&sap->overlaps, a < b ? a : b, a < b ? b : a);
            else if (moved.high != ends[to - 1].high)
                add_overlap(sap, a, b);
            ends[to] = ends[to - 1];
        }
        ends[to] = moved;
    }
}

/// An integer for every double, in the same order; -0 and 0 have the same integer.
static uint64_t key_of(double value)
{
    uint64_t bits;
    value += 0.0;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

/// End number i of an axis: the low ends of `open`, then their high ends.
static struct end end_at(const struct sap *sap, int axis, uint32_t i)
{
    bool high = i >= sap->live;
    uint32_t body = sap->open[high ? i - sap->live : i];
    const struct cd_aabb *box = &sap->boxes[body];
    return (struct end){cd_axis(high ? &box->high : &box->low, axis), body, high};
}

/// Sorts the ends of an axis anew, in two steps of half a key each; equal ones stay in the order of `end_at`.
static void sort_axis(struct sap *sap, int axis)
{
    uint32_t count = 2 * sap->live;
    uint64_t *words = sap->words[0], *spare = sap->words[1];
    for (uint32_t i = 0; i < count; i++)
        words[i] = key_of(end_at(sap, axis, i).value) << 32 | i;
    uint64_t *sorted = cd_radix_sort(NULL, words, spare, count, 32, 32);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = (uint32_t)sorted[i];
        sorted[i] = key_of(end_at(sap, axis, end).value) >> 32 << 32 | end;
    }
    sorted = cd_radix_sort(NULL, sorted, sorted == words ? spare : words, count, 32, 32);
    for (uint32_t i = 0; i < count; i++)
        sap->ends[axis][i] = end_at(sap, axis, (uint32_t)sorted[i]);
}

/// Sorts all axes anew, and sweeps along the one along which the boxes cover the least of their space.
static void sort_anew(struct sap *sap)
{
    uint32_t count = 0;
    int sparsest = 0;
    double least = INFINITY;
    for (uint32_t id = 0; id < sap->body_limit; id++)
        if (sap->present[id])
            sap->open[count++] = id;
    for (int axis = 0; axis < 3; axis++) {
        const struct end *ends = sap->ends[axis];
        double covered = 0;
        sort_axis(sap, axis);
        for (size_t i = 0; i < 2 * (size_t)sap->live; i++)
            covered += (ends[i].high ? 1 : -1) * ends[i].value;
        double share = covered / (ends[2 * (size_t)sap->live - 1].value - ends[0].value);
        if (share < least) {
            least = share;
            sparsest = axis;
        }
    }
    pair_set_clear(&sap->overlaps);
    count = 0; // of the bodies that the sweep is within
    for (size_t i = 0; i < 2 * (size_t)sap->live; i++) {
        struct end end = sap->ends[sparsest][i];
        uint32_t k = 0;
        if (!end.high) {
            for (; k < count; k++)
                add_overlap(sap, end.body, sap->open[k]);
            sap->open[count++] = end.body;
            continue;
        }
        while (sap->open[k] != end.body)
            k++;
        sap->open[k] = sap->open[--count];
    }
}

static void sap_update_boxes(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes,
                             uint32_t count)
{
    struct sap *sap = self;
    uint32_t gone = 0, coming = 0;
    CD_ASSERT(count <= sap->capacity);
    for (uint32_t i = 0; i < frame->vanished_count; i++) {
        gone += sap->present[frame->vanished[i]];
        sap->present[frame->vanished[i]] = false;
    }
    for (int axis = 0; axis < 3 && gone; axis++) {
        size_t kept = 0;
        for (size_t i = 0; i < 2 * (size_t)sap->live; i++)
            if (sap->present[sap->ends[axis][i].body])
                sap->ends[axis][kept++] = sap->ends[axis][i];
    }
    for (size_t i = gone ? sap->overlaps.count : 0; i-- > 0;) {
        struct cd_pair pair = sap->overlaps.list[i];
        if (!sap->present[pair.a] || !sap->present[pair.b])
            pair_set_remove(&sap->overlaps, pair.a, pair.b);
    }
    sap->live -= gone;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = boxes[i].id;
        sap->boxes[id] = boxes[i].box;
        if (sap->present[id])
            continue;
        sap->present[id] = true;
        for (int axis = 0; axis < 3; axis++) {
            sap->ends[axis][2 * (size_t)sap->live] = (struct end){0, id, false};
            sap->ends[axis][2 * (size_t)sap->live + 1] = (struct end){0, id, true};
        }
        sap->live++;
        coming++;
    }
    for (int axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < 2 * (size_t)sap->live; i++) {
            struct end *end = &sap->ends[axis][i];
            const struct cd_aabb *box = &sap->boxes[end->body];
            end->value = cd_axis(end->high ? &box->high : &box->low, axis);
        }
    // Each newcomer walks past about half of the ends there are, as much as sorting takes for every end.
    if (coming > NEWCOMERS)
        sort_anew(sap);
    else
        for (int axis = 0; axis < 3; axis++)
            sort_by_insertion(sap, sap->ends[axis], 2 * (size_t)sap->live);
}

static void sap_candidates(void *self, struct cd_pairs *pairs, struct cd_counters *counters)
{
    struct sap *sap = self;
    counters->box_tests += sap->box_tests;
    sap->box_tests = 0;
    cd_pairs_reserve(pairs, sap->overlaps.count);
    for (size_t i = 0; i < sap->overlaps.count; i++)
        cd_pairs_add(pairs, sap->overlaps.list[i].a, sap->overlaps.list[i].b);
}

const struct cd_algo cd_algo_sap = {
    .name = "sap",
    .title = "sweep and prune along three axes, sorted by insertion",
    .source = "Cohen, Lin, Manocha, Ponamgi 1995",
    .broad = &(const struct cd_broad_phase){.create = sap_create,
                                            .destroy = sap_destroy,
                                            .reset = sap_reset,
                                            .update = sap_update_boxes,
                                            .candidates = sap_candidates},
};
