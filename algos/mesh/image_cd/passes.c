#include "algos/mesh/image_cd/passes.h"

#include "base/memory.h"

// ---- single passes ---------------------------------------------------------------------------------------

// What the stencil buffer holds per pixel: whether there is an edge, the count of faces, and among many
// bodies whether that edge was found inside one (the flag).
struct layout {
    uint8_t mark; // of a pixel with an edge, all else being zero
    uint8_t flag;
    uint8_t count; // mask of the count
};

// One pass over the faces counts modulo 128 from 0, the top bit saying that there is an edge; the two passes
// over entries and exits count from 1 as printed.
static struct layout layout_of_pair(const struct image_cd_rules *rules)
{
    static const struct layout once = {.mark = 0x80, .count = 0x7f}, twice = {.mark = 0x01, .count = 0xff};
    return rules->one_face_pass ? once : twice;
}

// The same with a bit for the flag.
static struct layout layout_of_many(const struct image_cd_rules *rules)
{
    static const struct layout once = {.mark = 0x80, .flag = 0x40, .count = 0x3f};
    static const struct layout twice = {.mark = 0x01, .flag = 0x80, .count = 0x7f};
    return rules->one_face_pass ? once : twice;
}

static void draw(const struct image_cd_side *side, enum image_cd_part part, const struct image_cd_runs *runs,
                 struct cd_worker *worker)
{
    image_cd_model_draw(side->model, side->form, part, runs);
    worker->counters.draws++;
    worker->counters.drawn_triangles += runs->triangles;
}

static void prepare_edges(const struct image_cd_rules *rules, const struct image_cd_side *side)
{
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_CLAMP);
    if (rules->clip_faces)
        glDepthRange(0, 1);
    else
        glDepthRange(0.5 - 0.5 * IMAGE_CD_EDGE_RANGE, 0.5 + 0.5 * IMAGE_CD_EDGE_RANGE);
    image_cd_transform_load(&side->transform, 1);
}

static void clear_layer(enum image_cd_layer layer)
{
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glClearDepth(layer == IMAGE_CD_LAYER_FARTHEST ? 0 : 1);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

// Step 2: an edge marks its pixel where it lies in front of (behind) what is there; `hidden` is what happens
// to the pixel elsewhere.
static void mark_edges(const struct image_cd_rules *rules, const struct image_cd_side *side,
                       enum image_cd_layer layer, uint8_t mark, GLenum hidden,
                       const struct image_cd_runs *runs, struct cd_worker *worker)
{
    prepare_edges(rules, side);
    glDepthFunc(layer == IMAGE_CD_LAYER_LAST      ? GL_ALWAYS
                : layer == IMAGE_CD_LAYER_NEAREST ? GL_LESS
                                                  : GL_GREATER);
    glStencilFunc(GL_ALWAYS, mark, 0xff);
    if (rules->add_edges)
        glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    else
        glStencilOp(GL_KEEP, hidden, GL_REPLACE);
    draw(side, image_cd_edges_of(rules), runs, worker);
}

static void count_entries(const struct image_cd_rules *rules, uint8_t mask)
{
    glDepthFunc(rules->equal_depth ? GL_EQUAL : GL_LEQUAL);
    if (rules->one_entry)
        glStencilFunc(GL_EQUAL, 1, 1);
    else
        glStencilFunc(GL_LEQUAL, 1, mask);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    glCullFace(GL_BACK);
}

static void count_exits(const struct image_cd_rules *rules, uint8_t mask)
{
    glDepthFunc(GL_LESS);
    if (rules->odd_exits)
        glStencilFunc(GL_GREATER, 1, 1);
    else
        glStencilFunc(GL_LESS, 1, mask);
    glStencilOp(GL_KEEP, GL_KEEP, GL_DECR);
    glCullFace(GL_FRONT);
}

// Steps 3 and 4 as printed: entries, then exits, whose samples are asked for where they are compared.
static void count_entries_then_exits(const struct image_cd_rules *rules, const struct image_cd_side *side,
                                     uint8_t mask, const struct image_cd_runs *runs, const GLuint queries[2],
                                     struct cd_worker *worker)
{
    glEnable(GL_CULL_FACE);
    glStencilMask(mask);
    for (int exits = 0; exits < 2; exits++) {
        if (exits)
            count_exits(rules, mask);
        else
            count_entries(rules, mask);
        if (image_cd_compares_samples(rules))
            glBeginQuery(GL_SAMPLES_PASSED, queries[exits]);
        draw(side, IMAGE_CD_FACES, runs, worker);
        if (image_cd_compares_samples(rules)) {
            glEndQuery(GL_SAMPLES_PASSED);
            worker->counters.occlusion_queries++;
        }
    }
}

// Steps 3 and 4 in one: wrapping counters may pass below zero on the way, so the order of faces is free, and
// a count that ends below zero means a solid turned inside out. Where triangles disagree about the outside,
// an odd number of faces in front means inside.
static void count_all(const struct image_cd_side *side, const struct layout *layout,
                      const struct image_cd_runs *runs, struct cd_worker *worker)
{
    bool oriented = side->model->oriented;
    glDisable(GL_CULL_FACE);
    glDepthFunc(GL_LEQUAL);
    glStencilMask(oriented ? layout->count : 1);
    glStencilFunc(GL_EQUAL, layout->mark, layout->mark);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, oriented ? GL_INCR_WRAP : GL_INVERT);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, oriented ? GL_DECR_WRAP : GL_INVERT);
    draw(side, IMAGE_CD_FACES, runs, worker);
}

