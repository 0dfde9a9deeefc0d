// Image_CD: collision detection in image space.
//
// Zou Yisheng, Ding Guofu, Zhou Xiaoli, He Yong, Jia Meiwei: Collision Detection Algorithm Based on Image Space.
// Journal of System Simulation 23(5):944-949, 2011. Section 1.2 and figure 7 are in passes.c, the fitted view of
// section 1.3 in view.c, its vertex buffers in model.c, the many bodies of section 2 in many.c. README.md lists the
// errata (E1, E2, E3, E6) and says what variant=corrected does about each, and what the text leaves open.
//
// Bodies are tested pair by pair where their world boxes overlap, or many at a time by `many=twopass`.
#include "algos/mesh/image_cd/image_cd.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/// The test whose picture the target still shows.
struct shown {
    bool drawn;    ///< since the last query began
    uint32_t a, b; ///< CD_NO_BODY when many share the view
    struct image_cd_view view;
};

struct image_cd {
    struct image_cd_rules rules;
    struct image_cd_target target;
    struct image_cd_bodies bodies;
    struct image_cd_lists lists;
    struct shown shown;
    int axes;             // looked along until one shows a hit
    struct cd_aabb whole; // the box of this frame's bodies
    struct image_cd_regions regions;
    bool tiles; // many pairs share a target
    bool two_passes;
    struct image_cd_many many; // for `two_passes`, but for `whole`
    int gpu;
    struct cd_context *context;
};

#define LAYERS                                                                                               \
    CD_PARAM_CHOICE("layers", "nearfar", "nearfar|peel",                                                     \
                    "which edges of a pixel are tested: the nearest, then the farthest; or one after the "   \
                    "other until none is left")

/// Without E6.
static const struct cd_param layers_params[] = {LAYERS, CD_PARAM_END};

/// What the paper fixes.
static const struct cd_param corrected_params[] = {
    LAYERS,
    CD_PARAM_INT("axes", "1", 1, 3,
                 "number of view axes, tried one after the other until one shows a hit (with many=pairwise)"),
    CD_PARAM_CHOICE("edges", "outlines", "outlines|once", "the outlines of all triangles, or each edge once"),
    CD_PARAM_CHOICE("faces", "twice", "twice|once",
                    "entries and exits counted in two passes over the faces, or in one"),
    CD_PARAM_CHOICE("culling", "none", "none|clusters|columns",
                    "draw whole bodies, or leave out clusters of triangles that the view cannot show "
                    "(columns: nor those that the other body's make pointless)"),
    {"tiles", CD_KIND_INT, "auto", 0, IMAGE_CD_TILES_ACROSS, "auto",
     "of many=pairwise, not of occlusion queries: pairs of a frame are drawn into so many by so many tiles "
     "of one target and read back together; 0: pair by pair; auto: 4, or 1 where the processor draws",
     NULL, false},
    {"group", CD_KIND_INT, "all", 2, 1000000, "all",
     "of many=twopass: most bodies in one view, when they overlap each other", NULL, true},
    CD_PARAM_END,
};

static const struct cd_param *params_of(const char *variant)
{
    if (!strcmp(variant, "corrected"))
        return corrected_params;
    bool one_layer = strstr(variant, "printed") || strstr(variant, "repaired") || strstr(variant, "E6");
    return one_layer ? NULL : layers_params;
}

