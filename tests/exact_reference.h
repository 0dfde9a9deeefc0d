// The reference for the exact predicates. It uses GMP integers and other methods than the predicates do: orientation is
// a 4x4 (3x3) determinant with ones, a triangle is clipped as a polygon by the half-spaces that make up the other
// triangle, and winding numbers come from a ray in a general direction.
//
// Not thread-safe: the work space is static, so that the numbers keep their memory from pair to pair.
#ifndef CD_TESTS_EXACT_REFERENCE_H
#define CD_TESTS_EXACT_REFERENCE_H

#include "geom/vec.h"

#include "tests/effort.h"

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define REFERENCE_INPUTS(count) (SLOW > 1 ? (count) / SLOW : test_amount(count, (count) / 3))

/// Lowers `*exponent` to that of the lowest bit set in `value`. Zero has no such bit.
static inline void reference_lower(int *exponent, double value)
{
    if (value == 0)
        return;
    int own;
    double mantissa = frexp(value, &own);
    own += __builtin_ctzll((unsigned long long)(long long)(mantissa * 0x1p53)) - 53;
    *exponent = own < *exponent ? own : *exponent;
}

/// The exponent of the power of two that makes all coordinates integers.
static inline int reference_exponent(const struct cd_vec3 *points, int count)
{
    int exponent = 1024;
    for (int i = 0; i < 3 * count; i++)
        reference_lower(&exponent, cd_axis(&points[i / 3], i % 3));
    return exponent;
}

/// value / 2^exponent
static inline void reference_integer(mpz_t result, double value, int exponent)
{
    int own;
    double mantissa = frexp(value, &own);
    mpz_set_d(result, mantissa * 0x1p53);
    if (own - 53 >= exponent)
        mpz_mul_2exp(result, result, (mp_bitcnt_t)(own - 53 - exponent));
    else
        mpz_fdiv_q_2exp(result, result,
                        (mp_bitcnt_t)(exponent - own + 53)); // the choice of exponent makes these bits zeros
}

/// A point (x, y, z) / w with w > 0, or a linear form x, y, z, constant w.
struct reference_tuple {
    mpz_t c[4];
};

#define REFERENCE_CORNERS 32

/// What the functions below work on, so that numbers keep their memory from call to call.
struct reference_space {
    struct reference_tuple points[4], corner[3], cross[3], ray;
    mpz_t matrix[4][4], determinant, parts[5], minors[5][4][4];
    struct reference_tuple polygon[2][REFERENCE_CORNERS];
    mpz_t value[REFERENCE_CORNERS];
    struct reference_tuple form; ///< the half-space that clips: form >= 0
    struct reference_tuple b[3], edge[3], normal, helper;
    int count, current; ///< of polygons; everything above is numbers
};

static inline struct reference_space *reference_space(void)
{
    static struct reference_space space;
    static bool ready;
    mpz_t *numbers = (mpz_t *)&space;
    for (size_t i = 0; i < offsetof(struct reference_space, count) / sizeof(mpz_t) && !ready; i++)
        mpz_init(numbers[i]);
    ready = true;
    return &space;
}

/// The points scaled by one power of two.
static inline void reference_points(struct reference_tuple *result, const struct cd_vec3 *points, int count)
{
    int exponent = reference_exponent(points, count);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < 3; j++)
            reference_integer(result[i].c[j], cd_axis(&points[i], j), exponent);
        mpz_set_ui(result[i].c[3], 1);
    }
}

/// The determinant of a square matrix of order n <= 4, by the cofactors of the first row.
static inline void reference_determinant(mpz_t result, int n, mpz_t m[4][4])
{
    struct reference_space *space = reference_space();
    if (n == 1) {
        mpz_set(result, m[0][0]);
        return;
    }
    mpz_set_ui(result, 0);
    for (int column = 0; column < n; column++) {
        for (int i = 1; i < n; i++)
            for (int j = 0, k = 0; j < n; j++)
                if (j != column)
                    mpz_set(space->minors[n][i - 1][k++], m[i][j]);
        reference_determinant(space->parts[n], n - 1, space->minors[n]);
        if (column % 2)
            mpz_submul(result, m[0][column], space->parts[n]);
        else
            mpz_addmul(result, m[0][column], space->parts[n]);
    }
}

/// The sign of det[a - d, b - d, c - d], as the sign of the determinant of the four points with ones.
static inline int reference_orient3d(const struct cd_vec3 points[4])
{
    struct reference_space *space = reference_space();
    reference_points(space->points, points, 4);
    for (int i = 0; i < 16; i++)
        mpz_set(space->matrix[i / 4][i % 4], space->points[i / 4].c[i % 4]);
    reference_determinant(space->determinant, 4, space->matrix);
    return mpz_sgn(space->determinant);
}

