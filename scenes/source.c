#include "scenes/source.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

struct cd_scene *cd_scene_create(const char *name)
{
    struct cd_scene *scene = cd_allocate(1, sizeof *scene);
    scene->name = cd_escaped(name);
    return scene;
}

void cd_scene_set_source(struct cd_scene *scene, const struct cd_source_kind *kind, void *plan)
{
    scene->source = cd_allocate(1, sizeof *scene->source);
    scene->source->kind = kind;
    scene->source->plan = plan;
}

void cd_scene_add_mesh(struct cd_scene *scene, struct cd_mesh *mesh)
{
    scene->meshes =
        cd_reallocate(scene->meshes, scene->mesh_count, scene->mesh_count + 1, sizeof *scene->meshes);
    scene->meshes[scene->mesh_count++] = mesh;
}

void cd_scene_destroy(struct cd_scene *scene)
{
    if (!scene)
        return;
    if (scene->source) {
        if (scene->source->kind->destroy)
            scene->source->kind->destroy(scene->source);
        cd_free(scene->source->plan);
        cd_free(scene->source);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        cd_mesh_destroy(scene->meshes[i]);
    cd_free(scene->meshes);
    cd_free(scene->name);
    cd_free(scene);
}

int cd_region_compare(const void *first, const void *second)
{
    const struct cd_region *a = first, *b = second;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    for (int i = 0; i < 2 * CD_REGION_DIMENSIONS; i++) {
        int k = i % CD_REGION_DIMENSIONS;
        int32_t x = i == k ? a->low[k] : a->high[k], y = i == k ? b->low[k] : b->high[k];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

void cd_pose_about(const double r[9], struct cd_vec3 pivot, struct cd_vec3 place, struct cd_pose *pose)
{
    memcpy(pose->r, r, sizeof pose->r);
    const double where[3] = {place.x, place.y, place.z};
    for (int i = 0; i < 3; i++)
        pose->t[i] = where[i] - ((r[3 * i] * pivot.x + r[3 * i + 1] * pivot.y) + r[3 * i + 2] * pivot.z);
}

struct cd_vec3 cd_random_point(struct cd_random *random, double min)
{
    struct cd_vec3 v;
    do {
        v.x = cd_random_between(random, -1, 1);
        v.y = cd_random_between(random, -1, 1);
        v.z = cd_random_between(random, -1, 1);
    } while (cd_dot(v, v) > 1 || cd_dot(v, v) < min);
    return v;
}

void cd_random_rotation(struct cd_random *random, double min, double r[9])
{
    double q[4], squared;
    do {
        squared = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = cd_random_between(random, -1, 1);
            squared += q[i] * q[i];
        }
    } while (squared > 1 || squared < min);
    cd_rotation_of_quaternion(q[0], q[1], q[2], q[3], r);
}

void cd_generic_rotation(uint64_t number, double r[9])
{
    struct cd_random random = cd_random_seed(number);
    struct cd_vec3 axis;
    do {
        // In separate statements: the compiler may evaluate arguments in any order.
        axis.z = cd_random_between(&random, -1, 1);
        axis.y = cd_random_between(&random, -1, 1);
        axis.x = cd_random_between(&random, -1, 1);
    } while (cd_dot(axis, axis) < 0.25 || cd_dot(axis, axis) > 1);
    cd_rotation_about(axis, cd_random_between(&random, 0.5, 2.5), r);
}