static const struct cd_param image_cd_params[] = {
    CD_PARAM_FORM("E2|E6|", "E1|E3|", params_of),
    CD_PARAM_CHOICE(
        "near", "before", "before|box",
        "position of the near plane: before both bodies, or at the common box, which cuts off the "
        "faces in front of it (box implies faces=twice)"),
    CD_PARAM_CHOICE("marks", "set", "set|add",
                    "what an edge does to its pixel: sets it to 1, or adds 1, so that edges that cross count "
                    "(add implies faces=twice)"),
    CD_PARAM_CHOICE(
        "roles", "both", "both|one",
        "each body's edges against the other's faces; or the first's only, and by two passes only "
        "bodies whose faces enclose an edge, not the edge's owner"),
    CD_PARAM_CHOICE("counts", "fresh", "fresh|kept",
                    "of many=twopass: what one body's faces counted is reset before the next one's, or kept "
                    "(kept implies faces=twice)"),
    CD_PARAM_CHOICE("path", "vbo", "vbo|array|displaylist|immediate", "how vertices reach OpenGL"),
    CD_PARAM_CHOICE("view", "fitted", "fitted|whole",
                    "what is shown: the part that a pair's boxes share, or the box of all bodies"),
    {"gpu", CD_KIND_INT, "auto", 0, CD_OPENGL_DEVICES - 1, "auto|software",
     "the device that draws, by its number in `list gpus`; auto: the first that can, hardware before "
     "software",
     NULL, false},
    CD_PARAM_INT("resolution", "512", 16, 4096, "pixels along each side of the fitted view"),
    CD_PARAM_CHOICE("axis", "auto", "auto|x|y|z",
                    "the world axis one looks along; auto takes the longest of the view"),
    CD_PARAM_CHOICE("readback", "pixels", "pixels|query|faces|compute|auto",
                    "how the stencil buffer is searched: read into memory, or by an occlusion query; or the "
                    "samples that entries and exits pass are compared (implies faces=twice); or by a compute "
                    "shader of OpenGL 4.3; auto: so where a card has it, else pixels"),
    CD_PARAM_CHOICE("many", "pairwise", "pairwise|twopass",
                    "more than two bodies: pair by pair, or by two passes over all bodies with occlusion "
                    "queries (by a quad unless readback=faces, which is section 2's criterion)"),
    CD_PARAM_END,
};

static bool takes_two_passes(const struct cd_settings *settings)
{
    return cd_setting_is(settings, "many", "twopass");
}

/// Whether a setting that only the corrected form has is there, with this word.
static bool has_word(const struct cd_settings *settings, const char *key, const char *word)
{
    return cd_settings_has(settings, key) && cd_setting_is(settings, key, word);
}

/// Such a setting that is a number; 0 where it is not there.
static int number_of(const struct cd_settings *settings, const char *key)
{
    return cd_settings_has(settings, key) ? (int)cd_setting_int(settings, key) : 0;
}

static struct image_cd_rules rules_of(const struct cd_settings *settings)
{
    struct image_cd_rules rules = {
        .errata = cd_form_errata(settings),
        .clip_faces = cd_setting_is(settings, "near", "box"),
        .add_edges = cd_setting_is(settings, "marks", "add"),
        .one_role = cd_setting_is(settings, "roles", "one"),
        .keep_counts = cd_setting_is(settings, "counts", "kept"),
        .outlines = !has_word(settings, "edges", "once"),
        .skip_clusters = cd_settings_has(settings, "culling") && !cd_setting_is(settings, "culling", "none"),
        .readback = (enum image_cd_readback)cd_setting_place(settings, "readback"),
        .layers = IMAGE_CD_LAYERS_LAST,
        .axis = (int)cd_setting_place(settings, "axis") - 1, // behind auto
    };
    bool counts_as_printed = rules.clip_faces || rules.add_edges || rules.keep_counts;
    rules.one_face_pass = has_word(settings, "faces", "once") && !counts_as_printed &&
                          rules.readback != IMAGE_CD_READBACK_FACES;
    rules.skip_columns = has_word(settings, "culling", "columns") && !counts_as_printed;
    if (!(rules.errata & CD_ERRATUM(6)))
        rules.layers = (enum image_cd_layers)cd_setting_place(settings, "layers");
    return rules;
}

static void image_cd_describe(const struct cd_settings *settings, struct cd_description *description)
{
    description->meaning = CD_MEANING_SOLID;
    description->quality = cd_form_errata(settings) ? CD_QUALITY_PRINTED : CD_QUALITY_APPROXIMATE;
    description->queries =
        CD_QUERY_BIT(CD_QUERY_ANY) | CD_QUERY_BIT(CD_QUERY_BODIES) | CD_QUERY_BIT(CD_QUERY_PAIRS);
    description->scheduled = description->queries; // what another renderer overlooks costs or saves passes
}

// ---- creation ---------------------------------------------------------------------------------------------

// Within the context.
static void close_all(struct image_cd *self)
{
    image_cd_many_close(&self->many);
    image_cd_bodies_close(&self->bodies);
    image_cd_target_close(&self->target);
    image_cd_lists_close(&self->lists);
    image_cd_regions_close(&self->regions);
}

// Whether hits are found by occlusion queries.
static bool asks(const struct image_cd *self)
{
    enum image_cd_readback readback = self->rules.readback;
    return readback == IMAGE_CD_READBACK_QUERY || readback == IMAGE_CD_READBACK_FACES;
}

