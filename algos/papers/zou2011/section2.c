// Section 2 of zou2011: many objects by two passes, in the manner of CULLIDE. O_1, O_2, ..., O_n are all bodies, by
// ascending id; one view shows all that their boxes share.
// The paper                                             here
//   section 2, first and second step                    two_passes
//   section 2, 3) does O_i meet what was drawn?         interferes
//   ours, for counts=fresh and readback=pixels          above_1
//   ours, for roles=both                                owns_found_edge, add_owners
#include "algos/papers/zou2011/zou2011.h"

#include <math.h>

// What a stencil value has: the count of steps (1) to (3) of section 1.2, from 1 on. Ours, for roles=both: where counts
// begin anew, the top bit says that the edge there was found inside a body.
enum { EDGE = 0x01, FOUND = 0x80 };

// Ours: by readback=pixels, values above 1 are the answer; by counts=fresh, they become 1 again before the next body's
// faces. Samples do not tell which edges a body encloses, and pixels do not tell what the samples say (E3): an edge is
// found only if both agree.
static bool above_1(const struct zou *zou, uint8_t count, bool more, struct cd_worker *worker)
{
    uint8_t written = zou->counts_kept ? 0 : zou->samples && !more ? count : 0xff;
    if (zou->samples && zou->counts_kept)
        return more;
    cd_gl_ask_stencil(&zou->gl.target, GL_LESS, count != 0xff ? EDGE | FOUND : EDGE, count, written,
                      zou->gl.target.queries[2], &worker->counters);
    return zou->samples ? more : cd_gl_answer(zou->gl.target.queries[2]) > 0;
}

// Steps (2) and (3) of section 1.2, figure 7's 3 and 4; by readback=faces with an occlusion query about each: more
// entries than exits mean interference.
static bool interferes(const struct zou *zou, const struct zou_object *o, uint8_t count,
                       struct cd_worker *worker)
{
    const unsigned form = zou->form;
    glDepthMask(GL_FALSE);
    glStencilMask(count);
    glEnable(GL_CULL_FACE);

    // Step (2): entries
    glDepthFunc(has(form, E1) ? GL_EQUAL : GL_LEQUAL);
    glStencilFunc(has(form, E2) ? GL_EQUAL : GL_LEQUAL, 1, has(form, E2) ? 1 : count);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    glCullFace(GL_BACK);
    zou_draw_faces(zou, &o->side, 2, worker);

    // Step (3): exits
    glDepthFunc(GL_LESS);
    glStencilFunc(has(form, E3) ? GL_GREATER : GL_LESS, 1, has(form, E3) ? 1 : count);
    glStencilOp(GL_KEEP, GL_KEEP, GL_DECR);
    glCullFace(GL_FRONT);
    zou_draw_faces(zou, &o->side, 3, worker);
    return above_1(zou, count, zou->samples && zou_more_entries(zou, worker), worker);
}

// Ours: whether an edge of a body is the one kept in a pixel where an edge was found inside another body.
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
    glBeginQuery(GL_ANY_SAMPLES_PASSED, zou->gl.target.queries[2]);
    zou_draw(zou, &o->side, GL_LINE, worker);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    worker->counters.occlusion_queries++;
    return cd_gl_answer(zou->gl.target.queries[2]) > 0;
}

// Ours, for roles=both: the owner of an edge in another body enters the set, too. Of two bodies it is known.
static void add_owners(struct zou *zou, size_t n, bool met, struct cd_worker *worker)
{
    if (met && n == 2)
        zou->o[0].body->touched = zou->o[1].body->touched = true;
    for (size_t i = 0; n > 2 && i < n; i++)
        if (!zou->o[i].body->touched)
            zou->o[i].body->touched = owns_found_edge(zou, &zou->o[i], worker);
}

size_t two_passes(struct zou *zou, struct cd_worker *worker)
{
    const struct cd_gl_bodies *bodies = &zou->gl.bodies;
    struct cd_aabb common = cd_aabb_empty();
    double size = 0;
    size_t n = 0;
    if (!bodies->pair_count)
        return 0;
    for (size_t i = 0; i < bodies->pair_count; i++)
        cd_aabb_join(&common, &bodies->pairs[i].box);
    for (uint32_t i = 0; i < bodies->live_count; i++)
        size = fmax(size, cd_aabb_longest_side(&bodies->sorted[i]->box));
    zou->gl.shown.drawn = true;
    zou->gl.shown.a = zou->gl.shown.b = CD_NO_BODY;
    zou->gl.shown.hit_min = EDGE + 1;
    zou->gl.shown.hit_max = UINT8_MAX;
    zou->gl.shown.view = fitted_view(zou, &common, size);
    for (uint32_t id = 0; id < bodies->scene->body_limit; id++)
        if (bodies->bodies[id].seen == bodies->stamp)
            zou->o[n++] = (struct zou_object){&bodies->bodies[id],
                                              cd_gl_side_of(&bodies->bodies[id], &zou->gl.shown.view)};
    // Ours, for roles=both: the bits that count, beside FOUND
    const uint8_t count = !zou->roles_one && n > 2 && !zou->counts_kept ? 0x7f : 0xff;
    bool more = true;
    for (int number = 0; more; number++) { // E6: a layer of edges is a run of both steps
        const struct zou_layer layer = zou_layer_of(zou, number);
        more = !layer.last;
        // The first step draws O_1, O_2, ..., O_n, the second O_n, O_(n-1), ..., O_1.
        for (int step = 1; step <= 2; step++) {
            bool met = false;
            if (cd_context_stopped(zou->gl.context))
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
                glStencilMask(zou->marks_add ? count : 0xff); // ours: adding 1 must not set FOUND
                glDepthFunc(layer.depth);                     // E6: GL_ALWAYS
                glStencilFunc(GL_ALWAYS, EDGE, 0xff);
                glStencilOp(GL_KEEP, zou->marks_add ? GL_INCR : GL_KEEP,
                            zou->marks_add ? GL_INCR : GL_REPLACE);
                glDisable(GL_CULL_FACE);
                zou_draw(zou, &o->side, GL_LINE, worker);
                // 2)
                i++;
                if (i > n) // E10: there is no O_(n+1)
                    break;
                // 3) O_i is drawn by GL_FILL; if it meets what was drawn before, it enters the collision set
                o = &zou->o[step == 1 ? i - 1 : n - i];
                if (interferes(zou, o, count, worker))
                    met = o->body->touched = true;
            }
            if (!zou->roles_one)
                add_owners(zou, n, met, worker);
            for (size_t i = 0; worker->query == CD_QUERY_ANY && i < n; i++) // ours: `any` is answered
                if (zou->o[i].body->touched)
                    return n;
        }
    }
    return n;
}
