// The volumes of nodes: boxes, and spheres by Ritter 1990, from the vertices below each node. Everything is
// rounded outwards from doubles to floats.
#include "algos/bvh/build.h"

#include "base/memory.h"

#include <float.h>

static float rounded_up(double value)
{
    float rounded = (float)value;
    return (double)rounded < value ? nextafterf(rounded, INFINITY) : rounded;
}

// More than what taking the origin from vertices, and measuring from there, has rounded away.
static double margin(const struct bvh_tree *tree)
{
    return 0x1p-49 * tree->radius + (double)FLT_MIN;
}

static void round_sphere(const struct bvh_tree *tree, const struct cd_sphere *sphere, float rounded[4])
{
    rounded[0] = (float)sphere->centre.x;
    rounded[1] = (float)sphere->centre.y;
    rounded[2] = (float)sphere->centre.z;
    struct cd_vec3 moved =
        cd_sub(sphere->centre, cd_vec((double)rounded[0], (double)rounded[1], (double)rounded[2]));
    rounded[3] = rounded_up(sphere->radius + cd_length(moved) + margin(tree));
}

void bvh_underlying(const struct bvh_tree *tree, const struct cd_vec3 corners[3], float sphere[4])
{
    struct cd_sphere exact = cd_sphere_of_points(corners, 3, NULL);
    round_sphere(tree, &exact, sphere);
}

static void set_sphere(struct bvh_tree *tree, uint32_t node, const struct cd_sphere *sphere)
{
    float rounded[4];
    struct bvh_spheres *pair = &tree->spheres[node >> 1];
    round_sphere(tree, sphere, rounded);
    for (int i = 0; i < 3; i++)
        pair->centre[i][node & 1] = rounded[i];
    pair->radius[node & 1] = rounded[3];
}

static void set_box(struct bvh_tree *tree, uint32_t node, const struct cd_aabb *box)
{
    struct bvh_boxes *pair = &tree->boxes[node >> 1];
    struct cd_vec3 centre = cd_aabb_centre(box);
    for (int i = 0; i < 3; i++) {
        float middle = (float)cd_axis(&centre, i);
        double half = fmax(cd_axis(&box->high, i) - (double)middle, (double)middle - cd_axis(&box->low, i));
        pair->centre[i][node & 1] = middle;
        pair->half[i][node & 1] = rounded_up(half + margin(tree));
    }
}

double bvh_volume_ratio(const struct bvh_tree *tree, uint32_t node)
{
    const struct bvh_boxes *box = &tree->boxes[node >> 1];
    uint32_t k = node & 1;
    double radius = (double)tree->spheres[node >> 1].radius[k];
    double box_volume = 8 * (double)box->half[0][k] * (double)box->half[1][k] * (double)box->half[2][k];
    return 4 * M_PI / 3 * radius * radius * radius / box_volume;
}

static void measure_node(struct bvh_tree *tree, uint32_t node)
{
    const struct cd_vec3 *corners = tree->corners + 3 * (size_t)tree->first[node];
    size_t count = 3 * (size_t)tree->total[node];
    struct cd_aabb box = cd_aabb_empty();
    if (tree->spheres) {
        struct cd_sphere sphere = cd_sphere_of_points(corners, count, &box);
        set_sphere(tree, node, &sphere);
    } else {
        for (size_t i = 0; i < count; i++)
            cd_aabb_add(&box, corners[i]);
    }
    if (tree->boxes)
        set_box(tree, node, &box);
    if (tree->spheres && tree->boxes) {
        bool use = bvh_volume_ratio(tree, node) >= tree->options.threshold;
        tree->links[node >> 1].use_box[node & 1] = use ? UINT32_MAX : 0;
    }
}

void bvh_measure(struct bvh_tree *tree, const struct cd_shape *shape)
{
    if (!tree->corners)
        tree->corners = cd_allocate(3 * (size_t)tree->triangle_count, sizeof *tree->corners);
    for (uint32_t i = 0; i < tree->triangle_count; i++) {
        const uint32_t *v = shape->mesh->triangles[tree->order[i]].v;
        struct cd_vec3 *corners = tree->corners + 3 * (size_t)i;
        for (int k = 0; k < 3; k++)
            corners[k] = cd_sub(shape->vertices[v[k]], tree->origin);
        if (tree->underlying)
            bvh_underlying(tree, corners, tree->underlying[i]);
    }
    measure_node(tree, 0);
    for (uint32_t node = 2; node < 2 * tree->pair_count; node++)
        measure_node(tree, node);
}

struct cd_sphere bvh_sphere(const struct bvh_tree *tree, uint32_t node)
{
    const struct bvh_spheres *pair = &tree->spheres[node >> 1];
    uint32_t k = node & 1;
    struct cd_vec3 centre =
        cd_vec((double)pair->centre[0][k], (double)pair->centre[1][k], (double)pair->centre[2][k]);
    return (struct cd_sphere){cd_add(tree->origin, centre), (double)pair->radius[k]};
}

struct cd_aabb bvh_box(const struct bvh_tree *tree, uint32_t node)
{
    const struct bvh_boxes *pair = &tree->boxes[node >> 1];
    uint32_t k = node & 1;
    struct cd_vec3 half =
        cd_vec((double)pair->half[0][k], (double)pair->half[1][k], (double)pair->half[2][k]);
    struct cd_vec3 centre =
        cd_add(tree->origin,
               cd_vec((double)pair->centre[0][k], (double)pair->centre[1][k], (double)pair->centre[2][k]));
    return (struct cd_aabb){cd_sub(centre, half), cd_add(centre, half)};
}
