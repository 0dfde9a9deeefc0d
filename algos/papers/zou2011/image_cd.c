// The record of Image_CD, its settings and its frames. Bodies are tested pair by pair where their world boxes overlap,
// or many at a time by many=twopass.
// The paper                                             here
//   section 1.4, Image_CD                               image_cd_query
//   figure 8 (lost), boxes that meet, then the test     answer_pairwise
//   section 2, the collision set; ours: pairs of it     answer_two_passes
#include "algos/papers/zou2011/zou2011.h"
#include "base/memory.h"

static const struct cd_param image_cd_params[] = {
    CD_PARAM_FORM("E2|E6|", "E1|E3|", NULL),
    CD_PARAM_CHOICE("criterion", "mark", "mark|count",
                    "section 1.2: pixels of edges are marked by 1, and only these count on; or the first "
                    "formulation: all count from 0, and 1 in the end is a hit (with near=before and "
                    "many=pairwise)"),
    CD_PARAM_CHOICE(
        "near", "before", "before|box",
        "position of the near plane: before both bodies, or at the common box, which cuts off the "
        "faces in front of it"),
    CD_PARAM_CHOICE(
        "marks", "set", "set|add",
        "what an edge does to its pixel: sets it to 1, or adds 1, so that edges that cross count"),
    CD_PARAM_CHOICE(
        "roles", "both", "both|one",
        "each body's edges against the other's faces; or the first's only, and by two passes only "
        "bodies whose faces enclose an edge, not the edge's owner"),
    CD_PARAM_CHOICE("counts", "fresh", "fresh|kept",
                    "of many=twopass: what one body's faces counted is reset before the next one's, or kept"),
    CD_PARAM_CHOICE("path", "vbo", "vbo|array|displaylist|immediate", "how vertices reach OpenGL"),
    CD_PARAM_CHOICE("view", "fitted", "fitted|whole",
                    "what is shown: the part that a pair's boxes share, or the box of all bodies"),
    CD_GL_PARAM_GPU,
    CD_GL_PARAM_RESOLUTION,
    CD_GL_PARAM_AXIS,
    CD_PARAM_CHOICE(
        "readback", "pixels", "pixels|faces",
        "how a hit is found: by the values in the stencil buffer; or the samples that entries and exits "
        "pass are compared, as in section 2"),
    CD_PARAM_CHOICE("many", "pairwise", "pairwise|twopass",
                    "more than two bodies: pair by pair, or by the two passes of section 2 over all bodies"),
    CD_PARAM_END,
};

/// The errata that a form leaves in. Those of figure 7's lines are not in the first formulation.
static unsigned errata_of(const struct cd_settings *settings)
{
    return cd_form_errata(settings) & (cd_setting_is(settings, "criterion", "count") ? E6 : ~0U);
}

static void image_cd_describe(const struct cd_settings *settings, struct cd_description *description)
{
    description->meaning = CD_MEANING_SOLID;
    description->quality = errata_of(settings) ? CD_QUALITY_PRINTED : CD_QUALITY_APPROXIMATE;
    description->queries =
        CD_QUERY_BIT(CD_QUERY_ANY) | CD_QUERY_BIT(CD_QUERY_BODIES) | CD_QUERY_BIT(CD_QUERY_PAIRS);
    description->scheduled = description->queries; // what another renderer overlooks costs or saves passes
}

// ---- creation ---------------------------------------------------------------------------------------------

static struct zou settings_of(const struct cd_settings *settings)
{
    return (struct zou){
        .form = errata_of(settings),
        .from_0 = cd_setting_is(settings, "criterion", "count"),
        .near_box = cd_setting_is(settings, "near", "box"),
        .marks_add = cd_setting_is(settings, "marks", "add"),
        .roles_one = cd_setting_is(settings, "roles", "one"),
        .counts_kept = cd_setting_is(settings, "counts", "kept"),
        .path = &zou_paths[cd_setting_place(settings, "path")],
        .whole = cd_setting_is(settings, "view", "whole"),
        .axis = (int)cd_setting_place(settings, "axis") - 1, // behind auto
        .samples = cd_setting_is(settings, "readback", "faces"),
        .many = cd_setting_is(settings, "many", "twopass"),
        .gl.gpu = (int)cd_setting_int(settings, "gpu"),
    };
}

// Within the context.
static void destroy_resources(struct zou *zou)
{
    cd_gl_bodies_close(&zou->gl.bodies);
    cd_gl_target_close(&zou->gl.target);
}

static enum cd_code create_resources(struct zou *zou, const struct cd_create *create,
                                     struct cd_status *status)
{
    struct cd_gl_bodies *bodies = &zou->gl.bodies;
    bool asks = zou->many || zou->samples;
    cd_gl_bodies_open(bodies, create->scene, (struct cd_gl_store){zou->path->fill, zou->path->release});
    if (cd_gl_is_core() && !zou->path->index)
        return cd_fail(
            status, CD_ENVIRONMENT,
            "this path needs OpenGL's compatibility profile, which %s does not offer; take path=vbo or "
            "gpu=software",
            cd_opengl_string(GL_RENDERER));
    cd_gl_bodies_fill(bodies);
    for (uint32_t i = 0; i < create->scene->mesh_count && zou->path->index; i++)
        zou->path->index(&bodies->meshes[i]);
    enum cd_code code = cd_gl_target_open(&zou->gl.target,
                                          (int)cd_setting_int(create->settings, "resolution"), false, status);
    if (!code && asks)
        code = cd_gl_check_queries(&zou->gl.target, status);
    return cd_gl_end_opening(code, status);
}

