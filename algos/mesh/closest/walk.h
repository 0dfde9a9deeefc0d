/// The walk to the closest features of two convex bodies: from feature to neighbouring feature, as long as
/// the point of the one that is closest lies outside the Voronoi region of the other (Lin, Canny 1991), in
/// the five cases of V-Clip (Mirtich 1998), whose clipping of edges needs no tolerances.
#ifndef CD_ALGOS_MESH_CLOSEST_WALK_H
#define CD_ALGOS_MESH_CLOSEST_WALK_H

#include "algos/mesh/closest/relation.h"

enum feature_kind { FEATURE_VERTEX, FEATURE_EDGE, FEATURE_FACE };

struct feature {
    uint32_t kind, index;
};

enum walk_end {
    WALK_APART,  ///< the features are closest, as far as rounded arithmetic can tell
    WALK_INSIDE, ///< an edge pierces a face, or a vertex is below all that is near it: no statement
    WALK_LOST,   ///< it came back to where it had been, or took too long
};

/// Walks on from features[0] of a and features[1] of b.
enum walk_end walk_to_closest(struct relation *relation, struct feature features[2]);

/// Directions from a towards b, in the model space of a, along which closest features should be apart: the
/// most precise one first. Returns how many there are; a vertex and a face have one.
int walk_directions(const struct relation *relation, const struct feature features[2],
                    struct cd_vec3 directions[2]);

/// A vertex of a feature.
uint32_t walk_corner(const struct polytope *polytope, struct feature feature);

#endif
