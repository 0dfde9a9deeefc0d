/// Pairs at a known depth. In every frame both bodies have a random orientation. The second comes straight at the
/// centre of the first from a random direction, and stops a given distance past, or before, the place where the
/// surfaces first meet.
///
/// Consider all pairs of points, one of each body, that are on one line along the way. The contact is where their
/// distance along the line is least. So the contact is found as a minimum, by branch and bound over trees of boxes, and
/// not by stepping. Only IEEE arithmetic is used, so the placement is the same on every machine.
#include "base/memory.h"
#include "geom/predicates.h"
#include "scenes/halving.h"
#include "scenes/motions/motions.h"

/// An axis-aligned box by its centre and half extents.
struct block {
    struct cd_vec3 centre, half;
};

/// A mesh in a tree of boxes about the centre of its own box, and how it is turned in the frame.
struct tree {
    const struct cd_mesh *mesh;
    struct cd_vec3 pivot;
    struct cd_half *nodes;
    struct block *blocks; ///< of the nodes, relative to the pivot
    double r[9];
};

/// Builds the tree of a mesh, which must outlive it.
static struct tree make_tree(const struct cd_mesh *mesh)
{
    size_t count = 2 * (size_t)mesh->triangle_count - 1;
    struct tree tree = {.mesh = mesh, .pivot = cd_aabb_centre(&mesh->box), .nodes = cd_halve_mesh(mesh)};
    double largest = fmax(cd_length(mesh->box.low), cd_length(mesh->box.high));
    // Far larger than rounding.
    double by = 1e-14 * largest + 1e-13 * cd_length(cd_aabb_extent(&mesh->box));
    struct cd_aabb *boxes = cd_allocate(count, sizeof *boxes);
    cd_halving_boxes(tree.nodes, mesh, mesh->vertices, boxes);
    tree.blocks = cd_allocate(count, sizeof *tree.blocks);
    for (size_t i = 0; i < count; i++)
        tree.blocks[i] = (struct block){cd_sub(cd_aabb_centre(&boxes[i]), tree.pivot),
                                        cd_add(cd_scale(cd_aabb_extent(&boxes[i]), 0.5), cd_vec(by, by, by))};
    cd_free(boxes);
    return tree;
}

// ---- two triangles ----------------------------------------------------------------------------------------

/// Twice the signed area of a, b, c seen along z.
static double area(const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *c)
{
    return (a->x - c->x) * (b->y - c->y) - (a->y - c->y) * (b->x - c->x);
}

static int side(const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *c)
{
    return cd_orient2d(a->x, a->y, b->x, b->y, c->x, c->y);
}

/// Finds the height of a triangle above the point p of the plane. Returns false if p is outside. A triangle seen edge
/// on has no inside: its edges meet everything that it meets.
static bool height_at(const struct cd_vec3 t[3], const struct cd_vec3 *p, double *height)
{
    int s0 = side(&t[1], &t[2], p), s1 = side(&t[2], &t[0], p), s2 = side(&t[0], &t[1], p);
    bool positive = s0 >= 0 && s1 >= 0 && s2 >= 0, negative = s0 <= 0 && s1 <= 0 && s2 <= 0;
    if (positive == negative)
        return false;
    double a0 = area(&t[1], &t[2], p), a1 = area(&t[2], &t[0], p), a2 = area(&t[0], &t[1], p);
    double sum = a0 + a1 + a2;
    if (sum == 0)
        return false;
    double value = (a0 * t[0].z + a1 * t[1].z + a2 * t[2].z) / sum;
    double low = fmin(t[0].z, fmin(t[1].z, t[2].z)), high = fmax(t[0].z, fmax(t[1].z, t[2].z));
    *height = fmin(fmax(value, low), high);
    return true;
}

