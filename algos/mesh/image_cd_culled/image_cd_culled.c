// Ours: Image_CD drawn so that only what can matter reaches OpenGL: each edge and each face once, and of these only the
// clusters of triangles, and in them the edges and faces, by which a pixel's answer can change. The idea of Image_CD
// (algos/papers/zou2011) is left as it is: a point of an edge is in a solid if a ray enters the solid in front of it
// more often than it leaves it.
#include "algos/mesh/image_cd_culled/image_cd_culled.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static const struct cd_param image_cd_culled_params[] = {
    CD_PARAM_CHOICE("layers", "nearfar", "nearfar|peel",
                    "which edges of a pixel are tested: the nearest, then the farthest; or one after the "
                    "other until none is left"),
    CD_PARAM_INT("axes", "1", 1, 3, "number of view axes, tried one after the other until one shows a hit"),
    CD_PARAM_CHOICE("view", "fitted", "fitted|whole",
                    "what is shown: the part that a pair's boxes share, or the box of all bodies"),
    CD_GL_PARAM_GPU,
    CD_GL_PARAM_RESOLUTION,
    CD_GL_PARAM_AXIS,
    CD_PARAM_END,
};

struct culled {
    struct cd_gl_instance gl; ///< its target is a square of tiles, each for a look at a pair
    bool peel;                ///< layers=peel
    bool whole;               ///< view=whole
    int axis;                 ///< to look along, negative for the longest
    int axes;                 ///< looked along until one shows a hit
    int resolution;
    int across; ///< tiles along each side
    struct tile {
        const struct cd_gl_pair *pair;
        int x, y;
        struct culled_window window; ///< of the target: what is drawn and read
        struct cd_gl_view view;
    } * tiles; ///< drawn and not yet judged
    int tile_count;
    GLuint buffer;                ///< that tiles are read back into; 0 for one tile
    const struct cd_gl_pair *hit; ///< the last pair of this frame that collides
    struct culled_edges *edges;   ///< per mesh
    struct culled_lists lists;
    struct tile last; ///< the one drawn last or, once it is judged, the one that showed a hit
};

// A pixel's stencil value: whether there is an edge, and the count of faces in front of it, from 0 and modulo 128.
enum { EDGE = 0x80, COUNT = 0x7f };

// Edges are drawn into the middle half of the depth buffer while faces have all of it, at the same scale: a face in
// front of the view is clamped to depth 0, which is in front of every edge. Both scales are powers of two, so equal
// points get equal depths.
#define EDGE_RANGE 0.5F

static void image_cd_culled_describe(const struct cd_settings *settings, struct cd_description *description)
{
    (void)settings;
    description->meaning = CD_MEANING_SOLID;
    description->quality = CD_QUALITY_APPROXIMATE;
    description->queries =
        CD_QUERY_BIT(CD_QUERY_ANY) | CD_QUERY_BIT(CD_QUERY_BODIES) | CD_QUERY_BIT(CD_QUERY_PAIRS);
    description->scheduled = description->queries; // what another renderer overlooks costs or saves passes
}

// On a card, waiting for a picture should take longer than drawing it: as many looks as there may be share a target, if
// its size allows, and are read back together. A processor draws one look after the other, and none after a hit.
static int choose_across(const struct culled *culled, const struct cd_create *create)
{
    enum { LARGE = 2048, LOOKS = 4 }; // two roles, two layers
    uint64_t bodies = create->scene->max_bodies, looks = bodies * (bodies - 1) / 2 * LOOKS;
    int across = 1;
    GLint most = 0;
    if (cd_gl_is_software() || create->query != CD_QUERY_PAIRS || culled->peel || culled->axes > 1)
        return across;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    most = most < LARGE ? most : LARGE;
    while ((uint64_t)across * (uint64_t)across < looks && (across + 1) * culled->resolution <= most)
        across++;
    return across;
}

// Within the context.
static void close_all(struct culled *culled)
{
    for (uint32_t i = 0; i < culled->gl.bodies.scene->mesh_count; i++)
        culled_edges_close(&culled->edges[i]);
    cd_free(culled->edges);
    cd_gl_bodies_close(&culled->gl.bodies);
    cd_gl_target_close(&culled->gl.target);
    glDeleteBuffers(1, &culled->buffer);
    cd_free(culled->tiles);
    culled_lists_close(&culled->lists);
}

