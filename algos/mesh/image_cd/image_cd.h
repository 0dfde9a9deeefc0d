/// What the files of this folder share, from the OpenGL context up to the passes over many bodies. Every
/// call of OpenGL is made between `image_cd_context_enter` and `image_cd_context_leave`.
#ifndef CD_ALGOS_MESH_IMAGE_CD_H
#define CD_ALGOS_MESH_IMAGE_CD_H

#include "algos/algo.h"
#include "algos/form.h"
#include "base/opengl.h"
#include "geom/aabb.h"
#include "geom/pose.h"
#include "scenes/mesh.h"
#include "scenes/scene.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- the context (context.c) -----------------------------------------------------------------------------

/// Makes an OpenGL context current for the calling thread and keeps other threads out until `leave`. All instances of a
/// process with this `gpu` (base/opengl.h) share the context. The first call opens it. `threads` then becomes
/// LP_NUM_THREADS (the rasteriser's threads; 0 = the calling thread, for `threads` 1), unless the user has set that
/// variable. The context is never closed, because drivers leave memory behind when they are unloaded and take long to
/// start. CD_ENVIRONMENT when there is no OpenGL here or EGL refuses; then no thread is kept out.
enum cd_code image_cd_context_enter(int gpu, unsigned threads, struct cd_status *status);
void image_cd_context_leave(void);

/// True when the entered context has the core profile: vertices then go through our shader, from buffer objects.
bool image_cd_is_core(void);

/// True when the context draws with the processor.
bool image_cd_is_software(void);

/// Renderer, version and thread count in one line, once the context is open.
const char *image_cd_context_text(int gpu);

// ---- what is drawn into (target.c) -----------------------------------------------------------------------

/// Buffers that peeling needs: the last layer of each role, and the layer being drawn.
#define IMAGE_CD_PEEL_BUFFERS 3

/// Pixels from (x, y) on.
struct image_cd_window {
    int x, y, width, height;
};

/// Most tiles along each side of a target.
#define IMAGE_CD_TILES_ACROSS 8

/// A square off-screen depth and stencil buffer of one tile or several, each for a picture of its own. 24 bits
/// of depth and 8 of stencil: edges use half of the depth range, so one step is 2^-23 of the view's depth,
/// thousands of times finer than a pixel is wide; 32-bit floats would be no finer near depth 1 and take twice
/// the memory.
struct image_cd_target {
    int resolution; ///< of a tile
    int across;     ///< tiles along each side
    GLuint framebuffer;
    GLuint depth_stencils[IMAGE_CD_PEEL_BUFFERS]; ///< textures, one of which the framebuffer draws into
    int depth_stencil_count;
    int attached;          ///< the one that is drawn into
    size_t pixel_bytes;    ///< of one of them
    int last[2];           ///< the buffers of the last layers of both turns
    GLuint queries[3];     ///< samples of entries and of exits; and whether there are any at all
    GLuint timer;          ///< 0 where the processor draws, whose time is measured anyway
    GLuint program;        ///< 0 for the fixed pipeline
    GLuint peel_program;   ///< if there is more than one buffer
    GLuint search_program; ///< if a compute shader looks for hits
    GLuint quad, array;    ///< of the core profile: corners of the view, and the vertex array object
    uint8_t *pixels;       ///< resolution^2 stencil values of the last read-back of one picture
    float *depths;         ///< as many, of the last picture; NULL before one was asked for
    int x, y;              ///< the tile that is drawn into
    struct image_cd_batch {
        GLuint buffer; ///< on their way: stencil values of its windows, one window behind the other, or of
                       ///< each window whether there is a hit
        int count;
        struct image_cd_window shown[IMAGE_CD_TILES_ACROSS * IMAGE_CD_TILES_ACROSS]; ///< in the target
    } batches[2]; ///< of tiles: one is drawn while the other is read back
};

