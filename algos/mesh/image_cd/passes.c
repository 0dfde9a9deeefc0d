#include "algos/mesh/image_cd/passes.h"

#include "base/memory.h"

// LAYER_NEXT is the nearest behind one that was drawn before.
enum layer { LAYER_LAST, LAYER_NEAREST, LAYER_FARTHEST, LAYER_NEXT };

// What a test is about.
struct test {
    struct image_cd_target *target;
    const struct image_cd_rules *rules;
    struct image_cd_side sides[2][2]; // of each role: whose edges, and whose faces
    struct image_cd_lists *lists;
    struct cd_worker *worker;
};

// The stencil value of a pixel with an edge and no face: with one pass over the faces, counting goes on
// modulo 128 in the lower seven bits and the top bit says that there is an edge.
static uint8_t mark_of(const struct image_cd_rules *rules)
{
    return rules->one_face_pass ? 0x80 : 1;
}

static void count_draw(struct cd_worker *worker, const struct image_cd_runs *runs)
{
    worker->counters.draws++;
    worker->counters.drawn_triangles += runs->triangles;
}

// Steps 1 and 2: clear, then draw edges.
static void mark_edges(const struct image_cd_rules *rules, const struct image_cd_side *side, enum layer layer,
                       const struct image_cd_runs *runs, struct cd_worker *worker)
{
    enum image_cd_part part = rules->outlines ? IMAGE_CD_OUTLINES : IMAGE_CD_EDGES;
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glClearDepth(layer == LAYER_FARTHEST ? 0 : 1);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glDepthFunc(layer == LAYER_LAST ? GL_ALWAYS : layer == LAYER_FARTHEST ? GL_GREATER : GL_LESS);
    glStencilFunc(GL_ALWAYS, mark_of(rules), 0xff);
    if (rules->add_edges)
        glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    else
        glStencilOp(GL_KEEP, GL_REPLACE, GL_REPLACE);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_CLAMP);
    if (rules->clip_faces)
        glDepthRange(0, 1);
    else
        glDepthRange(0.5 - 0.5 * IMAGE_CD_EDGE_RANGE, 0.5 + 0.5 * IMAGE_CD_EDGE_RANGE);
    image_cd_transform_load(&side->transform, 1);
    image_cd_model_draw(side->model, side->form, part, runs);
    count_draw(worker, runs);
}

static void prepare_faces(const struct image_cd_rules *rules, const struct image_cd_side *side)
{
    glDepthMask(GL_FALSE);
    glDepthRange(0, 1);
    if (!rules->clip_faces)
        glEnable(GL_DEPTH_CLAMP);
    image_cd_transform_load(&side->transform, rules->clip_faces ? 1 : IMAGE_CD_EDGE_RANGE);
}

static void count_entries(const struct image_cd_rules *rules, const struct image_cd_side *side,
                          const struct image_cd_runs *runs)
{
    glDepthFunc(rules->equal_depth ? GL_EQUAL : GL_LEQUAL);
    if (rules->one_entry)
        glStencilFunc(GL_EQUAL, 1, 1);
    else
        glStencilFunc(GL_LEQUAL, 1, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    glCullFace(GL_BACK);
    image_cd_model_draw(side->model, side->form, IMAGE_CD_FACES, runs);
}

static void count_exits(const struct image_cd_rules *rules, const struct image_cd_side *side,
                        const struct image_cd_runs *runs)
{
    glDepthFunc(GL_LESS);
    if (rules->odd_exits)
        glStencilFunc(GL_GREATER, 1, 1);
    else
        glStencilFunc(GL_LESS, 1, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_DECR);
    glCullFace(GL_FRONT);
    image_cd_model_draw(side->model, side->form, IMAGE_CD_FACES, runs);
}

// Steps 3 and 4 as printed: entries, then exits.
static void count_entries_then_exits(const struct test *test, const struct image_cd_side *side,
                                     const struct image_cd_runs *runs)
{
    const struct image_cd_rules *rules = test->rules;
    bool samples = rules->readback == IMAGE_CD_READBACK_FACES;
    prepare_faces(rules, side);
    glEnable(GL_CULL_FACE);
    if (samples)
        glBeginQuery(GL_SAMPLES_PASSED, test->target->entries);
    count_entries(rules, side, runs);
    count_draw(test->worker, runs);
    if (samples) {
        glEndQuery(GL_SAMPLES_PASSED);
        glBeginQuery(GL_SAMPLES_PASSED, test->target->exits);
    }
    count_exits(rules, side, runs);
    count_draw(test->worker, runs);
    if (samples)
        glEndQuery(GL_SAMPLES_PASSED);
}

// Steps 3 and 4 in one: wrapping counters may pass below zero on the way, so the order of faces is free, and
// a count that ends below zero means a solid turned inside out. Where triangles disagree about the outside,
// an odd number of faces in front means inside.
static void count_faces(const struct image_cd_rules *rules, const struct image_cd_side *side,
                        const struct image_cd_runs *runs, struct cd_worker *worker)
{
    prepare_faces(rules, side);
    glDisable(GL_CULL_FACE);
    glDepthFunc(GL_LEQUAL);
    bool oriented = side->model->oriented;
    glStencilMask(oriented ? 0x7f : 1);
    glStencilFunc(GL_EQUAL, 0x80, 0x80);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, oriented ? GL_INCR_WRAP : GL_INVERT);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, oriented ? GL_DECR_WRAP : GL_INVERT);
    image_cd_model_draw(side->model, side->form, IMAGE_CD_FACES, runs);
    count_draw(worker, runs);
}

