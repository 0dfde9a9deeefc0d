#include "algos/mesh/closest/simplex.h"

#include <stdbool.h>

/// Keeps the points `which`, whose weights are given up to scale.
static void keep(struct simplex *simplex, const int which[3], const double weights[3], int count)
{
    struct simplex kept = {.count = count};
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += weights[i];
    for (int i = 0; i < count; i++) {
        kept.point[i] = simplex->point[which[i]];
        kept.name[i] = simplex->name[which[i]];
        kept.weight[i] = weights[i] / sum;
    }
    *simplex = kept;
}

static struct cd_vec3 weighted(const struct simplex *simplex)
{
    struct cd_vec3 sum = {0, 0, 0};
    for (int i = 0; i < simplex->count; i++)
        sum = cd_add(sum, cd_scale(simplex->point[i], simplex->weight[i]));
    return sum;
}

static void on_vertex(struct simplex *simplex, int i)
{
    keep(simplex, (int[3]){i}, (double[3]){1}, 1);
}

static void on_segment(struct simplex *simplex, int i, int j)
{
    struct cd_vec3 a = simplex->point[i], b = simplex->point[j], ab = cd_sub(b, a);
    double to_b = -cd_dot(a, ab), to_a = cd_dot(b, ab);
    if (to_b <= 0)
        on_vertex(simplex, i);
    else if (to_a <= 0)
        on_vertex(simplex, j);
    else
        keep(simplex, (int[3]){i, j}, (double[3]){to_a, to_b}, 2);
}

/// Of a triangle with this normal: the weight, up to scale, of the corner opposite to the side from i to j.
static double opposite_weight(const struct simplex *simplex, int i, int j, struct cd_vec3 normal)
{
    return cd_dot(normal, cd_cross(simplex->point[i], simplex->point[j]));
}

/// Of several closest points keeps the closest.
static void keep_closer(struct simplex *best, double *min, const struct simplex *other)
{
    struct cd_vec3 p = weighted(other);
    double squared = cd_dot(p, p);
    if (squared < *min) {
        *min = squared;
        *best = *other;
    }
}

static void on_triangle(struct simplex *simplex, int i, int j, int k)
{
    const struct cd_vec3 *p = simplex->point;
    struct cd_vec3 normal = cd_cross(cd_sub(p[j], p[i]), cd_sub(p[k], p[i]));
    double weights[3] = {opposite_weight(simplex, j, k, normal), opposite_weight(simplex, k, i, normal),
                         opposite_weight(simplex, i, j, normal)};
    if (weights[0] > 0 && weights[1] > 0 && weights[2] > 0) {
        keep(simplex, (int[3]){i, j, k}, weights, 3);
        return;
    }
    const int sides[3][2] = {{j, k}, {k, i}, {i, j}};
    struct simplex whole = *simplex;
    double min = INFINITY;
    for (int s = 0; s < 3; s++) {
        if (weights[s] > 0)
            continue;
        struct simplex side = whole;
        on_segment(&side, sides[s][0], sides[s][1]);
        keep_closer(simplex, &min, &side);
    }
    if (min == INFINITY) // NaN, from coordinates beyond all bounds
        on_vertex(simplex, i);
}

static double volume(struct cd_vec3 a, struct cd_vec3 b, struct cd_vec3 c)
{
    return cd_dot(a, cd_cross(b, c));
}

static void on_tetrahedron(struct simplex *simplex)
{
    const struct cd_vec3 *p = simplex->point;
    struct cd_vec3 d = p[3];
    double whole = volume(cd_sub(p[0], d), cd_sub(p[1], d), cd_sub(p[2], d));
    double sign = whole < 0 ? -1 : 1;
    double weights[4] = {-sign * volume(p[1], p[2], p[3]), sign * volume(p[0], p[2], p[3]),
                         -sign * volume(p[0], p[1], p[3]), sign * volume(p[0], p[1], p[2])};
    double sum = 0;
    bool inside = true;
    for (int i = 0; i < 4; i++) {
        inside &= weights[i] > 0;
        sum += weights[i];
    }
    if (inside) {
        for (int i = 0; i < 4; i++)
            simplex->weight[i] = weights[i] / sum;
        return;
    }
    struct simplex all = *simplex;
    double min = INFINITY;
    for (int i = 0; i < 4; i++) {
        if (weights[i] > 0)
            continue;
        struct simplex side = all;
        on_triangle(&side, (i + 1) % 4, (i + 2) % 4, (i + 3) % 4);
        keep_closer(simplex, &min, &side);
    }
    if (min == INFINITY)
        on_vertex(simplex, 0);
}

struct cd_vec3 simplex_closest(struct simplex *simplex)
{
    switch (simplex->count) {
    case 1:
        simplex->weight[0] = 1;
        break;
    case 2:
        on_segment(simplex, 0, 1);
        break;
    case 3:
        on_triangle(simplex, 0, 1, 2);
        break;
    default:
        on_tetrahedron(simplex);
    }
    return weighted(simplex);
}