/// Makes `count` depth and stencil buffers to choose from, with `across` tiles along each side, or 0 if nothing is
/// drawn in tiles. CD_ENVIRONMENT when this GL cannot do it.
enum cd_code image_cd_target_open(struct image_cd_target *target, int resolution, int across, int count,
                                  struct cd_status *status);
void image_cd_target_close(struct image_cd_target *target);

/// Prepares for `image_cd_target_search`; CD_ENVIRONMENT when this GL has no compute shaders.
enum cd_code image_cd_target_open_search(struct image_cd_target *target, struct cd_status *status);

/// Puts 1 into a batch's buffer for each of its windows that has a stencil value from `min` to `max`, else 0. A compute
/// shader does this; the call does not wait for it.
void image_cd_target_search(const struct image_cd_target *target, const struct image_cd_batch *batch,
                            GLuint min, GLuint max);

/// Sets all fixed state. After it, nothing that another instance left behind matters.
void image_cd_target_bind(struct image_cd_target *target);

/// From now on draws only into one tile, and only within a window of its pixels.
void image_cd_target_turn_to(struct image_cd_target *target, int tile, const struct image_cd_window *shown);

/// Depth peeling (zou2011 E6): layers are drawn in two turns, the roles of a pair or the passes over many
/// bodies. Draws from now on into the buffer that holds the last layer of neither; it will be that of `turn`.
/// Returns the buffer with the layer before, -1 for the `first` layer.
int image_cd_target_next(struct image_cd_target *target, int turn, bool first);

/// From here to `image_cd_peel_end` a fragment shader draws only what is behind the depths in buffer `before`
/// (everything if it is negative), and `query` asks whether anything was drawn. Anything within two depth steps of the
/// layer before counts as part of that layer.
void image_cd_peel_begin(const struct image_cd_target *target, int before, GLuint query);
void image_cd_peel_end(const struct image_cd_target *target, struct cd_worker *worker);

/// Draws a quad over the whole view with the current state.
void image_cd_draw_quad(const struct image_cd_target *target);

/// The number of samples that passed in a query. For queries that ask whether any did, whether one did. Waits for GL.
uint64_t image_cd_answer(GLuint query);

// ---- the view (view.c) -----------------------------------------------------------------------------------

/// An orthographic projection along a world axis, fitted to the part of space that the boxes of both bodies
/// of a pair share (zou2011, section 1.3). Right, up and towards the eye are the world axes `axis`+1,
/// `axis`+2 and `axis`, so that nothing is mirrored; `centre` and `half` are in that order.
struct image_cd_view {
    int axis;    ///< 0 to 2
    bool turned; ///< looking from the negative end: right and towards the eye are opposite then
    double centre[3], half[3];
};

/// From a body's buffer to the view's cube [-1, 1]^3, z away from the eye: row-major 3x4.
struct image_cd_transform {
    float m[12];
};

/// The axis, 0 to 2, along which a box is longest.
int image_cd_longest_axis(const struct cd_aabb *box);

/// The view of a box along a world axis, from its positive end, or along the longest where `axis` is negative.
/// `margin` is the fraction of its size to add on every side. A view too thin for the single precision of the buffers,
/// with bodies up to `size` long in it, is widened.
struct image_cd_view image_cd_view_of(const struct cd_aabb *shown, double size, int axis, double margin);

/// The transform of a body at `pose` whose buffer holds (p - centre) / scale for its model points p; composed
/// in double, rounded once.
struct image_cd_transform image_cd_view_transform(const struct image_cd_view *view,
                                                  const struct cd_pose *pose, const struct cd_vec3 *centre,
                                                  double scale);

/// Looks from the other end of the axis: right becomes left, and near becomes far.
void image_cd_transform_turn(struct image_cd_transform *transform);

/// Makes a transform GL's matrix, or what the shader takes for it; `depth` (a power of two) shrinks the view's
/// depth range.
void image_cd_transform_load(const struct image_cd_transform *transform, float depth);