// Tiles along each side of the target, 0 for none: no more than pairs can fill, and no more than keep the target small.
static int choose_tiles(struct image_cd *self, const struct cd_create *create, int resolution)
{
    enum { LARGE = 2048 };
    bool looks_once = self->axes == 1 && self->rules.layers != IMAGE_CD_LAYERS_PEEL;
    int tiles = number_of(create->settings, "tiles");
    if (tiles < 0)
        tiles = image_cd_is_software() ? 1 : 4;
    uint64_t pairs = (uint64_t)create->scene->max_bodies * create->scene->max_bodies / 2;
    self->tiles = tiles && looks_once && !self->two_passes && create->query == CD_QUERY_PAIRS && !asks(self);
    int across = self->tiles;
    while (across && across < tiles && (uint64_t)across * (uint64_t)across < pairs &&
           (across + 1) * resolution <= LARGE)
        across++;
    return across;
}

static enum cd_code choose_readback(struct image_cd *self, struct cd_status *status)
{
    enum image_cd_readback *readback = &self->rules.readback;
    if (*readback == IMAGE_CD_READBACK_COMPUTE)
        return image_cd_check_search(&self->target, status);
    if (*readback != IMAGE_CD_READBACK_AUTO)
        return CD_OK;
    bool searches = !image_cd_is_software() && !image_cd_check_search(&self->target, status);
    *readback = searches ? IMAGE_CD_READBACK_COMPUTE : IMAGE_CD_READBACK_PIXELS;
    return CD_OK;
}

// Within the context.
static enum cd_code open_all(struct image_cd *self, const struct cd_create *create, struct cd_status *status)
{
    enum image_cd_path path = (enum image_cd_path)cd_setting_place(create->settings, "path");
    image_cd_bodies_open(&self->bodies, create->scene, path);
    image_cd_lists_open(&self->lists, self->bodies.max_clusters, self->rules.skip_columns);
    int resolution = (int)cd_setting_int(create->settings, "resolution");
    int buffers = self->rules.layers == IMAGE_CD_LAYERS_PEEL ? IMAGE_CD_PEEL_BUFFERS : 1;
    enum cd_code code = image_cd_target_open(&self->target, resolution,
                                             choose_tiles(self, create, resolution), buffers, status);
    if (!code)
        code = choose_readback(self, status);
    if (!code && (buffers > 1 || self->two_passes || asks(self)))
        code = image_cd_check_queries(&self->target, status);
    if (!code)
        return cd_opengl_check("while the scene was loaded into its buffers", status);
    // The context is shared: the next instance must not be blamed for an error here.
    enum { ERROR_FLAGS = 8 };
    for (int i = 0; i < ERROR_FLAGS && cd_opengl_check("", NULL); i++)
        continue;
    return code;
}

static enum cd_code check_context(const struct cd_settings *settings, struct cd_status *status)
{
    if (!image_cd_is_core() || cd_setting_is(settings, "path", "vbo"))
        return CD_OK;
    return cd_fail(
        status, CD_ENVIRONMENT,
        "this path needs OpenGL's compatibility profile, which %s does not offer; take path=vbo or "
        "gpu=software",
        cd_opengl_string(GL_RENDERER));
}

static enum cd_code image_cd_create(const struct cd_create *create, void **result, struct cd_status *status)
{
    const struct cd_settings *settings = create->settings;
    int gpu = (int)cd_setting_int(settings, "gpu");
    enum cd_code code = image_cd_context_enter(gpu, create->context->threads, status);
    if (code)
        return code;
    code = check_context(settings, status);
    if (code) {
        image_cd_context_leave();
        return code;
    }
    struct image_cd *self = cd_allocate(1, sizeof *self);
    int axes = number_of(settings, "axes"), group = number_of(settings, "group");
    self->rules = rules_of(settings);
    self->axes = axes ? axes : 1;
    self->two_passes = takes_two_passes(settings);
    self->many = (struct image_cd_many){.whole = cd_setting_is(settings, "view", "whole"),
                                        .max_bodies = group > 0 ? (uint32_t)group : 0};
    self->gpu = gpu;
    self->context = create->context;
    code = open_all(self, create, status);
    if (code) {
        close_all(self);
        cd_free(self);
        self = NULL;
    }
    image_cd_context_leave();
    *result = self;
    return code;
}

static void image_cd_destroy(void *instance)
{
    struct image_cd *self = instance;
    struct cd_status status;
    if (!image_cd_context_enter(self->gpu, self->context->threads,
                                &status)) { // otherwise what the driver keeps cannot be freed
        close_all(self);
        image_cd_context_leave();
    }
    cd_free(self);
}

