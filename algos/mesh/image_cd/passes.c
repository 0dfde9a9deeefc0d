// Figure 7 of zou2011 as GL passes: mark the pixels of one body's edges, count the other body's faces in front of them,
// look for a pixel with more entries than exits. The additional passes for many bodies (section 2) are here, too.
#include "algos/mesh/image_cd/image_cd.h"

/// Edges are drawn into the middle half of the depth buffer while faces have all of it, at the same scale: a
/// face in front of the view is clamped to depth 0, which is in front of every edge (near=before). Both scales
/// are powers of two, so equal points get equal depths.
#define EDGE_RANGE 0.5F

// One pass over the faces counts from 0, modulo 128 or, beside a flag, modulo 64; the top bit says that there is an
// edge. The two passes over entries and exits count from 1 as printed.
struct image_cd_layout image_cd_layout_of(const struct image_cd_rules *rules, bool many)
{
    static const struct image_cd_layout once = {.mark = 0x80, .count = 0x7f};
    static const struct image_cd_layout twice = {.mark = 0x01, .count = 0xff};
    static const struct image_cd_layout many_once = {.mark = 0x80, .flag = 0x40, .count = 0x3f};
    static const struct image_cd_layout many_twice = {.mark = 0x01, .flag = 0x80, .count = 0x7f};
    if (rules->one_face_pass)
        return many ? many_once : once;
    return many ? many_twice : twice;
}

static void draw(const struct image_cd_pass *pass, const struct image_cd_side *side, enum image_cd_part part,
                 const struct image_cd_runs *runs)
{
    image_cd_draw(side, part, runs);
    pass->worker->counters.draws++;
    pass->worker->counters.drawn_triangles +=
        part == IMAGE_CD_EDGES ? (2 * runs->items + 2) / 3 : runs->items;
}

static float edge_range(const struct image_cd_rules *rules)
{
    return rules->clip_faces ? 1 : EDGE_RANGE;
}

void image_cd_view_depths(const struct image_cd_rules *rules, float *depths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        depths[i] = (2 * depths[i] - 1) / edge_range(rules);
}

static void prepare_edges(const struct image_cd_pass *pass, const struct image_cd_side *side)
{
    float range = edge_range(pass->rules);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_CLAMP);
    glDepthRange(0.5 - 0.5 * (double)range, 0.5 + 0.5 * (double)range);
    image_cd_transform_load(&side->transform, 1);
}

