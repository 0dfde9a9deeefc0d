/// What the motions of bodies that deform share: the first body stands still, the second comes straight along
/// the thinnest axis of the first, passes through it and leaves on the other side, both in generic
/// orientations.
#ifndef CD_SCENES_MOTIONS_PASSAGE_H
#define CD_SCENES_MOTIONS_PASSAGE_H

#include "scenes/motions/motions.h"

/// The axes (0, 1, 2) of a mesh's box by its extents; of equal ones the first is the longest.
struct cd_mesh_axes {
    int longest, middle, thinnest;
};

struct cd_mesh_axes cd_mesh_axes(const struct cd_mesh *mesh);

struct cd_passage {
    uint64_t steps;
    uint32_t second_mesh;
    struct cd_pose first;
    double second_r[9];
    struct cd_vec3 second_centre; ///< of the mesh's box
    struct cd_vec3 way;           ///< half of it: the second's centre goes from -way to +way
};

/// Chooses the passage of a scene of one or two meshes. `stray` is how far deformation takes a vertex of
/// either body along the thinnest axis of its mesh at most: in the first and the last frame the bodies are
/// apart.
void cd_passage_choose(struct cd_passage *passage, const struct cd_motion_start *start,
                       const double stray[2]);

/// Adds both bodies; each that deforms gets a version.
void cd_passage_place(const struct cd_passage *passage, uint64_t frame, const bool deforms[2],
                      struct cd_live *live);

/// The angle 2 pi frame / period, without full turns.
double cd_phase(uint64_t frame, double period);

/// Coordinate `axis` of `*v`, to be changed.
static inline double *cd_axis_of(struct cd_vec3 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

#endif
