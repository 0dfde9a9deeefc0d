// Figure 7 of zou2011, line by line, and what stands around it: the view, the bodies' roles, drawing.
// The paper                                             here
//   figure 7, ImagebasedCD(A, B), steps 1 to 5          image_based_cd
//   section 1.3 (1), view by the boxes' common part     fitted_view
//   section 1.2, "A and B can change roles"             zou_pair_collides
//   figure 7, SetDrawMode() and Draw()                  zou_draw
//   figure 7, glStencilFunc() in steps 3 (E2) and 4 (E3)  zou_stencil_func
//   figure 7, step 5, the values that are hits          zou_hit_of
//   section 1.2, the edges drawn, and erratum E6        zou_layer_of
#include "algos/papers/zou2011/zou2011.h"

#include <math.h>

// ---- what the forms, and the first formulation of section 1.2, have in the lines of figure 7 ------------------

// The erratum; as printed; corrected; in the first formulation.
const struct zou_line zou_step_3 = {E2, {GL_EQUAL, 1, 1}, {GL_LEQUAL, 1, 0xff}, {GL_ALWAYS, 0, 0xff}};
const struct zou_line zou_step_4 = {E3, {GL_GREATER, 1, 1}, {GL_LESS, 1, 0xff}, {GL_ALWAYS, 0, 0xff}};

void zou_stencil_func(const struct zou *zou, const struct zou_line *line, GLuint bits)
{
    const struct zou_stencil *stencil = zou->criterion == ZOU_COUNT     ? &line->count
                                        : has(zou->form, line->erratum) ? &line->printed
                                                                        : &line->corrected;
    glStencilFunc(stencil->function, stencil->reference, stencil->mask & bits);
}

struct zou_hit zou_hit_of(const struct zou *zou)
{
    if (zou->criterion == ZOU_COUNT) // "if the pixel's final value in the stencil buffer equals 1"
        return (struct zou_hit){1, 1};
    return has(zou->form, E2) ? (struct zou_hit){2, 2} : (struct zou_hit){2, UINT8_MAX};
}

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
    double margin = zou->near_box ? 0 : 2.0 / zou->target.resolution;
    if (zou->whole)
        all = cd_gl_bodies_box(&zou->bodies);
    return cd_gl_view_of(zou->whole ? &all : common, size, zou->axis, margin);
}

// By near=before the faces have a range of depths twice as large as the edges, at the same scale: a face in front of
// the view is moved to its near end, which is in front of every edge. In the first formulation every pixel counts, so
// that nothing may reach the depth to which pixels without an edge were cleared: a ray that never ends leaves as often
// as it enters. All scales are powers of two, so that equal points get equal depths.
static double depths_of_faces(const struct zou *zou)
{
    return zou->criterion == ZOU_COUNT ? 0.5 : 1;
}

double zou_depths_of_edges(const struct zou *zou)
{
    return zou->near_box ? depths_of_faces(zou) : 0.5 * depths_of_faces(zou);
}

void zou_draw(const struct zou *zou, const struct cd_gl_side *body, GLenum mode, struct cd_worker *worker)
{
    bool faces = mode == GL_FILL;
    double edges = zou_depths_of_edges(zou), range = faces ? depths_of_faces(zou) : edges;
    glPolygonMode(GL_FRONT_AND_BACK, mode);
    glDepthRange(0.5 - 0.5 * range, 0.5 + 0.5 * range);
    if (faces && !zou->near_box)
        glEnable(GL_DEPTH_CLAMP);
    else
        glDisable(GL_DEPTH_CLAMP);
    cd_gl_transform_load(&body->transform, (float)(edges / range));
    zou->path->draw(body);
    worker->counters.draws++;
    worker->counters.drawn_triangles += body->mesh->triangle_count;
}

// ---- figure 7 --------------------------------------------------------------------------------------------------

