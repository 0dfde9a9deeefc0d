#include "geom/obb.h"

#include "base/levels.h"
#include "geom/lanes.h"

#include <string.h>

CD_LEVELS(double, cd_triangle_area)(const struct cd_vec3 triangle[3])
{
    return 0.5 * cd_length(cd_cross(cd_sub(triangle[1], triangle[0]), cd_sub(triangle[2], triangle[0])));
}

// Returns the coordinate direction along which `v` is shortest.
static struct cd_vec3 max_across(struct cd_vec3 v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    return x <= y && x <= z ? cd_vec(1, 0, 0) : y <= z ? cd_vec(0, 1, 0) : cd_vec(0, 0, 1);
}

static void write_frame(struct cd_vec3 u, struct cd_vec3 v, struct cd_vec3 w, double axes[9])
{
    double rows[9] = {u.x, u.y, u.z, v.x, v.y, v.z, w.x, w.y, w.z};
    memcpy(axes, rows, sizeof rows);
}

CD_LEVELS(bool, cd_triangle_axes)(const struct cd_vec3 triangle[3], double axes[9])
{
    struct cd_vec3 edge[3];
    double size = 0;
    for (int i = 0; i < 3; i++) {
        edge[i] = cd_sub(triangle[(i + 1) % 3], triangle[i]);
        for (int k = 0; k < 3; k++) { // avoids calls of fmax
            double length = fabs(cd_axis(&edge[i], k));
            size = length > size ? length : size;
        }
    }
    if (!(size >= 0x1p-1020 && size <= 0x1p1020)) {
        write_frame(cd_vec(1, 0, 0), cd_vec(0, 1, 0), cd_vec(0, 0, 1), axes);
        return false;
    }
    double squares[3];
    for (int i = 0; i < 3; i++) {
        edge[i] = cd_scale(edge[i], 1 / size); // so that all squares are within the range of doubles
        squares[i] = cd_dot(edge[i], edge[i]);
    }
    int longest = squares[1] > squares[0];
    longest = squares[2] > squares[longest] ? 2 : longest;
    struct cd_vec3 u = cd_scale(edge[longest], 1 / sqrt(squares[longest]));
    struct cd_vec3 w = cd_cross(u, edge[(longest + 1) % 3]);
    bool flat = cd_length(w) > 0;
    if (!flat)
        w = cd_cross(u, max_across(u));
    w = cd_scale(w, 1 / cd_length(w));
    w = cd_sub(w, cd_scale(u, cd_dot(u, w))); // a sliver's normal is mostly rounding
    if (!(cd_length(w) > 0.5))                // and this one was only rounding, along the edge
        w = cd_cross(u, max_across(u));
    w = cd_scale(w, 1 / cd_length(w));
    write_frame(u, cd_cross(w, u), w, axes);
    return flat;
}

CD_LEVELS(struct cd_vec3, cd_moments_mean)(const struct cd_moments *moments)
{
    return cd_vec(moments->first.x / moments->area, moments->first.y / moments->area,
                  moments->first.z / moments->area);
}

static void covariance_of(const struct cd_moments *moments, double covariance[6])
{
    struct cd_vec3 mean = cd_moments_mean(moments);
    covariance[0] = moments->second[0] / moments->area - mean.x * mean.x;
    covariance[1] = moments->second[1] / moments->area - mean.x * mean.y;
    covariance[2] = moments->second[2] / moments->area - mean.x * mean.z;
    covariance[3] = moments->second[3] / moments->area - mean.y * mean.y;
    covariance[4] = moments->second[4] / moments->area - mean.y * mean.z;
    covariance[5] = moments->second[5] / moments->area - mean.z * mean.z;
}

// Divisions and roots wait for each other, so four matrices, one in each lane, take little longer than one.
#define FOUR 4

// Keeps the larger lengths.
CD_INLINE void widen(cd_d4 *lengths, const cd_d4 *x)
{
    cd_d4 other = CD_D4_ABS(*x);
    *lengths = CD_D4_SELECT(*lengths > other, *lengths, other);
}

