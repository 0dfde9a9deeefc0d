#include "algos/mesh/image_cd_culled/image_cd_culled.h"

#include "algos/pairs.h"
#include "base/memory.h"

#include <math.h>

// Every edge is listed with the first of its triangles and in the direction that it has there.
size_t culled_edges_open(struct culled_edges *edges, struct cd_gl_mesh *mesh)
{
    struct pair_set known = {0};
    size_t corners = (size_t)mesh->triangle_count * 3;
    uint32_t *ends = cd_allocate(2 * corners, sizeof *ends);
    *edges = (struct culled_edges){.count = 0};
    edges->first = cd_allocate((size_t)culled_clusters(mesh) + 1, sizeof *edges->first);
    for (size_t i = 0; i < corners; i++) {
        uint32_t a = mesh->corners[i], b = mesh->corners[i % 3 == 2 ? i - 2 : i + 1];
        if (i % (3 * CULLED_CLUSTER) == 0)
            edges->first[i / (3 * CULLED_CLUSTER)] = edges->count;
        if (a == b || pair_set_add(&known, a < b ? a : b, a < b ? b : a) < edges->count)
            continue;
        ends[2 * (size_t)edges->count] = a;
        ends[2 * (size_t)edges->count++ + 1] = b;
    }
    edges->first[culled_clusters(mesh)] = edges->count;
    edges->ends = cd_reallocate(ends, 2 * corners, (size_t)edges->count * 2, sizeof *ends);
    pair_set_free(&known);
    size_t bytes[2] = {corners * sizeof *ends, (size_t)edges->count * 2 * sizeof *ends};
    cd_gl_fill_buffer(GL_ELEMENT_ARRAY_BUFFER, &mesh->triangles, mesh->corners, bytes[0]);
    cd_gl_fill_buffer(GL_ELEMENT_ARRAY_BUFFER, &edges->buffer, edges->ends, bytes[1]);
    return bytes[0] + bytes[1];
}

void culled_edges_close(struct culled_edges *edges)
{
    glDeleteBuffers(1, &edges->buffer);
    cd_free(edges->ends);
    cd_free(edges->first);
}

void culled_fill(const struct cd_gl_mesh *mesh, struct cd_gl_form *form)
{
    struct culled_box *boxes = form->boxes;
    if (!boxes)
        form->boxes = boxes = cd_allocate(culled_clusters(mesh), sizeof *boxes);
    for (uint32_t c = 0; c < culled_clusters(mesh); c++) {
        float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
        for (size_t i = 3 * (size_t)culled_first_triangle(mesh, c);
             i < 3 * (size_t)culled_first_triangle(mesh, c + 1); i++)
            for (size_t k = 0; k < 3; k++) {
                float place = form->points[3 * (size_t)mesh->corners[i] + k];
                low[k] = place < low[k] ? place : low[k];
                high[k] = place > high[k] ? place : high[k];
            }
        for (int k = 0; k < 3; k++) {
            boxes[c].centre[k] = 0.5F * (low[k] + high[k]);
            boxes[c].half[k] = 0.5F * (high[k] - low[k]);
        }
    }
    form->bytes = (size_t)mesh->vertex_count * 3 * sizeof *form->points;
    cd_gl_fill_buffer(GL_ARRAY_BUFFER, &form->object, form->points, form->bytes);
}

void culled_release(struct cd_gl_form *form)
{
    glDeleteBuffers(1, &form->object);
    cd_free(form->boxes);
}

void culled_add(enum culled_part part, size_t item, struct culled_runs *runs)
{
    GLsizei indices = part == CULLED_EDGES ? 2 : 3;
    if (!runs->count || runs->end != item) {
        runs->counts[runs->count] = 0;
        runs->offsets[runs->count++] = (const void *)(item * (size_t)indices * sizeof(uint32_t));
    }
    runs->counts[runs->count - 1] += indices;
    runs->items++;
    runs->end = item + 1;
}

void culled_draw(const struct culled_side *side, enum culled_part part, const struct culled_runs *runs,
                 struct cd_counters *counters)
{
    bool edges = part == CULLED_EDGES;
    glBindBuffer(GL_ARRAY_BUFFER, side->at.form->object);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, edges ? side->edges->buffer : side->at.mesh->triangles);
    if (cd_gl_is_core())
        glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    else
        glVertexPointer(3, GL_FLOAT, 0, NULL);
    glMultiDrawElements(edges ? GL_LINES : GL_TRIANGLES, runs->counts, GL_UNSIGNED_INT, runs->offsets,
                        runs->count);
    counters->draws++;
    counters->drawn_triangles += edges ? (2 * runs->items + 2) / 3 : runs->items;
}
