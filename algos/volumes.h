/// What an algorithm can show of itself: the volumes that it holds, level by level, and the picture that it
/// looked at last. Nothing of this is timed, and nothing of it knows how it is drawn.
#ifndef CD_ALGOS_VOLUMES_H
#define CD_ALGOS_VOLUMES_H

#include "geom/aabb.h"
#include "geom/obb.h"
#include "geom/pose.h"
#include "geom/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cd_volume_kind {
    CD_VOLUME_BOX,    ///< oriented or not
    CD_VOLUME_SPHERE, ///< its radius is box.half[0]
};

/// `body` of a volume that belongs to none, such as a cell of space.
#define CD_NO_BODY UINT32_MAX

/// A bounding volume or a cell, in world space.
struct cd_volume {
    enum cd_volume_kind kind;
    uint32_t body;     ///< id of the body that it bounds, or CD_NO_BODY
    bool broad;        ///< of the broad phase, not of a body's model
    bool last;         ///< nothing lies below it: it stands for itself on every deeper level
    struct cd_obb box; ///< axes, centre and half extents
};

/// Who gets volumes: `emit` is called once for each, from the calling thread, and keeps no pointer to it.
struct cd_volumes {
    unsigned depth; ///< the level that is wanted, 0 being the outermost
    void (*emit)(struct cd_volumes *volumes, const struct cd_volume *volume);
    void *user;
};

/// Emits a box whose axes are those of the world.
static inline void cd_emit_aabb(struct cd_volumes *volumes, uint32_t body, bool broad, bool last,
                                const struct cd_aabb *box)
{
    struct cd_vec3 half = cd_scale(cd_aabb_extent(box), 0.5);
    struct cd_obb upright = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, cd_aabb_centre(box), {half.x, half.y, half.z}};
    struct cd_volume volume = {CD_VOLUME_BOX, body, broad, last, upright};
    volumes->emit(volumes, &volume);
}

/// Emits a box of a body's model space, placed by the body's pose.
static inline void cd_emit_placed_box(struct cd_volumes *volumes, uint32_t body, bool last,
                                      const struct cd_pose *pose, const struct cd_obb *box)
{
    struct cd_volume volume = {CD_VOLUME_BOX, body, false, last, *box};
    const double *r = pose->r;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            volume.box.axes[3 * i + k] = r[3 * k] * box->axes[3 * i] + r[3 * k + 1] * box->axes[3 * i + 1] +
                                         r[3 * k + 2] * box->axes[3 * i + 2];
    volume.box.centre = cd_canonical_vertex(pose, box->centre);
    volumes->emit(volumes, &volume);
}

/// Emits a sphere of a body's model space, placed by the body's pose.
static inline void cd_emit_placed_sphere(struct cd_volumes *volumes, uint32_t body, bool last,
                                         const struct cd_pose *pose, struct cd_vec3 centre, double radius)
{
    struct cd_obb box = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1}, cd_canonical_vertex(pose, centre), {radius, radius, radius}};
    struct cd_volume volume = {CD_VOLUME_SPHERE, body, false, last, box};
    volumes->emit(volumes, &volume);
}

/// A buffer that an algorithm decides by, such as Image_CD's stencil buffer, and where it lies in the world.
struct cd_picture {
    const char *title;        ///< what it is, for people
    uint32_t a, b;            ///< the bodies in it, or CD_NO_BODY
    unsigned width, height;   ///< in pixels
    const uint8_t *values;    ///< width * height of them, row by row from the bottom; the algorithm's
    uint8_t hit_min, hit_max; ///< a value between these, both included, says that something collides
    const float
        *depths; ///< of every pixel, from -1 towards the eye to 1 away from it; the algorithm's; or NULL
    struct cd_vec3 centre;             ///< of the part of space that it shows
    struct cd_vec3 right, up, towards; ///< from the centre to the right edge, the upper edge, and to the eye
};

/// Whether a value of the picture says that something collides.
static inline bool cd_picture_hit(const struct cd_picture *picture, uint8_t value)
{
    return value >= picture->hit_min && value <= picture->hit_max;
}

/// The point of the world that pixel `i` of `values` shows, at its middle; for a picture with depths. Where
/// the pixel says that something collides, it is a point of one body's edge inside the other.
static inline struct cd_vec3 cd_picture_point(const struct cd_picture *picture, size_t i)
{
    double x = (2.0 * (double)(i % picture->width) + 1) / picture->width - 1;
    double y = (2.0 * (double)(i / picture->width) + 1) / picture->height - 1;
    struct cd_vec3 aside = cd_add(cd_scale(picture->right, x), cd_scale(picture->up, y));
    struct cd_vec3 away = cd_scale(picture->towards, -(double)picture->depths[i]);
    return cd_add(picture->centre, cd_add(aside, away));
}

#ifdef __cplusplus
}
#endif
#endif
