// Gottschalk, Lin, Manocha 1996, section 4: "we split at the mean point of the vertices projected on the longest axis";
// here the mean is that of the surface, and centroids are compared with it.
#include "algos/obb/pieces.h"

#include "base/levels.h"
#include "geom/lanes.h"

#include <string.h>

CD_LEVELS(void, obb_pieces_fill)
(struct obb_piece *pieces, const struct cd_shape *shape, uint32_t begin, uint32_t end,
 const struct obb_placement *placement)
{
    double scale = 1 / placement->unit;
    for (uint32_t i = begin; i < end; i++) {
        struct cd_vec3 p[3];
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 vertex = shape->vertices[shape->mesh->triangles[i].v[k]];
            p[k] = cd_scale(cd_sub(vertex, placement->origin), scale);
        }
        pieces[i] = (struct obb_piece){{p[0], p[1], p[2]}, cd_triangle_area(p) + placement->least_area, i};
    }
}

CD_LEVELS(struct obb_placement, obb_place)(const struct cd_shape *shape)
{
    struct cd_aabb box;
    struct obb_placement placement = {.reach = cd_shape_reach(shape, &box), .least_area = 1e-20};
    placement.origin = cd_aabb_centre(&box);
    placement.unit = cd_power_above(cd_aabb_longest_side(&box));
    return placement;
}

/// A point, and its coordinates in turn: (x, y, z) and (y, z, x). What is in the last lane does not matter.
struct turned {
    cd_d4 own, next;
};

// A piece has more numbers behind its last corner.
CD_INLINE struct turned load_corner(const struct cd_vec3 *p)
{
    struct turned corner;
    cd_d4 x = p->x - (cd_d4){0}, behind;
    memcpy(&corner.own, &p->x, sizeof corner.own);
    memcpy(&behind, &p->y, sizeof behind);
    corner.next = __builtin_shufflevector(behind, x, 0, 1, 6, 7);
    return corner;
}

// As cd_moments_add does for each piece, with three of the numbers in a vector.
CD_LEVELS(void, obb_pieces_add)(const struct obb_piece *pieces, uint32_t count, struct cd_moments *moments)
{
    double *m = moments->second, area = moments->area;
    cd_d4 first, squares = {m[0], m[3], m[5], 0}, products = {m[1], m[4], m[2], 0};
    cd_d4_point(&first, &moments->first);
    for (uint32_t i = 0; i < count; i++) {
        const struct obb_piece *piece = &pieces[i];
        struct turned p = load_corner(&piece->p[0]), q = load_corner(&piece->p[1]),
                      r = load_corner(&piece->p[2]);
        cd_d4 sum = p.own + q.own + r.own, next = p.next + q.next + r.next;
        double third = piece->area / 3, twelfth = piece->area / 12;
        area += piece->area;
        first += sum * third;
        squares += twelfth * (sum * sum + p.own * p.own + q.own * q.own + r.own * r.own);
        products += twelfth * (sum * next + p.own * p.next + q.own * q.next + r.own * r.next);
    }
    *moments =
        (struct cd_moments){area,
                            cd_vec(first[0], first[1], first[2]),
                            {squares[0], products[0], products[2], squares[1], products[1], squares[2]}};
}

CD_LEVELS(bool, obb_pieces_moments)
(const struct obb_piece *pieces, uint32_t count, double axes[9], struct cd_vec3 *mean)
{
    struct cd_moments moments = {0};
    obb_pieces_add(pieces, count, &moments);
    cd_moments_axes(&moments, axes);
    *mean = cd_moments_mean(&moments);
    return moments.area > 0;
}

// Measures one to four ranges that are no single triangles.
static void measure_four(const struct obb_piece *pieces, struct obb_measured *const ranges[], int count)
{
    struct cd_moments moments[4] = {{0}};
    double axes[4][9];
    for (int i = 0; i < count; i++)
        obb_pieces_add(pieces + ranges[i]->first, ranges[i]->count, &moments[i]);
    cd_moments_axes_of_several(moments, count, axes);
    for (int i = 0; i < count; i++) {
        memcpy(ranges[i]->axes, axes[i], sizeof axes[i]);
        ranges[i]->mean = cd_moments_mean(&moments[i]);
    }
}

CD_LEVELS(void, obb_pieces_measure_several)
(const struct obb_piece *pieces, struct obb_measured *const ranges[], int count)
{
    struct obb_measured *some[4];
    int waiting = 0;
    for (int i = 0; i < count; i++) {
        if (ranges[i]->count > 1)
            some[waiting++] = ranges[i];
        if (waiting == 4 || (waiting > 0 && i == count - 1)) {
            measure_four(pieces, some, waiting);
            waiting = 0;
        }
    }
}

static double reach(const struct obb_piece *piece, const double axis[3])
{
    const struct cd_vec3 *p = piece->p;
    double x = p[0].x + p[1].x + p[2].x, y = p[0].y + p[1].y + p[2].y, z = p[0].z + p[1].z + p[2].z;
    return (axis[0] * x + axis[1] * y + axis[2] * z) / 3;
}

CD_LEVELS(uint32_t, obb_pieces_partition)
(struct obb_piece *pieces, uint32_t first, uint32_t end, uint32_t below, const double axis[3],
 struct cd_vec3 mean)
{
    double middle = axis[0] * mean.x + axis[1] * mean.y + axis[2] * mean.z;
    for (uint32_t i = first; i < end; i++) {
        if (!(reach(&pieces[i], axis) <= middle))
            continue;
        struct obb_piece swap = pieces[i];
        pieces[i] = pieces[below];
        pieces[below++] = swap;
    }
    return below;
}

CD_LEVELS(uint32_t, obb_pieces_split)
(struct obb_piece *pieces, uint32_t count, const double axes[9], struct cd_vec3 mean)
{
    for (int i = 0; i < 3; i++) {
        uint32_t below = obb_pieces_partition(pieces, 0, count, 0, axes + 3 * i, mean);
        if (below > 0 && below < count)
            return below;
    }
    return count / 2;
}

CD_LEVELS(void, obb_round_axes)(const double axes[9], double rounded[9])
{
    for (int i = 0; i < 9; i++)
        rounded[i] = (double)(float)axes[i];
}

CD_LEVELS(void, obb_find_centre)(struct obb_fitted *box)
{
    const double *q = box->axes;
    double c[3] = {0, 0, 0};
    // Rounded axes are orthonormal to 1e-7 only: the second step corrects the first.
    for (int step = 0; step < 2; step++) {
        double off[3];
        for (int i = 0; i < 3; i++)
            off[i] = (0.5 * box->span.low[i] + 0.5 * box->span.high[i]) -
                     (q[3 * i] * c[0] + q[3 * i + 1] * c[1] + q[3 * i + 2] * c[2]);
        for (int k = 0; k < 3; k++)
            c[k] += q[k] * off[0] + q[3 + k] * off[1] + q[6 + k] * off[2];
    }
    memcpy(box->centre, c, sizeof c);
}
