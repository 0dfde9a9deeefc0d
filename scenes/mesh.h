/// Triangle meshes: what a file or a generator gives, checked, with its topology and hash.
#ifndef CD_SCENES_MESH_H
#define CD_SCENES_MESH_H

#include "base/hash.h"
#include "base/status.h"
#include "geom/aabb.h"
#include "geom/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Largest magnitude of a coordinate.
#define CD_COORDINATE_MAX 1e15

/// Most vertices of a mesh: every 1-based index fits 32 bits.
#define CD_VERTICES_MAX (UINT32_MAX - 1)

/// Most triangles of a mesh: the number of every corner fits 32 bits.
#define CD_TRIANGLES_MAX (UINT32_MAX / 3)

/// True when every coordinate is finite and at most CD_COORDINATE_MAX in magnitude.
bool cd_point_is_usable(const struct cd_vec3 *p);

/// Indices of a triangle's vertices, counterclockwise seen from outside.
struct cd_triangle {
    uint32_t v[3];
};

/// A connected component: triangles connected by corners at the same place.
struct cd_component {
    uint32_t triangle_count;
    uint32_t first_triangle; ///< the lowest triangle index of the component
    double volume;           ///< within it, if it is solid: negative if its triangles face inwards
    bool closed;             ///< no edge has just one triangle
    bool manifold;           ///< every edge has one or two triangles and every vertex one fan
    bool oriented;           ///< no directed edge occurs twice
    bool solid;              ///< directed edges cancel: a winding number is defined
};

/// What a file says besides triangles, and what reading made of it. All zero for generated meshes.
struct cd_mesh_reading {
    uint64_t cut;       ///< faces that are not convex and were cut into triangles within themselves
    uint64_t crossing;  ///< faces that cross or cover themselves: fanned from their first corner
    uint64_t too_large; ///< faces of too many corners to be cut: fanned from their first corner
    uint64_t bent; ///< faces of more than three corners that are not planar: fanned from their first corner
    uint64_t left_out;  ///< faces with fewer than three corners
    uint64_t welded;    ///< vertices that were replaced by a neighbour at another place
    uint64_t collapsed; ///< triangles that welding left without area and that other triangles cover: left out
    double unit;        ///< length of a unit of the file in metres, as the file states it; 0 if it does not
    double scale;       ///< what coordinates were multiplied by on the way from the file; 0 for 1
    char up;     ///< the axis of the file that it states to be upward, 'X', 'Y' or 'Z'; 0 if it does not
    char turned; ///< the axis of the file that was turned to y on the way from the file; 0 for none
};

/// A sliver is a triangle whose longest side is more than this many times the height over that side.
#define CD_SLIVER 100

/// An immutable mesh. Vertices are finite and at most 1e15 in magnitude; every index is in range; at least
/// one triangle. Triangles are in the file's order (polygons fanned in place).
struct cd_mesh {
    char *name; ///< for people: the file's base name with its options, or the generator's specification
    uint32_t vertex_count, triangle_count;
    struct cd_vec3 *vertices;
    struct cd_triangle *triangles;

    uint32_t *place;      ///< of every vertex: the first vertex of equal position; NULL when no two are equal
    uint32_t place_count; ///< different positions
    struct cd_aabb box;   ///< of the vertices that triangles use
    struct cd_hash hash;  ///< of vertices and triangles, not of the name
    uint32_t *component;  ///< component index of every triangle
    uint32_t component_count;
    struct cd_component *components;
    uint32_t degenerate_count;              ///< triangles without area, decided exactly
    uint32_t boundary_edges;                ///< edges, from place to place, with one triangle
    uint32_t crowded_edges;                 ///< edges with more than two triangles
    bool closed, manifold, oriented, solid; ///< true when true of every component
    uint32_t sliver_count;                  ///< triangles with area that are slivers
    struct cd_mesh_reading reading;
};

