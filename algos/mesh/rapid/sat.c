#include "algos/mesh/rapid/sat.h"

static bool separates(struct cd_vec3 axis, const struct cd_vec3 p[3], const struct cd_vec3 q[3])
{
    double p0 = cd_dot(axis, p[0]), p1 = cd_dot(axis, p[1]), p2 = cd_dot(axis, p[2]);
    double q0 = cd_dot(axis, q[0]), q1 = cd_dot(axis, q[1]), q2 = cd_dot(axis, q[2]);
    double p_low = fmin(p0, fmin(p1, p2)), p_high = fmax(p0, fmax(p1, p2));
    double q_low = fmin(q0, fmin(q1, q2)), q_high = fmax(q0, fmax(q1, q2));
    return p_low > q_high || q_low > p_high;
}

bool rapid_triangles_overlap(const struct cd_vec3 p[3], const struct cd_vec3 q[3])
{
    // Everything is seen from the first vertex of p, which keeps the products small.
    struct cd_vec3 a[3] = {cd_vec(0, 0, 0), cd_sub(p[1], p[0]), cd_sub(p[2], p[0])};
    struct cd_vec3 b[3] = {cd_sub(q[0], p[0]), cd_sub(q[1], p[0]), cd_sub(q[2], p[0])};
    struct cd_vec3 e[3] = {a[1], cd_sub(a[2], a[1]), cd_sub(a[0], a[2])};
    struct cd_vec3 f[3] = {cd_sub(b[1], b[0]), cd_sub(b[2], b[1]), cd_sub(b[0], b[2])};
    struct cd_vec3 n = cd_cross(e[0], e[1]), m = cd_cross(f[0], f[1]);

    if (separates(n, a, b) || separates(m, a, b))
        return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (separates(cd_cross(e[i], f[j]), a, b))
                return false;
    for (int i = 0; i < 3; i++)
        if (separates(cd_cross(e[i], n), a, b) || separates(cd_cross(f[i], m), a, b))
            return false;
    return true;
}