static enum cd_code image_cd_create(const struct cd_create *create, void **result, struct cd_status *status)
{
    struct zou *zou = cd_allocate(1, sizeof *zou);
    *zou = settings_of(create->settings);
    zou->gl.context = create->context;
    zou->o = cd_allocate(create->scene->max_bodies, sizeof *zou->o);
    enum cd_code code = CD_OK;
    if (zou->near_box && zou->from_0) // such a view cuts off exits of rays that never end, too
        code = cd_fail(status, CD_USAGE, "image_cd: setting near=box is of criterion=mark; take near=before");
    if (zou->many && zou->from_0)
        code = cd_fail(status, CD_USAGE, "image_cd: setting criterion=count is of pairs; take many=pairwise");
    if (!code)
        code = cd_gl_enter(zou->gl.gpu, create->context->threads, status);
    if (!code) {
        code = create_resources(zou, create, status);
        if (code)
            destroy_resources(zou);
        cd_gl_leave();
    }
    if (code) {
        cd_free(zou->o);
        cd_free(zou);
        zou = NULL;
    }
    *result = zou;
    return code;
}

static void image_cd_destroy(void *instance)
{
    struct zou *zou = instance;
    struct cd_status status;
    if (!cd_gl_enter(zou->gl.gpu, zou->gl.context->threads,
                     &status)) { // otherwise what the driver keeps cannot be freed
        destroy_resources(zou);
        cd_gl_leave();
    }
    cd_free(zou->o);
    cd_free(zou);
}

static size_t image_cd_bytes(const void *instance)
{
    const struct zou *zou = instance;
    return cd_gl_target_bytes(&zou->gl.target) + cd_gl_bodies_bytes(&zou->gl.bodies);
}

// ---- frames -----------------------------------------------------------------------------------------------

static void answer_pairwise(struct zou *zou, struct cd_worker *worker)
{
    const bool pairs = worker->query == CD_QUERY_PAIRS;
    for (size_t i = 0; i < zou->gl.bodies.pair_count && !cd_context_stopped(worker->context); i++) {
        const struct cd_gl_pair *pair = &zou->gl.bodies.pairs[i];
        if ((!pairs && pair->a->touched && pair->b->touched) || !zou_pair_collides(zou, pair, worker))
            continue;
        pair->a->touched = pair->b->touched = true;
        if (pairs)
            cd_sink_put(worker->sink, pair->a->id, 0, pair->b->id, 0);
        if (worker->query == CD_QUERY_ANY)
            return;
    }
}

/// Which pairs of the set collide "needs further analysis". Ours: one by one, unless there are only two bodies.
static void answer_two_passes(struct zou *zou, struct cd_worker *worker)
{
    const size_t n = two_passes(zou, worker);
    if (worker->query != CD_QUERY_PAIRS)
        return;
    for (size_t i = 0; i < zou->gl.bodies.pair_count && !cd_context_stopped(worker->context); i++) {
        const struct cd_gl_pair *pair = &zou->gl.bodies.pairs[i];
        if (pair->a->touched && pair->b->touched && (n == 2 || zou_pair_collides(zou, pair, worker)))
            cd_sink_put(worker->sink, pair->a->id, 0, pair->b->id, 0);
    }
}

static enum cd_code image_cd_query(void *instance, struct cd_worker *workers, struct cd_status *status)
{
    struct zou *zou = instance;
    zou->gl.shown.drawn = false;
    if (zou->gl.bodies.live_count < 2)
        return CD_OK;
    enum cd_code code = cd_gl_begin_frame(&zou->gl, status);
    if (code)
        return code;
    cd_gl_bodies_pair(&zou->gl.bodies, &workers[0].counters);
    (zou->many ? answer_two_passes : answer_pairwise)(zou, &workers[0]);
    if (workers[0].query != CD_QUERY_PAIRS)
        cd_gl_bodies_emit(&zou->gl.bodies, &workers[0]);
    return cd_gl_end_frame(&zou->gl, &workers[0].counters, status);
}

/// The stencil buffer of the last test. At a pixel that is a hit, the depth buffer still has the edge's depth: together
/// they give a point of one body's edge inside the other.
static bool image_cd_picture(void *instance, struct cd_picture *picture)
{
    struct zou *zou = instance;
    return cd_gl_picture(&zou->gl, zou_depths_of_edges(zou), picture);
}

const struct cd_algo cd_algo_image_cd = {
    .name = "image_cd",
    .title = "Image_CD: collision detection in image space",
    .source = "Zou, Ding, Zhou, He, Jia 2011",
    .needs = CD_NEED_OPENGL,
    .params = image_cd_params,
    .describe = image_cd_describe,
    .scene = &(const struct cd_scene_algo){.create = image_cd_create,
                                           .destroy = image_cd_destroy,
                                           .reset = cd_gl_reset,
                                           .bytes = image_cd_bytes,
                                           .update = cd_gl_update,
                                           .query = image_cd_query,
                                           .environment = cd_gl_environment},
    .draw = &(const struct cd_debug_draw){.volumes = cd_gl_volumes, .picture = image_cd_picture},
};
