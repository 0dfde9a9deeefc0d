/// What algorithms that decide by pictures share: OpenGL contexts in which threads take turns, a depth and stencil
/// buffer to draw into, orthographic views, and bodies in the single precision of their buffers. Every call of OpenGL
/// is made between `cd_gl_enter` and `cd_gl_leave`.
#ifndef CD_ALGOS_OPENGL_H
#define CD_ALGOS_OPENGL_H

#include "algos/algo.h"
#include "base/opengl.h"
#include "geom/aabb.h"
#include "geom/pose.h"
#include "scenes/mesh.h"
#include "scenes/scene.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- settings --------------------------------------------------------------------------------------------

#define CD_GL_PARAM_GPU                                                                                      \
    {                                                                                                        \
        "gpu", CD_KIND_INT, "auto", 0, CD_OPENGL_DEVICES - 1, "auto|software",                               \
            "the device that draws, by its number in `list gpus`; auto: the first that can, hardware "       \
            "before software",                                                                               \
            NULL                                                                                             \
    }
#define CD_GL_PARAM_RESOLUTION                                                                               \
    CD_PARAM_INT("resolution", "512", 16, 4096, "pixels along each side of the fitted view")
#define CD_GL_PARAM_AXIS                                                                                     \
    CD_PARAM_CHOICE("axis", "auto", "auto|x|y|z",                                                            \
                    "the world axis one looks along; auto takes the longest of the view")

// ---- the context (context.c) -----------------------------------------------------------------------------

/// Makes an OpenGL context current for the calling thread and keeps other threads out until `leave`. All instances of a
/// process with this `gpu` (base/opengl.h) share the context. The first call opens it. `threads` then becomes
/// LP_NUM_THREADS (the rasteriser's threads; 0 = the calling thread, for `threads` 1), unless the user has set that
/// variable. The context is never closed, because drivers leave memory behind when they are unloaded and take long to
/// start. CD_ENVIRONMENT when there is no OpenGL here or EGL refuses; then no thread is kept out.
enum cd_code cd_gl_enter(int gpu, unsigned threads, struct cd_status *status);
void cd_gl_leave(void);

/// True when the entered context has the core profile: vertices then go through our shader, from buffer objects.
bool cd_gl_is_core(void);

/// True when the context draws with the processor.
bool cd_gl_is_software(void);

/// Renderer, version and thread count in one line, once the context is open.
const char *cd_gl_context_text(int gpu);

// ---- what is drawn into (target.c) -----------------------------------------------------------------------

/// Buffers that peeling needs: the last layer of each of two turns, and the layer being drawn.
#define CD_GL_PEEL_BUFFERS 3

/// A square off-screen depth and stencil buffer: 24 bits of depth, which are far finer than a pixel is wide, and 8 of
/// stencil.
struct cd_gl_target {
    int resolution; ///< of a side
    GLuint framebuffer;
    GLuint depth_stencils[CD_GL_PEEL_BUFFERS]; ///< textures, one of which the framebuffer draws into
    int depth_stencil_count;
    size_t pixel_bytes;  ///< of one of them
    int last[2];         ///< the textures of the last layers of both turns
    GLuint queries[3];   ///< for the owner; the last one also for peeling
    GLuint timer;        ///< 0 where the processor draws, whose time is measured anyway
    GLuint program;      ///< 0 for the fixed pipeline
    GLuint peel_program; ///< if layers are peeled
    GLuint quad, array;  ///< of the core profile: corners of the view, and the vertex array object
    uint8_t *pixels;     ///< resolution^2 stencil values that were read last
    float *depths;       ///< as many, of the last picture; NULL before one was asked for
};

/// Makes the buffer, and those for peeling if layers will be peeled. CD_ENVIRONMENT when this GL cannot do it.
enum cd_code cd_gl_target_open(struct cd_gl_target *target, int resolution, bool peels,
                               struct cd_status *status);
void cd_gl_target_close(struct cd_gl_target *target);

/// Ends the creation of an instance that has got as far as `code`, within the context. The context is shared: the next
/// instance must not be blamed for an error here.
enum cd_code cd_gl_end_opening(enum cd_code code, struct cd_status *status);

/// Bytes that OpenGL holds for it.
size_t cd_gl_target_bytes(const struct cd_gl_target *target);

/// Sets all fixed state. After it, nothing that another instance left behind matters.
void cd_gl_target_bind(struct cd_gl_target *target);