static void image_cd_reset(void *instance)
{
    struct image_cd *self = instance;
    image_cd_bodies_forget(&self->bodies);
}

static size_t image_cd_bytes(const void *instance)
{
    const struct image_cd *self = instance;
    size_t side = (size_t)self->target.resolution * (size_t)self->target.across, pixels = side * side;
    return self->tiles * 2 * pixels +
           self->target.pixel_bytes * pixels * (size_t)self->target.depth_stencil_count +
           self->bodies.gl_bytes;
}

static const char *image_cd_environment(const void *instance)
{
    return image_cd_context_text(((const struct image_cd *)instance)->gpu);
}

// ---- frames -----------------------------------------------------------------------------------------------

static enum cd_code image_cd_update(void *instance, const struct cd_frame *frame, struct cd_status *status)
{
    struct image_cd *self = instance;
    cd_context_phase(self->context, "boxes");
    enum cd_code code = CD_OK;
    if (self->bodies.scene->deforms) {
        code = image_cd_context_enter(self->gpu, self->context->threads, status);
        if (code)
            return code;
        image_cd_bodies_upload(&self->bodies, frame);
        code = cd_opengl_check("while deformed bodies were loaded into their buffers", status);
        image_cd_context_leave();
    }
    image_cd_bodies_place(&self->bodies, frame);
    cd_context_phase(self->context, NULL);
    return code;
}

// The view of a region, and its bodies in it.
static struct image_cd_view show_pair(const struct image_cd *self, const struct image_cd_region *region,
                                      int axis, struct image_cd_side sides[2])
{
    // With near=box the view is the common part itself; otherwise a pixel around it and a little depth keep what
    // touches its border in the picture.
    double margin = self->rules.clip_faces ? 0 : 2.0 / self->target.resolution;
    double size = fmax(cd_aabb_longest_side(&region->a->box), cd_aabb_longest_side(&region->b->box));
    struct image_cd_view view =
        image_cd_view_of(self->many.whole ? &self->whole : &region->box, size, axis, margin);
    sides[0] = image_cd_side_of(region->a, &view);
    sides[1] = image_cd_side_of(region->b, &view);
    return view;
}

// Looks at a pair along one axis.
static bool look(struct image_cd *self, const struct image_cd_region *region, int axis, int *shown_axis,
                 struct cd_worker *worker)
{
    struct image_cd_side sides[2];
    struct image_cd_view view = show_pair(self, region, axis, sides);
    *shown_axis = view.axis;
    uint64_t draws = worker->counters.draws;
    bool hit = image_cd_test(&self->target, &self->rules, sides, &self->lists, worker);
    if (worker->counters.draws == draws)
        return hit;
    self->shown = (struct shown){true, region->a->id, region->b->id, view};
    self->shown.view.turned = self->lists.roles[self->lists.last_role].turned;
    return hit;
}

static bool test_pair(struct image_cd *self, const struct image_cd_region *region, struct cd_worker *worker)
{
    worker->counters.pair_tests++;
    bool hit = false;
    for (int i = 0, axis = self->rules.axis; i < self->axes && !hit; i++) {
        int shown_axis;
        hit = look(self, region, axis, &shown_axis, worker);
        axis = (shown_axis + 1) % 3;
    }
    return hit;
}

// Tiles that are drawn and read back together, and the pairs that they belong to.
struct batch {
    struct image_cd_batch *tiles;
    struct image_cd_region *regions[IMAGE_CD_TILES_ACROSS * IMAGE_CD_TILES_ACROSS];
};

static void hear(const struct image_cd *self, struct batch *batch)
{
    bool hits[IMAGE_CD_TILES_ACROSS * IMAGE_CD_TILES_ACROSS] = {false};
    int count = batch->tiles->count;
    image_cd_hear_batch(&self->rules, batch->tiles, hits);
    for (int i = 0; i < count; i++)
        batch->regions[i]->sure |= hits[i];
}