// ---- meshes ready to be drawn (model.c) ------------------------------------------------------------------

/// How vertices reach GL, as zou2011 compares in section 1.3 and figure 9, in the order of the words of the
/// setting. Every path draws the same vertices in the same order.
enum image_cd_path {
    IMAGE_CD_PATH_VBO,          ///< vertices and indices in buffer objects
    IMAGE_CD_PATH_ARRAY,        ///< both in the program's memory
    IMAGE_CD_PATH_DISPLAY_LIST, ///< compiled once per change of the vertices, and drawn as a whole
    IMAGE_CD_PATH_IMMEDIATE,    ///< vertex by vertex, between glBegin and glEnd
};

/// The part of a mesh that is drawn: faces that can be in front of a point in the view, or edges (once, or as the
/// outlines of triangles) that can be in the view.
enum image_cd_part { IMAGE_CD_FACES, IMAGE_CD_EDGES, IMAGE_CD_OUTLINES };

/// The number of triangles in a cluster. Triangles near each other form clusters, so that what a fitted view cannot
/// show is skipped before it reaches GL.
#define IMAGE_CD_CLUSTER 16

/// Runs of items (triangles or edges) to be drawn. The arrays have room for as many runs as their owner can need.
struct image_cd_runs {
    GLsizei *counts;      ///< indices of each run
    const void **offsets; ///< where its first index is: in the index buffer or in memory
    GLsizei count;
    uint64_t items; ///< triangles, or edges
    size_t end;     ///< item after the last
};

/// The box of a cluster, in the buffer's units.
struct image_cd_box {
    float centre[3], half[3];
};

/// The vertices of a mesh, undeformed or as one body has them: (p - centre) / scale.
struct image_cd_form {
    float *points;   ///< 3 * vertex_count
    GLuint vertices; ///< the same as a buffer object, for IMAGE_CD_PATH_VBO
    GLuint lists;    ///< for IMAGE_CD_PATH_DISPLAY_LIST: those of the faces and, one number on, of the edges
    struct cd_vec3 centre;
    double scale;
    struct image_cd_box *boxes; ///< of every cluster
};

/// A mesh ready to be drawn: vertices in single precision around the mesh's middle, triangles and edges (each
/// once) as indices, all in an order of its own.
struct image_cd_model {
    enum image_cd_path path;
    uint32_t vertex_count; ///< vertices that triangles use
    uint32_t triangle_count, edge_count, cluster_count;
    bool oriented;                  ///< entries can be told from exits
    uint32_t *source;               ///< the mesh's index of every vertex
    uint32_t *corners;              ///< 3 * triangle_count indices of vertices, as in the buffer
    uint32_t *ends;                 ///< 2 * edge_count, likewise
    uint32_t *first_edge;           ///< of every cluster, and the end
    GLuint triangles, edges;        ///< index buffers of IMAGE_CD_PATH_VBO
    size_t index_bytes, form_bytes; ///< that OpenGL holds for the indices, and for the vertices of each form
    struct image_cd_form rest;
};

/// The first triangle of a cluster, or the end where `cluster` is cluster_count.
static inline uint32_t image_cd_first_triangle(const struct image_cd_model *model, uint32_t cluster)
{
    return cluster < model->cluster_count ? cluster * IMAGE_CD_CLUSTER : model->triangle_count;
}

/// The number of triangles, or edges, before a cluster.
static inline size_t image_cd_first_item(const struct image_cd_model *model, enum image_cd_part part,
                                         uint32_t cluster)
{
    return part == IMAGE_CD_EDGES ? model->first_edge[cluster] : image_cd_first_triangle(model, cluster);
}

/// Fills the buffers that `path` draws from.
void image_cd_model_open(struct image_cd_model *model, const struct cd_mesh *mesh, enum image_cd_path path);
void image_cd_model_close(struct image_cd_model *model);