static enum cd_code image_cd_culled_create(const struct cd_create *create, void **result,
                                           struct cd_status *status)
{
    const struct cd_settings *settings = create->settings;
    uint32_t meshes = create->scene->mesh_count, max_clusters = 0;
    struct culled *culled = cd_allocate(1, sizeof *culled);
    culled->peel = cd_setting_is(settings, "layers", "peel");
    culled->whole = cd_setting_is(settings, "view", "whole");
    culled->axis = (int)cd_setting_place(settings, "axis") - 1; // behind auto
    culled->axes = (int)cd_setting_int(settings, "axes");
    culled->gl.gpu = (int)cd_setting_int(settings, "gpu");
    culled->gl.context = create->context;
    culled->gl.shown.hit_min = EDGE + 1;
    culled->gl.shown.hit_max = UINT8_MAX;
    enum cd_code code = cd_gl_enter(culled->gl.gpu, create->context->threads, status);
    if (!code) {
        cd_gl_bodies_open(&culled->gl.bodies, create->scene,
                          (struct cd_gl_store){culled_fill, culled_release});
        cd_gl_bodies_fill(&culled->gl.bodies);
        culled->edges = cd_allocate(meshes, sizeof *culled->edges);
        for (uint32_t i = 0; i < meshes; i++) {
            struct cd_gl_mesh *mesh = &culled->gl.bodies.meshes[i];
            mesh->rest.bytes += culled_edges_open(&culled->edges[i], mesh);
            max_clusters = culled_clusters(mesh) > max_clusters ? culled_clusters(mesh) : max_clusters;
        }
        culled_lists_open(&culled->lists, max_clusters);
        culled->resolution = (int)cd_setting_int(settings, "resolution");
        culled->across = choose_across(culled, create);
        int side = culled->across * culled->resolution;
        culled->tiles = cd_allocate((size_t)culled->across * (size_t)culled->across, sizeof *culled->tiles);
        if (culled->across > 1) {
            glGenBuffers(1, &culled->buffer);
            glBindBuffer(GL_PIXEL_PACK_BUFFER, culled->buffer);
            glBufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)side * side, NULL, GL_STREAM_READ);
            glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        }
        code = cd_gl_target_open(&culled->gl.target, side, culled->peel, status);
        if (!code && culled->peel)
            code = cd_gl_check_queries(&culled->gl.target, status);
        code = cd_gl_end_opening(code, status);
        if (code)
            close_all(culled);
        cd_gl_leave();
    }
    *result = code ? NULL : culled;
    if (code)
        cd_free(culled);
    return code;
}

static void image_cd_culled_destroy(void *instance)
{
    struct culled *culled = instance;
    struct cd_status status;
    if (!cd_gl_enter(culled->gl.gpu, culled->gl.context->threads,
                     &status)) { // otherwise what the driver keeps cannot be freed
        close_all(culled);
        cd_gl_leave();
    }
    cd_free(culled);
}

static size_t image_cd_culled_bytes(const void *instance)
{
    const struct culled *culled = instance;
    size_t side = (size_t)culled->gl.target.resolution;
    return cd_gl_target_bytes(&culled->gl.target) + (culled->buffer ? side * side : 0) +
           cd_gl_bodies_bytes(&culled->gl.bodies);
}

// Draws the edges of one body in one layer, and counts the other's faces in front of them. False for a layer without any.
static bool draw_look(struct culled *culled, const struct tile *tile, const struct culled_side *edges,
                      const struct culled_side *faces, int role, int number, struct cd_worker *worker)
{
    const struct culled_selection *selection = &culled->lists.roles[role];
    struct cd_gl_target *target = &culled->gl.target;
    bool farthest = !culled->peel && number == 1, solid = faces->at.mesh->solid;
    if (culled->peel)
        cd_gl_peel_begin(target, role, number == 0);
    glEnable(GL_SCISSOR_TEST);
    glViewport(tile->x, tile->y, culled->resolution, culled->resolution);
    glScissor(tile->x, tile->y, culled->resolution, culled->resolution);
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glClearDepth(farthest ? 0 : 1);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glScissor(tile->window.x, tile->window.y, tile->window.width, tile->window.height);

    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_CLAMP);
    glDepthRange(0.5 - 0.5 * (double)EDGE_RANGE, 0.5 + 0.5 * (double)EDGE_RANGE);
    glDepthFunc(farthest ? GL_GREATER : GL_LESS);
    glStencilFunc(GL_ALWAYS, EDGE, 0xff);
    glStencilOp(GL_KEEP, GL_REPLACE, GL_REPLACE);
    cd_gl_transform_load(&edges->at.transform, 1);
    culled_draw(edges, CULLED_EDGES, &selection->edges, &worker->counters);
    if (culled->peel && !cd_gl_peel_end(target, &worker->counters))
        return false;

    // Entries and exits in one: counters that wrap may pass below zero on the way, so the order of faces does not
    // matter, and a count that ends below zero means a solid turned inside out. Where triangles disagree about the
    // outside, an odd number of faces in front means inside.
    glDepthMask(GL_FALSE);
    glDepthRange(0, 1);
    glEnable(GL_DEPTH_CLAMP);
    glDepthFunc(GL_LEQUAL);
    glStencilMask(solid ? COUNT : 1);
    glStencilFunc(GL_EQUAL, EDGE, EDGE);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, solid ? GL_INCR_WRAP : GL_INVERT);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, solid ? GL_DECR_WRAP : GL_INVERT);
    cd_gl_transform_load(&faces->at.transform, EDGE_RANGE);
    culled_draw(faces, CULLED_FACES, &selection->faces, &worker->counters);
    return true;
}

