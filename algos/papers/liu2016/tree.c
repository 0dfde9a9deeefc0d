// Liu, Li, Zhao, Shan 2016, section 1.2: the hybrid hierarchy of spheres and oriented boxes. For trees of both the paper
// cites Chang, Wang, Kim 2010 (its [10]); its boxes are those of Gottschalk, Lin, Manocha 1996 (its [7]), along the
// principal axes of the surface.
//
// The paper                                                                    here
//   section 1.2, 整体按照自顶向下的方式构造, "built from the top down"           build_below
//   section 1.2, a Sphere and an OBB for each node                             measure
//
// Where a node is split and the size of a leaf are not said (E4): as in the trees of Gottschalk, or by other interpretations.
#include "algos/papers/liu2016/liu2016.h"
#include "base/memory.h"

// Ours: from this level on, nodes are split in halves, so that no input makes a tree deeper than SOBB_DEPTH_MAX.
#define HALVING_DEPTH 40

// Ours: a triangle weighs this in addition to its area, so that a surface without area has a mean, too.
#define LEAST_AREA 1e-20

// Where the centroid of a triangle is along an axis.
static double centroid_along(const struct sobb_tree *tree, uint32_t place, const double axis[3])
{
    const struct cd_vec3 *p = tree->corners + 3 * (size_t)place;
    struct cd_vec3 sum = cd_add(cd_add(p[0], p[1]), p[2]);
    return (axis[0] * sum.x + axis[1] * sum.y + axis[2] * sum.z) / 3;
}

static void swap_triangles(struct sobb_tree *tree, uint32_t a, uint32_t b)
{
    uint32_t triangle = tree->order[a];
    tree->order[a] = tree->order[b];
    tree->order[b] = triangle;
    for (size_t k = 0; k < 3; k++) {
        struct cd_vec3 corner = tree->corners[3 * (size_t)a + k];
        tree->corners[3 * (size_t)a + k] = tree->corners[3 * (size_t)b + k];
        tree->corners[3 * (size_t)b + k] = corner;
    }
}

// Splits a node's triangles at the mean along the first of its axes that leaves some on both sides, or else in two parts
// of one size. Returns how many come first.
static uint32_t split_at_mean(struct sobb_tree *tree, const struct sobb_node *node, struct cd_vec3 mean)
{
    for (int i = 0; i < 3; i++) {
        const double *axis = node->box.axes + 3 * i;
        double middle = axis[0] * mean.x + axis[1] * mean.y + axis[2] * mean.z;
        uint32_t end = node->first;
        for (uint32_t place = node->first; place < node->first + node->total; place++)
            if (centroid_along(tree, place, axis) <= middle)
                swap_triangles(tree, place, end++);
        if (end > node->first && end < node->first + node->total)
            return end - node->first;
    }
    return node->total / 2;
}

static bool comes_before(double along_a, uint32_t triangle_a, double along_b, uint32_t triangle_b)
{
    return along_a < along_b || (along_a == along_b && triangle_a < triangle_b);
}

// Splits a node's triangles in halves by the order of their centroids along its longest axis (Hoare's FIND). Equal
// centroids are in the order of triangles. Returns the size of the first half, which is not the larger one.
static uint32_t split_in_halves(struct sobb_tree *tree, const struct sobb_node *node)
{
    const double *axis = node->box.axes;
    int64_t low = node->first, high = low + node->total - 1, middle = low + node->total / 2;
    while (low < high) {
        double along = centroid_along(tree, (uint32_t)middle, axis);
        uint32_t triangle = tree->order[middle];
        int64_t i = low, j = high;
        while (i <= j) {
            while (comes_before(centroid_along(tree, (uint32_t)i, axis), tree->order[i], along, triangle))
                i++;
            while (comes_before(along, triangle, centroid_along(tree, (uint32_t)j, axis), tree->order[j]))
                j--;
            if (i <= j)
                swap_triangles(tree, (uint32_t)i++, (uint32_t)j--);
        }
        low = j < middle ? i : low;
        high = i > middle ? j : high;
    }
    return node->total / 2;
}

// Builds everything below a node, whose triangles are known. Its box gets the principal axes of its surface.
static void build_below(struct sobb_tree *tree, uint32_t index, uint32_t depth)
{
    struct sobb_node *node = &tree->nodes[index];
    struct cd_moments moments = {0};
    for (uint32_t place = node->first; place < node->first + node->total; place++) {
        const struct cd_vec3 *triangle = tree->corners + 3 * (size_t)place;
        cd_moments_add(&moments, triangle, cd_triangle_area(triangle) + LEAST_AREA);
    }
    cd_moments_axes(&moments, node->box.axes);
    if (node->total <= tree->options.leaf)
        return;
    CD_ASSERT(depth < SOBB_DEPTH_MAX);
    uint32_t part = tree->options.median || depth >= HALVING_DEPTH
                        ? split_in_halves(tree, node)
                        : split_at_mean(tree, node, cd_moments_mean(&moments));
    uint32_t child = tree->node_count;
    struct sobb_node *left = &tree->nodes[child], *right = &tree->nodes[child + 1];
    *left = (struct sobb_node){.first = node->first, .total = part};
    *right = (struct sobb_node){.first = node->first + part, .total = node->total - part};
    tree->node_count += 2;
    build_below(tree, child, depth + 1);
    build_below(tree, child + 1, depth + 1);
    node->child = child;
    node->height = 1 + (left->height > right->height ? left->height : right->height);
}

