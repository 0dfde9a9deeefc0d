#include "algos/mesh/image_cd/many_passes.h"

// The stencil buffer holds, per pixel, whether there is an edge, whether that edge was found inside a body
// (the flag), and the count of the body at hand. `faces=once` counts modulo 64 from 0, the two passes over
// entries and exits from 1 as printed.
struct layout {
    uint8_t mark; // of a pixel with an edge, all else being zero
    uint8_t flag;
    uint8_t count; // mask of the count
};

static struct layout layout_of(const struct image_cd_rules *rules)
{
    static const struct layout once = {.mark = 0x80, .flag = 0x40, .count = 0x3f};
    static const struct layout twice = {.mark = 0x01, .flag = 0x80, .count = 0x7f};
    return rules->one_face_pass ? once : twice;
}

static void count_draw(struct cd_worker *worker, const struct image_cd_runs *runs)
{
    worker->counters.draws++;
    worker->counters.drawn_triangles += runs->triangles;
}

static void stay_within(const struct image_cd_rectangle *rectangle)
{
    glScissor(rectangle->x0, rectangle->y0, rectangle->x1 - rectangle->x0, rectangle->y1 - rectangle->y0);
}

static void prepare_edges(const struct image_cd_rules *rules, const struct image_cd_side *side,
                          const struct image_cd_rectangle *rectangle)
{
    stay_within(rectangle);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_CLAMP);
    if (rules->clip_faces)
        glDepthRange(0, 1);
    else
        glDepthRange(0.5 - 0.5 * IMAGE_CD_EDGE_RANGE, 0.5 + 0.5 * IMAGE_CD_EDGE_RANGE);
    image_cd_transform_load(&side->transform, 1);
}

static void draw_edges(const struct image_cd_rules *rules, const struct image_cd_side *side,
                       const struct image_cd_runs *runs, struct cd_worker *worker)
{
    image_cd_model_draw(side->model, side->form, rules->outlines ? IMAGE_CD_OUTLINES : IMAGE_CD_EDGES, runs);
    count_draw(worker, runs);
}

void image_cd_many_begin(enum image_cd_layer layer)
{
    glDisable(GL_SCISSOR_TEST);
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glClearDepth(layer == IMAGE_CD_LAYER_FARTHEST ? 0 : 1);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
}

void image_cd_many_add_edges(const struct image_cd_rules *rules, const struct image_cd_side *side,
                             enum image_cd_layer layer, const struct image_cd_rectangle *rectangle,
                             const struct image_cd_runs *runs, struct cd_worker *worker)
{
    prepare_edges(rules, side, rectangle);
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glDepthFunc(layer == IMAGE_CD_LAYER_LAST      ? GL_ALWAYS
                : layer == IMAGE_CD_LAYER_NEAREST ? GL_LESS
                                                  : GL_GREATER);
    glStencilFunc(GL_ALWAYS, layout_of(rules).mark, 0xff);
    if (rules->add_edges)
        glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    else
        glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE); // what is hidden leaves the other edge's flag alone
    draw_edges(rules, side, runs, worker);
}

// ---- faces ------------------------------------------------------------------------------------------------

static void count_entries(const struct image_cd_rules *rules, const struct layout *layout)
{
    glDepthFunc(rules->equal_depth ? GL_EQUAL : GL_LEQUAL);
    if (rules->one_entry)
        glStencilFunc(GL_EQUAL, 1, 1);
    else
        glStencilFunc(GL_LEQUAL, 1, layout->count);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    glCullFace(GL_BACK);
}

static void count_exits(const struct image_cd_rules *rules, const struct layout *layout)
{
    glDepthFunc(GL_LESS);
    if (rules->odd_exits)
        glStencilFunc(GL_GREATER, 1, 1);
    else
        glStencilFunc(GL_LESS, 1, layout->count);
    glStencilOp(GL_KEEP, GL_KEEP, GL_DECR);
    glCullFace(GL_FRONT);
}