static void count_faces(const struct image_cd_rules *rules, const struct image_cd_side *side,
                        const struct layout *layout, const struct image_cd_runs *runs,
                        const GLuint queries[2], struct cd_worker *worker)
{
    glDepthMask(GL_FALSE);
    glDepthRange(0, 1);
    if (!rules->clip_faces)
        glEnable(GL_DEPTH_CLAMP);
    image_cd_transform_load(&side->transform, rules->clip_faces ? 1 : IMAGE_CD_EDGE_RANGE);
    if (rules->one_face_pass)
        count_all(side, layout, runs, worker);
    else
        count_entries_then_exits(rules, side, layout->count, runs, queries, worker);
}

// ---- many bodies -----------------------------------------------------------------------------------------

static void stay_within(const struct image_cd_rectangle *rectangle)
{
    glScissor(rectangle->x0, rectangle->y0, rectangle->x1 - rectangle->x0, rectangle->y1 - rectangle->y0);
}

void image_cd_many_begin(enum image_cd_layer layer)
{
    glDisable(GL_SCISSOR_TEST);
    clear_layer(layer);
    glEnable(GL_SCISSOR_TEST);
}

void image_cd_many_add_edges(const struct image_cd_rules *rules, const struct image_cd_side *side,
                             enum image_cd_layer layer, const struct image_cd_rectangle *rectangle,
                             const struct image_cd_runs *runs, struct cd_worker *worker)
{
    stay_within(rectangle);
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    // What is hidden leaves the other edge's flag alone.
    mark_edges(rules, side, layer, layout_of_many(rules).mark, GL_KEEP, runs, worker);
}

void image_cd_many_count_faces(const struct image_cd_rules *rules, const struct image_cd_side *side,
                               const struct image_cd_rectangle *rectangle, const struct image_cd_runs *runs,
                               const GLuint queries[2], struct cd_worker *worker)
{
    struct layout layout = layout_of_many(rules);
    stay_within(rectangle);
    count_faces(rules, side, &layout, runs, queries, worker);
}

