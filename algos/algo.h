/// The contract of an algorithm. One folder per algorithm; its record is its only public name, and one line in
/// `algos/list.def` registers it. The record names it and points to its functions, by its role: a pair algorithm answers
/// for two bodies and is driven by a broad phase and a schedule; a broad phase finds the pairs of bodies to test; a
/// scene algorithm answers for whole frames. A member left out means "not offered".
///
///     static bool touch_test(const struct cd_test *t)
///     {
///         bool hit = false;
///         for (uint32_t i = 0; i < t->a->triangle_count; i++)
///             for (uint32_t j = 0; j < t->b->triangle_count; j++) {
///                 t->worker->counters.triangle_tests++;
///                 if (!cd_placed_triangles_touch(t->a, i, t->b, j))
///                     continue;
///                 hit = true;
///                 if (t->worker->query != CD_QUERY_CONTACTS)
///                     return true;                                // first contact
///                 cd_emit_contact(t->worker, t->a, i, t->b, j);   // all contacts
///             }
///         return hit;
///     }
///
///     const struct cd_algo cd_algo_touch = {
///         .name   = "touch",
///         .title  = "every pair of triangles",
///         .source = "folklore",
///         .pair   = &(const struct cd_pair_algo){.test = touch_test},
///     };
///
/// Rules: an algorithm never reads a clock, prints or exits; it allocates in `create`, `prepare` and `reset`,
/// and once warm nowhere else; what it holds is opaque. `test` may run in several threads at once, each with
/// its own worker.
/// Every function is called in the program's floating-point state (base/thread_state.h) and leaves it as it was. The
/// vertices of a body belong to its version (scenes/scene.h), so that what was made of them may be kept.
#ifndef CD_ALGOS_ALGO_H
#define CD_ALGOS_ALGO_H

#include "algos/pairs.h"
#include "algos/sink.h"
#include "algos/volumes.h"
#include "base/parameters.h"
#include "base/status.h"
#include "geom/aabb.h"
#include "geom/pose.h"
#include "scenes/scene.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Increased by one whenever anything that a plug-in sees changes, be it a member or a counter.
#define CD_ABI_VERSION 13

/// What "two bodies collide" means.
enum cd_meaning {
    CD_MEANING_SURFACE, ///< their closed triangles share a point
    CD_MEANING_SOLID,   ///< that, or a component of one has a point where the other's winding number is not 0
};

/// How much an answer can be trusted.
enum cd_quality {
    CD_QUALITY_EXACT,       ///< always right; a wrong answer is an error and gets no time
    CD_QUALITY_APPROXIMATE, ///< errors are counted and printed beside the time
    CD_QUALITY_PRINTED,     ///< a paper's letter, errors included: counted and printed as well
};

/// The kinds of scenes that an algorithm takes.
#define CD_TAKES_BODIES  1u
#define CD_TAKES_REGIONS 2u

/// What an instance promises under its settings.
struct cd_description {
    enum cd_meaning meaning;
    enum cd_quality quality;
    unsigned queries;   ///< bits 1 << enum cd_query
    unsigned scheduled; ///< bits 1 << enum cd_query: there, counters depend on timing or on the GL renderer
    unsigned takes;     ///< CD_TAKES_BODIES (the default), CD_TAKES_REGIONS or both
};

/// Operation counters: plain sums, always compiled in.
struct cd_counters {
#define COUNTER(name, what) uint64_t name;
#include "algos/counters.def"
#undef COUNTER
};

static inline void cd_counters_add(struct cd_counters *sum, const struct cd_counters *more)
{
#define COUNTER(name, what) sum->name += more->name;
#include "algos/counters.def"
#undef COUNTER
}

/// How the harness listens to an algorithm. Every member may be NULL; the functions below then do nothing.
struct cd_context {
    unsigned threads;                         ///< threads an instance may use, at least 1
    bool (*stop)(struct cd_context *context); ///< true after Ctrl-C: leave early, answer void
    void (*phase)(struct cd_context *context, const char *name); ///< a named phase begins; NULL ends it
    void (*task)(struct cd_context *context, uint64_t task, bool begins); ///< one task's cost, any thread
};

static inline bool cd_context_stopped(struct cd_context *context)
{
    return context && context->stop && context->stop(context);
}

static inline void cd_context_phase(struct cd_context *context, const char *name)
{
    if (context && context->phase)
        context->phase(context, name);
}

/// What one thread needs to answer: its sink, its counters and its scratch.
struct cd_worker {
    enum cd_query query;
    unsigned thread; ///< 0 .. threads-1
    struct cd_sink *sink;
    void *scratch; ///< as many bytes as the algorithm's `scratch_bytes` asked for, 64-byte aligned
    struct cd_context *context;
    struct cd_counters counters;
} __attribute__((aligned(64))); // threads do not share a cache line