void image_cd_clear(GLenum layer)
{
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glClearDepth(layer == GL_GREATER ? 0 : 1);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

void image_cd_mark_edges(const struct image_cd_pass *pass, const struct image_cd_side *side, GLenum layer,
                         const struct image_cd_runs *runs)
{
    prepare_edges(pass, side);
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glDepthFunc(layer);
    glStencilFunc(GL_ALWAYS, pass->layout.mark, 0xff);
    if (pass->rules->add_edges)
        glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    else // a hidden edge leaves another body's flag alone
        glStencilOp(GL_KEEP, pass->layout.flag ? GL_KEEP : GL_REPLACE, GL_REPLACE);
    draw(pass, side, image_cd_edges_of(pass->rules), runs);
}

// Steps 3 and 4 as printed: entries, then exits, whose samples are asked for where they are compared.
static void count_entries_then_exits(const struct image_cd_pass *pass, const struct image_cd_side *side,
                                     const struct image_cd_runs *runs, const GLuint queries[2])
{
    static const struct {
        unsigned erratum;
        GLenum printed_function, function, operation, culled;
    } steps[2] = {{CD_ERRATUM(2), GL_EQUAL, GL_LEQUAL, GL_INCR, GL_BACK},
                  {CD_ERRATUM(3), GL_GREATER, GL_LESS, GL_DECR, GL_FRONT}};
    unsigned errata = pass->rules->errata;
    bool asks = pass->rules->readback == IMAGE_CD_READBACK_FACES;
    glEnable(GL_CULL_FACE);
    glStencilMask(pass->layout.count);
    for (int i = 0; i < 2; i++) {
        bool printed = errata & steps[i].erratum;
        glDepthFunc(i ? GL_LESS : errata & CD_ERRATUM(1) ? GL_EQUAL : GL_LEQUAL);
        glStencilFunc(printed ? steps[i].printed_function : steps[i].function, 1,
                      printed ? 1 : pass->layout.count);
        glStencilOp(GL_KEEP, GL_KEEP, steps[i].operation);
        glCullFace(steps[i].culled);
        if (asks)
            glBeginQuery(GL_SAMPLES_PASSED, queries[i]);
        draw(pass, side, IMAGE_CD_FACES, runs);
        if (asks)
            glEndQuery(GL_SAMPLES_PASSED);
        pass->worker->counters.occlusion_queries += asks;
    }
}

// Steps 3 and 4 in one: wrapping counters may pass below zero on the way, so the order of faces does not matter, and a
// count that ends below zero means a solid turned inside out. Where triangles disagree about the outside, an odd number
// of faces in front means inside.
static void count_all(const struct image_cd_pass *pass, const struct image_cd_side *side,
                      const struct image_cd_runs *runs)
{
    bool oriented = side->model->oriented;
    glDisable(GL_CULL_FACE);
    glDepthFunc(GL_LEQUAL);
    glStencilMask(oriented ? pass->layout.count : 1);
    glStencilFunc(GL_EQUAL, pass->layout.mark, pass->layout.mark);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, oriented ? GL_INCR_WRAP : GL_INVERT);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, oriented ? GL_DECR_WRAP : GL_INVERT);
    draw(pass, side, IMAGE_CD_FACES, runs);
}

void image_cd_count_faces(const struct image_cd_pass *pass, const struct image_cd_side *side,
                          const struct image_cd_runs *runs, const GLuint queries[2])
{
    glDepthMask(GL_FALSE);
    glDepthRange(0, 1);
    if (!pass->rules->clip_faces)
        glEnable(GL_DEPTH_CLAMP);
    image_cd_transform_load(&side->transform, edge_range(pass->rules));
    if (pass->rules->one_face_pass)
        count_all(pass, side, runs);
    else
        count_entries_then_exits(pass, side, runs, queries);
}

// Asks whether pixels pass that stencil test, by a quad over the whole view; the bits `written` of those that do become the
// reference's.
static void ask_stencil(const struct image_cd_pass *pass, GLenum function, int reference, uint8_t mask,
                        uint8_t written, GLuint query)
{
    glDisable(GL_DEPTH_TEST);
    glStencilMask(written);
    glStencilFunc(function, reference, mask);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDisable(GL_CULL_FACE);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    image_cd_draw_quad(pass->target);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glEnable(GL_DEPTH_TEST);
    pass->worker->counters.occlusion_queries++;
}

void image_cd_flag(const struct image_cd_pass *pass, bool flags, GLuint query)
{
    uint8_t flag = pass->layout.flag, written = pass->rules->keep_counts ? 0 : flags ? 0xff : (uint8_t)~flag;
    // One word is both the value that counts are compared with and the value that a pixel is set to.
    ask_stencil(pass, pass->rules->one_face_pass ? GL_NOTEQUAL : GL_LESS, pass->layout.mark | flag,
                pass->layout.count, written, query);
}

void image_cd_ask_edges(const struct image_cd_pass *pass, const struct image_cd_side *side,
                        const struct image_cd_runs *runs, GLuint query)
{
    prepare_edges(pass, side);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_EQUAL);
    if (pass->rules->keep_counts)
        glStencilFunc(GL_LESS, pass->layout.mark, pass->layout.count);
    else
        glStencilFunc(GL_EQUAL, pass->layout.flag, pass->layout.flag);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    draw(pass, side, image_cd_edges_of(pass->rules), runs);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    pass->worker->counters.occlusion_queries++;
}

