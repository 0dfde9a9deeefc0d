// Faces of more than three corners: is the fan from the first corner within the face? If not, ears are clipped (Meisters
// 1975): a corner whose triangle with its two neighbours turns as the face does and contains no other corner. Bridges to
// holes, which pass the same corners twice, are fine. A face that covers a place twice may have ears too; therefore the
// triangles are kept only if no two of them overlap.
#include "scenes/polygons.h"

#include "base/memory.h"
#include "geom/predicates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The most steps that cutting one face may take, about a second.
#define STEPS_MAX 500000000

/// A corner of a face, linked to those that are left.
struct corner {
    double x, y;             ///< the coordinates along the two axes; the face turns counterclockwise
    uint32_t vertex, number; ///< the number counts along the way
    uint32_t previous, next;
    int turn; ///< of the way past it: 1 left, 0 straight on or back, -1 right
    bool is_left, is_ear;
};

/// A triangle of the result, by its corners.
struct piece {
    double low_x, high_x, low_y, high_y;
    uint32_t corners[3];
    bool has_area;
};

struct cutter {
    struct cd_builder *builder;
    struct corner *corners;
    struct piece *pieces;
    uint32_t *places; ///< where each corner of the way is once corners are sorted from left to right
    uint32_t *ears;   ///< corners that were found to be ears, in the order in which they are cut off
    size_t corner_capacity, piece_capacity, place_capacity, ear_capacity, ear_count;
    uint32_t count, piece_count;
    uint64_t steps_left;
};

static int turn_at(const struct corner *a, const struct corner *b, const struct corner *c)
{
    return cd_orient2d(a->x, a->y, b->x, b->y, c->x, c->y);
}

static bool same_point(const struct corner *a, const struct corner *b)
{
    return a->x == b->x && a->y == b->y;
}

// ---- the plane of a face ----------------------------------------------------------------------------------

/// Sets the coordinates of the corners along the two axes that show most of the face, so that sides are short along x:
/// corners and triangles are looked for by their x.
static void project(struct cutter *cutter, struct cd_vec3 normal)
{
    const double n[3] = {normal.x, normal.y, normal.z};
    struct cd_aabb box = cd_aabb_empty();
    double length_x = 0, length_y = 0;
    int axis = 0;
    for (int k = 1; k < 3; k++)
        axis = fabs(n[k]) > fabs(n[axis]) ? k : axis;
    for (uint32_t i = 0; i < cutter->count; i++) {
        struct corner *corner = &cutter->corners[i];
        struct cd_vec3 v = cutter->builder->vertices[corner->vertex];
        const double p[5] = {v.x, v.y, v.z, v.x, v.y};
        corner->x = n[axis] > 0 ? p[axis + 1] : p[axis + 2];
        corner->y = n[axis] > 0 ? p[axis + 2] : p[axis + 1];
        cd_aabb_add(&box, cd_vec(corner->x, corner->y, 0));
    }
    for (uint32_t i = 0; i < cutter->count; i++) {
        const struct corner *p = &cutter->corners[i], *q = &cutter->corners[i ? i - 1 : cutter->count - 1];
        length_x += fabs(p->x - q->x);
        length_y += fabs(p->y - q->y);
    }
    struct cd_vec3 extent = cd_aabb_extent(&box);
    bool turns = !(length_x / extent.x <= length_y / extent.y);
    for (uint32_t i = 0; turns && i < cutter->count; i++) { // by a quarter turn
        struct corner *corner = &cutter->corners[i];
        double x = corner->x;
        corner->x = corner->y;
        corner->y = -x;
    }
}