/// The sign of det[a - c, b - c] of points (p[0], p[1]), (p[2], p[3]), (p[4], p[5]).
static inline int reference_orient2d(const double p[6])
{
    struct reference_space *space = reference_space();
    int exponent = 1024;
    for (int i = 0; i < 6; i++)
        reference_lower(&exponent, p[i]);
    for (int i = 0; i < 3; i++) {
        reference_integer(space->matrix[i][0], p[2 * i], exponent);
        reference_integer(space->matrix[i][1], p[2 * i + 1], exponent);
        mpz_set_ui(space->matrix[i][2], 1);
    }
    reference_determinant(space->determinant, 3, space->matrix);
    return mpz_sgn(space->determinant);
}

// ---- clipping

/// Keeps the part of the polygon in the half-space where the form is >= 0 (Sutherland and Hodgman 1974). A corner
/// (x, y, z)/w between p and q, where the values are s > 0 > t, is s q - t p in homogeneous numbers.
static inline void reference_clip(struct reference_space *clipper)
{
    struct reference_tuple *in = clipper->polygon[clipper->current];
    struct reference_tuple *out = clipper->polygon[1 - clipper->current];
    int n = clipper->count, kept = 0;
    for (int i = 0; i < n; i++) {
        mpz_mul(clipper->value[i], clipper->form.c[0], in[i].c[0]);
        for (int j = 1; j < 4; j++)
            mpz_addmul(clipper->value[i], clipper->form.c[j], in[i].c[j]);
    }
    for (int i = 0; i < n; i++) {
        int next = (i + 1) % n;
        int here = mpz_sgn(clipper->value[i]), there = mpz_sgn(clipper->value[next]);
        if (here >= 0) {
            for (int j = 0; j < 4; j++)
                mpz_set(out[kept].c[j], in[i].c[j]);
            kept++;
        }
        if (here * there < 0) {
            for (int j = 0; j < 4; j++) {
                mpz_mul(out[kept].c[j], clipper->value[i], in[next].c[j]);
                mpz_submul(out[kept].c[j], clipper->value[next], in[i].c[j]);
                if (here < 0)
                    mpz_neg(out[kept].c[j], out[kept].c[j]);
            }
            kept++;
        }
    }
    clipper->count = kept;
    clipper->current = 1 - clipper->current;
}

static inline void reference_clip_both_ways(struct reference_space *clipper)
{
    reference_clip(clipper);
    for (int j = 0; j < 4; j++)
        mpz_neg(clipper->form.c[j], clipper->form.c[j]);
    reference_clip(clipper);
}

static inline void reference_cross(struct reference_tuple *result, const struct reference_tuple *a,
                                   const struct reference_tuple *b)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        mpz_mul(result->c[i], a->c[j], b->c[k]);
        mpz_submul(result->c[i], a->c[k], b->c[j]);
    }
}

static inline bool reference_is_zero(const struct reference_tuple *a)
{
    return mpz_sgn(a->c[0]) == 0 && mpz_sgn(a->c[1]) == 0 && mpz_sgn(a->c[2]) == 0;
}

/// Makes the form direction . (x - point).
static inline void reference_form(struct reference_space *clipper, const struct reference_tuple *direction,
                                  const struct reference_tuple *point)
{
    mpz_set_ui(clipper->form.c[3], 0);
    for (int j = 0; j < 3; j++) {
        mpz_set(clipper->form.c[j], direction->c[j]);
        mpz_submul(clipper->form.c[3], direction->c[j], point->c[j]);
    }
}

/// Clips by a triangle with area: by its plane, and by the planes through its edges at right angles to it.
static inline void reference_clip_by_triangle(struct reference_space *clipper)
{
    reference_form(clipper, &clipper->normal, &clipper->b[0]);
    reference_clip_both_ways(clipper);
    for (int i = 0; i < 3 && clipper->count; i++) {
        reference_cross(&clipper->helper, &clipper->normal, &clipper->edge[i]);
        reference_form(clipper, &clipper->helper, &clipper->b[i]);
        reference_clip(clipper);
    }
}

