// The record of `obb8`, and what a tree shows of itself. README.md describes the algorithm.
#include "algos/mesh/obb8/obb8.h"
#include "base/memory.h"

static void release(void *model)
{
    struct obb8_tree *tree = model;
    cd_free(tree->nodes);
    cd_free(tree->leaves);
    cd_free(tree->order);
    cd_free(tree->pieces);
    cd_free(tree->corners);
    cd_free(tree);
}

static void place(struct cd_placed *body)
{
    const struct cd_hull *hull = &((const struct obb8_tree *)body->model)->hull;
    struct cd_sphere sphere = {hull->middle, hull->radius};
    *(struct cd_world_sphere *)body->placement = cd_world_sphere_of(hull->reach, &sphere, body->pose);
}

static void show_node(const struct obb8_tree *tree, uint32_t index, unsigned depth,
                      const struct cd_placed *body, struct cd_volumes *volumes)
{
    const struct obb8_node *node = &tree->nodes[index];
    for (uint32_t lane = 0; lane < node->count; lane++) {
        bool leaf = node->child[lane] & OBB8_LEAF;
        if (!leaf && depth < volumes->depth) {
            show_node(tree, node->child[lane], depth + 1, body, volumes);
            continue;
        }
        struct cd_obb box;
        double centre[3];
        for (int i = 0; i < 9; i++)
            box.axes[i] = (double)node->axes[i][lane];
        for (int k = 0; k < 3; k++) {
            centre[k] = node->origin[k] + (double)node->centre[k][lane];
            box.half[k] = (double)node->half[k][lane];
        }
        box.centre = cd_vec(centre[0], centre[1], centre[2]);
        cd_emit_placed_box(volumes, body->id, leaf, body->pose, &box);
    }
}

// Boxes are emitted as they are stored, without the margin that a test adds to them.
static void body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_node(body->model, 0, 0, body, volumes);
}

const struct cd_algo cd_algo_obb8 = {
    .name = "obb8",
    .title = "trees of oriented boxes, eight children a node",
    .source = "this project, after Gottschalk, Lin, Manocha 1996",
    .pair = &(const struct cd_pair_algo){.prepare = obb8_prepare,
                                         .refit = obb8_refit,
                                         .rebuild = obb8_rebuild,
                                         .release = release,
                                         .placement_bytes = cd_world_sphere_bytes,
                                         .place = place,
                                         .scratch_bytes = obb8_scratch_bytes,
                                         .test = obb8_test},
    .draw = &(const struct cd_debug_draw){.body_volumes = body_volumes},
};