/// Looks for a plane in which the face can be cut and projects the face to it. Returns whether there is one, and
/// otherwise counts the face, unless all its corners are on a line: so is the fan.
static bool find_plane(struct cutter *cutter)
{
    // A face whose parts face both ways to this share has no front: it crosses itself.
    const double both_ways = 1e-9;
    // A face is bent if a corner is farther from its plane than this share of the longest side of its box.
    const double bent = 0.01;
    struct cd_mesh_reading *reading = &cutter->builder->reading;
    const struct cd_vec3 *vertices = cutter->builder->vertices, origin = vertices[cutter->corners[0].vertex];
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < cutter->count; i++)
        cd_aabb_add(&box, vertices[cutter->corners[i].vertex]);
    double side = cd_aabb_longest_side(&box), parts = 0, low = 0, high = 0;
    // A power of two that keeps products of a tiny face's sides from underflow.
    double factor = side < 0x1p-200 && side > 0 ? ldexp(1, side < 0x1p-1000 ? 1000 : -ilogb(side)) : 1;
    // The sum of the cross products of neighbouring corners seen from the first: a normal as long as twice the area.
    struct cd_vec3 normal = {0, 0, 0}, last = {0, 0, 0};
    for (uint32_t i = 1; i < cutter->count; i++) {
        struct cd_vec3 to = cd_scale(cd_sub(vertices[cutter->corners[i].vertex], origin), factor);
        struct cd_vec3 part = cd_cross(last, to);
        normal = cd_add(normal, part);
        parts += cd_length(part);
        last = to;
    }
    if (parts == 0)
        return false;
    if (!(cd_length(normal) > both_ways * parts)) {
        reading->crossing++;
        return false;
    }
    struct cd_vec3 unit = cd_scale(normal, 1 / cd_length(normal));
    for (uint32_t i = 1; i < cutter->count; i++) {
        double height = cd_dot(cd_scale(cd_sub(vertices[cutter->corners[i].vertex], origin), factor), unit);
        low = height < low ? height : low;
        high = height > high ? height : high;
    }
    if (high - low > 2 * bent * (factor * side)) {
        reading->bent++;
        return false;
    }
    project(cutter, normal);
    return true;
}

// ---- fans -------------------------------------------------------------------------------------------------

/// Whether the directions from the first corner to the others turn left, or stay, and by less than a whole turn in all:
/// then the fan lies within the face.
static bool fan_is_within(const struct cutter *cutter)
{
    const struct corner *c = cutter->corners;
    bool beyond_half = false; // of a turn since the second corner
    for (uint32_t i = 2; i < cutter->count; i++) {
        int turn = turn_at(&c[0], &c[i - 1], &c[i]);
        double along = (c[i - 1].x - c->x) * (c[i].x - c->x) + (c[i - 1].y - c->y) * (c[i].y - c->y);
        if (turn < 0 || (turn == 0 && !(along > 0)))
            return false;
        int since_second = cutter->count > 4 ? turn_at(&c[0], &c[1], &c[i]) : 0; // four corners turn twice
        if (since_second >= 0 && beyond_half)
            return false;
        beyond_half |= since_second < 0;
    }
    return true;
}

// ---- ears -------------------------------------------------------------------------------------------------

/// Whether the direction from `b` to `p` lies between those to `c` and `a`.
static bool leads_within(const struct corner *a, const struct corner *b, const struct corner *c,
                         const struct corner *p)
{
    return turn_at(b, c, p) > 0 && turn_at(b, p, a) > 0;
}

static int compare_corners(const void *first, const void *second)
{
    const struct corner *a = first, *b = second;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return a->y != b->y ? (a->y > b->y) - (a->y < b->y) : (a->number > b->number) - (a->number < b->number);
}