enum cd_code image_cd_check_queries(struct image_cd_target *target, struct cd_status *status)
{
    static const struct image_cd_rules rules = {.axis = 0};
    struct cd_worker worker = {0};
    const struct image_cd_pass pass = {target, &rules, {0}, &worker};
    image_cd_target_bind(target);
    image_cd_clear(GL_LESS);
    ask_stencil(&pass, GL_EQUAL, 0, 0xff, 0, target->queries[2]);
    bool some = image_cd_answer(target->queries[2]) > 0;
    ask_stencil(&pass, GL_NOTEQUAL, 0, 0xff, 0, target->queries[2]);
    if (some && !image_cd_answer(target->queries[2]))
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT,
                   "occlusion queries of this OpenGL (%s) do not tell what was drawn; take readback=pixels, "
                   "many=pairwise and no layers=peel, or another device (`cdbench list gpus`)",
                   cd_opengl_string(GL_RENDERER));
}

enum cd_code image_cd_check_search(struct image_cd_target *target, struct cd_status *status)
{
    static const struct image_cd_rules rules = {.readback = IMAGE_CD_READBACK_COMPUTE};
    enum { SIDE = 16 };
    struct cd_worker worker = {0};
    struct image_cd_batch *batch = &target->batches[0];
    bool hits[2] = {false, true};
    enum cd_code code = image_cd_target_open_search(target, status);
    if (code)
        return code;
    image_cd_target_bind(target);
    image_cd_clear(GL_LESS);
    image_cd_target_turn_to(target, 0, &(struct image_cd_window){SIDE - 1, SIDE - 1, 1, 1});
    glClearStencil(image_cd_layout_of(&rules, false).mark + 1);
    glClear(GL_STENCIL_BUFFER_BIT);
    glClearStencil(0);
    for (int i = 0; i < 2; i++) { // with that pixel, and without
        batch->shown[batch->count++] = (struct image_cd_window){0, 0, SIDE, SIDE - i};
        image_cd_send_batch(target, &rules, batch, &worker);
        image_cd_hear_batch(&rules, batch, &hits[i]);
    }
    if (hits[0] && !hits[1])
        return CD_OK;
    return cd_fail(status, CD_ENVIRONMENT,
                   "compute shaders of this OpenGL (%s) do not see what was drawn; take readback=pixels",
                   cd_opengl_string(GL_RENDERER));
}

// ---- a pair ----------------------------------------------------------------------------------------------

// The subject of a test.
struct test {
    struct image_cd_pass pass;
    struct image_cd_side sides[2][2]; // of each role: whose edges, and whose faces
    struct image_cd_lists *lists;
};

// The stencil values that show a hit.
struct hit_values {
    uint8_t min, max;
};

static struct hit_values hit_values(const struct image_cd_rules *rules)
{
    uint8_t min = (uint8_t)(image_cd_layout_of(rules, false).mark + 1);
    return (struct hit_values){min, rules->errata & CD_ERRATUM(2) ? min : UINT8_MAX};
}

static bool shows_hit(const struct image_cd_rules *rules, const uint8_t *pixels, size_t count)
{
    struct hit_values hit = hit_values(rules);
    uint8_t found = 0, more = hit.max - hit.min;
    for (size_t i = 0; i < count; i++)
        found |= (uint8_t)(pixels[i] - hit.min) <= more;
    return found;
}

static bool read_stencil(const struct image_cd_pass *pass, const struct image_cd_window *shown)
{
    uint8_t *pixels = pass->target->pixels;
    size_t count = (size_t)shown->width * (size_t)shown->height;
    glReadPixels(shown->x, shown->y, shown->width, shown->height, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, pixels);
    pass->worker->counters.pixels_read += count;
    return shows_hit(pass->rules, pixels, count);
}

// A batch of one window.
static bool search(const struct image_cd_pass *pass, const struct image_cd_window *shown)
{
    struct image_cd_batch *batch = &pass->target->batches[0];
    bool hit = false;
    batch->shown[batch->count++] = *shown;
    image_cd_send_batch(pass->target, pass->rules, batch, pass->worker);
    image_cd_hear_batch(pass->rules, batch, &hit);
    return hit;
}

