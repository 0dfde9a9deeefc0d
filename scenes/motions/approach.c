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

// ---- a tree -----------------------------------------------------------------------------------------------

/// An axis-aligned box by its centre and half extents.
struct block {
    struct cd_vec3 centre, half;
};

/// A mesh in a tree of boxes about the centre of its own box; read only.
struct tree {
    const struct cd_mesh *mesh;
    struct cd_vec3 pivot;
    struct cd_half *nodes;
    struct block *blocks; ///< of the nodes, relative to the pivot
};

/// Builds the tree of a mesh, which must outlive it.
static struct tree tree_make(const struct cd_mesh *mesh)
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

static void tree_free(struct tree *tree)
{
    cd_free(tree->nodes);
    cd_free(tree->blocks);
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

/// Returns the height of the point where the segment a, b crosses another line. The distances of a and b from that line
/// are in the ratio of `da` and `db`, which have different signs.
static double height_between(const struct cd_vec3 *a, const struct cd_vec3 *b, double da, double db)
{
    double sum = fabs(da) + fabs(db);
    double part = sum > 0 ? fabs(da) / sum : 0.5;
    return a->z + part * (b->z - a->z);
}

/// Finds how far the segment a, b is above the segment c, d where they cross, seen along z. Returns false if they do
/// not cross.
static bool edge_above(const struct cd_vec3 *a, const struct cd_vec3 *b, const struct cd_vec3 *c,
                       const struct cd_vec3 *d, double *above)
{
    if (side(a, b, c) * side(a, b, d) >= 0 || side(c, d, a) * side(c, d, b) >= 0)
        return false;
    *above = height_between(a, b, area(c, d, a), area(c, d, b)) -
             height_between(c, d, area(a, b, c), area(a, b, d));
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

/// One of the two bodies, turned.
struct turned_body {
    const struct tree *tree;
    const double *r;
};

/// A node of one body, with the axis-aligned box around its turned box.
struct place {
    uint64_t index;
    const struct cd_half *node;
    struct block block;
};

struct search {
    struct turned_body lower, upper;
    double best;
};

static struct cd_vec3 turned(const double r[9], struct cd_vec3 p)
{
    return cd_vec((r[0] * p.x + r[1] * p.y) + r[2] * p.z, (r[3] * p.x + r[4] * p.y) + r[5] * p.z,
                  (r[6] * p.x + r[7] * p.y) + r[8] * p.z);
}

static struct place place_of(const struct turned_body *body, uint64_t index)
{
    const double *r = body->r;
    const struct block *block = &body->tree->blocks[index];
    struct place place = {.index = index, .node = &body->tree->nodes[index]};
    double absolute[9];
    for (int i = 0; i < 9; i++)
        absolute[i] = fabs(r[i]);
    place.block.centre = turned(r, block->centre);
    place.block.half = turned(absolute, block->half);
    return place;
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

static void corners_of(const struct turned_body *body, uint32_t triangle, struct cd_vec3 corners[3])
{
    const struct cd_mesh *mesh = body->tree->mesh;
    const uint32_t *v = mesh->triangles[triangle].v;
    for (int k = 0; k < 3; k++)
        corners[k] = turned(body->r, cd_sub(mesh->vertices[v[k]], body->tree->pivot));
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
    const struct turned_body *opened = open_lower ? &search->lower : &search->upper;
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

/// Both bodies are turned about the centres of their boxes by row-major `lower_r` and `upper_r`. The lower body has its
/// centre at the origin, and the upper body comes down the z axis. Sets the height of the upper body's centre at which
/// the surfaces first meet, up to rounding of about 1e-12 of their sizes. Returns false if they never meet.
static bool contact_height(const struct tree *lower, const double lower_r[9], const struct tree *upper,
                           const double upper_r[9], double *height)
{
    struct search search = {.lower = {lower, lower_r}, .upper = {upper, upper_r}, .best = -INFINITY};
    struct place a = place_of(&search.lower, 0), b = place_of(&search.upper, 0);
    if (bound(&a, &b) > search.best)
        visit(&search, &a, &b);
    *height = search.best;
    return search.best > -INFINITY;
}

// ---- the motion -------------------------------------------------------------------------------------------

struct finder {
    const struct cd_mesh *first, *second;
    struct tree first_tree, second_tree;
    double way;    ///< beyond the first contact
    double origin; ///< every coordinate of the first body's centre
};

static enum cd_code find_placement(void *finder_given, struct cd_random *random,
                                   struct cd_placement *placement, struct cd_status *status)
{
    enum { TRIES = 1000 };
    const struct finder *finder = finder_given;
    for (int i = 0; i < TRIES; i++) {
        // The contact is found for an approach along z; then the whole pair is turned.
        double whole[9], first[9], second[9], r[9], height;
        cd_random_rotation(random, 0.0625, whole);
        cd_random_rotation(random, 0.0625, first);
        cd_random_rotation(random, 0.0625, second);
        if (!contact_height(&finder->first_tree, first, &finder->second_tree, second, &height))
            continue; // a body can pass through the hole of the other
        struct cd_vec3 back = cd_vec(whole[2], whole[5], whole[8]);
        cd_matrix_multiply(whole, first, r);
        struct cd_vec3 place = cd_vec(finder->origin, finder->origin, finder->origin);
        cd_pose_about(r, cd_aabb_centre(&finder->first->box), place, &placement->first);
        cd_matrix_multiply(whole, second, r);
        cd_pose_about(r, cd_aabb_centre(&finder->second->box),
                      cd_add(place, cd_scale(back, height - finder->way)), &placement->second);
        return CD_OK;
    }
    return cd_fail(status, CD_USAGE,
                   "motion approach: %s and %s do not meet, whatever way one comes at the other's centre",
                   finder->first->name, finder->second->name);
}

static enum cd_code approach_prepare(const struct cd_motion_start *start, void **plan,
                                     struct cd_status *status)
{
    const struct cd_scene *scene = start->scene;
    struct finder finder = {.first = scene->meshes[0], .second = scene->meshes[scene->mesh_count - 1]};
    double size = fmin(cd_aabb_longest_side(&finder.first->box), cd_aabb_longest_side(&finder.second->box));
    finder.way = cd_setting_real(start->settings, "depth") * size;
    finder.origin = cd_setting_real(start->settings, "origin") * size;
    finder.first_tree = tree_make(finder.first);
    finder.second_tree = finder.second == finder.first ? finder.first_tree : tree_make(finder.second);
    enum cd_code code = cd_placements_find(start, find_placement, &finder, plan, status);
    tree_free(&finder.first_tree);
    if (finder.second != finder.first)
        tree_free(&finder.second_tree);
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
