/// A scene is a recorded workload: meshes, and per frame the live bodies with their poses (or the live
/// regions). It is read through a cursor, frame by frame, and is never in memory as a whole:
///
///     struct cd_cursor *cursor = cd_cursor_open(scene);
///     const struct cd_frame *frame;
///     while (!(code = cd_cursor_next(cursor, &frame, &status)) && frame)
///         use(frame);
///     cd_cursor_close(cursor);
///
/// Any number of cursors may read one scene at the same time, each from one thread.
#ifndef CD_SCENES_SCENE_H
#define CD_SCENES_SCENE_H

#include "base/hash.h"
#include "base/status.h"
#include "geom/pose.h"
#include "scenes/mesh.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A live body of one frame. A version names the vertices for the whole scene: wherever a body has the same version, it
/// has the same vertices, also after it was away.
struct cd_body {
    uint32_t id;                    ///< stable over the scene, below body_limit
    uint32_t mesh;                  ///< index into the scene's meshes
    uint64_t version;               ///< 0 while its vertices are the mesh's; else grows whenever they change
    const struct cd_vec3 *vertices; ///< model-space vertices of this frame, mesh->vertex_count of them
    struct cd_pose pose;
};

/// Whether regions that only share a border match.
enum cd_touch {
    CD_TOUCH_HALF_OPEN, ///< [low, high), as in IEEE 1516
    CD_TOUCH_CLOSED,    ///< [low, high], as in Shi et al. 2000
};

enum cd_region_kind { CD_REGION_PUBLISH, CD_REGION_SUBSCRIBE };

/// Largest number of dimensions of a region.
#define CD_REGION_DIMENSIONS 8

/// Bounds of regions are between these, both included: 2^32 values.
#define CD_REGION_MIN (-INT64_C(0x7fffffff))
#define CD_REGION_MAX INT64_C(0x80000000)

/// A live region of one frame: a box of integers in the first `dimensions` coordinates. Ids are unique over both kinds;
/// a region of several extents occurs once per extent. Bounds are stored less one, so that all of them fit 32 bits
/// (frames have millions of regions). Coordinates beyond the dimensions are 0.
struct cd_region {
    uint32_t id;
    enum cd_region_kind kind;
    int32_t low[CD_REGION_DIMENSIONS], high[CD_REGION_DIMENSIONS];
};

/// Converts a bound to its stored form, and back. Stored bounds keep their order and their differences.
static inline int32_t cd_region_stored(int64_t bound)
{
    return (int32_t)(bound - 1);
}

static inline int64_t cd_region_bound(int32_t stored)
{
    return (int64_t)stored + 1;
}

/// What happens in one frame; valid until the cursor moves on. Bodies, regions and the lists of ids ascend by id.
/// "Changed" means live in the frame before too, with another pose, version or region.
struct cd_frame {
    uint64_t index;
    uint32_t body_count, region_count;
    const struct cd_body *bodies;
    const struct cd_region *regions;
    uint32_t appeared_count, changed_count, vanished_count;
    const uint32_t *appeared, *changed, *vanished;
};

/// Where frames come from: opaque, made by a motion, an imported folder or a region generator (see source.h).
struct cd_source;

/// A loaded scene; read-only. `hash` covers meshes, poses and regions, but not names.
struct cd_scene {
    char *name; ///< the specification it was made from
    uint32_t mesh_count;
    struct cd_mesh **meshes;
    uint64_t frame_count;
    uint32_t body_limit;    ///< body ids are below this
    uint32_t max_bodies;    ///< the most bodies live in one frame
    uint64_t max_triangles; ///< the most triangles live in one frame
    bool deforms;           ///< some body's version is not 0 somewhere
    uint32_t dimensions;    ///< of the regions; 0 when there are none
    uint32_t max_regions;   ///< the most regions live in one frame
    enum cd_touch touch;
    uint64_t seed;
    struct cd_hash hash;
    struct cd_source *source;
};

/// Largest seed of a scene: integers of JSON results are signed and have 64 bits.
#define CD_SEED_LIMIT ((uint64_t)INT64_MAX)

/// Overrides of the command line; a zero means "as the specification says".
struct cd_scene_options {
    bool has_seed;
    uint64_t seed;
    uint64_t frames;
    bool allow_large;   ///< a scene file may ask for much more memory or time than its size suggests
    bool (*stop)(void); ///< called while loading; once it is true, loading ends with CD_INTERRUPTED; or NULL
};

/// Loads a scene from its specification: `MESH[+MESH...][,motion=NAME[:key=value...]]`, a YAML scene file or an
/// exported folder. A mesh file with the whole name, or with all of the name before the motion, takes precedence. All
/// frames are read once to check and hash them. Names are looked up in the working directory and then, unless they
/// begin with /, ./ or ../, on the scene path.
enum cd_code cd_scene_load(const char *specification, const struct cd_scene_options *options,
                           struct cd_scene **scene, struct cd_status *status);

/// Checks the words of a specification without reading or making a mesh: the motion and the generators with their keys
/// and values, and the options of mesh files. Only `cd_scene_load` finds out what is in files, and whether they exist.
enum cd_code cd_scene_check(const char *specification, struct cd_status *status);

/// Frees a scene, after its cursors; NULL is allowed.
void cd_scene_destroy(struct cd_scene *scene);

/// Finds the file with this name, as `cd_scene_load` does, and writes its path; CD_IO when there is none.
enum cd_code cd_scene_find(const char *name, char *path, size_t path_bytes, struct cd_status *status);

#ifdef __cplusplus
}
#endif
#endif
