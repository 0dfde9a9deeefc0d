#include "algos/mesh/image_cd/image_cd.h"

#include "algos/pairs.h"
#include "algos/radix_sort.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

// ---- order ------------------------------------------------------------------------------------------------

// Spreads the low ten bits, so that they are three places apart.
static uint32_t spread(uint32_t x)
{
    x = (x | x << 16) & 0x030000ff;
    x = (x | x << 8) & 0x0300f00f;
    x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
}

static uint32_t quantised(double value, double low, double extent)
{
    double cell = extent > 0 ? (value - low) / extent * 1024 : 0;
    return cell < 1023 ? (uint32_t)(cell > 0 ? cell : 0) : 1023;
}

static uint32_t morton_code(const struct cd_mesh *mesh, uint32_t triangle)
{
    const uint32_t *v = mesh->triangles[triangle].v;
    struct cd_vec3 sum = cd_add(cd_add(mesh->vertices[v[0]], mesh->vertices[v[1]]), mesh->vertices[v[2]]);
    struct cd_vec3 middle = cd_scale(sum, 1.0 / 3);
    struct cd_vec3 extent = cd_aabb_extent(&mesh->box);
    return spread(quantised(middle.x, mesh->box.low.x, extent.x)) |
           spread(quantised(middle.y, mesh->box.low.y, extent.y)) << 1 |
           spread(quantised(middle.z, mesh->box.low.z, extent.z)) << 2;
}

// The indices of the triangles along a Morton curve through their middles, so that neighbours in the list are
// neighbours in space. Free the list by cd_free.
static uint32_t *order_triangles(const struct cd_mesh *mesh)
{
    uint32_t count = mesh->triangle_count;
    uint64_t *keys = cd_allocate(count, sizeof *keys), *other = cd_allocate(count, sizeof *other);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)morton_code(mesh, i) << 32 | i;
    const uint64_t *sorted = cd_radix_sort(NULL, keys, other, count, 32, 30);
    uint32_t *order = cd_allocate(count, sizeof *order);
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint32_t)sorted[i];
    cd_free(keys);
    cd_free(other);
    return order;
}

// ---- models -----------------------------------------------------------------------------------------------

// Renumbers the vertices by their first use, so that the vertices of a cluster are stored together, too.
static void number_vertices(struct image_cd_model *model, const struct cd_mesh *mesh, const uint32_t *order)
{
    uint32_t *number = cd_allocate(mesh->vertex_count, sizeof *number);
    model->source = cd_allocate(mesh->vertex_count, sizeof *model->source);
    model->corners = cd_allocate((size_t)mesh->triangle_count * 3, sizeof *model->corners);
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t vertex = mesh->triangles[order[i]].v[k];
            if (!number[vertex]) {
                model->source[model->vertex_count] = vertex;
                number[vertex] = ++model->vertex_count;
            }
            model->corners[3 * (size_t)i + (size_t)k] = number[vertex] - 1;
        }
    cd_free(number);
}

// Lists every edge once, with the first of its triangles and in the direction that it has there.
static void list_edges(struct image_cd_model *model)
{
    struct pair_set edges = {0};
    uint32_t *ends = cd_allocate((size_t)model->triangle_count * 6, sizeof *ends);
    for (size_t i = 0; i < (size_t)model->triangle_count * 3; i++) {
        uint32_t a = model->corners[i], b = model->corners[i % 3 == 2 ? i - 2 : i + 1];
        if (i % (3 * IMAGE_CD_CLUSTER) == 0)
            model->first_edge[i / (3 * IMAGE_CD_CLUSTER)] = model->edge_count;
        if (a == b || pair_set_add(&edges, a < b ? a : b, a < b ? b : a) < model->edge_count)
            continue;
        ends[2 * (size_t)model->edge_count] = a;
        ends[2 * (size_t)model->edge_count++ + 1] = b;
    }
    model->first_edge[model->cluster_count] = model->edge_count;
    model->ends =
        cd_reallocate(ends, (size_t)model->triangle_count * 6, (size_t)model->edge_count * 2, sizeof *ends);
    pair_set_free(&edges);
}

static void make_index_buffer(GLuint *buffer, const uint32_t *indices, size_t count)
{
    glGenBuffers(1, buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, *buffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *indices), indices, GL_STATIC_DRAW);
}