// Rotates rows and columns p and q in the unfinished matrices so that m[p][q] becomes 0. k is the third index.
CD_INLINE void annihilate(cd_d4 m[3][3], cd_d4 vectors[3][3], int p, int q, int k, const cd_l4 *unfinished)
{
    cd_d4 off = m[p][q], root;
    cd_l4 turned = *unfinished & (off != 0);
    // The smaller root of t*t + 2*theta*t - 1 = 0 keeps the rotation below 45 degrees.
    cd_d4 theta = (m[q][q] - m[p][p]) / (2 * off);
    root = theta * theta + 1;
    cd_d4_sqrt(&root);
    cd_d4 t = 1 / (CD_D4_ABS(theta) + root);
    t = (cd_d4)((cd_l4)t | ((cd_l4)theta & INT64_MIN));
    t = (cd_d4)((cd_l4)t & turned); // no rotation in finished matrices: c = 1 and s = 0
    root = t * t + 1;
    cd_d4_sqrt(&root);
    cd_d4 c = 1 / root, s = t * c;
    m[p][p] -= t * (cd_d4)((cd_l4)off & turned);
    m[q][q] += t * (cd_d4)((cd_l4)off & turned);
    m[p][q] = m[q][p] = (cd_d4)((cd_l4)off & ~turned);
    cd_d4 kp = m[k][p], kq = m[k][q];
    m[k][p] = m[p][k] = c * kp - s * kq;
    m[k][q] = m[q][k] = s * kp + c * kq;
    for (int i = 0; i < 3; i++) {
        cd_d4 vp = vectors[p][i], vq = vectors[q][i];
        vectors[p][i] = c * vp - s * vq;
        vectors[q][i] = s * vp + c * vq;
    }
}

// Returns the direction or its opposite. An eigenvector's sign is arbitrary. With this choice it does not depend on
// the order of rotations.
static struct cd_vec3 largest_positive(struct cd_vec3 v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    double largest = x >= y && x >= z ? v.x : y >= z ? v.y : v.z;
    return largest < 0 ? cd_scale(v, -1) : v;
}

// Makes rows 0 and 1 orthonormal again after many rotations, and makes row 2 their cross product.
static void orthonormalise(double vectors[9])
{
    struct cd_vec3 u = largest_positive(cd_vec(vectors[0], vectors[1], vectors[2]));
    struct cd_vec3 v = largest_positive(cd_vec(vectors[3], vectors[4], vectors[5]));
    u = cd_scale(u, 1 / cd_length(u));
    v = cd_sub(v, cd_scale(u, cd_dot(u, v)));
    v = cd_scale(v, 1 / cd_length(v));
    write_frame(u, v, cd_cross(u, v), vectors);
}