void image_cd_many_flag(const struct image_cd_rules *rules, const struct image_cd_rectangle *rectangle,
                        GLuint query, struct cd_worker *worker)
{
    struct layout layout = layout_of_many(rules);
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
    struct layout layout = layout_of_many(rules);
    stay_within(rectangle);
    prepare_edges(rules, side);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_EQUAL);
    if (rules->keep_counts)
        glStencilFunc(GL_LESS, layout.mark, layout.count);
    else
        glStencilFunc(GL_EQUAL, layout.flag, layout.flag);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    draw(side, image_cd_edges_of(rules), runs, worker);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    worker->counters.occlusion_queries++;
}

// ---- lists -----------------------------------------------------------------------------------------------

static void open_runs(struct image_cd_runs *runs, uint32_t max)
{
    runs->counts = cd_allocate(max, sizeof *runs->counts);
    runs->offsets = cd_allocate(max, sizeof *runs->offsets);
    runs->clusters = cd_allocate((size_t)max * 2, sizeof *runs->clusters);
}

static void close_runs(struct image_cd_runs *runs)
{
    cd_free(runs->counts);
    cd_free(runs->offsets);
    cd_free(runs->clusters);
}

void image_cd_lists_open(struct image_cd_lists *lists, uint32_t max_clusters)
{
    for (int i = 0; i < 2; i++) {
        open_runs(&lists->roles[i].edges, max_clusters);
        open_runs(&lists->roles[i].faces, max_clusters);
    }
    image_cd_columns_open(&lists->columns, max_clusters);
}

void image_cd_lists_close(struct image_cd_lists *lists)
{
    for (int i = 0; i < 2; i++) {
        close_runs(&lists->roles[i].edges);
        close_runs(&lists->roles[i].faces);
    }
    image_cd_columns_close(&lists->columns);
}

// ---- a pair ----------------------------------------------------------------------------------------------

// What a test is about.
struct test {
    struct image_cd_target *target;
    const struct image_cd_rules *rules;
    struct image_cd_side sides[2][2]; // of each role: whose edges, and whose faces
    struct image_cd_lists *lists;
    struct cd_worker *worker;
};

// Step 5.
static bool find_hit(const struct test *test, int role)
{
    const struct image_cd_window *shown = &test->lists->roles[role].shown;
    const struct image_cd_rules *rules = test->rules;
    const struct image_cd_target *target = test->target;
    struct cd_counters *counters = &test->worker->counters;
    uint8_t mark = layout_of_pair(rules).mark;
    switch (rules->readback) {
    case IMAGE_CD_READBACK_QUERY:
        counters->occlusion_queries++;
        return image_cd_target_ask(target, shown, mark, rules->exactly_one);
    case IMAGE_CD_READBACK_FACES:
        return image_cd_answer(target->queries[0]) > image_cd_answer(target->queries[1]);
    default:
        counters->pixels_read += (uint64_t)shown->width * (uint64_t)shown->height;
        return image_cd_target_read(target, shown, mark, rules->exactly_one);
    }
}

// Counts the faces in front of the edges of `role` that the target shows.
static bool test_marked(const struct test *test, int role)
{
    struct cd_context *context = test->worker->context;
    struct layout layout = layout_of_pair(test->rules);
    cd_context_phase(context, "faces");
    count_faces(test->rules, &test->sides[role][1], &layout, &test->lists->roles[role].faces,
                test->target->queries, test->worker);
    cd_context_phase(context, "read back");
    bool hit = find_hit(test, role);
    cd_context_phase(context, NULL);
    return hit;
}

// False where there is nothing of one body near the view: no edge to be inside, or nothing to be inside of.
static bool has_role(const struct test *test, int role)
{
    return test->lists->roles[role].edges.count && test->lists->roles[role].faces.count;
}

// Steps 1 and 2: clear, then draw edges.
static void mark_role(const struct test *test, int role, enum image_cd_layer layer)
{
    cd_context_phase(test->worker->context, "edges");
    test->lists->last_role = role;
    clear_layer(layer);
    mark_edges(test->rules, &test->sides[role][0], layer, layout_of_pair(test->rules).mark, GL_REPLACE,
               &test->lists->roles[role].edges, test->worker);
}