/// Clips by the segment from b[i] along edge[i], the longest one: by its line, as the three equations of the cross
/// product, and by the planes at its ends. A point (edge 0) is three equations of its coordinates.
static inline void reference_clip_by_segment(struct reference_space *clipper, int i)
{
    const struct reference_tuple *edge = &clipper->edge[i];
    bool point = reference_is_zero(edge);
    for (int axis = 0; axis < 3 && clipper->count; axis++) {
        struct reference_tuple *direction = &clipper->helper;
        int j = (axis + 1) % 3, k = (axis + 2) % 3;
        mpz_set_ui(direction->c[axis], point ? 1 : 0);
        mpz_set(direction->c[j], edge->c[k]);
        mpz_neg(direction->c[k], edge->c[j]);
        reference_form(clipper, direction, &clipper->b[i]);
        reference_clip_both_ways(clipper);
    }
    if (point || !clipper->count)
        return;
    reference_form(clipper, edge, &clipper->b[i]);
    reference_clip(clipper);
    reference_form(clipper, edge, &clipper->b[(i + 1) % 3]);
    for (int j = 0; j < 4; j++)
        mpz_neg(clipper->form.c[j], clipper->form.c[j]);
    reference_clip(clipper);
}

static inline int reference_longest_edge(struct reference_space *clipper)
{
    int longest = 0;
    mpz_t *best = &clipper->value[0], *length = &clipper->value[1];
    mpz_set_si(*best, -1);
    for (int i = 0; i < 3; i++) {
        mpz_set_ui(*length, 0);
        for (int j = 0; j < 3; j++)
            mpz_addmul(*length, clipper->edge[i].c[j], clipper->edge[i].c[j]);
        if (mpz_cmp(*length, *best) > 0) {
            mpz_set(*best, *length);
            longest = i;
        }
    }
    return longest;
}

/// Whether the closed triangles share a point.
static inline bool reference_triangles_touch(const struct cd_vec3 a[3], const struct cd_vec3 b[3])
{
    struct reference_space *clipper = reference_space();
    const struct cd_vec3 points[6] = {a[0], a[1], a[2], b[0], b[1], b[2]};
    int exponent = reference_exponent(points, 6);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            reference_integer(clipper->polygon[0][i].c[j], cd_axis(&a[i], j), exponent);
            reference_integer(clipper->b[i].c[j], cd_axis(&b[i], j), exponent);
        }
        mpz_set_ui(clipper->polygon[0][i].c[3], 1);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mpz_sub(clipper->edge[i].c[j], clipper->b[(i + 1) % 3].c[j], clipper->b[i].c[j]);
    clipper->count = 3;
    clipper->current = 0;
    reference_cross(&clipper->normal, &clipper->edge[0], &clipper->edge[1]);
    if (reference_is_zero(&clipper->normal))
        reference_clip_by_segment(clipper, reference_longest_edge(clipper));
    else
        reference_clip_by_triangle(clipper);
    return clipper->count > 0;
}

// ---- winding numbers

/// Sets `*crossing` to what a triangle adds to the winding number of `p`, by the ray along `direction` (small
/// integers). False when the ray meets an edge or is in the plane, so that another ray must be tried.
static inline bool reference_crossing(struct cd_vec3 p, const struct cd_vec3 triangle[3],
                                      const int64_t direction[3], int *crossing)
{
    struct reference_space *space = reference_space();
    struct reference_tuple *points = space->points, *corner = space->corner, *cross = space->cross;
    const struct cd_vec3 all[4] = {triangle[0], triangle[1], triangle[2], p};
    reference_points(points, all, 4);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            mpz_sub(corner[i].c[j], points[i].c[j], points[3].c[j]);
    for (int j = 0; j < 3; j++)
        mpz_set_si(space->ray.c[j], direction[j]);
    *crossing = 0;
    for (int i = 0; i < 3; i++)
        reference_cross(&cross[i], &corner[i], &corner[(i + 1) % 3]);
    if (reference_is_zero(&cross[0]) && reference_is_zero(&cross[1]) && reference_is_zero(&cross[2]))
        return true; // on one line with p: a general ray does not meet it
    int side[4];
    for (int k = 0; k < 4; k++) { // the ray against planes of p and an edge, then p against the triangle
        const struct reference_tuple *row[3] = {&corner[k % 3], &corner[(k + 1) % 3],
                                                k < 3 ? &space->ray : &corner[2]};
        for (int i = 0; i < 9; i++)
            mpz_set(space->matrix[i / 3][i % 3], row[i / 3]->c[i % 3]);
        reference_determinant(space->determinant, 3, space->matrix);
        side[k] = mpz_sgn(space->determinant);
    }
    bool inside = side[0] && side[0] == side[1] && side[1] == side[2];
    if (inside && side[3] == side[0])
        *crossing = side[0];
    return inside || (side[0] * side[1] < 0) || (side[1] * side[2] < 0) || (side[2] * side[0] < 0);
}

#endif