/// Whether the corner can be cut off: its triangle contains no other corner, apart from those at its own corners, and
/// nothing else passes through its tip into it.
static bool is_ear(struct cutter *cutter, uint32_t tip)
{
    const struct corner *corners = cutter->corners, *b = &corners[tip];
    const struct corner *a = &corners[b->previous], *c = &corners[b->next];
    if (b->turn <= 0) // where the way turns back, there is nothing to cut off but a line
        return b->turn == 0 && !((a->x - b->x) * (c->x - b->x) + (a->y - b->y) * (c->y - b->y) < 0);
    double low_x = fmin(a->x, fmin(b->x, c->x)), high_x = fmax(a->x, fmax(b->x, c->x));
    double low_y = fmin(a->y, fmin(b->y, c->y)), high_y = fmax(a->y, fmax(b->y, c->y));
    uint32_t first = 0,
             end = cutter->count; // of the sorted corners, the first that is not left of the triangle
    while (first < end) {
        uint32_t middle = (first + end) / 2;
        if (corners[middle].x < low_x)
            first = middle + 1;
        else
            end = middle;
    }
    for (uint32_t i = first; i < cutter->count && cutter->steps_left; i++) {
        const struct corner *p = &corners[i];
        if (p->x > high_x)
            break;
        cutter->steps_left--;
        if (!p->is_left || p->y < low_y || p->y > high_y || p == a || p == b || p == c)
            continue;
        if (same_point(p, b) &&
            (leads_within(a, b, c, &corners[p->previous]) || leads_within(a, b, c, &corners[p->next])))
            return false;
        // If any corner is inside, one that does not turn left is.
        if (p->turn <= 0 && !same_point(p, a) && !same_point(p, b) && !same_point(p, c) &&
            turn_at(c, a, p) >= 0 && turn_at(a, b, p) >= 0 && turn_at(b, c, p) >= 0)
            return false;
    }
    return true;
}

/// Returns whether the corner is an ear.
static bool look_at(struct cutter *cutter, uint32_t i)
{
    struct corner *c = cutter->corners;
    c[i].turn = turn_at(&c[c[i].previous], &c[i], &c[c[i].next]);
    c[i].is_ear = is_ear(cutter, i);
    if (!c[i].is_ear)
        return false;
    cutter->ears = cd_grow(cutter->ears, cutter->ear_count, &cutter->ear_capacity, sizeof *cutter->ears);
    cutter->ears[cutter->ear_count++] = i;
    return true;
}

/// Cuts off a corner. Only its neighbours can become ears by that, apart from corners whose triangles it touched.
static void cut_off(struct cutter *cutter, uint32_t tip)
{
    struct corner *c = cutter->corners, *b = &c[tip];
    const struct corner *a = &c[b->previous], *d = &c[b->next];
    cutter->pieces[cutter->piece_count++] = (struct piece){
        fmin(a->x, fmin(b->x, d->x)), fmax(a->x, fmax(b->x, d->x)), fmin(a->y, fmin(b->y, d->y)),
        fmax(a->y, fmax(b->y, d->y)), {b->previous, tip, b->next},  b->turn > 0};
    c[b->previous].next = b->next;
    c[b->next].previous = b->previous;
    b->is_left = false;
    look_at(cutter, b->previous);
    look_at(cutter, b->next);
}

/// Cuts the face into ears, in an order that does not depend on which corner the file names first. Where there is no
/// ear, a corner without a turn is cut off, as a triangle without area. Returns whether everything could be cut.
static bool clip_ears(struct cutter *cutter)
{
    struct corner *c = cutter->corners;
    uint32_t count = cutter->count, at = 0, left = count;
    for (uint32_t i = 0; i < count; i++)
        c[i].number = i;
    qsort(c, count, sizeof *c, compare_corners);
    for (uint32_t i = 0; i < count; i++)
        cutter->places = cd_grow(cutter->places, i, &cutter->place_capacity, sizeof *cutter->places);
    for (uint32_t i = 0; i < count; i++) {
        cutter->places[c[i].number] = i;
        c[i].is_left = true;
    }
    for (uint32_t i = 0; i < count; i++) {
        c[i].previous = cutter->places[c[i].number ? c[i].number - 1 : count - 1];
        c[i].next = cutter->places[c[i].number + 1 < count ? c[i].number + 1 : 0];
    }
    for (uint32_t i = 0; i < count; i++)
        c[i].turn = turn_at(&c[c[i].previous], &c[i], &c[c[i].next]);
    cutter->piece_count = 0;
    cutter->ear_count = 0;
    size_t next_ear = 0;
    while (left > 3 && cutter->steps_left) {
        uint32_t tip = at, i = at;
        if (next_ear < cutter->ear_count) {
            tip = cutter->ears[next_ear++];
            if (!c[tip].is_left || !c[tip].is_ear)
                continue;
        } else { // looks at all corners that are left; without an ear, cuts off the last one without a turn
            bool found = false;
            do {
                found |= look_at(cutter, i);
                tip = c[i].turn == 0 ? i : tip;
                i = c[i].next;
            } while (i != at);
            if (found)
                continue;
            if (c[tip].turn != 0)
                return false;
        }
        at = c[tip].next;
        cut_off(cutter, tip);
        left--;
    }
    if (left == 3 && c[at].turn >= 0)
        cut_off(cutter, at);
    return cutter->piece_count == count - 2;
}