void image_cd_model_open(struct image_cd_model *model, const struct cd_mesh *mesh, enum image_cd_path path)
{
    *model = (struct image_cd_model){
        .path = path, .triangle_count = mesh->triangle_count, .oriented = mesh->solid};
    model->cluster_count = (mesh->triangle_count + IMAGE_CD_CLUSTER - 1) / IMAGE_CD_CLUSTER;
    model->first_edge = cd_allocate((size_t)model->cluster_count + 1, sizeof *model->first_edge);
    uint32_t *order = order_triangles(mesh);
    number_vertices(model, mesh, order);
    cd_free(order);
    list_edges(model);
    size_t indices = (size_t)model->triangle_count * 3 + (size_t)model->edge_count * 2;
    if (path == IMAGE_CD_PATH_DISPLAY_LIST) // a point for every index
        model->form_bytes = 3 * indices * sizeof(float);
    if (path == IMAGE_CD_PATH_VBO) {
        model->form_bytes = (size_t)model->vertex_count * 3 * sizeof(float);
        model->index_bytes = indices * sizeof(uint32_t);
        make_index_buffer(&model->triangles, model->corners, (size_t)model->triangle_count * 3);
        make_index_buffer(&model->edges, model->ends, (size_t)model->edge_count * 2);
    }
    image_cd_form_open(&model->rest, model);
    image_cd_form_fill(&model->rest, model, mesh->vertices);
}

void image_cd_model_close(struct image_cd_model *model)
{
    image_cd_form_close(&model->rest);
    glDeleteBuffers(1, &model->triangles);
    glDeleteBuffers(1, &model->edges);
    cd_free(model->source);
    cd_free(model->corners);
    cd_free(model->ends);
    cd_free(model->first_edge);
}

void image_cd_form_open(struct image_cd_form *form, const struct image_cd_model *model)
{
    *form = (struct image_cd_form){.scale = 1};
    if (model->path == IMAGE_CD_PATH_VBO)
        glGenBuffers(1, &form->vertices);
    if (model->path == IMAGE_CD_PATH_DISPLAY_LIST)
        form->lists = glGenLists(2);
    form->points = cd_allocate((size_t)model->vertex_count * 3, sizeof *form->points);
    form->boxes = cd_allocate(model->cluster_count, sizeof *form->boxes);
}

void image_cd_form_close(struct image_cd_form *form)
{
    glDeleteBuffers(1, &form->vertices);
    if (form->lists) // core profiles have no such function
        glDeleteLists(form->lists, 2);
    cd_free(form->points);
    cd_free(form->boxes);
    *form = (struct image_cd_form){.scale = 1};
}

static struct image_cd_box box_of_cluster(const struct image_cd_model *model, uint32_t cluster,
                                          const float *points)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 3 * (size_t)image_cd_first_triangle(model, cluster);
         i < 3 * (size_t)image_cd_first_triangle(model, cluster + 1); i++) {
        const float *point = &points[3 * (size_t)model->corners[i]];
        for (int k = 0; k < 3; k++) {
            low[k] = point[k] < low[k] ? point[k] : low[k];
            high[k] = point[k] > high[k] ? point[k] : high[k];
        }
    }
    struct image_cd_box box;
    for (int k = 0; k < 3; k++) {
        box.centre[k] = 0.5F * (low[k] + high[k]);
        box.half[k] = 0.5F * (high[k] - low[k]);
    }
    return box;
}

static void draw_vertex_by_vertex(GLenum mode, const float *points, const struct image_cd_runs *runs)
{
    glBegin(mode);
    for (GLsizei i = 0; i < runs->count; i++) {
        const uint32_t *indices = runs->offsets[i];
        for (GLsizei k = 0; k < runs->counts[i]; k++)
            glVertex3fv(&points[3 * (size_t)indices[k]]);
    }
    glEnd();
}

static void compile(const struct image_cd_form *form, const struct image_cd_model *model)
{
    for (GLuint edges = 0; edges < 2; edges++) {
        GLsizei count = (GLsizei)(edges ? model->edge_count * 2 : model->triangle_count * 3);
        const void *indices = edges ? model->ends : model->corners;
        struct image_cd_runs all = {.counts = &count, .offsets = &indices, .count = 1};
        glNewList(form->lists + edges, GL_COMPILE);
        draw_vertex_by_vertex(edges ? GL_LINES : GL_TRIANGLES, form->points, &all);
        glEndList();
    }
}