// Step 5.
static bool find_hit(const struct test *test, int role)
{
    const struct image_cd_window *shown = &test->lists->roles[role].shown;
    const struct image_cd_rules *rules = test->rules;
    const struct image_cd_target *target = test->target;
    struct cd_counters *counters = &test->worker->counters;
    switch (rules->readback) {
    case IMAGE_CD_READBACK_QUERY:
        counters->occlusion_queries++;
        return image_cd_target_ask(target, shown, mark_of(rules), rules->exactly_one);
    case IMAGE_CD_READBACK_FACES:
        counters->occlusion_queries += 2;
        return image_cd_target_compare(target);
    default:
        counters->pixels_read += (uint64_t)shown->width * (uint64_t)shown->height;
        return image_cd_target_read(target, shown, mark_of(rules), rules->exactly_one);
    }
}

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

size_t image_cd_lists_bytes(uint32_t max_clusters)
{
    size_t run = sizeof(GLsizei) + sizeof(void *) + 2 * sizeof(uint32_t);
    return (size_t)max_clusters * 4 * run + image_cd_columns_bytes(max_clusters);
}

// Counts the faces in front of the edges of `role` that the target shows.
static bool test_marked(const struct test *test, int role)
{
    struct cd_context *context = test->worker->context;
    cd_context_phase(context, "faces");
    if (test->rules->one_face_pass)
        count_faces(test->rules, &test->sides[role][1], &test->lists->roles[role].faces, test->worker);
    else
        count_entries_then_exits(test, &test->sides[role][1], &test->lists->roles[role].faces);
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

static void mark_role(const struct test *test, int role, enum layer layer)
{
    cd_context_phase(test->worker->context, "edges");
    test->lists->last_role = role;
    mark_edges(test->rules, &test->sides[role][0], layer, &test->lists->roles[role].edges, test->worker);
}

static bool test_role(const struct test *test, int role, enum layer layer)
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
    image_cd_peel_begin(&target->peel, before[role] < 0 ? 0 : target->depth_stencils[before[role]]);
    mark_role(test, role, before[role] < 0 ? LAYER_NEAREST : LAYER_NEXT);
    image_cd_peel_end();
    test->worker->counters.occlusion_queries++;
    return image_cd_peel_drew(&target->peel);
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
    enum image_cd_part part = rules->outlines ? IMAGE_CD_OUTLINES : IMAGE_CD_EDGES;
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
    enum layer first = rules->layers == IMAGE_CD_LAYERS_NEARFAR ? LAYER_NEAREST : LAYER_LAST;
    enum layer last = rules->layers == IMAGE_CD_LAYERS_NEARFAR ? LAYER_FARTHEST : LAYER_LAST;
    for (enum layer layer = first; layer <= last; layer++)
        for (int role = 0; role < roles; role++)
            if (test_role(&test, role, layer))
                return true;
    return false;
}