// Reads all tiles back. A count that is not balanced shows that a pair collides.
static void judge_tiles(struct culled *culled, struct cd_worker *worker)
{
    uint8_t *pixels = culled->gl.target.pixels;
    uintptr_t to = culled->buffer ? 0 : (uintptr_t)pixels; // for a buffer, an offset
    size_t read = 0;
    if (!culled->tile_count)
        return;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, culled->buffer);
    for (int i = 0; i < culled->tile_count; i++) {
        const struct culled_window *window = &culled->tiles[i].window;
        glReadPixels(window->x, window->y, window->width, window->height, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE,
                     (void *)(to + read));
        read += (size_t)window->width * (size_t)window->height;
    }
    if (culled->buffer)
        glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, (GLsizeiptr)read, pixels);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    worker->counters.pixels_read += read;
    for (int i = 0; i < culled->tile_count; i++) {
        const struct tile *tile = &culled->tiles[i];
        size_t count = (size_t)tile->window.width * (size_t)tile->window.height;
        uint8_t found = 0;
        for (size_t k = 0; k < count; k++)
            found |= pixels[k] > EDGE;
        pixels += count;
        if (!found || culled->hit == tile->pair) // the tiles of a pair follow each other
            continue;
        culled->hit = tile->pair;
        culled->last = *tile;
        tile->pair->a->touched = tile->pair->b->touched = true;
        if (worker->query == CD_QUERY_PAIRS)
            cd_sink_put(worker->sink, tile->pair->a->id, 0, tile->pair->b->id, 0);
    }
    culled->tile_count = 0;
}

// Chooses what is drawn of a role, and from which side: `sides` get whose edges, and whose faces. False where one body has
// nothing near the view, so that there is no edge to be inside, or nothing to be inside of.
static bool select_role(struct culled *culled, const struct culled_side bodies[2], int role,
                        struct culled_side sides[2])
{
    struct culled_selection *selection = &culled->lists.roles[role];
    culled_select(&culled->lists, &bodies[role], &bodies[!role], culled->resolution, selection);
    for (int i = 0; i < 2; i++) {
        sides[i] = bodies[role ^ i];
        float *m = sides[i].at.transform.m;
        for (int j = 0; j < 4 && selection->turned; j++) { // right becomes left, and near becomes far
            m[j] = -m[j];
            m[8 + j] = -m[8 + j];
        }
    }
    return selection->edges.count && selection->faces.count;
}

// Looks at a pair in a view, until a look is known to show that it collides. The second role is chosen after the first was
// looked at, and not at all if that is known to show it: choosing takes as long as drawing.
static void test_view(struct culled *culled, const struct cd_gl_pair *pair, const struct cd_gl_view *view,
                      struct cd_worker *worker)
{
    const struct culled_side bodies[2] = {
        {cd_gl_side_of(pair->a, view), &culled->edges[pair->a->mesh - culled->gl.bodies.meshes]},
        {cd_gl_side_of(pair->b, view), &culled->edges[pair->b->mesh - culled->gl.bodies.meshes]}};
    struct culled_side sides[2][2]; // of each role
    bool more[2] = {true, true};
    for (int number = 0; (more[0] || more[1]) && culled->hit != pair; number++)
        for (int role = 0; role < 2 && culled->hit != pair; role++) {
            const struct culled_selection *selection = &culled->lists.roles[role];
            more[role] &= !cd_context_stopped(worker->context) &&
                          (number > 0 || select_role(culled, bodies, role, sides[role]));
            if (!more[role])
                continue;
            struct tile tile = {pair, culled->tile_count % culled->across * culled->resolution,
                                culled->tile_count / culled->across * culled->resolution, selection->shown,
                                *view};
            tile.window.x += tile.x;
            tile.window.y += tile.y;
            tile.view.turned = selection->turned;
            culled->gl.shown.drawn = true;
            culled->last = tile;
            more[role] = draw_look(culled, &tile, &sides[role][0], &sides[role][1], role, number, worker);
            if (more[role])
                culled->tiles[culled->tile_count++] = tile;
            more[role] &= culled->peel || number == 0;
            if (culled->tile_count == culled->across * culled->across)
                judge_tiles(culled, worker);
        }
}