/// Makes room for the vertices of one deforming body; all zeros is a form that is closed.
void image_cd_form_open(struct image_cd_form *form, const struct image_cd_model *model);
void image_cd_form_close(struct image_cd_form *form);

/// Puts vertices (the mesh's, in its order) where the path draws from; display lists are compiled anew.
void image_cd_form_fill(struct image_cd_form *form, const struct image_cd_model *model,
                        const struct cd_vec3 *vertices);

/// A body in the view.
struct image_cd_side {
    const struct image_cd_model *model;
    const struct image_cd_form *form;
    struct image_cd_transform transform;
};

/// Makes runs of the clusters that the view of `transform` may show, or of all clusters if it is NULL.
void image_cd_select(const struct image_cd_side *side, enum image_cd_part part,
                     const struct image_cd_transform *transform, struct image_cd_runs *runs);

/// Adds the items (triangles, or edges of IMAGE_CD_EDGES) from `first` on before `end` behind those there are.
void image_cd_add_run(const struct image_cd_model *model, enum image_cd_part part, size_t first, size_t end,
                      struct image_cd_runs *runs);
static inline void image_cd_runs_clear(struct image_cd_runs *runs)
{
    runs->count = 0;
    runs->items = runs->end = 0;
}

/// Draws what was selected with the current state.
void image_cd_draw(const struct image_cd_side *side, enum image_cd_part part,
                   const struct image_cd_runs *runs);

// ---- bodies over the frames (bodies.c) -------------------------------------------------------------------

/// A body id over the frames.
struct image_cd_body {
    uint32_t id;
    bool touched;     ///< in this frame's answer to the query `bodies`
    uint64_t seen;    ///< stamp of the last frame it was live in
    uint64_t version; ///< that the members below are of, or IMAGE_CD_UNKNOWN
    struct cd_pose pose;
    struct cd_aabb box; ///< of the canonical vertices, exactly
    const struct image_cd_model *model;
    const struct image_cd_form *form; ///< the model's own, or `deformed`
    struct image_cd_form deformed;    ///< opened when first needed
    uint64_t mark;                    ///< of the last range of regions that it was counted in
    size_t member;                    ///< its place in the group at hand (many.c)
};
#define IMAGE_CD_UNKNOWN UINT64_MAX

/// A model per mesh, and for every live body its box, sorted for a sweep along x.
struct image_cd_bodies {
    const struct cd_scene *scene;
    struct image_cd_model *models; ///< per mesh
    uint32_t max_clusters;         ///< that a model has
    size_t gl_bytes;               ///< that OpenGL holds for all models and bodies
    struct image_cd_body *bodies;  ///< per id
    uint64_t stamp;                ///< of this frame
    uint32_t live_count;
    struct image_cd_body **sorted; ///< the live ones by their boxes' low x, and room for as many again
};

/// Fills the buffers that all meshes are drawn from.
void image_cd_bodies_open(struct image_cd_bodies *bodies, const struct cd_scene *scene,
                          enum image_cd_path path);
void image_cd_bodies_close(struct image_cd_bodies *bodies);

/// The box of all live bodies.
struct cd_aabb image_cd_bodies_box(const struct image_cd_bodies *bodies);

/// Forgets the frames seen so far.
void image_cd_bodies_forget(struct image_cd_bodies *bodies);

/// Puts the vertices of this frame's deformed bodies into their buffers, within the context.
void image_cd_bodies_upload(struct image_cd_bodies *bodies, const struct cd_frame *frame);

/// Takes the poses of a frame: boxes of what moved, and the order along x.
void image_cd_bodies_place(struct image_cd_bodies *bodies, const struct cd_frame *frame);

/// A body as it is drawn in a view.
struct image_cd_side image_cd_side_of(const struct image_cd_body *body, const struct image_cd_view *view);

// ---- what of a pair can matter (columns.c) ---------------------------------------------------------------

/// Columns along each side of the view.
#define IMAGE_CD_COLUMNS 32

