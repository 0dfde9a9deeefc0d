// Section 2 of zou2011: many objects by two passes, in the manner of CULLIDE. O_1, O_2, ..., O_n are all bodies, by ascending
// id; one view shows all that their boxes share.
// The paper                                             here
//   section 2, first and second step                    two_passes
//   section 2, 3) does O_i meet what was drawn?         interferes
#include "algos/papers/zou2011/zou2011.h"

#include <math.h>

// What a stencil value has per pixel: the count of steps 2 to 4, which begins at 1. Where the owner of an edge is asked for
// after counts have begun anew, the top bit says beside it that the edge there was found inside a body.
enum { EDGE = 0x01, FOUND = 0x80 };

// Steps (2) and (3) of section 1.2, figure 7's 3 and 4, with an occlusion query about each: more entries than exits
// mean interference. By readback=pixels, a query about the stencil values decides instead.
static bool interferes(const struct zou *zou, const struct zou_object *o, uint8_t count,
                       struct cd_worker *worker)
{
    const GLuint *queries = zou->target.queries;
    const bool samples = zou->samples, notes = count != 0xff;
    bool found = false;
    glDepthMask(GL_FALSE);
    glStencilMask(count);
    glEnable(GL_CULL_FACE);

    // Step (2): entries
    glDepthFunc(has(zou->form, E1) ? GL_EQUAL : GL_LEQUAL);
    zou_stencil_func(zou, &zou_step_3, count);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    glCullFace(GL_BACK);
    if (samples)
        glBeginQuery(GL_SAMPLES_PASSED, queries[0]);
    zou_draw(zou, &o->side, GL_FILL, worker);
    if (samples)
        glEndQuery(GL_SAMPLES_PASSED);

    // Step (3): exits
    glDepthFunc(GL_LESS);
    zou_stencil_func(zou, &zou_step_4, count);
    glStencilOp(GL_KEEP, GL_KEEP, GL_DECR);
    glCullFace(GL_FRONT);
    if (samples)
        glBeginQuery(GL_SAMPLES_PASSED, queries[1]);
    zou_draw(zou, &o->side, GL_FILL, worker);
    if (samples)
        glEndQuery(GL_SAMPLES_PASSED);

    if (samples) {
        worker->counters.occlusion_queries += 2;
        found = cd_gl_answer(queries[0]) > cd_gl_answer(queries[1]);
        if (zou->counts_kept)
            return found;
    }
    // By counts=fresh, values above 1 become 1 again before the next body's faces. Samples do not tell which edges a
    // body encloses, and pixels do not tell what the samples say (E3): an edge is found only if both agree.
    uint8_t written = zou->counts_kept ? 0 : samples && !found ? count : 0xff;
    cd_gl_ask_stencil(&zou->target, GL_LESS, notes ? EDGE | FOUND : EDGE, count, written, queries[2],
                      &worker->counters);
    return samples ? found : cd_gl_answer(queries[2]) > 0;
}

// Whether an edge of a body is the one kept in a pixel where an edge was found inside another body.
static bool owns_found_edge(const struct zou *zou, const struct zou_object *o, struct cd_worker *worker)
{
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_EQUAL);
    if (zou->counts_kept)
        glStencilFunc(GL_LESS, EDGE, 0xff);
    else
        glStencilFunc(GL_EQUAL, FOUND, FOUND);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glDisable(GL_CULL_FACE);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, zou->target.queries[2]);
    zou_draw(zou, &o->side, GL_LINE, worker);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    worker->counters.occlusion_queries++;
    return cd_gl_answer(zou->target.queries[2]) > 0;
}

size_t two_passes(struct zou *zou, struct cd_worker *worker)
{
    const struct cd_gl_bodies *bodies = &zou->bodies;
    struct cd_aabb common = cd_aabb_empty();
    double size = 0;
    size_t n = 0;
    if (!bodies->pair_count)
        return 0;
    for (size_t i = 0; i < bodies->pair_count; i++)
        cd_aabb_join(&common, &bodies->pairs[i].box);
    for (uint32_t i = 0; i < bodies->live_count; i++)
        size = fmax(size, cd_aabb_longest_side(&bodies->sorted[i]->box));
    zou->shown.drawn = true;
    zou->shown.a = zou->shown.b = CD_NO_BODY;
    zou->shown.view = fitted_view(zou, &common, size);
    for (uint32_t id = 0; id < bodies->scene->body_limit; id++)
        if (bodies->bodies[id].seen == bodies->stamp)
            zou->o[n++] = (struct zou_object){&bodies->bodies[id],
                                              cd_gl_side_of(&bodies->bodies[id], &zou->shown.view)};
    // By roles=both, the owner of an edge in another body enters the set, too. Of two bodies it is known.
    const bool owners = !zou->roles_one && n > 2;
    const uint8_t count = owners && !zou->counts_kept ? 0x7f : 0xff;
    bool more = true;
    for (int number = 0; more; number++) {
        const struct zou_layer layer = zou_layer_of(zou, number);
        more = !layer.last;
        // The first step draws O_1, O_2, ..., O_n, the second O_n, O_(n-1), ..., O_1.
        for (int step = 1; step <= 2; step++) {
            bool met = false;
            if (cd_context_stopped(zou->context))
                return n;
            // Clear the stencil and the depth buffer, and write no colours
            glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
            glDepthMask(GL_TRUE);
            glStencilMask(0xff);
            glClearDepth(layer.cleared);
            glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
            for (size_t i = 1; i <= n;) {
                // 1) Depths are written, the tests always pass, O_i is drawn by GL_LINE, and newly drawn pixels get 1
                const struct zou_object *o = &zou->o[step == 1 ? i - 1 : n - i];
                glDepthMask(GL_TRUE);
                glStencilMask(zou->marks_add ? count : 0xff); // an edge that adds 1 must not set FOUND
                glDepthFunc(layer.depth);                     // E6: GL_ALWAYS
                glStencilFunc(GL_ALWAYS, EDGE, 0xff);
                glStencilOp(GL_KEEP, zou->marks_add ? GL_INCR : GL_KEEP,
                            zou->marks_add ? GL_INCR : GL_REPLACE);
                glDisable(GL_CULL_FACE);
                zou_draw(zou, &o->side, GL_LINE, worker);
                // 2)
                i++;
                if (i > n)
                    break;
                // 3) O_i is drawn by GL_FILL; if it meets what was drawn before, it enters the collision set
                o = &zou->o[step == 1 ? i - 1 : n - i];
                if (interferes(zou, o, count, worker))
                    met = o->body->touched = true;
            }
            for (size_t i = 0; owners && i < n; i++)
                if (!zou->o[i].body->touched)
                    zou->o[i].body->touched = owns_found_edge(zou, &zou->o[i], worker);
            if (met && n == 2 && !zou->roles_one)
                zou->o[0].body->touched = zou->o[1].body->touched = true;
            for (size_t i = 0; worker->query == CD_QUERY_ANY && i < n; i++)
                if (zou->o[i].body->touched)
                    return n;
        }
    }
    return n;
}
