#include "scenes/mesh.h"

#include "base/memory.h"
#include "base/text.h"
#include "geom/obb.h"
#include "geom/triangle.h"
#include "geom/winding.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- topology ---------------------------------------------------------------------------------------------

/// One side of a triangle. Corner 3*t + k is vertex k of triangle t; side k runs from corner k to the next.
struct side {
    uint32_t low, high; ///< its two vertices, low < high
    uint32_t corner;    ///< 3*t + k
};

/// The place of a corner stands for its vertex: what the file names twice may be one.
static uint32_t vertex_of(const struct cd_mesh *mesh, uint32_t corner)
{
    return cd_place_of(mesh, mesh->triangles[corner / 3].v[corner % 3]);
}

static bool is_collapsed(const struct cd_mesh *mesh, uint32_t t)
{
    uint32_t a = vertex_of(mesh, 3 * t), b = vertex_of(mesh, 3 * t + 1), c = vertex_of(mesh, 3 * t + 2);
    return a == b || b == c || c == a;
}

static uint32_t next_corner(uint32_t corner)
{
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/// Joins two sets. The lower root wins, so the result does not depend on the order of joining.
static void join_sets(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

static void corners_of(const struct cd_mesh *mesh, uint32_t t, struct cd_vec3 corners[3])
{
    for (int k = 0; k < 3; k++)
        corners[k] = mesh->vertices[mesh->triangles[t].v[k]];
}

/// Numbers the components in the order of their first triangles.
static void find_components(struct cd_mesh *mesh)
{
    uint32_t *parent = cd_allocate(mesh->vertex_count, sizeof *parent);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        parent[v] = v;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t k = 1; k < 3; k++)
            join_sets(parent, vertex_of(mesh, 3 * t), vertex_of(mesh, 3 * t + k));
    uint32_t *number = cd_allocate(mesh->vertex_count, sizeof *number); // by root, plus one
    size_t capacity = 0;
    struct cd_vec3 corners[3], centre = cd_aabb_centre(&mesh->box);
    mesh->component = cd_allocate(mesh->triangle_count, sizeof *mesh->component);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t root = root_of(parent, vertex_of(mesh, 3 * t));
        if (!number[root]) {
            mesh->components =
                cd_grow(mesh->components, mesh->component_count, &capacity, sizeof *mesh->components);
            mesh->components[mesh->component_count++] = (struct cd_component){
                .first_triangle = t, .closed = true, .manifold = true, .oriented = true, .solid = true};
            number[root] = mesh->component_count;
        }
        mesh->component[t] = number[root] - 1;
        struct cd_component *component = &mesh->components[mesh->component[t]];
        component->triangle_count++;
        corners_of(mesh, t, corners);
        for (int k = 0; k < 3; k++)
            corners[k] = cd_sub(corners[k], centre);
        component->volume += cd_dot(corners[0], cd_cross(corners[1], corners[2])) / 6;
        if (is_collapsed(mesh, t))
            component->manifold = false;
    }
    cd_free(number);
    cd_free(parent);
}

/// Sorts sides by one of their two vertices with a stable counting sort.
static void sort_sides(const struct side *from, struct side *to, size_t count, bool by_low,
                       uint32_t vertex_count)
{
    size_t *start = cd_allocate((size_t)vertex_count + 1, sizeof *start);
    for (size_t i = 0; i < count; i++)
        start[(size_t)(by_low ? from[i].low : from[i].high) + 1]++;
    for (size_t v = 0; v < vertex_count; v++)
        start[v + 1] += start[v];
    for (size_t i = 0; i < count; i++)
        to[start[by_low ? from[i].low : from[i].high]++] = from[i];
    cd_free(start);
}