static enum cd_code image_cd_culled_query(void *instance, struct cd_worker *workers, struct cd_status *status)
{
    struct culled *culled = instance;
    struct cd_gl_bodies *bodies = &culled->gl.bodies;
    struct cd_worker *worker = &workers[0];
    bool pairs = worker->query == CD_QUERY_PAIRS;
    culled->gl.shown.drawn = false;
    culled->hit = NULL;
    if (bodies->live_count < 2)
        return CD_OK;
    enum cd_code code = cd_gl_begin_frame(&culled->gl, status);
    if (code)
        return code;
    struct cd_aabb all = cd_gl_bodies_box(bodies);
    cd_gl_bodies_pair(bodies, &worker->counters);
    for (size_t i = 0; i < bodies->pair_count && !cd_context_stopped(worker->context); i++) {
        const struct cd_gl_pair *pair = &bodies->pairs[i];
        if (!pairs && pair->a->touched && pair->b->touched)
            continue;
        double size = fmax(cd_aabb_longest_side(&pair->a->box), cd_aabb_longest_side(&pair->b->box));
        worker->counters.pair_tests++;
        for (int axes = 0, axis = culled->axis; axes < culled->axes && culled->hit != pair; axes++) {
            // A pixel around the view and a little depth keep what touches its border in the picture.
            struct cd_gl_view view =
                cd_gl_view_of(culled->whole ? &all : &pair->box, size, axis, 2.0 / culled->resolution);
            test_view(culled, pair, &view, worker);
            axis = (view.axis + 1) % 3;
        }
        if (worker->query == CD_QUERY_ANY && culled->hit)
            break;
    }
    judge_tiles(culled, worker);
    if (!pairs)
        cd_gl_bodies_emit(bodies, worker);
    return cd_gl_end_frame(&culled->gl, &worker->counters, status);
}

static bool image_cd_culled_picture(void *instance, struct cd_picture *picture)
{
    struct culled *culled = instance;
    const struct tile *last = &culled->last;
    struct cd_gl_target *target = &culled->gl.target;
    if (!culled->gl.shown.drawn)
        return false;
    culled->gl.shown.a = last->pair->a->id;
    culled->gl.shown.b = last->pair->b->id;
    culled->gl.shown.view = last->view;
    if (!cd_gl_picture(&culled->gl, (double)EDGE_RANGE, picture))
        return false;
    picture->width = picture->height = (unsigned)culled->resolution;
    for (size_t row = 0, width = picture->width; row < width; row++) {
        size_t from = ((size_t)last->y + row) * (size_t)target->resolution + (size_t)last->x;
        memmove(&target->pixels[row * width], &target->pixels[from], width);
        memmove(&target->depths[row * width], &target->depths[from], width * sizeof(float));
    }
    return true;
}

const struct cd_algo cd_algo_image_cd_culled = {
    .name = "image_cd_culled",
    .title = "Image_CD with each edge and face drawn once, and only those that can matter",
    .source = "this project, after Zou, Ding, Zhou, He, Jia 2011",
    .needs = CD_NEED_OPENGL,
    .params = image_cd_culled_params,
    .describe = image_cd_culled_describe,
    .scene = &(const struct cd_scene_algo){.create = image_cd_culled_create,
                                           .destroy = image_cd_culled_destroy,
                                           .reset = cd_gl_reset,
                                           .bytes = image_cd_culled_bytes,
                                           .update = cd_gl_update,
                                           .query = image_cd_culled_query,
                                           .environment = cd_gl_environment},
    .draw = &(const struct cd_debug_draw){.volumes = cd_gl_volumes, .picture = image_cd_culled_picture},
};
