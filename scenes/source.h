/// Where a scene's frames come from. A source either places every body of any frame by a formula (`place`), or is read
/// front to back through its own readers (`open`, `next`, `close`). The cursor works out what appeared, changed and
/// vanished. The loading pass checks and hashes whatever a source gives.
#ifndef CD_SCENES_SOURCE_H
#define CD_SCENES_SOURCE_H

#include "base/random.h"
#include "scenes/scene.h"

#include <stddef.h>

/// Ids of bodies and of regions are below these limits, so that tables by id have a bounded size. Ids of regions in
/// files are below CD_REGION_FILE_LIMIT, because there a few regions may have high ids.
#define CD_BODY_LIMIT        (1u << 20)
#define CD_REGION_LIMIT      (1u << 27)
#define CD_REGION_FILE_LIMIT (1u << 24)

/// A scene has at most this many frames.
#define CD_FRAME_LIMIT UINT64_C(100000000)

/// Frame count of a scene whose source does not know how many frames it has until it ends.
#define CD_FRAMES_UNKNOWN UINT64_MAX

/// What is live in one frame, filled by a source; the memory is reused for every frame. A body of version 0 leaves
/// `vertices` NULL; the cursor then sets its mesh's vertices. A source gives no version twice to other vertices of a body.
struct cd_live {
    uint32_t body_count, region_count;
    struct cd_body *bodies;    ///< ascending by id, no two alike
    struct cd_region *regions; ///< ascending by id; the extents of one id are together, in any fixed order
    size_t body_capacity, region_capacity;
};

/// Adds a body at the end of the frame, with this id and mesh, version 0, in the pose of its mesh.
struct cd_body *cd_live_add_body(struct cd_live *live, uint32_t id, uint32_t mesh);
/// Makes room for `count` regions at once, if their number is known: growing takes twice the memory for a moment.
void cd_live_reserve_regions(struct cd_live *live, size_t count);
/// Adds a zeroed region at the end of the frame.
struct cd_region *cd_live_add_region(struct cd_live *live);

/// Orders regions by id, kind and bounds; for qsort. In this order the extents of a region are exported and
/// read back.
int cd_region_compare(const void *first, const void *second);

/// A kind of source. There may be many readers, in several threads; the source itself is read-only.
struct cd_source_kind {
    /// Adds the live bodies of a frame to the empty `live`. When given, `open`, `next` and `close` are not.
    void (*place)(const struct cd_scene *scene, uint64_t frame, struct cd_live *live);
    /// Fills the vertices of a body whose version, set by `place`, is not 0; NULL when no body deforms. When it is
    /// given, the bodies are the same in every frame.
    void (*deform)(const struct cd_scene *scene, uint64_t frame, const struct cd_body *body,
                   struct cd_vec3 *vertices);

    /// Opens a reader, placed before the first frame. Its first `next` reports what goes wrong here.
    void *(*open)(const struct cd_scene *scene);
    /// Adds what is live in the next frame, whose number is `frame`. When there is no next frame and the scene does not
    /// know how many frames it has, sets `*ended`, which is false before. Deformed vertices stay valid until the next
    /// call.
    enum cd_code (*next)(void *reader, uint64_t frame, struct cd_live *live, bool *ended,
                         struct cd_status *status);
    void (*close)(void *reader);

    /// Frees what the source owns apart from its plan, but not the source itself; NULL when there is nothing.
    void (*destroy)(struct cd_source *source);
};

/// First member of every source.
struct cd_source {
    const struct cd_source_kind *kind;
    void *plan;    ///< its data, in one block of cd_allocate that is freed with it; or NULL
    bool surveyed; ///< set by cd_scene_survey: from now on frames must match what it found
    bool has_hash; ///< the source knows what the scene's hash must be, unless it was cut short
    struct cd_hash hash;
};

/// An empty scene named `name`; the maker then adds meshes, source, frame_count, seed, dimensions and touch.
struct cd_scene *cd_scene_create(const char *name);

/// Gives the scene a source that consists only of its kind and its plan. The source takes over the plan.
void cd_scene_set_source(struct cd_scene *scene, const struct cd_source_kind *kind, void *plan);

/// Adds a mesh, which the scene then owns.
void cd_scene_add_mesh(struct cd_scene *scene, struct cd_mesh *mesh);

/// Sets the pose that turns a model by `r` and puts its point `pivot` at `place`.
void cd_pose_about(const double r[9], struct cd_vec3 pivot, struct cd_vec3 place, struct cd_pose *pose);

/// A random point of the unit ball, whose distance from its centre has a square of at least `min`.
struct cd_vec3 cd_random_point(struct cd_random *random, double min);

/// A uniformly distributed rotation: a quaternion of the unit ball, whose square is at least `min`.
void cd_random_rotation(struct cd_random *random, double min, double r[9]);

/// A rotation that is aligned with no axis of a mesh or of the world; each number gives another.
void cd_generic_rotation(uint64_t number, double r[9]);

#endif