static int compare_pieces(const void *first, const void *second)
{
    const struct piece *a = first, *b = second;
    if (a->low_x != b->low_x)
        return a->low_x < b->low_x ? -1 : 1;
    return memcmp(a->corners, b->corners, sizeof a->corners); // no two are equal
}

/// Whether a side of `a` has all of `b` on its outer side.
static bool side_separates(const struct corner *c, const struct piece *a, const struct piece *b)
{
    for (int k = 0; k < 3; k++) {
        uint32_t from = a->corners[k], to = a->corners[(k + 1) % 3];
        bool separates = true;
        for (int l = 0; l < 3 && separates; l++)
            separates = b->corners[l] == from || b->corners[l] == to ||
                        turn_at(&c[from], &c[to], &c[b->corners[l]]) <= 0;
        if (separates)
            return true;
    }
    return false;
}

/// Whether two pieces share more than their sides.
static bool pieces_overlap(struct cutter *cutter)
{
    const struct corner *c = cutter->corners;
    struct piece *sorted = cd_allocate(cutter->piece_count, sizeof *sorted);
    uint32_t count = 0;
    bool overlap = false;
    for (uint32_t i = 0; i < cutter->piece_count; i++)
        if (cutter->pieces[i].has_area)
            sorted[count++] = cutter->pieces[i];
    qsort(sorted, count, sizeof *sorted, compare_pieces);
    for (uint32_t i = 0; i < count && !overlap; i++)
        for (uint32_t j = i + 1; j < count && !overlap && cutter->steps_left; j++) {
            const struct piece *a = &sorted[i], *b = &sorted[j];
            if (b->low_x >= a->high_x)
                break;
            cutter->steps_left--;
            overlap = b->low_y < a->high_y && a->low_y < b->high_y && !side_separates(c, a, b) &&
                      !side_separates(c, b, a);
        }
    cd_free(sorted);
    return overlap;
}

// ---- faces ------------------------------------------------------------------------------------------------

static void cut(struct cutter *cutter, const struct cd_face *face)
{
    struct cd_mesh_reading *reading = &cutter->builder->reading;
    struct cd_triangle *triangles = cutter->builder->triangles + face->first_triangle;
    for (cutter->count = 0; cutter->count < face->triangle_count + 2; cutter->count++) {
        uint32_t i = cutter->count;
        cutter->corners = cd_grow(cutter->corners, i, &cutter->corner_capacity, sizeof *cutter->corners);
        cutter->pieces = cd_grow(cutter->pieces, i, &cutter->piece_capacity, sizeof *cutter->pieces);
        cutter->corners[i].vertex = i < 2 ? triangles[0].v[i] : triangles[i - 2].v[2];
    }
    if (!find_plane(cutter) || fan_is_within(cutter))
        return;
    cutter->steps_left = STEPS_MAX;
    bool whole = clip_ears(cutter) && !pieces_overlap(cutter);
    if (!cutter->steps_left || !whole) {
        *(cutter->steps_left ? &reading->crossing : &reading->too_large) += 1;
        return;
    }
    for (uint32_t i = 0; i < face->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            triangles[i].v[k] = cutter->corners[cutter->pieces[i].corners[k]].vertex;
    reading->cut++;
}

void cd_build_cut_faces(struct cd_builder *builder)
{
    struct cutter cutter = {.builder = builder};
    for (uint32_t i = 0; i < builder->face_count; i++)
        cut(&cutter, &builder->faces[i]);
    cd_free(cutter.corners);
    cd_free(cutter.pieces);
    cd_free(cutter.places);
    cd_free(cutter.ears);
}