/// Makes a mesh and works out box, hash and topology. The mesh takes over the arrays, which cd_allocate allocated. When
/// a coordinate is not finite or too large, an index is out of range or there is no triangle, fails with CD_DATA, frees
/// everything, and the message names `name`.
enum cd_code cd_mesh_create(const char *name, struct cd_vec3 *vertices, uint32_t vertex_count,
                            struct cd_triangle *triangles, uint32_t triangle_count, struct cd_mesh **mesh,
                            struct cd_status *status);

/// A copy whose vertices are (v - centre) * factor; `centre` is the centre of the box.
struct cd_mesh *cd_mesh_centred(const struct cd_mesh *mesh, double factor);

/// Writes `v` and `f` records with %.17g to an open stream; the caller checks the stream.
void cd_mesh_write_obj(const struct cd_mesh *mesh, FILE *stream);

/// Writes for every vertex the first vertex at its place, itself or an earlier one (-0 equals 0). Returns how many
/// places there are.
uint32_t cd_find_places(const struct cd_vec3 *vertices, uint32_t count, uint32_t *place);

/// The first vertex at the place of vertex `v`.
static inline uint32_t cd_place_of(const struct cd_mesh *mesh, uint32_t v)
{
    return mesh->place ? mesh->place[v] : v;
}

/// Judges components, edges and fans of a mesh anew as if vertices at one place were different. Vertices that were
/// equal and are moved apart, when a body deforms, make this necessary.
void cd_mesh_part_places(struct cd_mesh *mesh);

/// Which way the solid components with a volume face.
struct cd_facing {
    uint32_t closed;     ///< such components
    uint32_t inside_out; ///< those that face inwards and are no cavity of another component
};

/// Works it out.
struct cd_facing cd_mesh_facing(const struct cd_mesh *mesh);

/// Whether all of it lies in one plane, up to the rounding of coordinates to floats: nothing can be inside.
bool cd_mesh_is_flat(const struct cd_mesh *mesh);

/// Frees a mesh; NULL is allowed.
void cd_mesh_destroy(struct cd_mesh *mesh);

/// What a mesh file is changed by on the way in; zero members change nothing. `scenes/adjust.h` has their ranges.
struct cd_mesh_options {
    double scale; ///< what every coordinate is multiplied by
    char up;      ///< the axis of the file that is turned to y: 'x', 'y' or 'z'
    double weld;  ///< vertices so near, in longest sides of the box, are joined with the earliest such vertex
};

/// Reads a mesh file: OBJ, PLY, STL, OFF and glTF strictly and in double precision, anything else through Assimp in
/// single precision. Triangles are in the file's order, those of larger faces in place; vertices of equal position
/// are joined, except in OBJ files without `weld`. `options` may be NULL. CD_IO when the file is missing,
/// unreadable or a directory; CD_DATA (naming the line or byte if there is one) when its content is bad; CD_USAGE
/// when the options do not suit it.
enum cd_code cd_mesh_load(const char *path, const struct cd_mesh_options *options, struct cd_mesh **mesh,
                          struct cd_status *status);

/// Makes the mesh of a specification such as "torusknot:triangles=20000". In addition to its own keys, every generator
/// takes `scale`, a power of two. CD_USAGE names the valid names and keys.
enum cd_code cd_mesh_generate(const char *specification, struct cd_mesh **mesh, struct cd_status *status);

/// Checks the words of such a specification without making the mesh.
enum cd_code cd_mesh_check(const char *specification, struct cd_status *status);

/// Loads or generates the mesh of a name. The name is a file or, if there is no such file, a generator with its
/// keys, or else a file with options, such as "part.stl:scale=0.001".
enum cd_code cd_named_mesh(const char *name, struct cd_mesh **mesh, struct cd_status *status);

/// True if the name is that of a mesh file, alone or with options.
bool cd_names_mesh_file(const char *name);

#ifdef __cplusplus
}
#endif
#endif