// Step 5.
static bool find_hit(const struct test *test, int role)
{
    const struct image_cd_window *shown = &test->lists->roles[role].shown;
    const struct image_cd_pass *pass = &test->pass;
    const GLuint *queries = pass->target->queries;
    bool exactly = pass->rules->errata & CD_ERRATUM(2);
    switch (pass->rules->readback) {
    case IMAGE_CD_READBACK_QUERY:
        ask_stencil(pass, exactly ? GL_EQUAL : GL_LESS, pass->layout.mark + exactly, 0xff, 0, queries[2]);
        return image_cd_answer(queries[2]) > 0;
    case IMAGE_CD_READBACK_FACES:
        return image_cd_answer(queries[0]) > image_cd_answer(queries[1]);
    case IMAGE_CD_READBACK_COMPUTE:
        return search(pass, shown);
    default:
        return read_stencil(pass, shown);
    }
}

// Counts the faces in front of the edges of `role` that the target shows.
static bool test_marked(const struct test *test, int role)
{
    struct cd_context *context = test->pass.worker->context;
    cd_context_phase(context, "faces");
    image_cd_count_faces(&test->pass, &test->sides[role][1], &test->lists->roles[role].faces,
                         test->pass.target->queries);
    cd_context_phase(context, "read back");
    bool hit = find_hit(test, role);
    cd_context_phase(context, NULL);
    return hit;
}

// Steps 1 and 2: clears, then draws the edges of a layer; false when peeling has left none.
static bool mark_layer(const struct test *test, int role, int number)
{
    struct image_cd_target *target = test->pass.target;
    bool peels = test->pass.rules->layers == IMAGE_CD_LAYERS_PEEL;
    GLenum layer = image_cd_layer(test->pass.rules, number);
    cd_context_phase(test->pass.worker->context, "edges");
    test->lists->last_role = role;
    if (peels)
        image_cd_peel_begin(target, image_cd_target_next(target, role, number == 0), target->queries[2]);
    glDisable(GL_SCISSOR_TEST);
    image_cd_clear(layer);
    image_cd_target_turn_to(target, 0, &test->lists->roles[role].shown);
    image_cd_mark_edges(&test->pass, &test->sides[role][0], layer, &test->lists->roles[role].edges);
    if (!peels)
        return true;
    image_cd_peel_end(target, test->pass.worker);
    return image_cd_answer(target->queries[2]) > 0;
}

// Chooses what is drawn of a role, and from which side. False when one body has nothing near the view: no edge to be
// inside, or nothing to be inside of.
static bool select_role(struct test *test, const struct image_cd_side sides[2], int role)
{
    const struct image_cd_rules *rules = test->pass.rules;
    struct image_cd_selection *selection = &test->lists->roles[role];
    const struct image_cd_side *edges = &sides[role], *faces = &sides[!role];
    enum image_cd_part part = image_cd_edges_of(rules);
    int resolution = test->pass.target->resolution;
    test->sides[role][0] = *edges;
    test->sides[role][1] = *faces;
    if (rules->skip_columns) {
        image_cd_columns_select(test->lists, edges, faces, part, resolution, selection);
        for (int i = 0; i < 2 && selection->turned; i++)
            image_cd_transform_turn(&test->sides[role][i].transform);
    } else {
        selection->turned = false;
        selection->shown = (struct image_cd_window){0, 0, resolution, resolution};
        image_cd_select(edges, part, rules->skip_clusters ? &edges->transform : NULL, &selection->edges);
        image_cd_select(faces, IMAGE_CD_FACES, rules->skip_clusters ? &faces->transform : NULL,
                        &selection->faces);
    }
    return selection->edges.count && selection->faces.count;
}

