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

/// A face is bent if a corner is farther from its plane than this share of the longest side of its box.
#define BENT 0.01

/// The most steps that cutting the faces of one file may take, a few seconds; faces after that stay fanned.
#define STEPS_MAX 2000000000

/// A corner of a face, linked to those that are left.
struct corner {
    double x, y; ///< the coordinates along the two axes; the face turns counterclockwise
    uint32_t vertex;
    uint32_t previous, next;
    int turn; ///< of the way past it: 1 left, 0 straight on or back, -1 right
};

/// A triangle of the result, by its corners.
struct piece {
    double low_x, high_x, low_y, high_y;
    uint32_t corners[3];
};

struct cutter {
    struct cd_builder *builder;
    struct corner *corners;
    struct piece *pieces;
    size_t corner_capacity, piece_capacity;
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

/// The longest side of the face's box.
static double side_of(const struct cutter *cutter)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < cutter->count; i++)
        cd_aabb_add(&box, cutter->builder->vertices[cutter->corners[i].vertex]);
    return cd_aabb_longest_side(&box);
}

/// A power of two that keeps products of a tiny face's sides from underflow.
static double factor_for(double side)
{
    return side < 0x1p-200 && side > 0 ? ldexp(1, side < 0x1p-1000 ? 1000 : -ilogb(side)) : 1;
}

/// A face whose parts face both ways to this share has no front: it crosses itself.
#define BOTH_WAYS 1e-9

/// The sum of the cross products of neighbouring corners seen from the first: a normal as long as twice the area.
/// `*parts` becomes the sum of their lengths.
static struct cd_vec3 normal_of(const struct cutter *cutter, double factor, double *parts)
{
    const struct cd_vec3 *vertices = cutter->builder->vertices;
    struct cd_vec3 origin = vertices[cutter->corners[0].vertex], sum = {0, 0, 0}, last = {0, 0, 0};
    *parts = 0;
    for (uint32_t i = 1; i < cutter->count; i++) {
        struct cd_vec3 side = cd_scale(cd_sub(vertices[cutter->corners[i].vertex], origin), factor);
        struct cd_vec3 part = cd_cross(last, side);
        sum = cd_add(sum, part);
        *parts += cd_length(part);
        last = side;
    }
    return sum;
}

static bool is_bent(const struct cutter *cutter, struct cd_vec3 normal, double side, double factor)
{
    const struct cd_vec3 *vertices = cutter->builder->vertices;
    struct cd_vec3 unit = cd_scale(normal, 1 / cd_length(normal)),
                   origin = vertices[cutter->corners[0].vertex];
    double low = 0, high = 0;
    for (uint32_t i = 1; i < cutter->count; i++) {
        double height = cd_dot(cd_scale(cd_sub(vertices[cutter->corners[i].vertex], origin), factor), unit);
        low = height < low ? height : low;
        high = height > high ? height : high;
    }
    return high - low > 2 * BENT * (factor * side);
}