/// Asks whether pixels pass a stencil test, by a quad over the whole view. The bits `written` of those that do become
/// the reference's. `query` asks whether there are any.
void cd_gl_ask_stencil(const struct cd_gl_target *target, GLenum function, int reference, uint8_t mask,
                       uint8_t written, GLuint query, struct cd_counters *counters);

/// The number of samples that passed in a query. For queries that ask whether any did, whether one did. Waits for GL.
uint64_t cd_gl_answer(GLuint query);

/// Tests occlusion queries on a known picture; CD_ENVIRONMENT when they give another answer.
enum cd_code cd_gl_check_queries(struct cd_gl_target *target, struct cd_status *status);

/// Depth peeling: layers are drawn in two turns, the roles of a pair. From here to `cd_gl_peel_end` everything is drawn
/// into the buffer that holds the last layer of neither turn; it will be that of `turn`. Unless it is the `first` layer
/// of its turn, a fragment shader draws only what is behind the layer before. Anything within two depth steps of the
/// layer before counts as part of that layer.
void cd_gl_peel_begin(struct cd_gl_target *target, int turn, bool first);
/// Whether the layer has anything in it.
bool cd_gl_peel_end(const struct cd_gl_target *target, struct cd_counters *counters);

// ---- the view (view.c) -----------------------------------------------------------------------------------

/// An orthographic projection along a world axis. Right, up and towards the eye are the world axes `axis`+1,
/// `axis`+2 and `axis`, so that nothing is mirrored; `centre` and `half` are in that order.
struct cd_gl_view {
    int axis;    ///< 0 to 2
    bool turned; ///< looking from the negative end: right and towards the eye are opposite then
    double centre[3], half[3];
};

/// From a body's buffer to the view's cube [-1, 1]^3, z away from the eye: row-major 3x4.
struct cd_gl_transform {
    float m[12];
};

/// The view of a box along a world axis, from its positive end, or along the longest where `axis` is negative.
/// `margin` is the fraction of its size to add on every side. A view too thin for the single precision of the buffers,
/// with bodies up to `size` long in it, is widened.
struct cd_gl_view cd_gl_view_of(const struct cd_aabb *shown, double size, int axis, double margin);

/// Makes a transform GL's matrix, or what the shader takes for it; `depth` (a power of two) shrinks the view's
/// depth range.
void cd_gl_transform_load(const struct cd_gl_transform *transform, float depth);

// ---- bodies over the frames (bodies.c) -------------------------------------------------------------------

/// The vertices of a mesh, undeformed or as one body has them: (p - centre) / scale.
struct cd_gl_form {
    float *points; ///< 3 * vertex_count
    struct cd_vec3 centre;
    double scale;
    // The owner's
    GLuint object; ///< 0 before the first `fill`
    size_t bytes;  ///< that OpenGL holds
    void *boxes;
};

/// A mesh in single precision. Its triangles lie along a Morton curve, so that neighbours in the list are neighbours in
/// space, and its vertices in the order of their first use.
struct cd_gl_mesh {
    uint32_t vertex_count; ///< vertices that triangles use
    uint32_t triangle_count;
    bool solid;        ///< entries can be told from exits
    uint32_t *source;  ///< the mesh's index of every vertex
    uint32_t *corners; ///< 3 * triangle_count indices of vertices
    struct cd_gl_form rest;
    GLuint triangles; ///< the owner's: an index buffer
};

/// A body id over the frames.
struct cd_gl_body {
    uint32_t id;
    bool touched;     ///< the owner's: found to touch another one in this frame
    uint64_t seen;    ///< stamp of the last frame it was live in
    uint64_t version; ///< that the members below are of, or CD_GL_UNKNOWN
    struct cd_pose pose;
    struct cd_aabb box; ///< of the canonical vertices, exactly
    const struct cd_gl_mesh *mesh;
    const struct cd_gl_form *form; ///< the mesh's own, or `deformed`
    struct cd_gl_form deformed;    ///< opened when first needed
};
#define CD_GL_UNKNOWN UINT64_MAX

/// Two bodies whose boxes share a point, and what the boxes share; a->id < b->id.
struct cd_gl_pair {
    struct cd_gl_body *a, *b;
    struct cd_aabb box;
};