static bool all_finite(const double *values, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

// Takes the axes of one of the matrices, ordered by their values.
static void take_axes(cd_d4 m[3][3], cd_d4 v[3][3], int lane, double *values, double *vectors)
{
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (m[order[j]][order[j]][lane] < m[order[j + 1]][order[j + 1]][lane]) {
                int swap = order[j];
                order[j] = order[j + 1];
                order[j + 1] = swap;
            }
    for (int i = 0; i < 3; i++) {
        values[i] = m[order[i]][order[i]][lane];
        for (int k = 0; k < 3; k++)
            vectors[3 * i + k] = v[order[i]][k][lane];
    }
    orthonormalise(vectors);
}

// Gives the same numbers as each matrix alone would. There are at most FOUR of them.
static void find_axes(const double (*matrices)[6], int count, double (*values)[3], double (*vectors)[9])
{
    static const int place[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    cd_d4 m[3][3] = {{{0}}}, v[3][3], scale = {0};
    cd_l4 unfinished = {0};
    for (int lane = 0; lane < count; lane++)
        unfinished[lane] = -(int64_t)all_finite(matrices[lane], 6);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            for (int lane = 0; lane < count; lane++)
                m[i][k][lane] = matrices[lane][place[i][k]];
            v[i][k] = (double)(i == k) - (cd_d4){0};
            widen(&scale, &m[i][k]);
        }
    // Convergence is quadratic and takes 4 to 6 sweeps. The bound is for rounding noise that never vanishes.
    for (int sweep = 0; sweep < 16; sweep++) {
        cd_d4 off = CD_D4_ABS(m[0][1]);
        widen(&off, &m[0][2]);
        widen(&off, &m[1][2]);
        unfinished &= off > 0x1p-60 * scale;
        if (!cd_l4_any(&unfinished))
            break;
        annihilate(m, v, 0, 1, 2, &unfinished);
        annihilate(m, v, 0, 2, 1, &unfinished);
        annihilate(m, v, 1, 2, 0, &unfinished);
    }
    for (int lane = 0; lane < count; lane++)
        take_axes(m, v, lane, values[lane], vectors[lane]);
}

CD_LEVELS(void, cd_eigen_symmetric)(const double matrix[6], double values[3], double vectors[9])
{
    find_axes((const double(*)[6])matrix, 1, (double(*)[3])values, (double(*)[9])vectors);
}

CD_LEVELS(void, cd_moments_axes)(const struct cd_moments *moments, double axes[9])
{
    cd_moments_axes_of_several(moments, 1, (double(*)[9])axes);
}

CD_LEVELS(void, cd_moments_axes_of_several)(const struct cd_moments *moments, int count, double (*axes)[9])
{
    double covariances[FOUR][6], values[FOUR][3];
    for (int i = 0; i < count; i++)
        covariance_of(&moments[i], covariances[i]);
    find_axes((const double(*)[6])covariances, count, values, axes);
}

CD_LEVELS(struct cd_obb, cd_obb_of_span)(const double axes[9], const struct cd_span *span)
{
    struct cd_obb box;
    memcpy(box.axes, axes, sizeof box.axes);
    double middle[3];
    for (int i = 0; i < 3; i++) {
        middle[i] = 0.5 * span->low[i] + 0.5 * span->high[i];
        box.half[i] = fmax(span->high[i] - middle[i], middle[i] - span->low[i]);
    }
    box.centre = cd_vec(axes[0] * middle[0] + axes[3] * middle[1] + axes[6] * middle[2],
                        axes[1] * middle[0] + axes[4] * middle[1] + axes[7] * middle[2],
                        axes[2] * middle[0] + axes[5] * middle[1] + axes[8] * middle[2]);
    return box;
}

CD_LEVELS(int, cd_obb_separating_axis)
(const double r[9], const double t[3], const double a[3], const double b[3], double guard, double slack)
{
    double f[9];
    for (int i = 0; i < 3; i++) {
        double x = fabs(r[3 * i]) + guard, y = fabs(r[3 * i + 1]) + guard, z = fabs(r[3 * i + 2]) + guard;
        if (fabs(t[i]) > a[i] + (b[0] * x + b[1] * y + b[2] * z) + slack)
            return 1 + i;
        f[3 * i] = x, f[3 * i + 1] = y, f[3 * i + 2] = z;
    }
    for (int j = 0; j < 3; j++) {
        double distance = t[0] * r[j] + t[1] * r[3 + j] + t[2] * r[6 + j];
        if (fabs(distance) > b[j] + (a[0] * f[j] + a[1] * f[3 + j] + a[2] * f[6 + j]) + slack)
            return 4 + j;
    }
    for (int i = 0; i < 3; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            double distance = t[i2] * r[3 * i1 + j] - t[i1] * r[3 * i2 + j];
            double radii =
                a[i1] * f[3 * i2 + j] + a[i2] * f[3 * i1 + j] + b[j1] * f[3 * i + j2] + b[j2] * f[3 * i + j1];
            if (fabs(distance) > radii + slack)
                return 7 + 3 * i + j;
        }
    }
    return 0;
}