/// Sets the coordinates of the corners along the two axes that show most of the face.
static void project(struct cutter *cutter, struct cd_vec3 normal)
{
    const double n[3] = {normal.x, normal.y, normal.z};
    int axis = 0;
    for (int k = 1; k < 3; k++)
        axis = fabs(n[k]) > fabs(n[axis]) ? k : axis;
    for (uint32_t i = 0; i < cutter->count; i++) {
        struct corner *corner = &cutter->corners[i];
        struct cd_vec3 v = cutter->builder->vertices[corner->vertex];
        const double p[5] = {v.x, v.y, v.z, v.x, v.y};
        corner->x = n[axis] > 0 ? p[axis + 1] : p[axis + 2];
        corner->y = n[axis] > 0 ? p[axis + 2] : p[axis + 1];
    }
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

static void set_turn(struct cutter *cutter, uint32_t i)
{
    struct corner *c = cutter->corners;
    c[i].turn = turn_at(&c[c[i].previous], &c[i], &c[c[i].next]);
}

/// Whether the way turns back at `b`, so that there is nothing to cut off but a line.
static bool goes_back(const struct corner *a, const struct corner *b, const struct corner *c)
{
    return !((a->x - b->x) * (c->x - b->x) + (a->y - b->y) * (c->y - b->y) < 0);
}

/// Whether the direction from `b` to `p` lies between those to `c` and `a`.
static bool leads_within(const struct corner *a, const struct corner *b, const struct corner *c,
                         const struct corner *p)
{
    return turn_at(b, c, p) > 0 && turn_at(b, p, a) > 0;
}

/// Whether the corner can be cut off: its triangle contains no other corner, apart from those at its own corners, and
/// nothing else passes through its tip into it.
static bool is_ear(struct cutter *cutter, uint32_t tip)
{
    const struct corner *corners = cutter->corners, *b = &corners[tip];
    const struct corner *a = &corners[b->previous], *c = &corners[b->next];
    if (b->turn <= 0)
        return b->turn == 0 && goes_back(a, b, c);
    double low_x = fmin(a->x, fmin(b->x, c->x)), high_x = fmax(a->x, fmax(b->x, c->x));
    double low_y = fmin(a->y, fmin(b->y, c->y)), high_y = fmax(a->y, fmax(b->y, c->y));
    for (const struct corner *p = &corners[c->next]; p != a; p = &corners[p->next]) {
        cutter->steps_left -= cutter->steps_left > 0;
        if (p->x < low_x || p->x > high_x || p->y < low_y || p->y > high_y)
            continue;
        if (same_point(p, b) &&
            (leads_within(a, b, c, &corners[p->previous]) || leads_within(a, b, c, &corners[p->next])))
            return false;
        // If any corner is inside, one that does not turn left is.
        if (p->turn <= 0 && !same_point(p, a) && !same_point(p, b) && !same_point(p, c) &&
            turn_at(a, b, p) >= 0 && turn_at(b, c, p) >= 0 && turn_at(c, a, p) >= 0)
            return false;
    }
    return true;
}

/// Cuts off a corner and returns the one after it.
static uint32_t cut_off(struct cutter *cutter, uint32_t tip)
{
    struct corner *c = cutter->corners, *b = &c[tip];
    struct piece *piece = &cutter->pieces[cutter->piece_count++];
    const struct corner *a = &c[b->previous], *d = &c[b->next];
    *piece = (struct piece){fmin(a->x, fmin(b->x, d->x)),
                            fmax(a->x, fmax(b->x, d->x)),
                            fmin(a->y, fmin(b->y, d->y)),
                            fmax(a->y, fmax(b->y, d->y)),
                            {b->previous, tip, b->next}};
    c[b->previous].next = b->next;
    c[b->next].previous = b->previous;
    set_turn(cutter, b->previous);
    set_turn(cutter, b->next);
    return b->next;
}

/// Cuts the face into ears from its least corner on, so that the result does not depend on which corner the file names
/// first. Corners without a turn are cut off, as triangles without area, only where there is no ear. Returns whether
/// everything could be cut.
static bool clip_ears(struct cutter *cutter)
{
    struct corner *c = cutter->corners;
    uint32_t count = cutter->count, at = 0;
    cutter->piece_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        c[i].previous = i ? i - 1 : count - 1;
        c[i].next = i + 1 < count ? i + 1 : 0;
        at = c[i].x < c[at].x || (c[i].x == c[at].x && c[i].y < c[at].y) ? i : at;
    }
    for (uint32_t i = 0; i < count; i++)
        set_turn(cutter, i);
    for (uint32_t left = count, idle = 0; left > 3 && cutter->steps_left;) {
        if (is_ear(cutter, at) || (idle >= left && c[at].turn == 0)) {
            at = c[cut_off(cutter, at)].next;
            left--;
            idle = 0;
        } else if (idle++ < 2 * left) {
            at = c[at].next;
        } else {
            return false;
        }
    }
    if (c[at].turn >= 0)
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
        const struct corner *from = &c[a->corners[k]], *to = &c[a->corners[(k + 1) % 3]];
        bool separates = true;
        for (int l = 0; l < 3 && separates; l++)
            separates = turn_at(from, to, &c[b->corners[l]]) <= 0;
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
    bool overlap = false;
    memcpy(sorted, cutter->pieces, cutter->piece_count * sizeof *sorted);
    qsort(sorted, cutter->piece_count, sizeof *sorted, compare_pieces);
    for (uint32_t i = 0; i < cutter->piece_count && !overlap; i++)
        for (uint32_t j = i + 1; j < cutter->piece_count && !overlap && cutter->steps_left; j++) {
            const struct piece *a = &sorted[i], *b = &sorted[j];
            if (b->low_x >= a->high_x)
                break;
            cutter->steps_left--;
            overlap = b->low_y < a->high_y && a->low_y < b->high_y && !side_separates(c, a, b) &&
                      !side_separates(c, b, a);
        }
    cd_free(sorted);
    return overlap || !cutter->steps_left;
}

// ---- faces ------------------------------------------------------------------------------------------------

static void take_corners(struct cutter *cutter, const struct cd_triangle *triangles, uint32_t triangle_count)
{
    cutter->count = 0;
    for (uint32_t i = 0; i < triangle_count + 2; i++) {
        cutter->corners =
            cd_grow(cutter->corners, cutter->count, &cutter->corner_capacity, sizeof *cutter->corners);
        cutter->pieces =
            cd_grow(cutter->pieces, cutter->count, &cutter->piece_capacity, sizeof *cutter->pieces);
        cutter->corners[cutter->count++].vertex = i < 2 ? triangles[0].v[i] : triangles[i - 2].v[2];
    }
}

static void cut(struct cutter *cutter, const struct cd_face *face)
{
    struct cd_mesh_reading *reading = &cutter->builder->reading;
    struct cd_triangle *triangles = cutter->builder->triangles + face->first_triangle;
    take_corners(cutter, triangles, face->triangle_count);
    double parts, side = side_of(cutter), factor = factor_for(side);
    struct cd_vec3 normal = normal_of(cutter, factor, &parts);
    if (parts == 0)
        return; // all corners are on a line: so is the fan
    if (!(cd_length(normal) > BOTH_WAYS * parts)) {
        reading->crossing++;
        return;
    }
    bool bent = is_bent(cutter, normal, side, factor);
    reading->bent += bent;
    if (bent)
        return;
    project(cutter, normal);
    if (fan_is_within(cutter))
        return;
    if (!clip_ears(cutter) || pieces_overlap(cutter)) {
        reading->crossing++;
        return;
    }
    for (uint32_t i = 0; i < face->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            triangles[i].v[k] = cutter->corners[cutter->pieces[i].corners[k]].vertex;
    reading->cut++;
}

void cd_build_cut_faces(struct cd_builder *builder)
{
    struct cutter cutter = {.builder = builder, .steps_left = STEPS_MAX};
    for (uint32_t i = 0; i < builder->face_count; i++)
        cut(&cutter, &builder->faces[i]);
    cd_free(cutter.corners);
    cd_free(cutter.pieces);
}