/// Finds how far the segment a, b is above the segment c, d where they cross, seen along z: the distances of the ends of
/// one from the other's line are in the ratio of areas. Returns false if they do not cross.
static bool edge_above(const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *c,
                       const struct cd_vec3 *d, double *above)
{
    if (side(a, b, c) * side(a, b, d) >= 0 || side(c, d, a) * side(c, d, b) >= 0)
        return false;
    double at_a = fabs(area(c, d, a)), at_b = fabs(area(c, d, b));
    double at_c = fabs(area(a, b, c)), at_d = fabs(area(a, b, d));
    double upper = a->z + (at_a + at_b > 0 ? at_a / (at_a + at_b) : 0.5) * (b->z - a->z);
    double lower = c->z + (at_c + at_d > 0 ? at_c / (at_c + at_d) : 0.5) * (d->z - c->z);
    *above = upper - lower;
    return true;
}

/// Raises `*best` to the height at which the upper triangle touches the lower one. The difference of two planes is
/// greatest in a corner of the region that both triangles cover: in a corner of one triangle, or where edges cross.
static void touch_triangles(const struct cd_vec3 lower[3], const struct cd_vec3 upper[3], double *best)
{
    double height;
    for (int i = 0; i < 3; i++) {
        if (height_at(lower, &upper[i], &height))
            *best = fmax(*best, height - upper[i].z);
        if (height_at(upper, &lower[i], &height))
            *best = fmax(*best, lower[i].z - height);
        for (int k = 0; k < 3; k++)
            if (edge_above(&lower[i], &lower[(i + 1) % 3], &upper[k], &upper[(k + 1) % 3], &height))
                *best = fmax(*best, height);
    }
}

// ---- branch and bound -------------------------------------------------------------------------------------

/// A node of one body, with the axis-aligned box around its turned box.
struct place {
    uint64_t index;
    const struct cd_half *node;
    struct block block;
};

struct search {
    struct tree lower, upper;
    double best;
};

static struct cd_vec3 turned(const double r[9], struct cd_vec3 p)
{
    return cd_vec((r[0] * p.x + r[1] * p.y) + r[2] * p.z, (r[3] * p.x + r[4] * p.y) + r[5] * p.z,
                  (r[6] * p.x + r[7] * p.y) + r[8] * p.z);
}

static struct place place_of(const struct tree *tree, uint64_t index)
{
    const struct block *block = &tree->blocks[index];
    double absolute[9];
    for (int i = 0; i < 9; i++)
        absolute[i] = fabs(tree->r[i]);
    return (struct place){
        index, &tree->nodes[index], {turned(tree->r, block->centre), turned(absolute, block->half)}};
}

/// Returns a bound on the height of contact; -INFINITY if no part of one node is above a part of the other.
static double bound(const struct place *lower, const struct place *upper)
{
    const struct block *a = &lower->block, *b = &upper->block;
    if (fabs(a->centre.x - b->centre.x) > a->half.x + b->half.x ||
        fabs(a->centre.y - b->centre.y) > a->half.y + b->half.y)
        return -INFINITY;
    return (a->centre.z + a->half.z) - (b->centre.z - b->half.z);
}

static void corners_of(const struct tree *tree, uint32_t triangle, struct cd_vec3 corners[3])
{
    for (int k = 0; k < 3; k++) {
        uint32_t v = tree->mesh->triangles[triangle].v[k];
        corners[k] = turned(tree->r, cd_sub(tree->mesh->vertices[v], tree->pivot));
    }
}

static double girth(const struct place *place)
{
    return place->block.half.x + place->block.half.y + place->block.half.z;
}

/// Visits all pairs below two nodes whose bound is above the best height so far.
static void visit(struct search *search, const struct place *lower, const struct place *upper)
{
    if (lower->node->count == 1 && upper->node->count == 1) {
        struct cd_vec3 a[3], b[3];
        corners_of(&search->lower, lower->node->item, a);
        corners_of(&search->upper, upper->node->item, b);
        touch_triangles(a, b, &search->best);
        return;
    }
    bool open_lower = lower->node->count > 1 && (upper->node->count == 1 || girth(lower) >= girth(upper));
    const struct tree *opened = open_lower ? &search->lower : &search->upper;
    const struct place *parent = open_lower ? lower : upper;
    struct place children[2] = {place_of(opened, parent->index + 1),
                                place_of(opened, cd_right_half(parent->index, parent->node->count))};
    double bounds[2];
    for (int i = 0; i < 2; i++)
        bounds[i] = open_lower ? bound(&children[i], upper) : bound(lower, &children[i]);
    int better = bounds[1] > bounds[0];
    for (int i = 0; i < 2; i++) {
        int child = i ? !better : better;
        if (bounds[child] > search->best)
            visit(search, open_lower ? &children[child] : lower, open_lower ? upper : &children[child]);
    }
}

