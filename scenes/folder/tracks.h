/// Bodies that each follow a track: straight and evenly, turning evenly about an axis, from one frame to
/// another. What a scene file lists under `bodies`.
#ifndef CD_SCENES_FOLDER_TRACKS_H
#define CD_SCENES_FOLDER_TRACKS_H

#include "scenes/source.h"

/// One track. Several tracks of one body follow each other, with frames between them in which it is gone.
struct cd_track {
    uint32_t id, mesh;
    uint64_t from, to;                 ///< first and last frame
    struct cd_vec3 pivot;              ///< the model point that is put at `position` and turned about
    struct cd_vec3 position, velocity; ///< at frame `from`, and per frame
    struct cd_vec3 axis;               ///< not 0
    double angle, spin;                ///< in degrees, at frame `from`, and per frame
    uint32_t entry;                    ///< where the user listed it
};

/// Sorts the tracks by id and first frame; returns the index of the first one that overlaps the track before
/// it or changes its mesh, or `count` when all are well.
uint32_t cd_tracks_sort(struct cd_track *tracks, uint32_t count);

/// A source of sorted tracks, which it takes over (a block of cd_allocate).
struct cd_source *cd_tracks_source(struct cd_track *tracks, uint32_t count);

#endif