/// Sets component, component_count, components, boundary_edges, crowded_edges, closed, manifold, oriented and solid of
/// a mesh whose vertices and triangles are set and in range. Time and memory are linear.
///
/// A triangle that names a vertex twice has no surface. It belongs to a component, but its edges are not counted (they
/// cancel each other) and its component is not manifold. Nor is that of a vertex with several fans, whose corners are
/// not all connected by edges of two triangles.
static void find_topology(struct cd_mesh *mesh)
{
    find_components(mesh);
    size_t count = 0, all = 3 * (size_t)mesh->triangle_count;
    struct side *sides = cd_allocate(all, sizeof *sides), *other = cd_allocate(all, sizeof *other);
    for (uint32_t corner = 0; corner < all; corner++) {
        uint32_t a = vertex_of(mesh, corner), b = vertex_of(mesh, next_corner(corner));
        if (!is_collapsed(mesh, corner / 3))
            sides[count++] = (struct side){.low = a < b ? a : b, .high = a < b ? b : a, .corner = corner};
    }
    sort_sides(sides, other, count, false,
               mesh->vertex_count); // so the sides of one edge are next to each other
    sort_sides(other, sides, count, true, mesh->vertex_count);
    cd_free(other);
    uint32_t *fan = cd_allocate(3 * (size_t)mesh->triangle_count, sizeof *fan);
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        fan[i] = i;
    for (size_t i = 0, end; i < count; i = end) { // the sides of one edge
        struct cd_component *component = &mesh->components[mesh->component[sides[i].corner / 3]];
        size_t upwards = 0, downwards = 0;
        for (end = i; end < count && sides[end].low == sides[i].low && sides[end].high == sides[i].high;
             end++)
            *(vertex_of(mesh, sides[end].corner) == sides[i].low ? &upwards : &downwards) += 1;
        component->oriented &= upwards <= 1 && downwards <= 1;
        component->solid &= upwards == downwards;
        component->closed &= end - i != 1;
        component->manifold &= end - i <= 2;
        mesh->boundary_edges += end - i == 1;
        mesh->crowded_edges += end - i > 2;
        for (int k = 0; end - i == 2 && k < 2; k++) { // the corners of both triangles at each end
            uint32_t v = k ? sides[i].high : sides[i].low, a = sides[i].corner, b = sides[i + 1].corner;
            join_sets(fan, vertex_of(mesh, a) == v ? a : next_corner(a),
                      vertex_of(mesh, b) == v ? b : next_corner(b));
        }
    }
    cd_free(sides);
    bool *has_fan = cd_allocate(mesh->vertex_count, sizeof *has_fan);
    for (uint32_t corner = 0; corner < 3 * mesh->triangle_count; corner++) {
        if (fan[corner] != corner || is_collapsed(mesh, corner / 3))
            continue;
        uint32_t v = vertex_of(mesh, corner);
        mesh->components[mesh->component[corner / 3]].manifold &= !has_fan[v];
        has_fan[v] = true;
    }
    cd_free(has_fan);
    cd_free(fan);
    mesh->closed = mesh->manifold = mesh->oriented = mesh->solid = true;
    for (uint32_t c = 0; c < mesh->component_count; c++) {
        mesh->closed &= mesh->components[c].closed;
        mesh->manifold &= mesh->components[c].manifold;
        mesh->oriented &= mesh->components[c].oriented;
        mesh->solid &= mesh->components[c].solid;
    }
}

void cd_mesh_part_places(struct cd_mesh *mesh)
{
    cd_free(mesh->place);
    cd_free(mesh->component);
    cd_free(mesh->components);
    mesh->place = mesh->component = NULL;
    mesh->components = NULL;
    mesh->component_count = mesh->boundary_edges = mesh->crowded_edges = 0;
    mesh->place_count = mesh->vertex_count;
    find_topology(mesh);
}

// ---- places -----------------------------------------------------------------------------------------------

uint32_t cd_find_places(const struct cd_vec3 *vertices, uint32_t count, uint32_t *place)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)count)
        slots *= 2;
    uint32_t *table = cd_allocate(slots, sizeof *table); // the first vertex of a place plus one, or 0
    uint32_t places = 0;
    for (uint32_t v = 0; v < count; v++) {
        const struct cd_vec3 *p = &vertices[v];
        const struct cd_vec3 key = cd_vec(p->x + 0.0, p->y + 0.0, p->z + 0.0); // -0 becomes 0
        size_t slot = cd_hash_bytes(&key, sizeof key).low & (slots - 1);
        for (; table[slot]; slot = (slot + 1) & (slots - 1)) {
            const struct cd_vec3 *q = &vertices[table[slot] - 1];
            if (p->x == q->x && p->y == q->y && p->z == q->z)
                break;
        }
        if (!table[slot]) {
            table[slot] = v + 1;
            places++;
        }
        place[v] = table[slot] - 1;
    }
    cd_free(table);
    return places;
}

// ---- what decides answers ---------------------------------------------------------------------------------