/// What a cluster, edge or triangle covers: columns from first to last, and depths. Nothing when last_x < first_x.
struct image_cd_span {
    int16_t first_x, last_x, first_y, last_y;
    float nearest, farthest;
};

/// What a box covers in the view of `transform`, with room for the rounding of single precision here and in GL; nothing
/// if it is outside the view. `margin` allows for the pixels that a line touches beside it.
struct image_cd_span image_cd_span_of(const struct image_cd_box *box,
                                      const struct image_cd_transform *transform, float margin);

/// Scratch of a test: the parts of each role's edges and of the other body's faces that are to be drawn, and from
/// where.
struct image_cd_lists {
    struct image_cd_selection {
        struct image_cd_runs edges, faces;
        bool turned;                  ///< looking from the far side
        struct image_cd_window shown; ///< pixels that the edges can touch
    } roles[2];
    float margin; ///< a pixel
    struct {
        struct image_cd_span span;
        bool kept;
    } * clusters[2]; ///< of the edges, then of the faces
    struct {
        struct image_cd_span span;
        uint32_t index;
    } * triangles; ///< of the clusters kept
    struct image_cd_columns {
        float nearest[IMAGE_CD_COLUMNS * IMAGE_CD_COLUMNS], farthest[IMAGE_CD_COLUMNS * IMAGE_CD_COLUMNS];
    } solid, edges;
    int last_role; ///< that was drawn
};

/// Makes room for bodies with up to `max_clusters` clusters; without `columns` nothing is chosen by them.
void image_cd_lists_open(struct image_cd_lists *lists, uint32_t max_clusters, bool columns);
void image_cd_lists_close(struct image_cd_lists *lists);

/// Chooses by columns along the line of sight: first clusters, then single edges and triangles of those kept.
/// In each column depths are compared. An edge can be inside a solid only if something of that solid is in front of it
/// and something is behind it. A face counts only if it is in front of such an edge. What is left out could not have
/// changed the count at any pixel for the better. The view is from the far side if fewer faces are in front then.
void image_cd_columns_select(struct image_cd_lists *lists, const struct image_cd_side *edges,
                             const struct image_cd_side *faces, enum image_cd_part part, int resolution,
                             struct image_cd_selection *selection);

// ---- passes, and a pair (passes.c) -----------------------------------------------------------------------

/// Which of several edges in one pixel is tested, in the order of the words of the setting: the nearest,
/// then the farthest; or one after the other from the nearest on; or, with E6 left in, the one drawn last.
enum image_cd_layers { IMAGE_CD_LAYERS_NEARFAR, IMAGE_CD_LAYERS_PEEL, IMAGE_CD_LAYERS_LAST };

/// How a hit is found, in the order of the words of the setting: in the stencil buffer, read into memory or
/// asked for by an occlusion query on a quad; by comparing the samples that entries and exits pass, which
/// takes two passes over the faces; in the stencil buffer by a compute shader; or as the device suggests.
enum image_cd_readback {
    IMAGE_CD_READBACK_PIXELS,
    IMAGE_CD_READBACK_QUERY,
    IMAGE_CD_READBACK_FACES,
    IMAGE_CD_READBACK_COMPUTE,
    IMAGE_CD_READBACK_AUTO,
};

/// How the passes are made.
struct image_cd_rules {
    /// The errata left in, as CD_ERRATUM(n). E1: step 3 counts faces at exactly an edge's depth only. E2: it counts the
    /// first entry only, and step 5 looks for the value 2. E3: step 4 compares the lowest bit only. E6 is
    /// IMAGE_CD_LAYERS_LAST.
    unsigned errata;
    // What the paper's text leaves open.
    bool clip_faces; ///< the view cuts off the faces in front of it
    bool add_edges;  ///< step 2 counts edges up instead of setting 1
    bool one_role; ///< the first body's edges against the second's faces only; among many bodies, only those
                   ///< whose faces enclose another's edge are found
    bool keep_counts; ///< among many bodies, one's counts stay for the next one's test