// Steps 3 and 4 of section 1.2.
static void count_entries_then_exits(const struct image_cd_rules *rules, const struct image_cd_side *side,
                                     const struct image_cd_runs *runs, const GLuint queries[2],
                                     struct cd_worker *worker)
{
    struct layout layout = layout_of(rules);
    glEnable(GL_CULL_FACE);
    glStencilMask(layout.count);
    for (int exits = 0; exits < 2; exits++) {
        if (exits)
            count_exits(rules, &layout);
        else
            count_entries(rules, &layout);
        if (image_cd_compares_samples(rules)) {
            glBeginQuery(GL_SAMPLES_PASSED, queries[exits]);
            worker->counters.occlusion_queries++;
        }
        image_cd_model_draw(side->model, side->form, IMAGE_CD_FACES, runs);
        if (image_cd_compares_samples(rules))
            glEndQuery(GL_SAMPLES_PASSED);
        count_draw(worker, runs);
    }
}

// Both at once; where triangles disagree about the outside, an odd number of faces in front means inside.
static void count_all(const struct image_cd_rules *rules, const struct image_cd_side *side,
                      const struct image_cd_runs *runs, struct cd_worker *worker)
{
    struct layout layout = layout_of(rules);
    bool oriented = side->model->oriented;
    glDisable(GL_CULL_FACE);
    glDepthFunc(GL_LEQUAL);
    glStencilMask(oriented ? layout.count : 1);
    glStencilFunc(GL_EQUAL, layout.mark, layout.mark);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, oriented ? GL_INCR_WRAP : GL_INVERT);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, oriented ? GL_DECR_WRAP : GL_INVERT);
    image_cd_model_draw(side->model, side->form, IMAGE_CD_FACES, runs);
    count_draw(worker, runs);
}

void image_cd_many_count_faces(const struct image_cd_rules *rules, const struct image_cd_side *side,
                               const struct image_cd_rectangle *rectangle, const struct image_cd_runs *runs,
                               const GLuint queries[2], struct cd_worker *worker)
{
    stay_within(rectangle);
    glDepthMask(GL_FALSE);
    glDepthRange(0, 1);
    if (!rules->clip_faces)
        glEnable(GL_DEPTH_CLAMP);
    image_cd_transform_load(&side->transform, rules->clip_faces ? 1 : IMAGE_CD_EDGE_RANGE);
    if (rules->one_face_pass)
        count_all(rules, side, runs, worker);
    else
        count_entries_then_exits(rules, side, runs, queries, worker);
}

// ---- questions --------------------------------------------------------------------------------------------

void image_cd_many_flag(const struct image_cd_rules *rules, const struct image_cd_rectangle *rectangle,
                        GLuint query, struct cd_worker *worker)
{
    struct layout layout = layout_of(rules);
    stay_within(rectangle);
    glDisable(GL_DEPTH_TEST);
    glStencilMask(0xff);
    // One word is both what counts are compared with and what a pixel is set to.
    glStencilFunc(rules->one_face_pass ? GL_NOTEQUAL : GL_LESS, layout.mark | layout.flag, layout.count);
    glStencilOp(GL_KEEP, GL_KEEP, rules->keep_counts ? GL_KEEP : GL_REPLACE);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    image_cd_target_cover();
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glEnable(GL_DEPTH_TEST);
    worker->counters.occlusion_queries++;
}

void image_cd_many_ask_edges(const struct image_cd_rules *rules, const struct image_cd_side *side,
                             const struct image_cd_rectangle *rectangle, const struct image_cd_runs *runs,
                             GLuint query, struct cd_worker *worker)
{
    struct layout layout = layout_of(rules);
    prepare_edges(rules, side, rectangle);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_EQUAL);
    if (rules->keep_counts)
        glStencilFunc(GL_LESS, layout.mark, layout.count);
    else
        glStencilFunc(GL_EQUAL, layout.flag, layout.flag);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    draw_edges(rules, side, runs, worker);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    worker->counters.occlusion_queries++;
}

uint64_t image_cd_many_answer(GLuint query)
{
    GLuint64 samples = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &samples);
    return samples;
}