/// A mesh thinner than this share of its longest side is a plane whose coordinates were rounded to floats.
#define FLAT 1e-6

/// Volumes below this share of the box's are rounding.
#define NO_VOLUME 1e-12

bool cd_mesh_is_flat(const struct cd_mesh *mesh)
{
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box), corners[3];
    struct cd_moments moments = {0};
    struct cd_span span = cd_span_empty();
    double axes[9];
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        corners_of(mesh, t, corners);
        for (int k = 0; k < 3; k++)
            corners[k] = cd_sub(corners[k], centre);
        cd_moments_add(&moments, corners, 1); // the plane does not depend on the weights
    }
    cd_moments_axes(&moments, axes);
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        cd_span_add(&span, axes, mesh->vertices[mesh->triangles[i / 3].v[i % 3]]);
    return span.high[2] - span.low[2] <= FLAT * cd_aabb_longest_side(&mesh->box);
}

/// What working out which way components face may take, a few seconds; those after that count as the right way round.
#define STEPS_MAX 1000000000

struct cd_facing cd_mesh_facing(const struct cd_mesh *mesh)
{
    struct cd_facing facing = {0};
    struct cd_aabb *boxes = cd_allocate(mesh->component_count, sizeof *boxes);
    struct cd_vec3 extent = cd_aabb_extent(&mesh->box), corners[3];
    double least = NO_VOLUME * extent.x * extent.y * extent.z;
    uint64_t steps = 0;
    for (uint32_t c = 0; c < mesh->component_count; c++)
        boxes[c] = cd_aabb_empty();
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        corners_of(mesh, t, corners);
        for (int k = 0; k < 3; k++)
            cd_aabb_add(&boxes[mesh->component[t]], corners[k]);
    }
    for (uint32_t c = 0; c < mesh->component_count; c++) {
        const struct cd_component *component = &mesh->components[c];
        if (!component->solid || !(fabs(component->volume) > least))
            continue;
        facing.closed++;
        bool within = false;
        corners_of(mesh, component->first_triangle, corners);
        const struct cd_aabb point = {corners[0], corners[0]};
        for (uint32_t d = 0; component->volume < 0 && d < mesh->component_count && !within; d++, steps++)
            within = d != c && mesh->components[d].solid && cd_aabb_overlap(&boxes[d], &point);
        steps += within ? 8 * (uint64_t)mesh->triangle_count : 0;
        if (!(component->volume < 0) || steps >= STEPS_MAX)
            continue;
        int64_t winding = 0; // of the other components around a point of this one
        for (uint32_t t = 0; within && t < mesh->triangle_count; t++)
            if (mesh->component[t] != c && mesh->components[mesh->component[t]].solid) {
                corners_of(mesh, t, corners);
                winding += cd_winding_crossing(&point.low, corners);
            }
        facing.inside_out += winding <= 0;
    }
    cd_free(boxes);
    return facing;
}

// ---- meshes -----------------------------------------------------------------------------------------------

bool cd_point_is_usable(const struct cd_vec3 *p)
{
    // Written so that NaN also fails.
    return fabs(p->x) <= CD_COORDINATE_MAX && fabs(p->y) <= CD_COORDINATE_MAX &&
           fabs(p->z) <= CD_COORDINATE_MAX;
}

static enum cd_code check_arrays(const char *name, const struct cd_vec3 *vertices, uint32_t vertex_count,
                                 const struct cd_triangle *triangles, uint32_t triangle_count,
                                 struct cd_status *status)
{
    if (triangle_count == 0)
        return cd_fail(status, CD_DATA, "%s: no triangles; give a mesh with at least one face", name);
    if (triangle_count > CD_TRIANGLES_MAX)
        return cd_fail(status, CD_DATA, "%s: %" PRIu32 " triangles; at most %" PRIu32 " fit: split the mesh",
                       name, triangle_count, CD_TRIANGLES_MAX);
    for (uint32_t v = 0; v < vertex_count; v++)
        if (!cd_point_is_usable(&vertices[v]))
            return cd_fail(status, CD_DATA,
                           "%s: vertex %" PRIu32 " (counted from 1) is (%g, %g, %g); coordinates must be "
                           "finite and at most %g in magnitude: repair or scale the model",
                           name, v + 1, vertices[v].x, vertices[v].y, vertices[v].z, CD_COORDINATE_MAX);
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i++)
        if (triangles[i / 3].v[i % 3] >= vertex_count)
            return cd_fail(status, CD_DATA,
                           "%s: triangle %zu (counted from 1) names vertex %" PRIu64
                           ", but there are %" PRIu32 "; the file is damaged",
                           name, i / 3 + 1, (uint64_t)triangles[i / 3].v[i % 3] + 1, vertex_count);
    return CD_OK;
}