/// What an owner keeps for vertices. `fill` is called within the context whenever they are new, `release` before they
/// go.
struct cd_gl_store {
    void (*fill)(const struct cd_gl_mesh *mesh, struct cd_gl_form *form);
    void (*release)(struct cd_gl_form *form);
};

/// A mesh of every mesh of a scene, and for every live body its box, sorted for a sweep along x.
struct cd_gl_bodies {
    const struct cd_scene *scene;
    struct cd_gl_store store;
    struct cd_gl_mesh *meshes;
    struct cd_gl_body *bodies; ///< per id
    uint64_t stamp;            ///< of this frame
    uint32_t live_count;
    struct cd_gl_body **sorted; ///< the live ones by their boxes' low x, and room for as many again
    struct cd_gl_pair *pairs;   ///< of this frame, by the low x of their boxes
    size_t pair_count, pair_capacity;
};

/// Orders all meshes. The owner then makes ready what `fill` needs and calls `cd_gl_bodies_fill`.
void cd_gl_bodies_open(struct cd_gl_bodies *bodies, const struct cd_scene *scene, struct cd_gl_store store);
void cd_gl_bodies_fill(struct cd_gl_bodies *bodies);
void cd_gl_bodies_close(struct cd_gl_bodies *bodies);

/// Bytes that OpenGL holds for all forms.
size_t cd_gl_bodies_bytes(const struct cd_gl_bodies *bodies);

/// Forgets the frames seen so far.
void cd_gl_bodies_forget(struct cd_gl_bodies *bodies);

/// Takes a frame: vertices of bodies that deform, boxes of what moved, the order along x. `gpu` and `threads` are for
/// the context, which is entered only if a body deforms.
enum cd_code cd_gl_bodies_update(struct cd_gl_bodies *bodies, const struct cd_frame *frame, int gpu,
                                 unsigned threads, struct cd_status *status);

/// Finds the pairs of the frame. Adds box tests and candidates to the counters.
void cd_gl_bodies_pair(struct cd_gl_bodies *bodies, struct cd_counters *counters);

/// The box of all live bodies.
struct cd_aabb cd_gl_bodies_box(const struct cd_gl_bodies *bodies);

/// Puts the bodies that were found to touch another one, or that there is one, into the sink.
void cd_gl_bodies_emit(const struct cd_gl_bodies *bodies, struct cd_worker *worker);

/// A body in a view.
struct cd_gl_side {
    const struct cd_gl_mesh *mesh;
    const struct cd_gl_form *form;
    struct cd_gl_transform transform;
};
struct cd_gl_side cd_gl_side_of(const struct cd_gl_body *body, const struct cd_gl_view *view);

/// Fills an index buffer or, for GL_ARRAY_BUFFER, a vertex buffer, which is made if `buffer` is 0.
void cd_gl_fill_buffer(GLenum kind, GLuint *buffer, const void *data, size_t bytes);

// ---- an instance (instance.c) ----------------------------------------------------------------------------

/// The first member of an instance. Functions whose parameter is `instance` go into its record as they are.
struct cd_gl_instance {
    struct cd_gl_target target;
    struct cd_gl_bodies bodies;
    struct cd_context *context;
    int gpu;
    struct {
        bool drawn;    ///< since the last query began
        uint32_t a, b; ///< CD_NO_BODY when many share the view
        struct cd_gl_view view;
        uint8_t hit_min, hit_max; ///< stencil values that say that something collides
    } shown;                      ///< what the target shows; the owner's
};

void cd_gl_reset(void *instance);
enum cd_code cd_gl_update(void *instance, const struct cd_frame *frame, struct cd_status *status);
const char *cd_gl_environment(const void *instance);
/// Emits the world boxes of the live bodies.
void cd_gl_volumes(const void *instance, struct cd_volumes *volumes);

/// Enters the context, binds the target and starts its timer, for the query of a frame; and the other way round. After
/// CD_ENVIRONMENT from the first there is no frame to end.
enum cd_code cd_gl_begin_frame(struct cd_gl_instance *gl, struct cd_status *status);
enum cd_code cd_gl_end_frame(const struct cd_gl_instance *gl, struct cd_counters *counters,
                             struct cd_status *status);

/// The picture that the target shows: stencil values and depths. Edges have `range` of the depth buffer, around its
/// middle. False when nothing was drawn or they cannot be read. The arrays are the target's, until the next picture.
bool cd_gl_picture(struct cd_gl_instance *gl, double range, struct cd_picture *picture);

#endif
