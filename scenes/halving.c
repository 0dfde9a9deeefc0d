#include "scenes/halving.h"

#include "base/memory.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

/// The data of a build, which finds the order of the items.
struct build {
    struct cd_half *nodes;
    const double *centres;
    uint32_t dimensions;
    struct cd_random random;
};

static double centre(const struct build *build, uint32_t item, uint32_t axis)
{
    return build->centres[(size_t)item * build->dimensions + axis];
}

/// Reorders order[0..count) so that none of the first `middle` centres is above any of the others along `axis`. Pivots
/// are drawn at random from a fixed seed, so that no input is bad every time.
static void select_median(struct build *build, uint32_t *order, uint32_t count, uint32_t middle,
                          uint32_t axis)
{
    int64_t low = 0, high = (int64_t)count - 1;
    while (low < high) {
        uint64_t pick = (uint64_t)low + cd_random_below(&build->random, (uint64_t)(high - low + 1));
        double pivot = centre(build, order[pick], axis);
        int64_t i = low, j = high;
        while (i <= j) {
            while (centre(build, order[i], axis) < pivot)
                i++;
            while (centre(build, order[j], axis) > pivot)
                j--;
            if (i > j)
                break;
            uint32_t swap = order[i];
            order[i++] = order[j];
            order[j--] = swap;
        }
        if ((int64_t)middle <= j)
            high = j;
        else if ((int64_t)middle >= i)
            low = i;
        else
            return;
    }
}

/// Builds the subtree at `node` from order[0..count), halving it at each level. The depth is log2 of the count.
static void build_node(struct build *build, uint64_t node, uint32_t *order, uint32_t count)
{
    uint32_t longest = 0,
             half = count / 2; // the axis along which the centres spread most; among equals, the first
    double most = -1;
    build->nodes[node] = (struct cd_half){count, order[0]};
    if (count == 1)
        return;
    for (uint32_t axis = 0; axis < build->dimensions; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            double c = centre(build, order[i], axis);
            low = c < low ? c : low;
            high = c > high ? c : high;
        }
        longest = high - low > most ? axis : longest;
        most = high - low > most ? high - low : most;
    }
    select_median(build, order, count, half, longest);
    build_node(build, node + 1, order, half);
    build_node(build, cd_right_half(node, count), order + half, count - half);
}

struct cd_half *cd_halve(const double *centres, uint32_t count, uint32_t dimensions)
{
    struct build build = {.nodes = cd_allocate(2 * (size_t)count - 1, sizeof *build.nodes),
                          .centres = centres,
                          .dimensions = dimensions,
                          .random = cd_random_seed(1)};
    uint32_t *order = cd_allocate(count, sizeof *order);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    build_node(&build, 0, order, count);
    cd_free(order);
    return build.nodes;
}

static struct cd_aabb box_of(const struct cd_mesh *mesh, const struct cd_vec3 *vertices, uint32_t triangle)
{
    struct cd_aabb box = cd_aabb_empty();
    for (int k = 0; k < 3; k++)
        cd_aabb_add(&box, vertices[mesh->triangles[triangle].v[k]]);
    return box;
}

struct cd_half *cd_halve_mesh(const struct cd_mesh *mesh)
{
    double *centres = cd_allocate(mesh->triangle_count, 3 * sizeof *centres);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        struct cd_aabb box = box_of(mesh, mesh->vertices, i);
        struct cd_vec3 middle = cd_aabb_centre(&box);
        memcpy(&centres[3 * (size_t)i], (const double[]){middle.x, middle.y, middle.z}, 3 * sizeof *centres);
    }
    struct cd_half *nodes = cd_halve(centres, mesh->triangle_count, 3);
    cd_free(centres);
    return nodes;
}

void cd_halving_boxes(const struct cd_half *halves, const struct cd_mesh *mesh,
                      const struct cd_vec3 *vertices, struct cd_aabb *boxes)
{
    for (uint64_t half = 2 * (uint64_t)mesh->triangle_count - 1; half-- > 0;) {
        uint32_t count = halves[half].count;
        if (count > 1) {
            boxes[half] = boxes[half + 1];
            cd_aabb_join(&boxes[half], &boxes[cd_right_half(half, count)]);
        } else {
            boxes[half] = box_of(mesh, vertices, halves[half].item);
        }
    }
}
