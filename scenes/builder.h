/// A mesh that grows vertex by vertex and triangle by triangle. Readers and generators fill it.
#ifndef CD_SCENES_BUILDER_H
#define CD_SCENES_BUILDER_H

#include "scenes/mesh.h"

#include <stddef.h>

/// A face of more than three corners: the `triangle_count` triangles that fan it from its first corner.
struct cd_face {
    uint32_t first_triangle, triangle_count;
};

/// Starts as zero.
struct cd_builder {
    struct cd_vec3 *vertices;
    struct cd_triangle *triangles;
    struct cd_face *faces; ///< in the order of their triangles
    uint32_t vertex_count, triangle_count, face_count;
    size_t vertex_capacity, triangle_capacity, face_capacity;
    struct cd_mesh_reading reading;
};

/// Adds a vertex and returns its index.
uint32_t cd_build_vertex(struct cd_builder *builder, struct cd_vec3 p);

/// Adds the triangle a, b, c, counterclockwise seen from outside.
void cd_build_triangle(struct cd_builder *builder, uint32_t a, uint32_t b, uint32_t c);

/// Adds the quadrilateral a, b, c, d, counterclockwise seen from outside, as (a,b,c) and (a,c,d).
void cd_build_quad(struct cd_builder *builder, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/// Notes that the last `triangle_count` triangles are one face, fanned from its first corner.
void cd_build_face(struct cd_builder *builder, uint32_t triangle_count);

/// What comes after the last row and the last column of quads of a grid: new vertices, or the first ones again.
enum cd_grid {
    CD_GRID_OPEN,   ///< `rows` + 1 rows of `columns` + 1 vertices
    CD_GRID_TUBE,   ///< `rows` + 1 rows of `columns` vertices, the last next to the first
    CD_GRID_CLOSED, ///< `rows` rows of `columns` vertices; the last row is next to the first too
};

/// Adds `rows` x `columns` quads between vertices that were added row by row from `first` on. The outside is the side
/// from which going along a row and then to the next row turns counterclockwise.
void cd_build_grid(struct cd_builder *builder, uint32_t first, uint32_t rows, uint32_t columns,
                   enum cd_grid grid);

/// Joins vertices with exactly equal coordinates (-0 equals 0). Each is replaced by the first vertex at its place, the
/// order of the first ones is kept, and the triangles are renumbered. Then makes the mesh with this name. The mesh
/// takes over the builder's memory, or the memory is freed.
enum cd_code cd_build_finish(struct cd_builder *builder, const char *name, struct cd_mesh **mesh,
                             struct cd_status *status);

/// Frees the builder's memory.
void cd_build_abandon(struct cd_builder *builder);

#endif
