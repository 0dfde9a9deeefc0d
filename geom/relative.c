#include "geom/relative.h"

double cd_relative_slack(const struct cd_pose *a, double radius_a, const struct cd_pose *b, double radius_b)
{
    double translation = 0;
    for (int i = 0; i < 3; i++)
        translation += fabs(a->t[i]) + fabs(b->t[i]);
    double reach = radius_a + radius_b;
    double rounding = cd_pose_rounding(a, radius_a) + cd_pose_rounding(b, radius_b);
    double defect = cd_pose_defect(a) + cd_pose_defect(b) + 0x1p-49;
    return 1.01 * rounding + 4 * defect * reach + 0x1p-47 * (reach + translation);
}

void cd_relate(const struct cd_pose *to, const struct cd_pose *from, struct cd_relative *relative)
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
