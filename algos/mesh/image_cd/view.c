#include "algos/mesh/image_cd/image_cd.h"

#include <math.h>

// The buffers resolve about 2^-24 of a body; a view much thinner than this would show only that rounding.
#define THINNEST 0x1p-18

int image_cd_longest_axis(const struct cd_aabb *box)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (cd_axis(&extent, k) > cd_axis(&extent, axis))
            axis = k;
    return axis;
}

// What doubles can distinguish around a box: bodies that have no size or are far away still get a view.
static double resolvable(const struct cd_aabb *box)
{
    double max = 0x1p-1000;
    for (int k = 0; k < 3; k++)
        max = fmax(max, fmax(fabs(cd_axis(&box->low, k)), fabs(cd_axis(&box->high, k))) * 0x1p-48);
    return max;
}

struct image_cd_view image_cd_view_of(const struct cd_aabb *shown, double size, int axis, double margin)
{
    double min = fmax(size * THINNEST, resolvable(shown));
    struct image_cd_view view = {.axis = axis < 0 ? image_cd_longest_axis(shown) : axis};
    for (int k = 0; k < 3; k++) {
        int world = (view.axis + 1 + k) % 3;
        double low = cd_axis(&shown->low, world), high = cd_axis(&shown->high, world);
        view.centre[k] = 0.5 * (low + high);
        view.half[k] = fmax(0.5 * (high - low) * (1 + margin), min);
    }
    return view;
}

struct image_cd_transform image_cd_view_transform(const struct image_cd_view *view,
                                                  const struct cd_pose *pose, const struct cd_vec3 *centre,
                                                  double scale)
{
    struct image_cd_transform transform;
    for (int k = 0; k < 3; k++) {
        int world = (view->axis + 1 + k) % 3;
        const double *row = &pose->r[3 * world];
        double factor = (k == 2 ? -1 : 1) / view->half[k]; // depth grows away from the eye
        for (int j = 0; j < 3; j++)
            transform.m[4 * k + j] = (float)(factor * scale * row[j]);
        double middle = row[0] * centre->x + row[1] * centre->y + row[2] * centre->z + pose->t[world];
        transform.m[4 * k + 3] = (float)(factor * (middle - view->centre[k]));
    }
    return transform;
}

void image_cd_transform_turn(struct image_cd_transform *transform)
{
    for (int j = 0; j < 4; j++) {
        transform->m[j] = -transform->m[j];
        transform->m[8 + j] = -transform->m[8 + j];
    }
}

void image_cd_transform_load(const struct image_cd_transform *transform, float depth)
{
    float columns[16] = {0};
    for (GLuint row = 0; row < 3 && image_cd_is_core(); row++) {
        const float *m = &transform->m[4 * row], factor = row == 2 ? depth : 1;
        glVertexAttrib4f(1 + row, m[0] * factor, m[1] * factor, m[2] * factor, m[3] * factor);
    }
    if (image_cd_is_core())
        return;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            columns[4 * column + row] = transform->m[4 * row + column] * (row == 2 ? depth : 1);
    columns[15] = 1;
    glLoadMatrixf(columns);
}
