#include "scenes/adjust.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct cd_param cd_mesh_params[] = {
    CD_PARAM_REAL("scale", "1", 1e-30, 1e30,
                  "factor for all coordinates, such as 25.4 from inches to millimetres"),
    CD_PARAM_CHOICE("up", "y", "x|y|z", "the axis that points upwards in the file; it is turned to y"),
    CD_PARAM_REAL("weld", "<none>", 1e-12, 1e-2,
                  "join vertices at most this far apart, measured in longest sides of the mesh's box"),
    CD_PARAM_END,
};

struct cd_mesh_options cd_mesh_options_of(const struct cd_settings *settings)
{
    bool turns = cd_setting_is_given(settings, "up");
    return (struct cd_mesh_options){.scale = cd_setting_real(settings, "scale"),
                                    .up = turns ? *cd_setting_choice(settings, "up") : 0,
                                    .weld = cd_setting_real(settings, "weld")};
}

enum cd_code cd_mesh_options_read(const char *owner, const char *words, struct cd_mesh_options *options,
                                  struct cd_status *status)
{
    const struct cd_param *const tables[] = {cd_mesh_params};
    struct cd_settings *settings;
    enum cd_code code = cd_settings_read(owner, words, tables, 1, &settings, status);
    if (!code)
        *options = cd_mesh_options_of(settings);
    cd_settings_destroy(settings);
    return code;
}

void cd_mesh_label(const char *name, const struct cd_mesh_options *options, char *text, size_t bytes)
{
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"scale", options->scale != 1 ? options->scale : 0}, {"weld", options->weld}};
    snprintf(text, bytes, "%s", name);
    for (int i = 0; i < 2; i++) {
        char number[40]; // the shortest of the usual texts that is exactly this number
        int digits = 14;
        do
            snprintf(number, sizeof number, "%.*g", ++digits, numbers[i].value);
        while (digits < 17 && strtod(number, NULL) != numbers[i].value);
        if (numbers[i].value != 0)
            cd_append(text, bytes, ":%s=%s", numbers[i].key, number);
        if (i == 0 && (options->up == 'x' || options->up == 'z'))
            cd_append(text, bytes, ":up=%c", options->up);
    }
}

// ---- welding ----------------------------------------------------------------------------------------------

/// The kept vertices in a grid whose cells are twice the tolerance wide, so that the neighbours of most points are in
/// eight cells. Vertices, counted from 1, are in lists by the hash of their cell; 0 ends a list.
struct grid {
    const struct cd_vec3 *vertices;
    struct cd_vec3 low; ///< of the mesh: cells are counted from here, so that they are small numbers
    double tolerance;
    size_t slots;
    uint32_t *first, *next; ///< by slot, and by kept vertex
};

/// Half a cell, and more than rounding can take away: a tolerance is at least 1e-12 of the mesh.
#define REACH 0.501

static struct cd_vec3 in_cells(const struct grid *grid, struct cd_vec3 p)
{
    struct cd_vec3 from_low = cd_sub(p, grid->low);
    double cell = 2 * grid->tolerance;
    return cd_vec(from_low.x / cell, from_low.y / cell, from_low.z / cell);
}

static uint32_t *list_of(const struct grid *grid, double x, double y, double z)
{
    const int64_t cell[3] = {(int64_t)floor(x), (int64_t)floor(y), (int64_t)floor(z)};
    return &grid->first[cd_hash_bytes(cell, sizeof cell).low & (grid->slots - 1)];
}

/// Returns the earliest kept vertex near `p`, counted from 1; 0 if there is none.
static uint32_t find_near(const struct grid *grid, struct cd_vec3 p)
{
    struct cd_vec3 at = in_cells(grid, p);
    uint32_t earliest = 0;
    for (double x = floor(at.x - REACH); x <= at.x + REACH; x++)
        for (double y = floor(at.y - REACH); y <= at.y + REACH; y++)
            for (double z = floor(at.z - REACH); z <= at.z + REACH; z++)
                for (uint32_t v = *list_of(grid, x, y, z); v; v = grid->next[v - 1]) {
                    // Measured in tolerances, because squares of tiny lengths are 0.
                    struct cd_vec3 way = cd_sub(grid->vertices[v - 1], p);
                    double a = way.x / grid->tolerance, b = way.y / grid->tolerance,
                           c = way.z / grid->tolerance;
                    if ((!earliest || v < earliest) && a * a + b * b + c * c <= 1)
                        earliest = v;
                }
    return earliest;
}

