/// Faces of more than three corners, as triangles.
#ifndef CD_SCENES_POLYGONS_H
#define CD_SCENES_POLYGONS_H

#include "scenes/builder.h"

/// Looks at every face of the builder, which is fanned from its first corner. A fan that lies within its face stays, as
/// those of all convex faces do. Any other face is cut into as many triangles within itself, in place, with exact tests
/// in the plane of two axes in which the face is largest. What cannot be cut stays fanned and is counted in
/// `builder->reading`: faces that cross or cover themselves, that are bent, and that take too
/// long, which some of tens of thousands of corners do.
void cd_build_cut_faces(struct cd_builder *builder);

#endif
