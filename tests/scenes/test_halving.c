/// Trees that halve items: every node splits its items at their median along the axis in which they spread most.
#include "base/memory.h"
#include "scenes/halving.h"
#include "tests/handmade.h"
#include "tests/random_numbers.h"
#include "tests/touching.h"

struct items {
    double centres[50 * 4];
    uint32_t dimensions;
};

static void span_of(const struct items *items, const uint32_t *order, uint32_t count, uint32_t axis,
                    double *low, double *high)
{
    *low = INFINITY, *high = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double c = items->centres[order[i] * items->dimensions + axis];
        *low = fmin(*low, c);
        *high = fmax(*high, c);
    }
}

/// Checks the tree below a node and writes its items from left to right. Returns how many there are.
static uint32_t check(const struct items *items, const struct cd_half *nodes, uint64_t node, uint32_t *order)
{
    if (nodes[node].count == 1) {
        *order = nodes[node].item;
        return 1;
    }
    uint32_t left = check(items, nodes, node + 1, order);
    uint32_t right = check(items, nodes, cd_right_half(node, nodes[node].count), order + left), longest = 0;
    double low, high, other_low, other_high, most = -1;
    assert_int_equal(left + right, nodes[node].count);
    assert_int_equal(left, nodes[node].count / 2);
    for (uint32_t axis = 0; axis < items->dimensions; axis++) {
        span_of(items, order, left + right, axis, &low, &high);
        longest = high - low > most ? axis : longest;
        most = fmax(most, high - low);
    }
    span_of(items, order, left, longest, &low, &high);
    span_of(items, order + left, right, longest, &other_low, &other_high);
    assert_true(high <= other_low);
    return left + right;
}

TEST(every_node_is_halved_along_its_longest_axis)
{
    struct cd_random random = cd_random_seed(seed_of_test());
    for (int round = 0; round < 500; round++) {
        struct items items = {.dimensions = 1 + (uint32_t)cd_random_below(&random, 4)};
        uint32_t count = 1 + (uint32_t)cd_random_below(&random, 50), order[50], seen = 0;
        for (uint32_t i = 0; i < count * items.dimensions; i++) // with ties in every second round
            items.centres[i] = round % 2 ? cd_random_unit(&random) : (double)cd_random_below(&random, 5);
        struct cd_half *nodes = cd_halve(items.centres, count, items.dimensions);
        assert_int_equal(check(&items, nodes, 0, order), count);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < count; k++)
                seen += order[k] == i;
        assert_int_equal(seen, count);
        cd_free(nodes);
    }
}

TEST(boxes_of_nodes_are_the_boxes_of_their_triangles)
{
    struct cd_mesh *mesh = generated("box:triangles=48:x=2:y=3");
    struct cd_half *nodes = cd_halve_mesh(mesh);
    struct items items = {.dimensions = 3};
    uint32_t order[50];
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *v = mesh->triangles[t].v;
        struct cd_aabb box =
            box_around((struct cd_vec3[]){mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]});
        for (int axis = 0; axis < 3; axis++)
            items.centres[3 * t + (uint32_t)axis] = (cd_axis(&box.low, axis) + cd_axis(&box.high, axis)) / 2;
    }
    assert_int_equal(check(&items, nodes, 0, order), 48);
    uint32_t nodes_count = 2 * mesh->triangle_count - 1;
    struct cd_aabb *boxes = cd_allocate(nodes_count, sizeof *boxes);
    cd_halving_boxes(nodes, mesh, mesh->vertices, boxes);
    for (uint32_t n = 0; n < nodes_count; n++) {
        struct cd_aabb box = cd_aabb_empty();
        for (uint32_t i = n; i < n + 2 * nodes[n].count - 1; i++)
            for (int k = 0; k < 3 && nodes[i].count == 1; k++)
                cd_aabb_add(&box, mesh->vertices[mesh->triangles[nodes[i].item].v[k]]);
        assert_memory_equal(&boxes[n], &box, sizeof box);
    }
    cd_free(boxes);
    cd_free(nodes);
    cd_mesh_destroy(mesh);
}
