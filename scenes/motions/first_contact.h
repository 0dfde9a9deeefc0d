/// Where two meshes first touch when one comes straight at the other. Of all pairs of points, one of either
/// body, that lie on one line of the way, the contact is where their distance along it is least; so it is
/// found as a minimum, by branch and bound over trees of boxes, and not by stepping. Only IEEE arithmetic is
/// used: the same placement on every machine.
#ifndef CD_SCENES_MOTIONS_FIRST_CONTACT_H
#define CD_SCENES_MOTIONS_FIRST_CONTACT_H

#include "scenes/mesh.h"

/// A mesh in a tree of boxes about the centre of its own box; read only.
struct cd_contact_tree;

/// Builds the tree of a mesh, which must outlive it.
struct cd_contact_tree *cd_contact_tree_create(const struct cd_mesh *mesh);

/// Frees a tree; NULL is allowed.
void cd_contact_tree_destroy(struct cd_contact_tree *tree);

/// Both bodies are turned about the centres of their boxes by row-major `lower_r` and `upper_r`; the lower
/// has its centre at the origin, the upper comes down the z axis. Sets the height of the upper one's centre
/// where their surfaces first meet, up to rounding of about 1e-12 of their sizes; false when they never do.
bool cd_contact_height(const struct cd_contact_tree *lower, const double lower_r[9],
                       const struct cd_contact_tree *upper, const double upper_r[9], double *height);

#endif
