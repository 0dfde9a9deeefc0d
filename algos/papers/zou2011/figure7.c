// Figure 7 of zou2011, line by line, the formulation before it, and what stands around both: the view, roles, drawing.
// The paper                                             here
//   figure 7, ImagebasedCD(A, B), steps 1 to 5          image_based_cd
//   section 1.2, the first formulation                  first_formulation
//   section 1.3 (1), view by the boxes' common part     fitted_view
//   figure 8 (lost); section 1.2, A and B change roles  zou_pair_collides
//   figure 7, SetDrawMode() and Draw()                  zou_draw
//   section 2, "the samples that pass"                  zou_draw_faces, zou_more_entries
//   section 1.2, the edges drawn, and erratum E6        zou_layer_of
//   ours, for near=before                               set_depths
#include "algos/papers/zou2011/zou2011.h"

#include <math.h>

struct zou_layer zou_layer_of(const struct zou *zou, int number)
{
    if (has(zou->form, E6)) // the edge drawn last
        return (struct zou_layer){GL_ALWAYS, 1.0, true};
    return number == 0 ? (struct zou_layer){GL_LESS, 1.0, false} : (struct zou_layer){GL_GREATER, 0.0, true};
}

// ---- the view and the near plane -------------------------------------------------------------------------------

// By near=box the view is the common part itself. By near=before, a pixel around it and a little depth keep what
// touches its border in the picture.
struct cd_gl_view fitted_view(const struct zou *zou, const struct cd_aabb *common, double size)
{
    struct cd_aabb all;
    double margin = zou->near_box ? 0 : 2.0 / zou->gl.target.resolution;
    if (zou->whole)
        all = cd_gl_bodies_box(&zou->gl.bodies);
    return cd_gl_view_of(zou->whole ? &all : common, size, zou->axis, margin);
}

// In the first formulation every pixel counts, so that nothing may reach the depth to which pixels without an edge were
// cleared: a ray that never ends leaves as often as it enters.
static double depths_of_faces(const struct zou *zou)
{
    return zou->from_0 ? 0.5 : 1;
}

double zou_depths_of_edges(const struct zou *zou)
{
    return zou->near_box ? depths_of_faces(zou) : 0.5 * depths_of_faces(zou);
}

// Ours, for near=before: the edges have the middle half of the faces' range of depths, at the same scale. A face in
// front of the view is clamped to the near end of that range, before every edge, and so still counts. All scales are
// powers of two, so that equal points get equal depths.
static void set_depths(const struct zou *zou, const struct cd_gl_side *body, bool faces)
{
    double edges = zou_depths_of_edges(zou), range = faces ? depths_of_faces(zou) : edges;
    glDepthRange(0.5 - 0.5 * range, 0.5 + 0.5 * range);
    if (faces && !zou->near_box)
        glEnable(GL_DEPTH_CLAMP);
    else
        glDisable(GL_DEPTH_CLAMP);
    cd_gl_transform_load(&body->transform, (float)(edges / range));
}

void zou_draw(const struct zou *zou, const struct cd_gl_side *body, GLenum mode, struct cd_worker *worker)
{
    glPolygonMode(GL_FRONT_AND_BACK, mode); // SetDrawMode(mode)
    set_depths(zou, body, mode == GL_FILL);
    zou->path->draw(body); // Draw(body)
    worker->counters.draws++;
    worker->counters.drawn_triangles += body->mesh->triangle_count;
}

void zou_draw_faces(const struct zou *zou, const struct cd_gl_side *body, int step, struct cd_worker *worker)
{
    if (zou->samples)
        glBeginQuery(GL_SAMPLES_PASSED, zou->gl.target.queries[step - 2]);
    zou_draw(zou, body, GL_FILL, worker);
    if (zou->samples)
        glEndQuery(GL_SAMPLES_PASSED);
}

bool zou_more_entries(const struct zou *zou, struct cd_worker *worker)
{
    worker->counters.occlusion_queries += 2;
    return cd_gl_answer(zou->gl.target.queries[0]) > cd_gl_answer(zou->gl.target.queries[1]);
}

// ---- figure 7 --------------------------------------------------------------------------------------------------

/// Whether a pixel of the viewport has a stencil value from min to max; by readback=faces, what section 2 asks.
static bool judge(struct zou *zou, uint8_t min, uint8_t max, struct cd_worker *worker)
{
    const int side = zou->gl.target.resolution;
    zou->gl.shown.drawn = true;
    zou->gl.shown.hit_min = min;
    zou->gl.shown.hit_max = max;
    if (zou->samples)
        return zou_more_entries(zou, worker);
    glReadPixels(0, 0, side, side, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, zou->gl.target.pixels);
    worker->counters.pixels_read += (uint64_t)side * (uint64_t)side;
    uint8_t found = 0;
    for (int i = 0; i < side * side; i++)
        found |= zou->gl.target.pixels[i] >= min && zou->gl.target.pixels[i] <= max;
    return found;
}

