#include "algos/mesh/image_cd/image_cd.h"

#include "base/memory.h"

void image_cd_regions_close(struct image_cd_regions *regions)
{
    cd_free(regions->items);
    cd_free(regions->pending);
}

// ---- finding ----------------------------------------------------------------------------------------------

void image_cd_regions_find(struct image_cd_regions *regions, const struct image_cd_bodies *bodies,
                           struct cd_counters *counters)
{
    regions->count = 0;
    for (uint32_t i = 0; i < bodies->live_count; i++)
        for (uint32_t j = i + 1; j < bodies->live_count; j++) {
            struct image_cd_body *a = bodies->sorted[i], *b = bodies->sorted[j];
            if (b->box.low.x > a->box.high.x)
                break;
            counters->box_tests++;
            if (!cd_aabb_overlap(&a->box, &b->box))
                continue;
            regions->items =
                cd_grow(regions->items, regions->count, &regions->capacity, sizeof *regions->items);
            regions->items[regions->count++] =
                (struct image_cd_region){.a = a->id < b->id ? a : b,
                                         .b = a->id < b->id ? b : a,
                                         .box = cd_aabb_common(&a->box, &b->box)};
        }
    counters->candidates += regions->count;
}

// ---- grouping ---------------------------------------------------------------------------------------------

static bool comes_before(const struct image_cd_region *p, const struct image_cd_region *q)
{
    if (p->key != q->key)
        return p->key < q->key;
    return p->a->id != q->a->id ? p->a->id < q->a->id : p->b->id < q->b->id;
}

// Sorts by the regions' low ends along an axis or, if `middle` is 0.5, by their middles. It is Shell's sort, in place
// and without recursion. Ties are settled by the bodies, so that the groups of a frame are the same whatever came
// before it.
static void sort_regions(struct image_cd_region *items, size_t count, int axis, double middle)
{
    size_t step = 1;
    for (size_t i = 0; i < count; i++) {
        double low = cd_axis(&items[i].box.low, axis), high = cd_axis(&items[i].box.high, axis);
        items[i].key = middle > 0 ? (1 - middle) * low + middle * high : low;
    }
    while (step < count / 3)
        step = 3 * step + 1;
    for (; step > 0; step /= 3)
        for (size_t i = step; i < count; i++) {
            struct image_cd_region item = items[i];
            size_t j = i;
            for (; j >= step && comes_before(&item, &items[j - step]); j -= step)
                items[j] = items[j - step];
            items[j] = item;
        }
}

// The position of the widest gap along an axis, in regions sorted by their low ends; 0 when there is none.
static size_t find_gap(const struct image_cd_region *items, size_t count, int axis, double *widest)
{
    size_t cut = 0;
    double reached = cd_axis(&items[0].box.high, axis);
    for (size_t i = 1; i < count; i++) {
        double gap = cd_axis(&items[i].box.low, axis) - reached;
        if (gap > *widest) {
            *widest = gap;
            cut = i;
        }
        reached = fmax(reached, cd_axis(&items[i].box.high, axis));
    }
    return cut;
}

static size_t cut_at_gap(struct image_cd_region *items, size_t count)
{
    size_t cut = 0;
    double widest = 0;
    int best = 0;
    for (int axis = 0; axis < 3; axis++) {
        sort_regions(items, count, axis, 0);
        size_t here = find_gap(items, count, axis, &widest);
        if (here) {
            cut = here;
            best = axis;
        }
    }
    if (cut)
        sort_regions(items, count, best, 0);
    return cut;
}

static bool has_more_bodies(struct image_cd_regions *regions, const struct image_cd_region *items,
                            size_t count, uint32_t max)
{
    regions->mark++;
    uint32_t bodies = 0;
    for (size_t i = 0; i < 2 * count && bodies <= max; i++) {
        struct image_cd_body *body = i % 2 ? items[i / 2].b : items[i / 2].a;
        bodies += body->mark != regions->mark;
        body->mark = regions->mark;
    }
    return bodies > max;
}

static size_t cut_at_median(struct image_cd_region *items, size_t count)
{
    struct cd_aabb whole = cd_aabb_empty();
    for (size_t i = 0; i < count; i++)
        cd_aabb_join(&whole, &items[i].box);
    sort_regions(items, count, image_cd_longest_axis(&whole), 0.5);
    return count / 2;
}

static size_t find_cut(struct image_cd_regions *regions, struct image_cd_region *items, size_t count,
                       uint32_t max_bodies)
{
    if (count < 2 || !max_bodies)
        return 0;
    size_t cut = cut_at_gap(items, count);
    if (!cut && has_more_bodies(regions, items, count, max_bodies))
        cut = cut_at_median(items, count);
    return cut;
}

static void push(struct image_cd_regions *regions, size_t end)
{
    regions->pending = cd_grow(regions->pending, regions->pending_count, &regions->pending_capacity,
                               sizeof *regions->pending);
    regions->pending[regions->pending_count++] = end;
}

bool image_cd_regions_next(struct image_cd_regions *regions, uint32_t max_bodies, size_t *start, size_t *end)
{
    *start = *end;
    if (*start == regions->count)
        return false;
    if (*start == 0) {
        regions->pending_count = 0;
        push(regions, regions->count);
    }
    *end = regions->pending[--regions->pending_count];
    size_t cut;
    while ((cut = find_cut(regions, &regions->items[*start], *end - *start, max_bodies)) > 0) {
        push(regions, *end);
        *end = *start + cut;
    }
    return true;
}