bool image_cd_test(struct image_cd_target *target, const struct image_cd_rules *rules,
                   const struct image_cd_side sides[2], struct image_cd_lists *lists,
                   struct cd_worker *worker)
{
    struct test test = {.pass = {target, rules, image_cd_layout_of(rules, false), worker}, .lists = lists};
    int roles = rules->one_role ? 1 : 2;
    bool left[2] = {false, false};
    cd_context_phase(worker->context, "select");
    for (int role = 0; role < roles; role++)
        left[role] = select_role(&test, sides, role);
    cd_context_phase(worker->context, NULL);
    for (int number = 0; left[0] || left[1]; number++)
        for (int role = 0; role < roles; role++) {
            if (!left[role])
                continue;
            bool drew = !cd_context_stopped(worker->context) && mark_layer(&test, role, number);
            if (drew && test_marked(&test, role))
                return true;
            left[role] = drew && image_cd_layer(rules, number + 1) != GL_NEVER;
        }
    cd_context_phase(worker->context, NULL);
    return false;
}

// ---- pairs in tiles --------------------------------------------------------------------------------------

bool image_cd_draw_tile(struct image_cd_target *target, const struct image_cd_rules *rules,
                        const struct image_cd_side sides[2], int role, int number,
                        struct image_cd_batch *batch, struct image_cd_lists *lists, struct cd_worker *worker)
{
    struct test test = {.pass = {target, rules, image_cd_layout_of(rules, false), worker}, .lists = lists};
    const struct image_cd_selection *selection = &lists->roles[role];
    GLenum layer = image_cd_layer(rules, number);
    cd_context_phase(worker->context, "select");
    bool drawn = select_role(&test, sides, role);
    cd_context_phase(worker->context, drawn ? "edges" : NULL);
    if (!drawn)
        return false;
    if (!batch->count) {
        glDisable(GL_SCISSOR_TEST);
        image_cd_clear(layer);
    }
    lists->last_role = role;
    image_cd_target_turn_to(target, batch->count, &selection->shown);
    batch->shown[batch->count] = selection->shown;
    batch->shown[batch->count].x += target->x;
    batch->shown[batch->count++].y += target->y;
    image_cd_mark_edges(&test.pass, &test.sides[role][0], layer, &selection->edges);
    cd_context_phase(worker->context, "faces");
    image_cd_count_faces(&test.pass, &test.sides[role][1], &selection->faces, target->queries);
    cd_context_phase(worker->context, NULL);
    return true;
}

static void read_windows(struct image_cd_batch *batch, struct cd_worker *worker)
{
    size_t offset = 0;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, batch->buffer);
    for (int i = 0; i < batch->count; i++) {
        const struct image_cd_window *shown = &batch->shown[i];
        glReadPixels(shown->x, shown->y, shown->width, shown->height, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE,
                     (void *)offset);
        offset += (size_t)shown->width * (size_t)shown->height;
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    worker->counters.pixels_read += offset;
}

void image_cd_send_batch(const struct image_cd_target *target, const struct image_cd_rules *rules,
                         struct image_cd_batch *batch, struct cd_worker *worker)
{
    struct hit_values hit = hit_values(rules);
    cd_context_phase(worker->context, "read back");
    glDisable(GL_SCISSOR_TEST);
    if (rules->readback == IMAGE_CD_READBACK_COMPUTE)
        image_cd_target_search(target, batch, hit.min, hit.max);
    else
        read_windows(batch, worker);
    cd_context_phase(worker->context, NULL);
}

void image_cd_hear_batch(const struct image_cd_rules *rules, struct image_cd_batch *batch, bool *hits)
{
    glBindBuffer(GL_PIXEL_PACK_BUFFER, batch->buffer);
    const void *sent = batch->count ? glMapBuffer(GL_PIXEL_PACK_BUFFER, GL_READ_ONLY) : NULL;
    const GLuint *searched = rules->readback == IMAGE_CD_READBACK_COMPUTE ? sent : NULL;
    const uint8_t *pixels = sent;
    for (int i = 0; i < batch->count && sent; i++) {
        size_t count = (size_t)batch->shown[i].width * (size_t)batch->shown[i].height;
        hits[i] = searched ? searched[i] : shows_hit(rules, pixels, count);
        pixels += searched ? 0 : count;
    }
    if (sent)
        glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    batch->count = 0;
}