    bool outlines;      ///< edges as outlines of triangles, each shared edge twice
    bool one_face_pass; ///< entries and exits in one pass, by two-sided stencil operations
    bool skip_clusters; ///< leave out what the view cannot show
    bool skip_columns;  ///< leave out what cannot matter behind or in front of the other body, too
    enum image_cd_readback readback;
    enum image_cd_layers layers;
    int axis; ///< to look along, negative for the longest
};

/// The comparison of depths that keeps the edges of layer `number`, from 0 on, in their pixels: the one drawn
/// last, the nearest (of those that are left where layers are peeled), the farthest; GL_NEVER after the last.
static inline GLenum image_cd_layer(const struct image_cd_rules *rules, int number)
{
    static const GLenum layers[][3] = {[IMAGE_CD_LAYERS_NEARFAR] = {GL_LESS, GL_GREATER, GL_NEVER},
                                       [IMAGE_CD_LAYERS_LAST] = {GL_ALWAYS, GL_NEVER}};
    return rules->layers == IMAGE_CD_LAYERS_PEEL ? GL_LESS : layers[rules->layers][number];
}

static inline enum image_cd_part image_cd_edges_of(const struct image_cd_rules *rules)
{
    return rules->outlines ? IMAGE_CD_OUTLINES : IMAGE_CD_EDGES;
}

/// What the stencil buffer holds per pixel: whether there is an edge, the count of faces, and among many
/// bodies whether that edge was found inside one (the flag).
struct image_cd_layout {
    uint8_t mark;  ///< of a pixel with an edge, all else being zero
    uint8_t flag;  ///< 0 for a pair
    uint8_t count; ///< mask of the count
};
struct image_cd_layout image_cd_layout_of(const struct image_cd_rules *rules, bool many);

/// True when a pixel shows that the two bodies collide. The target is bound.
bool image_cd_test(struct image_cd_target *target, const struct image_cd_rules *rules,
                   const struct image_cd_side sides[2], struct image_cd_lists *lists,
                   struct cd_worker *worker);

/// Draws one role's edges of layer `number` and the other body's faces into the next tile of a batch. The batch is
/// cleared before its first tile. False when there is nothing of one of the two. image_cd_send_batch reads the tile.
bool image_cd_draw_tile(struct image_cd_target *target, const struct image_cd_rules *rules,
                        const struct image_cd_side sides[2], int role, int number,
                        struct image_cd_batch *batch, struct image_cd_lists *lists, struct cd_worker *worker);

/// Begins to read what a batch's tiles show, without waiting for it.
void image_cd_send_batch(const struct image_cd_target *target, const struct image_cd_rules *rules,
                         struct image_cd_batch *batch, struct cd_worker *worker);

/// Waits for a batch that was sent, writes which tiles show a hit, and empties the batch.
void image_cd_hear_batch(const struct image_cd_rules *rules, struct image_cd_batch *batch, bool *hits);

/// From the depths that edges leave in the buffer, 0 to 1, to those of the view, -1 to 1.
void image_cd_view_depths(const struct image_cd_rules *rules, float *depths, size_t count);

/// What single passes draw into and by.
struct image_cd_pass {
    struct image_cd_target *target;
    const struct image_cd_rules *rules;
    struct image_cd_layout layout;
    struct cd_worker *worker;
};

/// Tests occlusion queries on a known picture; CD_ENVIRONMENT when they give another answer.
enum cd_code image_cd_check_queries(struct image_cd_target *target, struct cd_status *status);

/// Prepares compute shaders and tests them on a known picture; CD_ENVIRONMENT when there are none or they find
/// something else.
enum cd_code image_cd_check_search(struct image_cd_target *target, struct cd_status *status);

/// Clears depth and stencil for edges of a layer.
void image_cd_clear(GLenum layer);

