#include "bench/view/shapes.h"

#include "base/memory.h"

#include <stddef.h>
#include <string.h>

// Faces that meet at less than 40 degrees share a normal; a vertex of more faces than this gets flat ones.
#define SMOOTH_COSINE 0.766
#define MAX_FACES     64

/// A corner of a triangle as the buffer has it.
struct corner {
    float position[3];
    int8_t normal[4];
};

/// The triangles around every vertex.
struct fans {
    uint32_t *first; ///< per vertex, and the end
    uint32_t *triangles;
};

void cd_meshes_open(struct cd_meshes *meshes, const struct cd_scene *scene)
{
    meshes->scene = scene;
    meshes->meshes = cd_allocate(scene->mesh_count, sizeof *meshes->meshes);
    meshes->bodies = scene->deforms ? cd_allocate(scene->body_limit, sizeof *meshes->bodies) : NULL;
}

void cd_meshes_close(struct cd_meshes *meshes)
{
    for (uint32_t i = 0; i < meshes->scene->mesh_count; i++)
        glDeleteBuffers(1, &meshes->meshes[i].buffer);
    for (uint32_t i = 0; meshes->bodies && i < meshes->scene->body_limit; i++)
        glDeleteBuffers(1, &meshes->bodies[i].buffer);
    cd_free(meshes->meshes);
    cd_free(meshes->bodies);
}

static struct fans find_fans(const struct cd_mesh *mesh)
{
    struct fans fans = {cd_allocate((size_t)mesh->vertex_count + 1, sizeof *fans.first),
                        cd_allocate((size_t)mesh->triangle_count * 3, sizeof *fans.triangles)};
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            fans.first[mesh->triangles[i].v[k]]++;
    uint32_t sum = 0;
    for (uint32_t v = 0; v <= mesh->vertex_count; v++) {
        sum += v < mesh->vertex_count ? fans.first[v] : 0;
        fans.first[v] = sum;
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            fans.triangles[--fans.first[mesh->triangles[i].v[k]]] = i;
    return fans;
}

static struct cd_vec3 unit(struct cd_vec3 v)
{
    double length = cd_length(v);
    return length > 0 && length < INFINITY ? cd_scale(v, 1 / length) : cd_vec(0, 0, 0);
}

// Normals as long as the faces are large.
static struct cd_vec3 *find_faces(const struct cd_mesh *mesh, const struct cd_vec3 *points)
{
    struct cd_vec3 *faces = cd_allocate(mesh->triangle_count, sizeof *faces);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *v = mesh->triangles[i].v;
        faces[i] = cd_cross(cd_sub(points[v[1]], points[v[0]]), cd_sub(points[v[2]], points[v[0]]));
    }
    return faces;
}

static struct cd_vec3 corner_normal(const struct fans *fans, const struct cd_vec3 *faces, uint32_t triangle,
                                    uint32_t vertex)
{
    struct cd_vec3 own = unit(faces[triangle]), sum = faces[triangle];
    if (fans->first[vertex + 1] - fans->first[vertex] > MAX_FACES)
        return own;
    for (uint32_t k = fans->first[vertex]; k < fans->first[vertex + 1]; k++) {
        uint32_t other = fans->triangles[k];
        if (other != triangle && cd_dot(unit(faces[other]), own) > SMOOTH_COSINE)
            sum = cd_add(sum, faces[other]);
    }
    return unit(sum);
}

static struct corner make_corner(struct cd_vec3 p, struct cd_vec3 n)
{
    return (struct corner){{(float)p.x, (float)p.y, (float)p.z},
                           {(int8_t)lrint(127 * n.x), (int8_t)lrint(127 * n.y), (int8_t)lrint(127 * n.z), 0}};
}

static struct cd_vec3 *scaled(struct cd_drawn *drawn, const struct cd_mesh *mesh,
                              const struct cd_vec3 *vertices)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            cd_aabb_add(&box, vertices[mesh->triangles[i].v[k]]);
    struct cd_vec3 extent = cd_aabb_extent(&box);
    drawn->centre = cd_aabb_centre(&box);
    drawn->scale = 0.5 * fmax(extent.x, fmax(extent.y, extent.z));
    if (drawn->scale < 1e-300)
        drawn->scale = 1;
    struct cd_vec3 *points = cd_allocate(mesh->vertex_count, sizeof *points);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        points[i] = cd_scale(cd_sub(vertices[i], drawn->centre), 1 / drawn->scale);
    return points;
}

static void fill(struct cd_drawn *drawn, const struct cd_mesh *mesh, const struct cd_vec3 *vertices)
{
    struct cd_vec3 *points = scaled(drawn, mesh, vertices), *faces = find_faces(mesh, points);
    struct fans fans = find_fans(mesh);
    size_t count = (size_t)mesh->triangle_count * 3;
    struct corner *corners = cd_allocate(count, sizeof *corners);
    for (size_t i = 0; i < count; i++) {
        uint32_t vertex = mesh->triangles[i / 3].v[i % 3];
        corners[i] = make_corner(points[vertex], corner_normal(&fans, faces, (uint32_t)(i / 3), vertex));
    }
    if (!drawn->buffer)
        glGenBuffers(1, &drawn->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, drawn->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *corners), corners, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    drawn->corners = (GLsizei)count;
    cd_free(corners);
    cd_free(fans.first);
    cd_free(fans.triangles);
    cd_free(faces);
    cd_free(points);
}

const struct cd_drawn *cd_meshes_of(struct cd_meshes *meshes, const struct cd_body *body)
{
    struct cd_drawn *drawn = body->version ? &meshes->bodies[body->id] : &meshes->meshes[body->mesh];
    if (drawn->buffer && drawn->mesh == body->mesh && drawn->version == body->version)
        return drawn;
    fill(drawn, meshes->scene->meshes[body->mesh], body->vertices);
    drawn->mesh = body->mesh;
    drawn->version = body->version;
    return drawn;
}

void cd_drawn_draw(const struct cd_drawn *drawn)
{
    glBindBuffer(GL_ARRAY_BUFFER, drawn->buffer);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(struct corner),
                          (const void *)offsetof(struct corner, position));
    glVertexAttribPointer(1, 3, GL_BYTE, GL_TRUE, sizeof(struct corner),
                          (const void *)offsetof(struct corner, normal));
    glDrawArrays(GL_TRIANGLES, 0, drawn->corners);
    glDisableVertexAttribArray(0);
    glDisableVertexAttribArray(1);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

// ---- points and lines -------------------------------------------------------------------------------------

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