// The sphere around a node's triangles, and the box around them along its axes. A single triangle has the axes of its
// smallest flat box.
static void measure(struct sobb_tree *tree, struct sobb_node *node)
{
    const struct cd_vec3 *points = tree->corners + 3 * (size_t)node->first;
    size_t count = 3 * (size_t)node->total;
    struct cd_span span = cd_span_empty();
    struct cd_obb *box = &node->box;
    struct cd_sphere *sphere = &node->sphere;
    if (node->total == 1)
        cd_triangle_axes(points, box->axes);
    for (size_t i = 0; i < count; i++)
        cd_span_add(&span, box->axes, points[i]);
    *box = cd_obb_of_span(box->axes, &span);
    *sphere = cd_sphere_of_points(points, count, NULL);
    // From the scaled corners back to model space.
    box->centre = cd_add(tree->origin, cd_scale(box->centre, tree->unit));
    for (int i = 0; i < 3; i++)
        box->half[i] *= tree->unit;
    sphere->centre = cd_add(tree->origin, cd_scale(sphere->centre, tree->unit));
    sphere->radius *= tree->unit;
}

// Takes the vertices of a shape, as corners in the order of the tree's triangles.
static void take_corners(struct sobb_tree *tree, const struct cd_shape *shape)
{
    size_t count = 3 * (size_t)tree->triangle_count;
    struct cd_aabb box = cd_aabb_empty();
    if (!tree->corners)
        tree->corners = cd_allocate_unset(count, sizeof *tree->corners);
    for (size_t i = 0; i < count; i++) {
        tree->corners[i] = shape->vertices[shape->mesh->triangles[tree->order[i / 3]].v[i % 3]];
        cd_aabb_add(&box, tree->corners[i]);
    }
    tree->radius = cd_shape_radius(shape);
    tree->origin = cd_aabb_centre(&box);
    tree->unit = cd_power_above(cd_aabb_longest_side(&box));
    for (size_t i = 0; i < count; i++)
        tree->corners[i] = cd_scale(cd_sub(tree->corners[i], tree->origin), 1 / tree->unit);
}

struct sobb_tree *sobb_create(const struct sobb_options *options, const struct cd_shape *shape)
{
    struct sobb_tree *tree = cd_allocate(1, sizeof *tree);
    tree->options = *options;
    tree->triangle_count = shape->mesh->triangle_count;
    CD_ASSERT(tree->triangle_count > 0 && tree->triangle_count < UINT32_MAX / 2);
    tree->nodes = cd_allocate(2 * (size_t)tree->triangle_count - 1, sizeof *tree->nodes);
    tree->order = cd_allocate_unset(tree->triangle_count, sizeof *tree->order);
    sobb_rebuild(tree, shape);
    cd_free(tree->corners); // a rigid body does not need them any more
    tree->corners = NULL;
    return tree;
}

void sobb_rebuild(void *model, const struct cd_shape *shape)
{
    struct sobb_tree *tree = model;
    for (uint32_t i = 0; i < tree->triangle_count; i++)
        tree->order[i] = i;
    take_corners(tree, shape);
    tree->node_count = 1;
    tree->nodes[0] = (struct sobb_node){.total = tree->triangle_count};
    build_below(tree, 0, 0);
    for (uint32_t i = 0; i < tree->node_count; i++)
        measure(tree, &tree->nodes[i]);
}

void sobb_refit(void *model, const struct cd_shape *shape)
{
    struct sobb_tree *tree = model;
    take_corners(tree, shape);
    for (uint32_t i = 0; i < tree->node_count; i++)
        measure(tree, &tree->nodes[i]);
}

void sobb_destroy(void *model)
{
    struct sobb_tree *tree = model;
    cd_free(tree->nodes);
    cd_free(tree->order);
    cd_free(tree->corners);
    cd_free(tree);
}

static void show_below(const struct sobb_tree *tree, uint32_t index, unsigned depth,
                       const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct sobb_node *node = &tree->nodes[index];
    enum sobb_spheres spheres = tree->options.spheres;
    if (node->child && depth < volumes->depth) {
        show_below(tree, node->child, depth + 1, body, volumes);
        show_below(tree, node->child + 1, depth + 1, body, volumes);
        return;
    }
    cd_emit_placed_box(volumes, body->id, !node->child, body->pose, &node->box);
    if (spheres == SOBB_SPHERES_OF_ALL || (spheres == SOBB_SPHERES_OF_ROOTS && !index))
        cd_emit_placed_sphere(volumes, body->id, !node->child, body->pose, node->sphere.centre,
                              node->sphere.radius);
}

void sobb_body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_below(body->model, 0, 0, body, volumes);
}