/// The triangles that a model is built from. `vertices` are valid as long as the mesh for bodies that do not
/// deform, for the current frame only otherwise.
struct cd_shape {
    const struct cd_mesh *mesh;
    const struct cd_vec3 *vertices;
};

/// A body ready to be tested: what `prepare` made of its mesh, and where it is.
struct cd_placed {
    uint32_t id;
    uint32_t vertex_count, triangle_count;
    const void *model;
    const struct cd_vec3 *vertices; ///< in model space
    const struct cd_triangle *triangles;
    const struct cd_pose *pose;
    void *placement; ///< what `place` filled in for this body and frame, or NULL
};

/// Emits one contact (a->id < b->id as the driver calls it) into the worker's sink.
static inline void cd_emit_contact(struct cd_worker *worker, const struct cd_placed *a, uint32_t triangle_a,
                                   const struct cd_placed *b, uint32_t triangle_b)
{
    cd_sink_put(worker->sink, a->id, triangle_a, b->id, triangle_b);
}

/// The canonical corners of a triangle in the world.
static inline void cd_placed_corners(const struct cd_placed *body, uint32_t triangle,
                                     struct cd_vec3 corner[3])
{
    const uint32_t *v = body->triangles[triangle].v;
    for (int k = 0; k < 3; k++)
        corner[k] = cd_canonical_vertex(body->pose, body->vertices[v[k]]);
}

/// True when triangle i of a and triangle j of b share a point, by canonical vertices and exact predicates.
bool cd_placed_triangles_touch(const struct cd_placed *a, uint32_t i, const struct cd_placed *b, uint32_t j);

/// True when the surfaces of a and b share a point, by every triangle of one against every triangle of the
/// other: what is left where volumes say nothing. Emits every contact when the query is CD_QUERY_CONTACTS,
/// and stops at the first otherwise.
bool cd_placed_surfaces_touch(const struct cd_placed *a, const struct cd_placed *b, struct cd_worker *worker);

/// The world box of body `id` as a broad phase gets it: it contains the box of the canonical vertices.
struct cd_boxed {
    uint32_t id;
    struct cd_aabb box;
};

/// Appends every pair of these bodies.
void cd_pairs_add_all(struct cd_pairs *pairs, const struct cd_boxed *bodies, uint32_t count);

/// What an algorithm needs that a machine may lack.
enum cd_need {
    CD_NEED_NOTHING, ///< it fails with CD_ENVIRONMENT nowhere: a test takes that for a fault
    CD_NEED_OPENGL,  ///< and its answers gate only for an equal renderer
    CD_NEED_LIBRARY, ///< that of somebody else, or a device
};

struct cd_algo;

/// What `create` of a broad phase or a scene algorithm is given; everything outlives the instance.
struct cd_create {
    const struct cd_algo *algo; ///< itself
    const struct cd_settings *settings;
    const struct cd_scene *scene; ///< meshes and limits; frames come through `update`
    enum cd_query query;
    struct cd_context *context;
};

/// What a test of two bodies is given: a->id < b->id.
struct cd_test {
    const struct cd_placed *a, *b;
    const void *link; ///< what `link` made of their models; NULL where one of the bodies deforms
    void *slot;       ///< the pair's `slot_bytes`
    struct cd_worker *worker;
};

/// A pair algorithm; it needs `test` only.
struct cd_pair_algo {
    /// Builds the model of a mesh, which all its bodies share; a deforming body gets its own. Without `prepare`, `model`
    /// is NULL.
    enum cd_code (*prepare)(const struct cd_settings *settings, const struct cd_shape *shape,
                            struct cd_context *context, void **model, struct cd_status *status);
    /// Adapts a model to moved vertices of the same mesh, keeping its structure.
    void (*refit)(void *model, const struct cd_shape *shape);
    /// Rebuilds the model for moved vertices of the same mesh, in its present memory if possible.
    void (*rebuild)(void *model, const struct cd_shape *shape);
    void (*release)(void *model);
    /// What is computed once per pair of meshes' models, such as a classification; NULL results are allowed.
    void *(*link)(const struct cd_settings *settings, const void *model_a, const void *model_b);
    void (*unlink)(void *link);
    /// Bytes of per-body state that `place` fills in at every frame, for one shape; 0 for none.
    size_t (*placement_bytes)(const struct cd_shape *shape);
    /// Computes what all tests of this body in this frame share, such as world vertices, into body->placement. Several
    /// threads call it at once, each for another body.
    void (*place)(struct cd_placed *body);
    /// Bytes of scratch that a test of these two models needs, however their bodies deform later.
    size_t (*scratch_bytes)(const void *model_a, const void *model_b);
    /// Bytes of state that the driver keeps per pair of bodies (temporal coherence): zeroed at the pair's
    /// first test, kept until reset even while the pair is no candidate or one of its bodies is gone. In another
    /// frame it may lie elsewhere.
    size_t slot_bytes;
    /// True when the bodies collide; emits every contact when worker->query is CD_QUERY_CONTACTS and may stop
    /// at the first otherwise.
    bool (*test)(const struct cd_test *t);
};