/// Step 2 of figure 7: an edge marks its pixel where its depth passes the layer's comparison with what is there.
void image_cd_mark_edges(const struct image_cd_pass *pass, const struct image_cd_side *side, GLenum layer,
                         const struct image_cd_runs *runs);

/// Steps 3 and 4: counts faces in front of the edges. With IMAGE_CD_READBACK_FACES, queries[0] and queries[1]
/// count the samples of entries and of exits.
void image_cd_count_faces(const struct image_cd_pass *pass, const struct image_cd_side *side,
                          const struct image_cd_runs *runs, const GLuint queries[2]);

/// Of many bodies: asks whether a count is not balanced; unless counts are kept, such pixels are made ready for the next
/// body's faces and, with `flags`, flagged.
void image_cd_flag(const struct image_cd_pass *pass, bool flags, GLuint query);

/// Of many bodies: asks whether one of a body's edges that were added is the one kept in a flagged pixel.
void image_cd_ask_edges(const struct image_cd_pass *pass, const struct image_cd_side *side,
                        const struct image_cd_runs *runs, GLuint query);

// ---- where boxes overlap (regions.c) ---------------------------------------------------------------------

/// What the boxes of two bodies share; a->id < b->id.
struct image_cd_region {
    struct image_cd_body *a, *b;
    struct cd_aabb box;
    bool suspect; ///< by two passes: both bodies touch something
    bool sure;    ///< the pair collides; by two passes: no other body was in their view
    double key;   ///< by which regions are being sorted
};

/// The regions of a frame, and how they are cut into groups. Each group gets its own view. All zeros is empty.
struct image_cd_regions {
    struct image_cd_region *items;
    size_t count, capacity;
    size_t *pending; ///< where groups end that were cut off and not yet gone to, the next one last
    size_t pending_count, pending_capacity;
    uint64_t mark; ///< that bodies were given last
};

void image_cd_regions_close(struct image_cd_regions *regions);

/// Finds the regions of the bodies. Adds box tests and candidates to the counters.
void image_cd_regions_find(struct image_cd_regions *regions, const struct image_cd_bodies *bodies,
                           struct cd_counters *counters);

/// Goes to the next group and sorts the regions so that the group is those from `*start` to before `*end`. Begins with
/// 0 and 0; false when there is no further group. Groups are cut wherever a plane across an axis passes between
/// regions. A group with more than `max_bodies` bodies is also cut at the median of its longest axis. If `max_bodies`
/// is 0, all regions are one group.
bool image_cd_regions_next(struct image_cd_regions *regions, uint32_t max_bodies, size_t *start, size_t *end);

// ---- many bodies in one view (many.c) --------------------------------------------------------------------

struct image_cd_member;

/// Scratch of the two passes with occlusion queries that find the collision set, the bodies that touch
/// something (zou2011, section 2). All zeros but for `whole` and `max_bodies` makes it ready.
struct image_cd_many {
    bool whole;                      ///< one view of all bodies
    uint32_t max_bodies;             ///< of a view; 0 for one view of all regions
    struct image_cd_member *members; ///< of the group at hand, by body id
    size_t member_count, member_capacity;
    GLuint *queries; ///< of every member
    size_t query_capacity;
    bool drawn;                 ///< the target shows a pass of this frame
    struct image_cd_view shown; ///< that pass's view
};

void image_cd_many_close(struct image_cd_many *many);

/// Finds the collision set of the frame whose bodies were placed and whose regions were found. `touched` becomes true
/// for its bodies. For the query `pairs`, the regions that a second stage has to test become `suspect`. For `any`, the
/// search may stop after one body. `runs` is scratch. The target is bound and the scissor test is left off.
void image_cd_many_find(struct image_cd_many *many, struct image_cd_target *target,
                        const struct image_cd_rules *rules, const struct image_cd_bodies *bodies,
                        struct image_cd_regions *regions, struct image_cd_runs *runs,
                        struct cd_worker *worker);

#endif