void image_cd_form_fill(struct image_cd_form *form, const struct image_cd_model *model,
                        const struct cd_vec3 *vertices)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < model->vertex_count; i++)
        cd_aabb_add(&box, vertices[model->source[i]]);
    form->centre = cd_aabb_centre(&box);
    // Half the longest side, at least the unit of single precision there.
    form->scale = cd_power_above(0.5 * cd_aabb_longest_side(&box));
    double factor = 1 / form->scale;
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        struct cd_vec3 p = cd_scale(cd_sub(vertices[model->source[i]], form->centre), factor);
        form->points[3 * (size_t)i] = (float)p.x;
        form->points[3 * (size_t)i + 1] = (float)p.y;
        form->points[3 * (size_t)i + 2] = (float)p.z;
    }
    for (uint32_t c = 0; c < model->cluster_count; c++)
        form->boxes[c] = box_of_cluster(model, c, form->points);
    if (model->path == IMAGE_CD_PATH_VBO) {
        glBindBuffer(GL_ARRAY_BUFFER, form->vertices);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)model->form_bytes, form->points, GL_DYNAMIC_DRAW);
    }
    if (model->path == IMAGE_CD_PATH_DISPLAY_LIST)
        compile(form, model);
}

static bool may_show(const struct image_cd_box *box, const struct image_cd_transform *transform,
                     enum image_cd_part part)
{
    struct image_cd_span span = image_cd_span_of(box, transform, 0);
    // Faces in front of the view still count for the points behind them.
    return span.first_x <= span.last_x && span.nearest <= 1 &&
           (span.farthest >= -1 || part == IMAGE_CD_FACES);
}

void image_cd_add_run(const struct image_cd_model *model, enum image_cd_part part, size_t first, size_t end,
                      struct image_cd_runs *runs)
{
    bool edges = part == IMAGE_CD_EDGES;
    size_t per_item = edges ? 2 : 3;
    const uint32_t *indices = edges ? model->ends : model->corners;
    if (end == first)
        return;
    if (!runs->count || runs->end != first) {
        runs->counts[runs->count] = 0;
        runs->offsets[runs->count++] = model->path == IMAGE_CD_PATH_VBO
                                           ? (const void *)(first * per_item * sizeof *indices)
                                           : &indices[first * per_item];
    }
    runs->counts[runs->count - 1] += (GLsizei)((end - first) * per_item);
    runs->items += end - first;
    runs->end = end;
}

void image_cd_select(const struct image_cd_side *side, enum image_cd_part part,
                     const struct image_cd_transform *transform, struct image_cd_runs *runs)
{
    const struct image_cd_model *model = side->model;
    image_cd_runs_clear(runs);
    for (uint32_t c = 0; c < model->cluster_count; c++)
        if (!transform || may_show(&side->form->boxes[c], transform, part))
            image_cd_add_run(model, part, image_cd_first_item(model, part, c),
                             image_cd_first_item(model, part, c + 1), runs);
}

void image_cd_draw(const struct image_cd_side *side, enum image_cd_part part,
                   const struct image_cd_runs *runs)
{
    const struct image_cd_model *model = side->model;
    const struct image_cd_form *form = side->form;
    bool edges = part == IMAGE_CD_EDGES;
    GLenum mode = edges ? GL_LINES : GL_TRIANGLES;
    glPolygonMode(GL_FRONT_AND_BACK, part == IMAGE_CD_OUTLINES ? GL_LINE : GL_FILL);
    switch (model->path) {
    case IMAGE_CD_PATH_VBO:
    case IMAGE_CD_PATH_ARRAY:
        glBindBuffer(GL_ARRAY_BUFFER, form->vertices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, edges ? model->edges : model->triangles);
        if (image_cd_is_core())
            glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
        else
            glVertexPointer(3, GL_FLOAT, 0, model->path == IMAGE_CD_PATH_VBO ? NULL : form->points);
        glMultiDrawElements(mode, runs->counts, GL_UNSIGNED_INT, runs->offsets, runs->count);
        break;
    case IMAGE_CD_PATH_DISPLAY_LIST:
        glCallList(form->lists + edges);
        break;
    case IMAGE_CD_PATH_IMMEDIATE:
        draw_vertex_by_vertex(mode, form->points, runs);
    }
}