// One role and layer of all pairs that were not yet found to collide; two batches are in flight.
static void take_step(struct image_cd *self, int role, int number, struct cd_worker *worker)
{
    struct batch batches[2] = {{.tiles = &self->target.batches[0]}, {.tiles = &self->target.batches[1]}};
    int max = self->target.across * self->target.across, current = 0;
    for (size_t i = 0; i < self->regions.count && !cd_context_stopped(worker->context); i++) {
        struct image_cd_region *region = &self->regions.items[i];
        struct batch *batch = &batches[current];
        struct image_cd_side sides[2];
        if (region->sure)
            continue;
        struct image_cd_view view = show_pair(self, region, self->rules.axis, sides);
        batch->regions[batch->tiles->count] = region;
        if (!image_cd_draw_tile(&self->target, &self->rules, sides, role, number, batch->tiles, &self->lists,
                                worker))
            continue;
        self->shown = (struct shown){true, region->a->id, region->b->id, view};
        self->shown.view.turned = self->lists.roles[role].turned;
        if (batch->tiles->count < max)
            continue;
        image_cd_send_batch(&self->target, &self->rules, batch->tiles, worker);
        current = !current;
        hear(self, &batches[current]);
    }
    if (batches[current].tiles->count)
        image_cd_send_batch(&self->target, &self->rules, batches[current].tiles, worker);
    hear(self, &batches[!current]);
    hear(self, &batches[current]);
}

// The pairs of a frame by tiles of one target: what `test_regions` finds, in another order.
static void test_in_tiles(struct image_cd *self, struct cd_worker *worker)
{
    int roles = self->rules.one_role ? 1 : 2;
    for (int number = 0; image_cd_layer(&self->rules, number) != GL_NEVER; number++)
        for (int role = 0; role < roles; role++)
            take_step(self, role, number, worker);
    worker->counters.pair_tests += self->regions.count;
    for (size_t i = 0; i < self->regions.count; i++)
        if (self->regions.items[i].sure)
            cd_sink_put(worker->sink, self->regions.items[i].a->id, 0, self->regions.items[i].b->id, 0);
}

// Tests the regions. For the query `pairs`, two passes test only those that are suspect. Emits pairs, or otherwise
// notes which bodies touch something.
static void test_regions(struct image_cd *self, struct cd_worker *worker)
{
    bool pairs = worker->query == CD_QUERY_PAIRS;
    for (size_t i = 0; i < self->regions.count && !cd_context_stopped(worker->context); i++) {
        const struct image_cd_region *region = &self->regions.items[i];
        bool open =
            pairs ? region->suspect || !self->two_passes : !(region->a->touched && region->b->touched);
        if (!open || !(region->sure || test_pair(self, region, worker)))
            continue;
        region->a->touched = region->b->touched = true;
        if (pairs)
            cd_sink_put(worker->sink, region->a->id, 0, region->b->id, 0);
        if (worker->query == CD_QUERY_ANY)
            return;
    }
}

static void emit_touched(const struct image_cd_bodies *bodies, struct cd_worker *worker)
{
    bool any = worker->query == CD_QUERY_ANY;
    for (uint32_t i = 0; i < bodies->live_count; i++) {
        if (!bodies->sorted[i]->touched)
            continue;
        cd_sink_put(worker->sink, any ? 0 : bodies->sorted[i]->id, 0, 0, 0);
        if (any)
            return;
    }
}

static void answer(struct image_cd *self, struct cd_worker *worker)
{
    struct image_cd_bodies *bodies = &self->bodies;
    bool pairs = worker->query == CD_QUERY_PAIRS;
    if (self->many.whole)
        self->whole = image_cd_bodies_box(bodies);
    image_cd_regions_find(&self->regions, bodies, &worker->counters);
    if (self->two_passes) {
        image_cd_many_find(&self->many, &self->target, &self->rules, bodies, &self->regions,
                           &self->lists.roles[0].faces, worker);
        self->shown = (struct shown){self->many.drawn, CD_NO_BODY, CD_NO_BODY, self->many.shown};
    }
    if (pairs && self->tiles)
        test_in_tiles(self, worker);
    else if (pairs || !self->two_passes)
        test_regions(self, worker);
    if (!pairs)
        emit_touched(bodies, worker);
}

static enum cd_code image_cd_query(void *instance, struct cd_worker *workers, struct cd_status *status)
{
    struct image_cd *self = instance;
    self->shown.drawn = false;
    if (self->bodies.live_count < 2)
        return CD_OK;
    enum cd_code code = image_cd_context_enter(self->gpu, self->context->threads, status);
    if (code)
        return code;
    image_cd_target_bind(&self->target);
    GLuint timer = self->target.timer;
    if (timer)
        glBeginQuery(GL_TIME_ELAPSED, timer);
    answer(self, &workers[0]);
    if (timer) {
        glEndQuery(GL_TIME_ELAPSED);
        workers[0].counters.gpu_ns += image_cd_answer(timer);
    }
    code = cd_opengl_check("while a frame was tested", status);
    image_cd_context_leave();
    return code;
}