/// bool ImagebasedCD(A, B), with the edges of one layer.
static bool image_based_cd(struct zou *zou, const struct cd_gl_side *a, const struct cd_gl_side *b,
                           struct zou_layer layer, struct cd_worker *worker)
{
    const unsigned form = zou->form;
    // Figure 7 sets 1, section 1.2 (1) adds 1 (marks=add), and the first formulation marks nothing.
    const GLenum mark = zou->criterion == ZOU_COUNT ? GL_KEEP : zou->marks_add ? GL_INCR : GL_REPLACE;
    const GLuint *samples = zou->target.queries;

    // 1 Initialise. SetupView() is fitted_view.
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE); // no colours are written
    glDepthMask(GL_TRUE);                                // depths are
    glStencilMask(0xff);
    glClearDepth(layer.cleared); // 1.0; 0.0 before the farthest edges
    glClearStencil(0);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);

    // 2 Draw the edges of body A
    glDepthFunc(layer.depth);         // E6: GL_ALWAYS
    glStencilFunc(GL_ALWAYS, 1, 1);   // the stencil test always passes
    glStencilOp(GL_KEEP, mark, mark); // and sets the value to 1
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    zou_draw(zou, a, GL_LINE, worker);

    // 3 Draw the front faces of body B
    glDepthMask(GL_FALSE);
    glDepthFunc(has(form, E1) ? GL_EQUAL : GL_LEQUAL); // E1: "less or equal", for surfaces that coincide
    zou_stencil_func(zou, &zou_step_3, 0xff);          // E2: "only pixels of value 1"
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);            // where both tests pass, the value grows by 1
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    if (zou->samples)
        glBeginQuery(GL_SAMPLES_PASSED, samples[0]);
    zou_draw(zou, b, GL_FILL, worker);
    if (zou->samples)
        glEndQuery(GL_SAMPLES_PASSED);

    // 4 Draw the back faces of body B
    glDepthFunc(GL_LESS);
    zou_stencil_func(zou, &zou_step_4, 0xff); // E3: "only pixels above 1"
    glStencilOp(GL_KEEP, GL_KEEP, GL_DECR);   // where both tests pass, the value falls by 1
    glCullFace(GL_FRONT);
    if (zou->samples)
        glBeginQuery(GL_SAMPLES_PASSED, samples[1]);
    zou_draw(zou, b, GL_FILL, worker);
    if (zou->samples)
        glEndQuery(GL_SAMPLES_PASSED);

    // 5 Judge whether they collide: if any pixel of the viewport has the value 2 (E2; corrected: any above 1)
    const struct zou_hit hit = zou_hit_of(zou);
    const int side = zou->target.resolution;
    if (zou->samples) { // section 2: more samples pass in step 3 than in step 4
        worker->counters.occlusion_queries += 2;
        return cd_gl_answer(samples[0]) > cd_gl_answer(samples[1]);
    }
    glReadPixels(0, 0, side, side, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, zou->target.pixels);
    worker->counters.pixels_read += (uint64_t)side * (uint64_t)side;
    const uint8_t *pixels = zou->target.pixels;
    uint8_t collision = 0;
    for (int i = 0; i < side * side; i++)
        collision |= (pixels[i] >= hit.min) & (pixels[i] <= hit.max);
    return collision;
}

// Both roles belong to the algorithm (roles=both); in each, the edges of one layer after another.
bool zou_pair_collides(struct zou *zou, const struct cd_gl_pair *pair, struct cd_worker *worker)
{
    double size = fmax(cd_aabb_longest_side(&pair->a->box), cd_aabb_longest_side(&pair->b->box));
    struct cd_gl_view view = fitted_view(zou, &pair->box, size);
    struct cd_gl_side sides[2] = {cd_gl_side_of(pair->a, &view), cd_gl_side_of(pair->b, &view)};
    bool more = true;
    zou->shown.drawn = true;
    zou->shown.a = pair->a->id;
    zou->shown.b = pair->b->id;
    zou->shown.view = view;
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
