#include "algos/opengl/opengl.h"

#include <math.h>

// The buffers resolve about 2^-24 of a body; a view much thinner than this would show only that rounding.
#define THINNEST 0x1p-18

struct cd_gl_view cd_gl_view_of(const struct cd_aabb *shown, double size, int axis, double margin)
{
    struct cd_vec3 extent = cd_aabb_extent(shown);
    double min = fmax(size * THINNEST, 0x1p-1000);
    for (int k = 0; k < 3;
         k++) // what doubles can distinguish: bodies that have no size or are far away still get a view
        min = fmax(min, fmax(fabs(cd_axis(&shown->low, k)), fabs(cd_axis(&shown->high, k))) * 0x1p-48);
    struct cd_gl_view view = {.axis = axis < 0 ? 0 : axis};
    for (int k = 1; k < 3 && axis < 0; k++)
        if (cd_axis(&extent, k) > cd_axis(&extent, view.axis))
            view.axis = k;
    for (int k = 0; k < 3; k++) {
        int world = (view.axis + 1 + k) % 3;
        double low = cd_axis(&shown->low, world), high = cd_axis(&shown->high, world);
        view.centre[k] = 0.5 * (low + high);
        view.half[k] = fmax(0.5 * (high - low) * (1 + margin), min);
    }
    return view;
}

// Composed in double, rounded once.
struct cd_gl_side cd_gl_side_of(const struct cd_gl_body *body, const struct cd_gl_view *view)
{
    struct cd_gl_side side = {.mesh = body->mesh, .form = body->form};
    const struct cd_vec3 *centre = &body->form->centre;
    for (int k = 0; k < 3; k++) {
        int world = (view->axis + 1 + k) % 3;
        const double *row = &body->pose.r[3 * world];
        double factor = (k == 2 ? -1 : 1) / view->half[k]; // depth grows away from the eye
        for (int j = 0; j < 3; j++)
            side.transform.m[4 * k + j] = (float)(factor * body->form->scale * row[j]);
        double middle = row[0] * centre->x + row[1] * centre->y + row[2] * centre->z + body->pose.t[world];
        side.transform.m[4 * k + 3] = (float)(factor * (middle - view->centre[k]));
    }
    return side;
}

void cd_gl_transform_load(const struct cd_gl_transform *transform, float depth)
{
    float columns[16] = {[15] = 1};
    for (GLuint row = 0; row < 3; row++) {
        for (GLuint column = 0; column < 4; column++)
            columns[4 * column + row] = transform->m[4 * row + column] * (row == 2 ? depth : 1);
        if (cd_gl_is_core())
            glVertexAttrib4f(1 + row, columns[row], columns[4 + row], columns[8 + row], columns[12 + row]);
    }
    if (!cd_gl_is_core())
        glLoadMatrixf(columns);
}