/// A broad phase; it needs `create`, `destroy` and `candidates`. Only `none` has no `candidates`: every pair is tested
/// then, and no boxes are computed.
struct cd_broad_phase {
    enum cd_code (*create)(const struct cd_create *create, void **self, struct cd_status *status);
    void (*destroy)(void *self); ///< of what `create` has stored, unless that is NULL
    /// Returns to the state before the first frame and forgets temporal coherence. Untimed.
    void (*reset)(void *self);
    /// Takes the boxes of the live bodies, ascending by id, which stay valid until `candidates` has answered; `frame`
    /// tells what appeared, changed and vanished. A frame may be followed by the next one without `candidates`.
    void (*update)(void *self, const struct cd_frame *frame, const struct cd_boxed *boxes, uint32_t count);
    /// Reports every pair whose boxes share a point (and may report others), each once.
    void (*candidates)(void *self, struct cd_pairs *pairs, struct cd_counters *counters);
};

/// A scene algorithm; it needs `create`, `destroy` and `query`.
struct cd_scene_algo {
    enum cd_code (*create)(const struct cd_create *create, void **self, struct cd_status *status);
    void (*destroy)(void *self);
    /// Returns to the state before the first frame and forgets temporal coherence. Untimed.
    void (*reset)(void *self);
    /// Takes a frame, which stays valid until the query has answered. A frame whose answer nobody wants may be followed
    /// by the next one without a query.
    enum cd_code (*update)(void *self, const struct cd_frame *frame, struct cd_status *status);
    /// Answers for the frame of the last update into workers[0 .. context->threads-1]; all records may go to worker 0.
    enum cd_code (*query)(void *self, struct cd_worker *workers, struct cd_status *status);
    /// Bytes that the instance holds outside of blocks of `cd_allocate` (which are counted anyway), such as OpenGL
    /// buffers.
    size_t (*bytes)(const void *self);
    /// What the answers and times of this instance depend on besides the CPU, such as the GL renderer; NULL
    /// for nothing.
    const char *(*environment)(const void *self);
};

/// What an algorithm shows in the viewer. Untimed; may allocate.
struct cd_debug_draw {
    /// Pair algorithm: emits the volumes of a body on the level volumes->depth, and those above it that are last.
    void (*body_volumes)(const struct cd_placed *body, struct cd_volumes *volumes);
    /// Broad phase and scene algorithm: emits the volumes that it holds for the frame of the last update likewise. Those
    /// that a broad phase is given need not be emitted by it.
    void (*volumes)(const void *self, struct cd_volumes *volumes);
    /// Scene algorithm: the picture that it decided the last query by, valid until the next call to this instance; false
    /// when that query needed none.
    bool (*picture)(void *self, struct cd_picture *picture);
};

/// An algorithm's record.
struct cd_algo {
    const char *name;              ///< as typed by users: lower case, digits, underscores
    const char *title;             ///< one line
    const char *source;            ///< authors and year
    enum cd_need needs;            ///< what it may fail with CD_ENVIRONMENT for
    const struct cd_param *params; ///< ended by one without name; NULL for none

    /// What this algorithm promises under `settings`. An algorithm without `describe` is exact about the surfaces of
    /// bodies and offers every query.
    void (*describe)(const struct cd_settings *settings, struct cd_description *description);

    // Its role: one of these.
    const struct cd_pair_algo *pair;
    const struct cd_broad_phase *broad;
    const struct cd_scene_algo *scene;

    const struct cd_debug_draw *draw; ///< NULL for an algorithm that shows nothing
};

/// What a plug-in exports, under the name `cd_plugin`.
struct cd_plugin_info {
    uint32_t abi_version; ///< CD_ABI_VERSION
    uint32_t count;
    const struct cd_algo *const *algos;
    const char *library; ///< whose code the algorithms run, with its version: "FCL 0.7.0"; NULL for its own
    const char *licence; ///< of the plug-in with that library: "BSD-3-Clause"; NULL where it does not say
};

/// Defined by every plug-in, and only there.
extern const struct cd_plugin_info cd_plugin;

#ifdef __cplusplus
}
#endif
#endif
