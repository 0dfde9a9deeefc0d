#include "algos/mesh/image_cd/image_cd.h"

#include "algos/radix_sort.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

// ---- order ------------------------------------------------------------------------------------------------

// Spreads the low ten bits three apart.
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

uint32_t *image_cd_order_triangles(const struct cd_mesh *mesh)
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

// An open hash set of edges; an edge is two different vertices, so 0 stands for an empty slot.
struct edge_set {
    uint64_t *slots;
    uint64_t mask;
};

static bool add_edge(struct edge_set *set, uint32_t a, uint32_t b)
{
    uint64_t key = a < b ? (uint64_t)b << 32 | a : (uint64_t)a << 32 | b;
    uint64_t slot = (key * 0x9e3779b97f4a7c15) >> 20 & set->mask;
    while (set->slots[slot] && set->slots[slot] != key)
        slot = (slot + 1) & set->mask;
    bool fresh = !set->slots[slot];
    set->slots[slot] = key;
    return fresh;
}

uint32_t image_cd_list_edges(const uint32_t *corners, uint32_t triangle_count, uint32_t *edges,
                             uint32_t *edge_end)
{
    uint64_t slots = 16;
    while (slots < (uint64_t)triangle_count * 4)
        slots *= 2;
    struct edge_set set = {cd_allocate(slots, sizeof *set.slots), slots - 1};
    uint32_t count = 0;
    for (uint32_t i = 0; i < triangle_count; i++) {
        const uint32_t *v = &corners[3 * (size_t)i];
        for (int k = 0; k < 3; k++) {
            uint32_t a = v[k], b = v[(k + 1) % 3];
            if (a == b || !add_edge(&set, a, b))
                continue;
            edges[2 * (size_t)count] = a;
            edges[2 * (size_t)count + 1] = b;
            count++;
        }
        edge_end[i] = count;
    }
    cd_free(set.slots);
    return count;
}

// ---- models -----------------------------------------------------------------------------------------------

static void fill_index_buffer(GLuint buffer, const uint32_t *indices, size_t count)
{
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *indices), indices, GL_STATIC_DRAW);
}

// Renumbers the vertices by their first use, so that a cluster's vertices lie together, too.
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

static void cut_clusters(struct image_cd_model *model, const uint32_t *edge_end)
{
    model->cluster_count = (model->triangle_count + IMAGE_CD_CLUSTER - 1) / IMAGE_CD_CLUSTER;
    model->first_triangle = cd_allocate((size_t)model->cluster_count + 1, sizeof *model->first_triangle);
    model->first_edge = cd_allocate((size_t)model->cluster_count + 1, sizeof *model->first_edge);
    for (uint32_t c = 1; c <= model->cluster_count; c++) {
        uint32_t end = c < model->cluster_count ? c * IMAGE_CD_CLUSTER : model->triangle_count;
        model->first_triangle[c] = end;
        model->first_edge[c] = edge_end[end - 1];
    }
}

static void fill_indices(struct image_cd_model *model)
{
    uint32_t *edges = cd_allocate((size_t)model->triangle_count * 6, sizeof *edges);
    uint32_t *edge_end = cd_allocate(model->triangle_count, sizeof *edge_end);
    model->edge_count = image_cd_list_edges(model->corners, model->triangle_count, edges, edge_end);
    cut_clusters(model, edge_end);
    cd_free(edge_end);
    if (model->path == IMAGE_CD_PATH_VBO) {
        glGenBuffers(1, &model->triangles);
        glGenBuffers(1, &model->edges);
        fill_index_buffer(model->triangles, model->corners, (size_t)model->triangle_count * 3);
        fill_index_buffer(model->edges, edges, (size_t)model->edge_count * 2);
    } else {
        model->ends = cd_allocate((size_t)model->edge_count * 2, sizeof *model->ends);
        memcpy(model->ends, edges, (size_t)model->edge_count * 2 * sizeof *edges);
    }
    cd_free(edges);
}

void image_cd_model_open(struct image_cd_model *model, const struct cd_mesh *mesh, enum image_cd_path path)
{
    *model = (struct image_cd_model){
        .path = path, .triangle_count = mesh->triangle_count, .oriented = mesh->solid};
    uint32_t *order = image_cd_order_triangles(mesh);
    number_vertices(model, mesh, order);
    cd_free(order);
    fill_indices(model);
    image_cd_form_open(&model->rest, model);
    float *staging = cd_allocate((size_t)model->vertex_count * 3, sizeof *staging);
    image_cd_form_fill(&model->rest, model, mesh->vertices, staging);
    cd_free(staging);
}

