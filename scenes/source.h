/// Where a scene's frames come from. A source either places every body of any frame by a formula (`place`),
/// or is read front to back through readers of its own (`open`, `next`, `close`). The cursor works
/// out what appeared, changed and vanished, and the loading pass checks and hashes whatever a source gives.
#ifndef CD_SCENES_SOURCE_H
#define CD_SCENES_SOURCE_H

#include "base/random.h"
#include "scenes/scene.h"

#include <stddef.h>

/// Ids of bodies and of regions are below these, so that tables by id stay of bounded size; those of regions in
/// files are below CD_REGION_FILE_LIMIT, since there a few regions may have high ones.
#define CD_BODY_LIMIT        (1u << 20)
#define CD_REGION_LIMIT      (1u << 27)
#define CD_REGION_FILE_LIMIT (1u << 24)

/// A scene has at most this many frames.
#define CD_FRAME_LIMIT UINT64_C(100000000)

/// Frame count of a scene whose source tells only by ending how many frames there are.
#define CD_FRAMES_UNKNOWN UINT64_MAX

/// What is live in one frame, filled by a source; the memory is reused frame after frame. A body of version
/// 0 may leave `vertices` NULL: the cursor puts its mesh's there.
struct cd_live {
    uint32_t body_count, region_count;
    struct cd_body *bodies;    ///< ascending by id, no two alike
    struct cd_region *regions; ///< ascending by id; the extents of one id stand together, in any fixed order
    size_t body_capacity, region_capacity;
};

/// A new body at the end of the frame: of this id and mesh, version 0, in the pose of its mesh.
struct cd_body *cd_live_add_body(struct cd_live *live, uint32_t id, uint32_t mesh);
/// Makes room for so many regions at once, where their number is known: growing takes twice the memory for a moment.
void cd_live_reserve_regions(struct cd_live *live, size_t count);
/// A new region at the end of the frame, zeroed.
struct cd_region *cd_live_add_region(struct cd_live *live);

/// Orders regions by id, kind and bounds; for qsort. In this order the extents of a region are exported and
/// read back.
int cd_region_compare(const void *first, const void *second);

/// A kind of source. Readers may be many and in several threads; a source itself is read only.
struct cd_source_kind {
    /// Adds the live bodies of a frame to the empty `live`. When given, `open`, `next` and `close` are not.
    void (*place)(const struct cd_scene *scene, uint64_t frame, struct cd_live *live);
    /// Fills the vertices of a body that `place` gave another version than 0; NULL when none deforms. Where
    /// it is given, the bodies are the same in every frame.
    void (*deform)(const struct cd_scene *scene, uint64_t frame, const struct cd_body *body,
                   struct cd_vec3 *vertices);

    /// A reader before the first frame; what goes wrong is reported by its first `next`.
    void *(*open)(const struct cd_scene *scene);
    /// Adds what is live in the next frame, whose number is `frame`, or sets `*ended`, which is false, when
    /// there is none and the scene does not know how many frames it has. Deformed vertices stay valid until
    /// the next call.
    enum cd_code (*next)(void *reader, uint64_t frame, struct cd_live *live, bool *ended,
                         struct cd_status *status);
    void (*close)(void *reader);

    /// Frees what the source holds besides its plan, but not itself; NULL where there is nothing.
    void (*destroy)(struct cd_source *source);
};

/// First member of every source.
struct cd_source {
    const struct cd_source_kind *kind;
    void *plan;    ///< what it works by, in one block of cd_allocate that is freed with it; or NULL
    bool surveyed; ///< set by cd_scene_survey: from now on frames must keep to what it found
    bool has_hash; ///< the source knows what the scene's hash must be, unless it was cut short
    struct cd_hash hash;
};

/// An empty scene named `name`; the maker then adds meshes, source, frame_count, seed, dimensions and touch.
struct cd_scene *cd_scene_create(const char *name);

/// Gives the scene a source that is nothing but its kind and its plan, which it takes over.
void cd_scene_set_source(struct cd_scene *scene, const struct cd_source_kind *kind, void *plan);

/// Adds a mesh, which the scene then owns.
void cd_scene_add_mesh(struct cd_scene *scene, struct cd_mesh *mesh);

/// Sets the pose that turns a model by `r` and puts its point `pivot` at `place`.
void cd_pose_about(const double r[9], struct cd_vec3 pivot, struct cd_vec3 place, struct cd_pose *pose);

/// A random point of the unit ball, whose distance from its centre has a square of at least `min`.
struct cd_vec3 cd_random_point(struct cd_random *random, double min);

/// A uniformly distributed rotation: a quaternion of the unit ball, whose square is at least `min`.
void cd_random_rotation(struct cd_random *random, double min, double r[9]);

/// A rotation that agrees with no axis of a mesh or of the world, one per number.
void cd_generic_rotation(uint64_t number, double r[9]);

#endif
