// Section 2 of zou2011: many objects by two passes, in the manner of CULLIDE. O_1, O_2, ..., O_n are the bodies whose
// box meets another's, by ascending id; one view shows all that the boxes share.
// The paper                                             here
//   section 2, first and second step                    two_passes
//   section 2, 3) does O_i meet what was drawn?         interferes
#include "algos/papers/zou2011/zou2011.h"

#include <math.h>

// What a stencil value has per pixel: the count of steps 2 to 4, which begins at 1. Where the owner of an edge is asked for
// after counts have begun anew, the top bit says beside it that the edge there was found inside a body.
enum { EDGE = 0x01, FOUND = 0x80 };

// Steps (2) and (3) of section 1.2, figure 7's 3 and 4, with an occlusion query about each: more entries than exits
// mean interference. By another readback than `faces`, a query about the stencil values decides instead.
static bool interferes(const struct zou *zou, const struct zou_object *o, GLuint count,
                       struct cd_worker *worker)
{
    const GLuint *queries = zou->target.queries;
    const bool samples = zou->readback == ZOU_FACES, notes = count != 0xff;
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
    uint8_t written = (uint8_t)(zou->counts_kept ? 0 : samples && !found ? count : 0xff);
    cd_gl_ask_stencil(&zou->target, GL_LESS, notes ? EDGE | FOUND : EDGE, (uint8_t)count, written, queries[2],
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

// Puts O_1 to O_n in order and fits a view to all that their boxes share. Returns n.
static size_t gather(struct zou *zou)
{
    const struct cd_gl_bodies *bodies = &zou->bodies;
    struct cd_aabb common = cd_aabb_empty();
    double size = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < bodies->live_count; i++)
        bodies->sorted[i]->place = SIZE_MAX;
    for (size_t i = 0; i < 2 * bodies->pair_count; i++) {
        const struct cd_gl_pair *pair = &bodies->pairs[i / 2];
        struct cd_gl_body *body = i % 2 ? pair->b : pair->a;
        cd_aabb_join(&common, &pair->box);
        size = fmax(size, cd_aabb_longest_side(&body->box));
        if (body->place != SIZE_MAX)
            continue;
        body->place = 0;
        size_t at = n++;
        for (; at > 0 && zou->o[at - 1].body->id > body->id; at--)
            zou->o[at] = zou->o[at - 1];
        zou->o[at].body = body;
    }
    if (n)
        zou->shown.view = fitted_view(zou, &common, size);
    for (size_t i = 0; i < n; i++) {
        zou->o[i].body->place = i;
        zou->o[i].side = cd_gl_side_of(zou->o[i].body, &zou->shown.view);
    }
    return n;
}

// Which objects are drawn in a pass: those of pairs that are not both in the set yet. False for none.
static bool choose_objects(struct zou *zou, size_t n, bool backwards)
{
    const struct cd_gl_bodies *bodies = &zou->bodies;
    bool any = false;
    for (size_t i = 0; i < n; i++)
        zou->o[i].comes_before = zou->o[i].comes_after = false;
    for (size_t i = 0; i < bodies->pair_count; i++) {
        const struct cd_gl_body *a = bodies->pairs[i].a, *b = bodies->pairs[i].b;
        if (a->touched && b->touched)
            continue;
        any = true;
        zou->o[(backwards ? b : a)->place].comes_before = true;
        zou->o[(backwards ? a : b)->place].comes_after = true;
    }
    return any && !cd_context_stopped(zou->context);
}

size_t two_passes(struct zou *zou, struct cd_worker *worker)
{
    const size_t n = gather(zou);
    // By roles=both, the owner of an edge in another body enters the set, too. Of two bodies it is known.
    const bool owners = !zou->roles_one && n > 2;
    const GLuint count = owners && !zou->counts_kept ? 0x7f : 0xff;
    bool more = n > 0;
    for (int number = 0; more; number++) {
        const struct zou_layer layer = zou_layer_of(zou, number);
        more = !layer.last;
        // The first step draws O_1, O_2, ..., O_n, the second O_n, O_(n-1), ..., O_1.
        for (int step = 1; step <= 2; step++) {
            bool met = false;
            if (!choose_objects(zou, n, step == 2))
                return n;
            zou->shown.drawn = true;
            zou->shown.a = zou->shown.b = CD_NO_BODY;
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
                glStencilMask(zou->marks_add ? count : 0xff); // what is added does not find
                glDepthFunc(layer.depth);                     // E6: GL_ALWAYS
                glStencilFunc(GL_ALWAYS, EDGE, 0xff);
                glStencilOp(GL_KEEP, zou->marks_add ? GL_INCR : GL_KEEP,
                            zou->marks_add ? GL_INCR : GL_REPLACE);
                glDisable(GL_CULL_FACE);
                if (o->comes_before)
                    zou_draw(zou, &o->side, GL_LINE, worker);
                // 2)
                i++;
                if (i > n)
                    break;
                // 3) O_i is drawn by GL_FILL; if it meets what was drawn before, it enters the collision set
                o = &zou->o[step == 1 ? i - 1 : n - i];
                if (o->comes_after && interferes(zou, o, count, worker))
                    met = o->body->touched = true;
            }
            for (size_t i = 0; owners && i < n; i++)
                if (zou->o[i].comes_before && !zou->o[i].body->touched)
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