void image_cd_model_close(struct image_cd_model *model)
{
    image_cd_form_close(&model->rest);
    glDeleteBuffers(1, &model->triangles);
    glDeleteBuffers(1, &model->edges);
    cd_free(model->source);
    cd_free(model->corners);
    cd_free(model->ends);
    cd_free(model->first_triangle);
    cd_free(model->first_edge);
}

void image_cd_form_open(struct image_cd_form *form, const struct image_cd_model *model)
{
    *form = (struct image_cd_form){.scale = 1};
    if (model->path == IMAGE_CD_PATH_VBO)
        glGenBuffers(1, &form->vertices);
    else if (model->path == IMAGE_CD_PATH_DISPLAY_LIST)
        form->lists = glGenLists(2);
    else
        form->points = cd_allocate((size_t)model->vertex_count * 3, sizeof *form->points);
    form->boxes = cd_allocate(model->cluster_count, sizeof *form->boxes);
}

void image_cd_form_close(struct image_cd_form *form)
{
    glDeleteBuffers(1, &form->vertices);
    glDeleteLists(form->lists, form->lists ? 2 : 0);
    cd_free(form->points);
    cd_free(form->boxes);
}

size_t image_cd_model_bytes(const struct image_cd_model *model)
{
    size_t indices = (size_t)model->triangle_count * 3 + (size_t)model->edge_count * 2;
    return model->path == IMAGE_CD_PATH_VBO ? indices * sizeof(uint32_t) : 0;
}

size_t image_cd_form_bytes(const struct image_cd_model *model)
{
    const size_t point = 3 * sizeof(float); // a display list has one for every index
    if (model->path == IMAGE_CD_PATH_DISPLAY_LIST)
        return ((size_t)model->triangle_count * 3 + (size_t)model->edge_count * 2) * point;
    return model->path == IMAGE_CD_PATH_VBO ? model->vertex_count * point : 0;
}

static struct cd_aabb box_of_used(const struct image_cd_model *model, const struct cd_vec3 *vertices)
{
    struct cd_aabb box = cd_aabb_empty();
    for (uint32_t i = 0; i < model->vertex_count; i++)
        cd_aabb_add(&box, vertices[model->source[i]]);
    return box;
}

// Half the longest side as a power of two, at least the unit of single precision there.
static double scale_of(const struct cd_aabb *box)
{
    struct cd_vec3 extent = cd_aabb_extent(box);
    double half = 0.5 * fmax(extent.x, fmax(extent.y, extent.z));
    if (!(half > 0))
        return 1;
    int exponent;
    frexp(half, &exponent);
    return ldexp(1, exponent > -1000 ? exponent : -1000); // the inverse is a double too
}

static struct image_cd_box box_of_cluster(const struct image_cd_model *model, uint32_t cluster,
                                          const float *points)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 3 * (size_t)model->first_triangle[cluster];
         i < 3 * (size_t)model->first_triangle[cluster + 1]; i++) {
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

// Where the program holds the indices of a part; NULL where only the buffer is drawn from.
static const uint32_t *indices_of(const struct image_cd_model *model, enum image_cd_part part)
{
    if (model->path == IMAGE_CD_PATH_VBO)
        return NULL;
    return part == IMAGE_CD_EDGES ? model->ends : model->corners;
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

static void compile(const struct image_cd_form *form, const struct image_cd_model *model, const float *points)
{
    for (GLuint edges = 0; edges < 2; edges++) {
        GLsizei count = (GLsizei)(edges ? model->edge_count * 2 : model->triangle_count * 3);
        const void *indices = edges ? model->ends : model->corners;
        struct image_cd_runs all = {.counts = &count, .offsets = &indices, .count = 1};
        glNewList(form->lists + edges, GL_COMPILE);
        draw_vertex_by_vertex(edges ? GL_LINES : GL_TRIANGLES, points, &all);
        glEndList();
    }
}

static void keep_points(struct image_cd_form *form, const struct image_cd_model *model, const float *points)
{
    size_t size = (size_t)model->vertex_count * 3 * sizeof *points;
    if (model->path == IMAGE_CD_PATH_VBO) {
        glBindBuffer(GL_ARRAY_BUFFER, form->vertices);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, points, GL_DYNAMIC_DRAW);
    } else if (model->path == IMAGE_CD_PATH_DISPLAY_LIST) {
        compile(form, model, points);
    } else {
        memcpy(form->points, points, size);
    }
}

void image_cd_form_fill(struct image_cd_form *form, const struct image_cd_model *model,
                        const struct cd_vec3 *vertices, float *staging)
{
    struct cd_aabb box = box_of_used(model, vertices);
    form->centre = cd_aabb_centre(&box);
    form->scale = scale_of(&box);
    double factor = 1 / form->scale;
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        struct cd_vec3 p = cd_scale(cd_sub(vertices[model->source[i]], form->centre), factor);
        staging[3 * (size_t)i] = (float)p.x;
        staging[3 * (size_t)i + 1] = (float)p.y;
        staging[3 * (size_t)i + 2] = (float)p.z;
    }
    keep_points(form, model, staging);
    for (uint32_t c = 0; c < model->cluster_count; c++)
        form->boxes[c] = box_of_cluster(model, c, staging);
}

