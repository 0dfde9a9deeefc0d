#include "scenes/generators/generator.h"

#include "base/memory.h"
#include "scenes/join.h"

#include <math.h>

uint32_t cd_build_vertex(struct cd_builder *builder, struct cd_vec3 p)
{
    builder->vertices = cd_grow(builder->vertices, builder->vertex_count, &builder->vertex_capacity,
                                sizeof *builder->vertices);
    builder->vertices[builder->vertex_count] = p;
    return builder->vertex_count++;
}

void cd_build_triangle(struct cd_builder *builder, uint32_t a, uint32_t b, uint32_t c)
{
    builder->triangles = cd_grow(builder->triangles, builder->triangle_count, &builder->triangle_capacity,
                                 sizeof *builder->triangles);
    builder->triangles[builder->triangle_count++] = (struct cd_triangle){{a, b, c}};
}

void cd_build_quad(struct cd_builder *builder, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    cd_build_triangle(builder, a, b, c);
    cd_build_triangle(builder, a, c, d);
}

void cd_build_grid(struct cd_builder *builder, uint32_t first, uint32_t rows, uint32_t columns)
{
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            uint32_t a = first + i * (columns + 1) + j, d = a + columns + 1;
            cd_build_quad(builder, a, a + 1, d + 1, d);
        }
}

void cd_build_closed_grid(struct cd_builder *builder, uint32_t first, uint32_t rows, uint32_t columns)
{
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            uint32_t row = first + i * columns, next_row = first + (i + 1) % rows * columns;
            uint32_t next = (j + 1) % columns;
            cd_build_quad(builder, row + j, row + next, next_row + next, next_row + j);
        }
}

uint32_t cd_nearest_count(double value, uint32_t min)
{
    double nearest = nearbyint(value);
    return nearest > min ? (uint32_t)nearest : min;
}

void cd_choose_grid(double triangles, double ratio, uint32_t min_rows, uint32_t min_columns, uint32_t *rows,
                    uint32_t *columns)
{
    double even = sqrt(triangles / 2 / ratio), best = INFINITY;
    uint32_t from = cd_nearest_count(0.8 * even, min_columns), to = cd_nearest_count(1.25 * even, from);
    for (uint32_t c = from; c <= to; c++) {
        uint32_t r = cd_nearest_count(triangles / 2 / c, min_rows);
        double missed = fabs(2.0 * r * c - triangles) + fabs(c - even) / (even + 1); // evenness breaks ties
        if (missed < best) {
            best = missed;
            *rows = r;
            *columns = c;
        }
    }
}

enum cd_code cd_build_finish(struct cd_builder *builder, const char *name, struct cd_mesh **mesh,
                             struct cd_status *status)
{
    uint32_t vertex_count = cd_join_equal_vertices(builder->vertices, builder->vertex_count,
                                                   builder->triangles, builder->triangle_count);
    return cd_mesh_create(name, builder->vertices, vertex_count, builder->triangles, builder->triangle_count,
                          mesh, status);
}