/// Joins each vertex that a triangle uses with the earliest kept one near it, or keeps it. So no vertex moves by more
/// than the tolerance, however long a chain of near vertices is.
static void join_near_vertices(struct cd_builder *builder, double part)
{
    struct cd_vec3 *vertices = builder->vertices;
    bool *used = cd_allocate(builder->vertex_count, sizeof *used);
    struct cd_aabb box = cd_aabb_empty(); // of the vertices in use
    for (size_t i = 0; i < 3 * (size_t)builder->triangle_count; i++) {
        uint32_t v = builder->triangles[i / 3].v[i % 3];
        used[v] = true;
        cd_aabb_add(&box, vertices[v]);
    }
    struct grid grid = {
        .vertices = vertices, .low = box.low, .tolerance = part * cd_aabb_longest_side(&box), .slots = 16};
    while (grid.slots < builder->vertex_count)
        grid.slots *= 2;
    grid.first = cd_allocate(grid.slots, sizeof *grid.first);
    grid.next = cd_allocate(builder->vertex_count, sizeof *grid.next);
    uint32_t *renumbered = cd_allocate(builder->vertex_count, sizeof *renumbered);
    uint32_t kept = 0;
    for (uint32_t v = 0; v < builder->vertex_count; v++) {
        bool joins = used[v] && grid.tolerance > 0;
        uint32_t near = joins ? find_near(&grid, vertices[v]) : 0;
        if (near) {
            struct cd_vec3 *to = &vertices[near - 1], *from = &vertices[v];
            builder->reading.welded += from->x != to->x || from->y != to->y || from->z != to->z;
        } else {
            struct cd_vec3 at = in_cells(&grid, vertices[kept] = vertices[v]);
            uint32_t *list = joins ? list_of(&grid, at.x, at.y, at.z) : NULL;
            kept++;
            if (joins) {
                grid.next[kept - 1] = *list;
                *list = kept;
            }
        }
        renumbered[v] = near ? near - 1 : kept - 1;
    }
    for (uint32_t t = 0; t < builder->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            builder->triangles[t].v[k] = renumbered[builder->triangles[t].v[k]];
    builder->vertex_count = kept;
    cd_free(renumbered);
    cd_free(grid.next);
    cd_free(grid.first);
    cd_free(used);
}

// ---- triangles that welding takes the surface of ------------------------------------------------------------

/// A segment between two vertices, or one vertex twice.
static uint64_t segment(uint32_t a, uint32_t b)
{
    return (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
}

/// What a triangle that names a vertex twice covers; UINT64_MAX for any other triangle.
static uint64_t collapsed_to(const struct cd_triangle *t)
{
    const uint32_t *v = t->v;
    if (v[0] == v[1])
        return segment(v[1], v[2]);
    return v[1] == v[2] || v[2] == v[0] ? segment(v[0], v[1]) : UINT64_MAX;
}

static int compare_segments(const void *first, const void *second)
{
    uint64_t a = *(const uint64_t *)first, b = *(const uint64_t *)second;
    return (a > b) - (a < b);
}

/// Leaves out triangles that name a vertex twice where another triangle has the same segment as a side or the same
/// vertex as a corner. The surface loses no point and no hole opens, because the two sides that are left of such a
/// triangle cancel each other. Where there is no other triangle (a thin wire), the segment itself stays.
static void leave_out_collapsed(struct cd_builder *builder)
{
    struct cd_triangle *triangles = builder->triangles;
    uint64_t *lost = cd_allocate(builder->triangle_count, sizeof *lost);
    bool *covered = cd_allocate(builder->triangle_count, sizeof *covered);
    size_t count = 0, distinct = 0;
    for (uint32_t t = 0; t < builder->triangle_count; t++)
        if (collapsed_to(&triangles[t]) != UINT64_MAX)
            lost[count++] = collapsed_to(&triangles[t]);
    qsort(lost, count, sizeof *lost, compare_segments);
    for (size_t i = 0; i < count; i++)
        if (!distinct || lost[i] != lost[distinct - 1])
            lost[distinct++] = lost[i];
    for (uint32_t t = 0; t < builder->triangle_count && distinct; t++)
        for (int k = 0; k < 6 && collapsed_to(&triangles[t]) == UINT64_MAX; k++) {
            uint32_t a = triangles[t].v[k % 3], b = k < 3 ? triangles[t].v[(k + 1) % 3] : a;
            uint64_t side = segment(a, b);
            uint64_t *found = bsearch(&side, lost, distinct, sizeof *lost, compare_segments);
            if (found)
                covered[found - lost] = true;
        }
    uint32_t kept = 0;
    for (uint32_t t = 0; t < builder->triangle_count; t++) {
        uint64_t key = collapsed_to(&triangles[t]);
        uint64_t *found = bsearch(&key, lost, distinct, sizeof *lost, compare_segments);
        if (!found || !covered[found - lost])
            triangles[kept++] = triangles[t];
    }
    builder->reading.collapsed += builder->triangle_count - kept;
    builder->triangle_count = kept;
    cd_free(covered);
    cd_free(lost);
}

enum cd_code cd_build_adjust(struct cd_builder *builder, const struct cd_mesh_options *options,
                             const char *name, struct cd_status *status)
{
    struct cd_mesh_reading *reading = &builder->reading;
    if (options->weld > 0) {
        join_near_vertices(builder, options->weld);
        leave_out_collapsed(builder);
    }
    bool scales = options->scale != 0 && options->scale != 1;
    for (uint32_t v = 0; scales && v < builder->vertex_count; v++) {
        struct cd_vec3 *p = &builder->vertices[v];
        *p = cd_scale(*p, options->scale);
        if (!cd_point_is_usable(p))
            return cd_fail(status, CD_USAGE,
                           "%s: scale=%g takes a vertex to (%g, %g, %g); coordinates are at most %g in "
                           "magnitude: give a smaller scale",
                           name, options->scale, p->x, p->y, p->z, CD_COORDINATE_MAX);
    }
    if (scales)
        reading->scale = options->scale * (reading->scale != 0 ? reading->scale : 1);
    char axis = (char)(options->up ? options->up - 'x' + 'X' : 0);
    if (axis && reading->turned && reading->turned != axis)
        return cd_fail(status, CD_USAGE,
                       "%s: up=%c: the file says itself that %c points upwards, and it was turned so; leave "
                       "up out",
                       name, options->up, reading->turned - 'X' + 'x');
    if (!axis || reading->turned || axis == 'Y')
        return CD_OK;
    // Without mirroring: x about the axis z, z about the axis x. No -0 arises from 0.
    for (uint32_t v = 0; v < builder->vertex_count; v++) {
        struct cd_vec3 p = builder->vertices[v];
        builder->vertices[v] = axis == 'Z' ? cd_vec(p.x, p.z, 0 - p.y) : cd_vec(0 - p.y, p.x, p.z);
    }
    reading->turned = axis;
    return CD_OK;
}