// ---- what can be shown ------------------------------------------------------------------------------------

// A vector along one of the view's axes.
static struct cd_vec3 along(const struct image_cd_view *view, int k, double length)
{
    double v[3] = {0, 0, 0};
    v[(view->axis + 1 + k) % 3] = length;
    return cd_vec(v[0], v[1], v[2]);
}

static void place(const struct image_cd_view *view, struct cd_picture *picture)
{
    picture->centre = cd_add(cd_add(along(view, 0, view->centre[0]), along(view, 1, view->centre[1])),
                             along(view, 2, view->centre[2]));
    double sign = view->turned ? -1 : 1;
    picture->right = along(view, 0, sign * view->half[0]);
    picture->up = along(view, 1, view->half[1]);
    picture->towards = along(view, 2, sign * view->half[2]);
}

static bool image_cd_picture(void *instance, struct cd_picture *picture)
{
    struct image_cd *self = instance;
    struct image_cd_target *target = &self->target;
    size_t count = (size_t)target->resolution * (size_t)target->resolution;
    struct cd_status status;
    if (!self->shown.drawn || image_cd_context_enter(self->gpu, self->context->threads, &status))
        return false;
    if (!target->depths)
        target->depths = cd_allocate(count, sizeof *target->depths);
    int x = target->x, y = target->y;
    image_cd_target_bind(target);
    glReadPixels(x, y, target->resolution, target->resolution, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE,
                 target->pixels);
    glReadPixels(x, y, target->resolution, target->resolution, GL_DEPTH_COMPONENT, GL_FLOAT, target->depths);
    image_cd_view_depths(&self->rules, target->depths, count);
    target->x = x;
    target->y = y;
    bool read = !cd_opengl_check("while the stencil buffer was read", &status);
    image_cd_context_leave();
    // Step 5 of figure 7: a value above that of an edge alone counts as a hit. With many bodies, flags count.
    uint8_t min = self->rules.one_face_pass ? 0x81 : 2;
    *picture = (struct cd_picture){.title = "stencil buffer",
                                   .a = self->shown.a,
                                   .b = self->shown.b,
                                   .width = (unsigned)target->resolution,
                                   .height = (unsigned)target->resolution,
                                   .values = target->pixels,
                                   .depths = target->depths,
                                   .hit_min = min,
                                   .hit_max = self->rules.errata & CD_ERRATUM(2) ? min : UINT8_MAX};
    place(&self->shown.view, picture);
    return read;
}

static void show_clusters(const struct image_cd_body *body, struct cd_volumes *volumes)
{
    const struct image_cd_form *form = body->form;
    for (uint32_t i = 0; i < body->model->cluster_count; i++) {
        const float *centre = form->boxes[i].centre, *half = form->boxes[i].half;
        struct cd_vec3 middle = cd_vec((double)centre[0], (double)centre[1], (double)centre[2]);
        struct cd_obb box = {
            {1, 0, 0, 0, 1, 0, 0, 0, 1},
            cd_add(form->centre, cd_scale(middle, form->scale)),
            {form->scale * (double)half[0], form->scale * (double)half[1], form->scale * (double)half[2]}};
        cd_emit_placed_box(volumes, body->id, true, &body->pose, &box);
    }
}

/// Emits the world boxes of the live bodies, or from depth 1 on the boxes of their clusters.
static void image_cd_volumes(const void *instance, struct cd_volumes *volumes)
{
    const struct image_cd_bodies *bodies = &((const struct image_cd *)instance)->bodies;
    for (uint32_t i = 0; i < bodies->live_count; i++) {
        const struct image_cd_body *body = bodies->sorted[i];
        if (volumes->depth == 0)
            cd_emit_aabb(volumes, body->id, true, false, &body->box);
        else
            show_clusters(body, volumes);
    }
}

const struct cd_algo cd_algo_image_cd = {
    .name = "image_cd",
    .title = "Image_CD: collision detection in image space",
    .source = "Zou, Ding, Zhou, He, Jia 2011",
    .role = CD_ROLE_SCENE,
    .needs = CD_NEED_OPENGL,
    .params = image_cd_params,
    .describe = image_cd_describe,
    .create = image_cd_create,
    .destroy = image_cd_destroy,
    .reset = image_cd_reset,
    .bytes = image_cd_bytes,
    .update = image_cd_update,
    .query = image_cd_query,
    .environment = image_cd_environment,
    .volumes = image_cd_volumes,
    .picture = image_cd_picture,
};
