#include "scenes/builder.h"

#include "base/memory.h"

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

void cd_build_face(struct cd_builder *builder, uint32_t triangle_count)
{
    builder->faces =
        cd_grow(builder->faces, builder->face_count, &builder->face_capacity, sizeof *builder->faces);
    builder->faces[builder->face_count++] = (struct cd_face){
        .first_triangle = builder->triangle_count - triangle_count, .triangle_count = triangle_count};
}

void cd_build_grid(struct cd_builder *builder, uint32_t first, uint32_t rows, uint32_t columns,
                   enum cd_grid grid)
{
    uint32_t length = columns + (grid == CD_GRID_OPEN), all = grid == CD_GRID_CLOSED ? rows : rows + 1;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t j = 0; j < columns; j++) {
            uint32_t row = first + i * length, next_row = first + (i + 1) % all * length;
            uint32_t next = (j + 1) % length;
            cd_build_quad(builder, row + j, row + next, next_row + next, next_row + j);
        }
}

enum cd_code cd_build_finish(struct cd_builder *builder, const char *name, struct cd_mesh **mesh,
                             struct cd_status *status)
{
    uint32_t *place = cd_allocate(builder->vertex_count, sizeof *place), kept = 0;
    cd_find_places(builder->vertices, builder->vertex_count, place);
    for (uint32_t v = 0; v < builder->vertex_count; v++) {
        if (place[v] == v)
            builder->vertices[kept] = builder->vertices[v];
        place[v] = place[v] == v ? kept++ : place[place[v]]; // from here on the new number of the vertex
    }
    for (uint32_t t = 0; t < builder->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            builder->triangles[t].v[k] = place[builder->triangles[t].v[k]];
    cd_free(place);
    return cd_mesh_create(name, builder->vertices, kept, builder->triangles, builder->triangle_count, mesh,
                          status);
}

void cd_build_abandon(struct cd_builder *builder)
{
    cd_free(builder->vertices);
    cd_free(builder->triangles);
    cd_free(builder->faces);
    *builder = (struct cd_builder){0};
}