struct image_cd_range image_cd_box_range(const struct image_cd_box *box,
                                         const struct image_cd_transform *transform, int k)
{
    const float *row = &transform->m[4 * k];
    float centre = row[0] * box->centre[0] + row[1] * box->centre[1] + row[2] * box->centre[2] + row[3];
    float half = fabsf(row[0]) * box->half[0] + fabsf(row[1]) * box->half[1] + fabsf(row[2]) * box->half[2];
    // Terms may cancel, so the rounding goes with their sizes.
    float terms = fabsf(row[0] * box->centre[0]) + fabsf(row[1] * box->centre[1]) +
                  fabsf(row[2] * box->centre[2]) + fabsf(row[3]) + half;
    float slack = 1e-6F * terms + 1e-5F;
    return (struct image_cd_range){centre - half - slack, centre + half + slack};
}

static bool may_show(const struct image_cd_box *box, const struct image_cd_transform *transform,
                     enum image_cd_part part)
{
    for (int k = 0; k < 3; k++) {
        struct image_cd_range range = image_cd_box_range(box, transform, k);
        // Faces in front of the view still count for the points behind them.
        if (range.low > 1 || (range.high < -1 && !(k == 2 && part == IMAGE_CD_FACES)))
            return false;
    }
    return true;
}

static void add_run(const struct image_cd_model *model, enum image_cd_part part, uint32_t from, uint32_t to,
                    struct image_cd_runs *runs)
{
    const uint32_t *first = part == IMAGE_CD_EDGES ? model->first_edge : model->first_triangle;
    const uint32_t *indices = indices_of(model, part);
    size_t per_item = part == IMAGE_CD_EDGES ? 2 : 3;
    runs->triangles += model->first_triangle[to] - model->first_triangle[from];
    if (first[to] == first[from])
        return;
    runs->counts[runs->count] = (GLsizei)((first[to] - first[from]) * per_item);
    runs->offsets[runs->count] =
        indices ? &indices[first[from] * per_item] : (const void *)(first[from] * per_item * sizeof *indices);
    runs->count++;
}

void image_cd_select(const struct image_cd_side *side, enum image_cd_part part, const bool *kept,
                     const struct image_cd_transform *transform, struct image_cd_runs *runs)
{
    const struct image_cd_model *model = side->model;
    runs->count = 0;
    runs->triangles = 0;
    for (uint32_t c = 0, from = 0; c <= model->cluster_count; c++) {
        if (c < model->cluster_count &&
            (kept ? kept[c] : !transform || may_show(&side->form->boxes[c], transform, part)))
            continue;
        if (c > from)
            add_run(model, part, from, c, runs);
        from = c + 1;
    }
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
    case IMAGE_CD_PATH_VBO: // `points` is NULL, and runs begin at places in the index buffer
    case IMAGE_CD_PATH_ARRAY:
        glBindBuffer(GL_ARRAY_BUFFER, form->vertices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, edges ? model->edges : model->triangles);
        glVertexPointer(3, GL_FLOAT, 0, form->points);
        glMultiDrawElements(mode, runs->counts, GL_UNSIGNED_INT, runs->offsets, runs->count);
        break;
    case IMAGE_CD_PATH_DISPLAY_LIST:
        glCallList(form->lists + edges);
        break;
    case IMAGE_CD_PATH_IMMEDIATE:
        draw_vertex_by_vertex(mode, form->points, runs);
    }
}
