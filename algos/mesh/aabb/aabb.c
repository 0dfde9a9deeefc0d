// Ours, after G. van den Bergen, Efficient Collision Detection of Complex Deformable Models using AABB Trees, 1997:
// boxes that stay aligned with the axes of model space, so that their relative rotation is the same for all pairs of
// nodes. The same splits as those of `box` (algos/papers/zhao2009), in floats, vectors and threads.
#include "algos/mesh/aabb/aabb.h"
#include "base/memory.h"

static const struct cd_param aabb_params[] = {
    CD_PARAM_INT("leaf", "1", 1, 64, "most triangles in a leaf"),
    CD_PARAM_CHOICE("leaves", "triangles", "triangles|boxes",
                    "what decides if the boxes of leaves overlap: their triangles, or nothing else"),
    CD_PARAM_END,
};

static void aabb_describe(const struct cd_settings *settings, struct cd_description *description)
{
    if (cd_setting_is(settings, "leaves", "triangles"))
        return;
    description->quality = CD_QUALITY_APPROXIMATE;
    description->queries &= ~CD_QUERY_BIT(CD_QUERY_CONTACTS);
}

static enum cd_code aabb_prepare(const struct cd_settings *settings, const struct cd_shape *shape,
                                 struct cd_context *context, void **model, struct cd_status *status)
{
    (void)status;
    struct aabb_tree *tree = *model = cd_allocate(1, sizeof *tree);
    size_t count = shape->mesh->triangle_count; // and no more pairs
    CD_ASSERT(count > 0 && count < AABB_LEAF / 2);
    *tree = (struct aabb_tree){.coarse = cd_setting_is(settings, "leaves", "boxes"),
                               .leaf = (uint32_t)cd_setting_int(settings, "leaf"),
                               .threads = context ? context->threads : 1,
                               .triangle_count = (uint32_t)count};
    tree->boxes = cd_allocate(count, sizeof *tree->boxes);
    tree->child = cd_allocate(count, sizeof *tree->child);
    tree->first = cd_allocate(2 * count, sizeof *tree->first);
    tree->total = cd_allocate(2 * count, sizeof *tree->total);
    tree->order = cd_allocate_unset(count, sizeof *tree->order);
    aabb_rebuild(tree, shape);
    for (int list = 0; list < 2; list++) {
        cd_free(tree->pieces[list]);
        tree->pieces[list] = NULL;
    }
    return CD_OK;
}

static void release(void *model)
{
    struct aabb_tree *tree = model;
    cd_free(tree->pieces[0]);
    cd_free(tree->pieces[1]);
    cd_free(tree->boxes);
    cd_free(tree->child);
    cd_free(tree->first);
    cd_free(tree->total);
    cd_free(tree->order);
    cd_free(tree);
}

struct cd_aabb aabb_box(const struct aabb_tree *tree, uint32_t node)
{
    const struct aabb_boxes *pair = &tree->boxes[node >> 1];
    uint32_t k = node & 1;
    struct cd_vec3 half =
        cd_vec((double)pair->half[0][k], (double)pair->half[1][k], (double)pair->half[2][k]);
    struct cd_vec3 centre =
        cd_add(tree->frame.origin,
               cd_vec((double)pair->centre[0][k], (double)pair->centre[1][k], (double)pair->centre[2][k]));
    return (struct cd_aabb){cd_sub(centre, half), cd_add(centre, half)};
}

static void place(struct cd_placed *body)
{
    const struct aabb_tree *tree = body->model;
    struct cd_aabb box = aabb_box(tree, 0);
    struct cd_sphere sphere = {cd_aabb_centre(&box), 0.5 * cd_length(cd_aabb_extent(&box))};
    *(struct cd_world_sphere *)body->placement = cd_world_sphere_of(tree->frame.reach, &sphere, body->pose);
}

static void show_below(const struct aabb_tree *tree, uint32_t node, unsigned depth,
                       const struct cd_placed *body, struct cd_volumes *volumes)
{
    bool leaf = aabb_is_leaf(tree, node);
    if (!leaf && depth < volumes->depth) {
        show_below(tree, aabb_child(tree, node, 0), depth + 1, body, volumes);
        show_below(tree, aabb_child(tree, node, 1), depth + 1, body, volumes);
        return;
    }
    struct cd_aabb box = aabb_box(tree, node);
    struct cd_vec3 extent = cd_aabb_extent(&box);
    struct cd_obb shown = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1}, cd_aabb_centre(&box), {0.5 * extent.x, 0.5 * extent.y, 0.5 * extent.z}};
    cd_emit_placed_box(volumes, body->id, leaf, body->pose, &shown);
}

static void body_volumes(const struct cd_placed *body, struct cd_volumes *volumes)
{
    show_below(body->model, 0, 0, body, volumes);
}

const struct cd_algo cd_algo_aabb = {
    .name = "aabb",
    .title = "ours: tree of axis-aligned boxes, four pairs at a time",
    .source = "van den Bergen 1997",
    .params = aabb_params,
    .describe = aabb_describe,
    .pair = &(const struct cd_pair_algo){.prepare = aabb_prepare,
                                         .refit = aabb_refit,
                                         .rebuild = aabb_rebuild,
                                         .release = release,
                                         .placement_bytes = cd_world_sphere_bytes,
                                         .place = place,
                                         .scratch_bytes = aabb_scratch_bytes,
                                         .test = aabb_test},
    .draw = &(const struct cd_debug_draw){.body_volumes = body_volumes},
};