/// Section 1.2, the first formulation, after the edges of A: all values are 0. E1, E2 and E3 have no place in it.
static bool first_formulation(struct zou *zou, const struct cd_gl_side *b, struct cd_worker *worker)
{
    // The front faces of B: where the depth test tells that the ray enters, the value grows by 1
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_LEQUAL);
    glStencilFunc(GL_ALWAYS, 0, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    zou_draw_faces(zou, b, 2, worker);

    // The back faces of B: where it tells that the ray leaves, the value falls by 1
    glDepthFunc(GL_LESS);
    glStencilOp(GL_KEEP, GL_KEEP, GL_DECR);
    glCullFace(GL_FRONT);
    zou_draw_faces(zou, b, 3, worker);

    return judge(zou, 1, 1, worker); // "if the pixel's final value in the stencil buffer equals 1"
}

/// bool ImagebasedCD(A, B), with the edges of one layer. Steps 2 to 4 are steps (1) to (3) of section 1.2.
static bool image_based_cd(struct zou *zou, const struct cd_gl_side *a, const struct cd_gl_side *b,
                           struct zou_layer layer, struct cd_worker *worker)
{
    const unsigned form = zou->form;
    // Figure 7 sets 1, section 1.2 (1) adds 1 (marks=add), and the first formulation marks nothing.
    const GLenum mark = zou->from_0 ? GL_KEEP : zou->marks_add ? GL_INCR : GL_REPLACE;

    // 1 Initialise
    // SetupView(): the view is set by zou_pair_collides (algos/opengl/view.c), the viewport by target.c there
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE); // no colours are written
    glDepthMask(GL_TRUE);                                // depths are
    glStencilMask(0xff);
    glClearDepth(layer.cleared); // 1.0; 0.0 before the farthest edges
    glClearStencil(0);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);

    // 2 Draw the edges of body A
    glDepthFunc(layer.depth);         // E6: GL_ALWAYS
    glStencilFunc(GL_ALWAYS, 1, 1);   // the stencil test always passes
    glStencilOp(GL_KEEP, mark, mark); // and the value becomes 1, by `mark`
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    zou_draw(zou, a, GL_LINE, worker);
    if (zou->from_0)
        return first_formulation(zou, b, worker);

    // 3 Draw the front faces of body B
    glDepthMask(GL_FALSE);
    glDepthFunc(has(form, E1) ? GL_EQUAL : GL_LEQUAL); // E1: "less or equal", for surfaces that coincide
    glStencilFunc(has(form, E2) ? GL_EQUAL : GL_LEQUAL, 1, has(form, E2) ? 1 : 0xff); // E2: "only 1"
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR); // where both tests pass, the value grows by 1
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    zou_draw_faces(zou, b, 2, worker);

    // 4 Draw the back faces of body B
    glDepthFunc(GL_LESS);
    glStencilFunc(has(form, E3) ? GL_GREATER : GL_LESS, 1, has(form, E3) ? 1 : 0xff); // E3: "above 1"
    glStencilOp(GL_KEEP, GL_KEEP, GL_DECR); // where both tests pass, the value falls by 1
    glCullFace(GL_FRONT);
    zou_draw_faces(zou, b, 3, worker);

    // 5 Judge whether they collide: if (a pixel of the viewport has the value 2) return true; E2: any above 1
    return judge(zou, 2, has(form, E2) ? 2 : UINT8_MAX, worker);
}

// SetupView(), then both roles, which are the algorithm's (roles=both); in each, the edges of one layer after another.
bool zou_pair_collides(struct zou *zou, const struct cd_gl_pair *pair, struct cd_worker *worker)
{
    double size = fmax(cd_aabb_longest_side(&pair->a->box), cd_aabb_longest_side(&pair->b->box));
    struct cd_gl_view view = fitted_view(zou, &pair->box, size);
    struct cd_gl_side sides[2] = {cd_gl_side_of(pair->a, &view), cd_gl_side_of(pair->b, &view)};
    bool more = true;
    zou->gl.shown.a = pair->a->id;
    zou->gl.shown.b = pair->b->id;
    zou->gl.shown.view = view;
    worker->counters.pair_tests++;
    for (int number = 0; more; number++) {
        const struct zou_layer layer = zou_layer_of(zou, number);
        more = !layer.last;
        for (int role = 0; role < (zou->roles_one ? 1 : 2); role++) {
            if (cd_context_stopped(worker->context))
                return false;
            if (image_based_cd(zou, &sides[role], &sides[!role], layer, worker))
                return true;
        }
    }
    return false;
}
