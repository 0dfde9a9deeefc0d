#include "geom/pose.h"

#include "base/status.h"

#include <stddef.h>

void cd_canonical_vertices(const struct cd_pose *pose, const struct cd_vec3 *points, unsigned long count,
                           struct cd_vec3 *world)
{
    for (unsigned long i = 0; i < count; i++)
        world[i] = cd_canonical_vertex(pose, points[i]);
}

double cd_pose_defect(const struct cd_pose *pose)
{
    const double *r = pose->r;
    double worst = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double product = r[i] * r[j] + r[3 + i] * r[3 + j] + r[6 + i] * r[6 + j];
            double defect = fabs(product - (i == j));
            if (!(defect <= worst)) // also true for NaN
                worst = defect;
        }
    return worst;
}

bool cd_pose_is_rigid(const struct cd_pose *pose)
{
    for (int i = 0; i < 9; i++)
        if (!isfinite(pose->r[i]))
            return false;
    for (int i = 0; i < 3; i++)
        if (!isfinite(pose->t[i]))
            return false;
    if (!(cd_pose_defect(pose) <= CD_POSE_DEFECT_MAX))
        return false;
    const double *r = pose->r;
    double determinant = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) +
                         r[2] * (r[3] * r[7] - r[4] * r[6]);
    return determinant > 0;
}

double cd_pose_rounding(const struct cd_pose *pose, double radius)
{
    // A coordinate is rounded at most 7 times, by 2^-53 of sums below 1.01 * radius + |t|. The step from coordinates to
    // distance gives the factor sqrt(3). The last term is for products that underflow.
    double translation = fmax(fabs(pose->t[0]), fmax(fabs(pose->t[1]), fabs(pose->t[2])));
    return 16 * 0x1p-53 * (radius + translation) + 0x1p-1060;
}

static double rounded_to_2_30(double value)
{
    return nearbyint(value * 0x1p30) * 0x1p-30;
}

double cd_sin_portable(double angle)
{
    return rounded_to_2_30(sin(angle));
}

double cd_cos_portable(double angle)
{
    return rounded_to_2_30(cos(angle));
}

double cd_exp_portable(double x)
{
    CD_ASSERT(x >= -700 && x <= 700);
    const double log2_high = 0x1.62e42fefa3800p-1, log2_low = 0x1.ef35793c76730p-45;
    double power = floor(x / (log2_high + log2_low) + 0.5);
    double rest = (x - power * log2_high) - power * log2_low; // |rest| < 0.35
    double sum = 1;
    for (int n = 16; n > 0; n--)
        sum = 1 + sum * rest / n;
    return ldexp(sum, (int)power); // exact
}

void cd_rotation_of_quaternion(double w, double x, double y, double z, double r[9])
{
    double length = sqrt(((w * w + x * x) + y * y) + z * z);
    w /= length, x /= length, y /= length, z /= length;
    r[0] = 1 - 2 * (y * y + z * z), r[1] = 2 * (x * y - w * z), r[2] = 2 * (x * z + w * y);
    r[3] = 2 * (x * y + w * z), r[4] = 1 - 2 * (x * x + z * z), r[5] = 2 * (y * z - w * x);
    r[6] = 2 * (x * z - w * y), r[7] = 2 * (y * z + w * x), r[8] = 1 - 2 * (x * x + y * y);
}

void cd_rotation_about(struct cd_vec3 axis, double angle, double r[9])
{
    double s = cd_sin_portable(angle / 2), w = cd_cos_portable(angle / 2);
    struct cd_vec3 u = cd_scale(axis, 1 / cd_length(axis));
    cd_rotation_of_quaternion(w, u.x * s, u.y * s, u.z * s, r);
}

void cd_matrix_multiply(const double a[9], const double b[9], double c[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[3 * i + j] = (a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j]) + a[3 * i + 2] * b[6 + j];
}

struct cd_pose_slack cd_pose_slack_of(const struct cd_pose *pose, double radius)
{
    return (struct cd_pose_slack){.rounding = cd_pose_rounding(pose, radius),
                                  .defect = cd_pose_defect(pose),
                                  .reach = radius + fabs(pose->t[0]) + fabs(pose->t[1]) + fabs(pose->t[2]),
                                  .radius = radius};
}

double cd_relative_slack(const struct cd_pose_slack *a, const struct cd_pose_slack *b)
{
    double defect = a->defect + b->defect + 0x1p-49;
    return 1.01 * (a->rounding + b->rounding) + 4 * defect * (a->radius + b->radius) +
           0x1p-47 * (a->reach + b->reach);
}

void cd_relate(const struct cd_pose *to, const struct cd_pose *from, struct cd_pose *relative)
{
    double apart[3];
    for (int k = 0; k < 3; k++)
        apart[k] = from->t[k] - to->t[k];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            relative->r[3 * i + j] =
                to->r[i] * from->r[j] + to->r[3 + i] * from->r[3 + j] + to->r[6 + i] * from->r[6 + j];
        relative->t[i] = to->r[i] * apart[0] + to->r[3 + i] * apart[1] + to->r[6 + i] * apart[2];
    }
}

void cd_relate_back(const struct cd_pose *to, const struct cd_pose *from, const struct cd_pose *relative,
                    struct cd_pose *back)
{
    double apart[3];
    for (int k = 0; k < 3; k++)
        apart[k] = to->t[k] - from->t[k];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            back->r[3 * i + j] = relative->r[3 * j + i];
        back->t[i] = from->r[i] * apart[0] + from->r[3 + i] * apart[1] + from->r[6 + i] * apart[2];
    }
}