enum cd_code cd_mesh_create(const char *name, struct cd_vec3 *vertices, uint32_t vertex_count,
                            struct cd_triangle *triangles, uint32_t triangle_count, struct cd_mesh **result,
                            struct cd_status *status)
{
    enum cd_code code = check_arrays(name, vertices, vertex_count, triangles, triangle_count, status);
    if (code) {
        cd_free(vertices);
        cd_free(triangles);
        return code;
    }
    struct cd_mesh *mesh = *result = cd_allocate(1, sizeof *mesh);
    mesh->name = cd_escaped(name);
    mesh->vertices = vertices;
    mesh->vertex_count = vertex_count;
    mesh->triangles = triangles;
    mesh->triangle_count = triangle_count;
    mesh->place = cd_allocate(vertex_count, sizeof *mesh->place);
    mesh->place_count = cd_find_places(vertices, vertex_count, mesh->place);
    if (mesh->place_count == vertex_count) {
        cd_free(mesh->place);
        mesh->place = NULL;
    }
    mesh->box = cd_aabb_empty();
    for (uint32_t t = 0; t < triangle_count; t++) {
        struct cd_vec3 corners[3];
        double longest = 0;
        corners_of(mesh, t, corners);
        bool degenerate = cd_triangle_is_degenerate(corners);
        for (int k = 0; k < 3; k++) {
            cd_aabb_add(&mesh->box, corners[k]);
            longest = fmax(longest, cd_length(cd_sub(corners[k], corners[(k + 1) % 3])));
        }
        for (int k = 0; k < 3; k++)
            corners[k] = cd_scale(cd_sub(corners[k], vertices[triangles[t].v[0]]), 1 / longest);
        mesh->degenerate_count += degenerate;
        mesh->sliver_count += !degenerate && 1 > CD_SLIVER * 2 * cd_triangle_area(corners);
    }
    struct cd_hasher *hasher = cd_hasher_create();
    cd_hasher_add_u64(hasher, vertex_count);
    cd_hasher_add(hasher, vertices, vertex_count * sizeof *vertices);
    cd_hasher_add_u64(hasher, triangle_count);
    cd_hasher_add(hasher, triangles, triangle_count * sizeof *triangles);
    mesh->hash = cd_hasher_finish(hasher);
    find_topology(mesh);
    return CD_OK;
}

struct cd_mesh *cd_mesh_centred(const struct cd_mesh *mesh, double factor)
{
    struct cd_vec3 centre = cd_aabb_centre(&mesh->box);
    struct cd_vec3 *vertices = cd_allocate(mesh->vertex_count, sizeof *vertices);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        vertices[v] = cd_scale(cd_sub(mesh->vertices[v], centre), factor);
    struct cd_triangle *triangles = cd_allocate(mesh->triangle_count, sizeof *triangles);
    memcpy(triangles, mesh->triangles, mesh->triangle_count * sizeof *triangles);
    struct cd_mesh *copy = NULL;
    enum cd_code code = cd_mesh_create(mesh->name, vertices, mesh->vertex_count, triangles,
                                       mesh->triangle_count, &copy, NULL);
    CD_ASSERT(code == CD_OK); // the caller chooses a factor that keeps the coordinates within the limit
    return copy;
}

void cd_mesh_write_obj(const struct cd_mesh *mesh, FILE *stream)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const struct cd_vec3 *v = &mesh->vertices[i];
        fprintf(stream, "v %.17g %.17g %.17g\n", v->x, v->y, v->z);
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *v = mesh->triangles[i].v;
        fprintf(stream, "f %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", (uint64_t)v[0] + 1, (uint64_t)v[1] + 1,
                (uint64_t)v[2] + 1);
    }
}

void cd_mesh_destroy(struct cd_mesh *mesh)
{
    if (!mesh)
        return;
    cd_free(mesh->name);
    cd_free(mesh->vertices);
    cd_free(mesh->triangles);
    cd_free(mesh->place);
    cd_free(mesh->component);
    cd_free(mesh->components);
    cd_free(mesh);
}