static bool test_role(const struct test *test, int role, enum image_cd_layer layer)
{
    if (!has_role(test, role))
        return false;
    mark_role(test, role, layer);
    return test_marked(test, role);
}

// Marks the edges behind those in the buffer `before` (the nearest when it is negative), in a buffer that
// neither role needs any more; false when there are none.
static bool mark_next_layer(const struct test *test, int role, const int before[2])
{
    int next = 0;
    while (next == before[0] || next == before[1])
        next++;
    struct image_cd_target *target = test->target;
    image_cd_target_attach(target, next);
    image_cd_peel_restrict(target, before[role]);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, target->queries[2]);
    mark_role(test, role, IMAGE_CD_LAYER_NEAREST);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    image_cd_peel_release();
    test->worker->counters.occlusion_queries++;
    return image_cd_answer(target->queries[2]) > 0;
}

// E6 without a rest: as many layers as the most edges, one behind the other, that a pixel has.
static bool peel(const struct test *test, int roles)
{
    int before[2] = {-1, -1};
    bool left[2];
    for (int role = 0; role < 2; role++)
        left[role] = role < roles && has_role(test, role);
    for (int role = 0; left[0] || left[1]; role = !role) {
        if (!left[role])
            continue;
        left[role] = !cd_context_stopped(test->worker->context) && mark_next_layer(test, role, before);
        if (left[role] && test_marked(test, role))
            return true;
        before[role] = test->target->attached;
    }
    cd_context_phase(test->worker->context, NULL);
    return false;
}

// What of a role is drawn, and from which side.
static void select_role(struct test *test, const struct image_cd_side sides[2], int role)
{
    const struct image_cd_rules *rules = test->rules;
    struct image_cd_selection *selection = &test->lists->roles[role];
    const struct image_cd_side *edges = &sides[role], *faces = &sides[!role];
    enum image_cd_part part = image_cd_edges_of(rules);
    int resolution = test->target->resolution;
    test->sides[role][0] = *edges;
    test->sides[role][1] = *faces;
    if (rules->skip_columns) {
        image_cd_columns_select(&test->lists->columns, edges, faces, part, resolution, rules->turn,
                                selection);
        for (int i = 0; i < 2 && selection->turned; i++)
            image_cd_transform_turn(&test->sides[role][i].transform);
        return;
    }
    selection->turned = false;
    selection->shown = (struct image_cd_window){0, 0, resolution, resolution};
    image_cd_model_select(edges->model, edges->form, &edges->transform, part, !rules->skip_clusters,
                          &selection->edges);
    image_cd_model_select(faces->model, faces->form, &faces->transform, IMAGE_CD_FACES, !rules->skip_clusters,
                          &selection->faces);
}

bool image_cd_test(struct image_cd_target *target, const struct image_cd_rules *rules,
                   const struct image_cd_side sides[2], struct image_cd_lists *lists,
                   struct cd_worker *worker)
{
    int roles = rules->both_roles ? 2 : 1;
    struct test test = {.target = target, .rules = rules, .lists = lists, .worker = worker};
    cd_context_phase(worker->context, "select");
    for (int role = 0; role < roles; role++)
        select_role(&test, sides, role);
    cd_context_phase(worker->context, NULL);
    if (rules->layers == IMAGE_CD_LAYERS_PEEL)
        return peel(&test, roles);
    bool both = rules->layers == IMAGE_CD_LAYERS_NEARFAR;
    enum image_cd_layer first = both ? IMAGE_CD_LAYER_NEAREST : IMAGE_CD_LAYER_LAST;
    enum image_cd_layer last = both ? IMAGE_CD_LAYER_FARTHEST : IMAGE_CD_LAYER_LAST;
    for (enum image_cd_layer layer = first; layer <= last; layer++)
        for (int role = 0; role < roles; role++)
            if (test_role(&test, role, layer))
                return true;
    return false;
}