// ---- the motion -------------------------------------------------------------------------------------------

struct finder {
    struct search search; ///< the first body is the lower one
    double way;           ///< beyond the first contact
    double origin;        ///< every coordinate of the first body's centre
};

/// Finds the contact for an approach along z; then the whole pair is turned. Both bodies are turned about the centres of
/// their boxes, the lower one at the origin, and the upper one comes down the z axis. The height of its centre at which
/// the surfaces first meet is right up to rounding of about 1e-12 of their sizes.
static enum cd_code find_placement(void *finder_given, struct cd_random *random, struct cd_pose poses[2],
                                   struct cd_status *status)
{
    enum { TRIES = 1000 };
    struct finder *finder = finder_given;
    struct search *search = &finder->search;
    for (int i = 0; i < TRIES; i++) {
        double whole[9], r[9];
        cd_random_rotation(random, 0.0625, whole);
        cd_random_rotation(random, 0.0625, search->lower.r);
        cd_random_rotation(random, 0.0625, search->upper.r);
        search->best = -INFINITY;
        struct place a = place_of(&search->lower, 0), b = place_of(&search->upper, 0);
        if (bound(&a, &b) > search->best)
            visit(search, &a, &b);
        if (!(search->best > -INFINITY))
            continue; // a body can pass through the hole of the other
        struct cd_vec3 back = cd_vec(whole[2], whole[5], whole[8]);
        struct cd_vec3 place = cd_vec(finder->origin, finder->origin, finder->origin);
        cd_matrix_multiply(whole, search->lower.r, r);
        cd_pose_about(r, search->lower.pivot, place, &poses[0]);
        cd_matrix_multiply(whole, search->upper.r, r);
        cd_pose_about(r, search->upper.pivot, cd_add(place, cd_scale(back, search->best - finder->way)),
                      &poses[1]);
        return CD_OK;
    }
    return cd_fail(status, CD_USAGE,
                   "motion approach: %s and %s do not meet, whatever way one comes at the other's centre",
                   search->lower.mesh->name, search->upper.mesh->name);
}

static enum cd_code approach_prepare(struct cd_motion_start *start, struct cd_status *status)
{
    const struct cd_scene *scene = start->scene;
    const struct cd_mesh *first = scene->meshes[0], *second = scene->meshes[scene->mesh_count - 1];
    double size = fmin(cd_aabb_longest_side(&first->box), cd_aabb_longest_side(&second->box));
    struct finder finder = {.way = cd_setting_real(start->settings, "depth") * size,
                            .origin = cd_setting_real(start->settings, "origin") * size};
    struct tree *lower = &finder.search.lower, *upper = &finder.search.upper;
    *lower = make_tree(first);
    *upper = second == first ? *lower : make_tree(second);
    enum cd_code code = cd_placements_find(start, find_placement, &finder, status);
    cd_free(lower->nodes);
    cd_free(lower->blocks);
    if (second != first) {
        cd_free(upper->nodes);
        cd_free(upper->blocks);
    }
    return code;
}

static const struct cd_param approach_params[] = {
    CD_PARAM_REAL("depth", "0.05", -10, 10,
                  "distance beyond first contact, in sizes of the smaller body; negative: before it"),
    CD_PARAM_REAL("origin", "0", 0, 1e12,
                  "position of the pair along each axis, in sizes of the smaller body"),
    CD_PARAM_END,
};

const struct cd_recipe cd_recipe_approach = {
    .name = "approach",
    .title = "a pair in random orientations, a given depth beyond first contact",
    .steps = 200,
    .is_pair = true,
    .params = approach_params,
    .prepare = approach_prepare,
    .source = {.place = cd_placements_place},
};
