#include "bench/view/lines.h"

#include "base/memory.h"

#include <GL/glew.h>

#define CIRCLE 48 // sides of what is drawn as one

void cd_points_add(struct cd_points *points, const struct cd_camera *camera, struct cd_vec3 world)
{
    float relative[3];
    cd_camera_relative(camera, world, relative);
    for (int i = 0; i < 3; i++) {
        points->items = cd_grow(points->items, points->count, &points->capacity, sizeof *points->items);
        points->items[points->count++] = relative[i];
    }
}

// The point of a box at u, each component of it from -1 to 1.
static struct cd_vec3 box_point(const struct cd_obb *box, double u, double v, double w)
{
    const double *q = box->axes, at[3] = {u * box->half[0], v * box->half[1], w * box->half[2]};
    return cd_add(box->centre, cd_vec(at[0] * q[0] + at[1] * q[3] + at[2] * q[6],
                                      at[0] * q[1] + at[1] * q[4] + at[2] * q[7],
                                      at[0] * q[2] + at[1] * q[5] + at[2] * q[8]));
}

static struct cd_vec3 corner(const struct cd_obb *box, int i)
{
    return box_point(box, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
}

static void add_box(struct cd_points *points, const struct cd_camera *camera, const struct cd_obb *box)
{
    for (int i = 0; i < 8; i++)
        for (int bit = 1; bit < 8; bit *= 2)
            if (!(i & bit)) {
                cd_points_add(points, camera, corner(box, i));
                cd_points_add(points, camera, corner(box, i | bit));
            }
}

static void add_sphere(struct cd_points *points, const struct cd_camera *camera, const struct cd_obb *box)
{
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 2 * CIRCLE; i++) {
            double angle = 6.283185307179586 * ((i + 1) / 2) / CIRCLE, u[3] = {0, 0, 0};
            u[(axis + 1) % 3] = cos(angle);
            u[(axis + 2) % 3] = sin(angle);
            cd_points_add(points, camera, box_point(box, u[0], u[1], u[2]));
        }
}

void cd_points_add_volume(struct cd_points *points, const struct cd_camera *camera,
                          const struct cd_volume *volume)
{
    if (volume->kind == CD_VOLUME_SPHERE)
        add_sphere(points, camera, &volume->box);
    else
        add_box(points, camera, &volume->box);
}

void cd_points_draw(const struct cd_points *points, unsigned primitive)
{
    if (!points->count)
        return;
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, points->items);
    glVertexAttrib3f(1, 0, 0, 0);
    glDrawArrays(primitive, 0, (GLsizei)(points->count / 3));
    glDisableVertexAttribArray(0);
}
