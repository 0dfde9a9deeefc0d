#include "view/painter.h"

#include "base/memory.h"

#define SMOOTH_COSINE                                                                                        \
    0.766         // a corner's normal is that of the faces around when its face is within 40 degrees
#define CIRCLE 48 // number of sides that a circle is drawn with

static void add(struct cd_points *points, struct cd_vec3 relative, struct cd_vec3 normal)
{
    points->items = cd_grow(points->items, points->count, &points->capacity, sizeof *points->items);
    points->items[points->count++] =
        (struct cd_point){{(float)normal.x, (float)normal.y, (float)normal.z},
                          {(float)relative.x, (float)relative.y, (float)relative.z}};
}

void cd_points_add(struct cd_points *points, const struct cd_camera *camera, struct cd_vec3 world)
{
    add(points, cd_camera_relative(camera, world), cd_vec(0, 0, 0));
}

// ---- bodies -----------------------------------------------------------------------------------------------

static struct cd_vec3 unit(struct cd_vec3 v)
{
    double length = cd_length(v);
    return length > 0 && length < INFINITY ? cd_scale(v, 1 / length) : cd_vec(0, 0, 0);
}

/// The normal of a face. Its length is proportional to the area of the face.
static struct cd_vec3 face_normal(const struct cd_vec3 *at, const uint32_t v[3])
{
    return cd_cross(cd_sub(at[v[1]], at[v[0]]), cd_sub(at[v[2]], at[v[0]]));
}

void cd_points_add_body(struct cd_points *points, const struct cd_camera *camera, const struct cd_mesh *mesh,
                        const struct cd_body *body)
{
    struct cd_vec3 *at = cd_allocate(mesh->vertex_count, sizeof *at);
    struct cd_vec3 *around = cd_allocate(mesh->vertex_count, sizeof *around);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        at[i] = cd_camera_relative(camera, cd_canonical_vertex(&body->pose, body->vertices[i]));
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 *sum = &around[mesh->triangles[i].v[k]];
            *sum = cd_add(*sum, face_normal(at, mesh->triangles[i].v));
        }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *v = mesh->triangles[i].v;
        struct cd_vec3 face = unit(face_normal(at, v));
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 smooth = unit(around[v[k]]);
            add(points, at[v[k]], cd_dot(smooth, face) > SMOOTH_COSINE ? smooth : face);
        }
    }
    cd_free(at);
    cd_free(around);
}

// ---- volumes ----------------------------------------------------------------------------------------------

// The point of a box at (u, v, w), each from -1 to 1.
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
    glInterleavedArrays(GL_N3F_V3F, 0, points->items);
    glDrawArrays(primitive, 0, (GLsizei)points->count);
}
