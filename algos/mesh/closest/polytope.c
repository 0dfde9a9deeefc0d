// From a mesh to its true corners, edges and faces, and the proof that it is convex.
//
// The proof, in time linear in the triangles: the mesh is one closed, oriented, manifold surface; every
// triangle has the mean of the vertices strictly on its inner side; the winding number there is 1. Seen from
// there the surface is then a covering of the sphere of directions, of degree 1, so that it does not meet
// itself; and such a surface is the border of a convex body when no edge of it bends inwards.
#include "algos/mesh/closest/polytope.h"

#include "base/memory.h"
#include "geom/predicates.h"
#include "geom/winding.h"

#include <string.h>

/// What the making works on. A half edge is 3 * triangle + k, from corner k to corner k + 1.
struct making {
    const struct cd_mesh *mesh;
    const struct cd_vec3 *points;
    int side; ///< 1 when triangles are counterclockwise seen from outside, -1 when clockwise
    struct cd_vec3 centre;
    uint32_t half_count;
    uint32_t *twin;
    unsigned char *flat; ///< per half edge: both its triangles lie in one plane
    uint32_t *face;      ///< per triangle
    uint32_t face_count;
    uint32_t *corner; ///< per vertex of the mesh: how many edges bend there, then its number
    uint32_t corner_count;
    uint32_t *edge; ///< per half edge: the number of the edge that begins with it
    uint32_t edge_count;
};

static uint32_t following(uint32_t half)
{
    return half % 3 == 2 ? half - 2 : half + 1;
}

static uint32_t origin(const struct making *making, uint32_t half)
{
    return making->mesh->triangles[half / 3].v[half % 3];
}

static uint32_t target(const struct making *making, uint32_t half)
{
    return origin(making, following(half));
}

/// Sorts half edges by one of their ends, keeping the order of those that share it.
static void sort_by(const struct making *making, uint32_t (*end)(const struct making *, uint32_t),
                    const uint32_t *from, uint32_t *to, uint32_t *place)
{
    uint32_t n = making->mesh->vertex_count;
    memset(place, 0, (n + 1) * sizeof *place);
    for (uint32_t i = 0; i < making->half_count; i++)
        place[end(making, i) + 1]++;
    for (uint32_t v = 0; v < n; v++)
        place[v + 1] += place[v];
    for (uint32_t i = 0; i < making->half_count; i++)
        to[place[end(making, from[i])]++] = from[i];
}

/// Pairs half edges: sorted by (from, to), and by (to, from), twins stand in the same place.
static void find_twins(struct making *making)
{
    uint32_t n = making->half_count;
    uint32_t *a = cd_allocate(n, sizeof *a), *b = cd_allocate(n, sizeof *b), *c = cd_allocate(n, sizeof *c);
    uint32_t *place = cd_allocate((size_t)making->mesh->vertex_count + 1, sizeof *place);
    for (uint32_t i = 0; i < n; i++)
        a[i] = i;
    sort_by(making, target, a, b, place);
    sort_by(making, origin, b, c, place);
    sort_by(making, origin, a, b, place);
    sort_by(making, target, b, a, place);
    for (uint32_t i = 0; i < n; i++)
        making->twin[c[i]] = a[i];
    cd_free(a);
    cd_free(b);
    cd_free(c);
    cd_free(place);
}

static int below(const struct making *making, uint32_t triangle, const struct cd_vec3 *p)
{
    const uint32_t *v = making->mesh->triangles[triangle].v;
    return cd_orient3d(&making->points[v[0]], &making->points[v[1]], &making->points[v[2]], p);
}

static struct cd_vec3 mean_of_corners(const struct making *making)
{
    struct cd_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < making->half_count; i++)
        sum = cd_add(sum, cd_scale(making->points[origin(making, i)], 1.0 / making->half_count));
    return sum;
}

/// NULL when the surface is star-shaped about its middle; otherwise what is wrong.
static const char *check_star(struct making *making)
{
    const struct cd_mesh *mesh = making->mesh;
    int64_t winding = 0;
    making->centre = mean_of_corners(making);
    making->side = below(making, 0, &making->centre);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (making->side == 0 || below(making, t, &making->centre) != making->side)
            return "has sides that cannot be seen from its middle";
        struct cd_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = making->points[mesh->triangles[t].v[k]];
        winding += cd_winding_crossing(&making->centre, p);
    }
    return winding == making->side ? NULL : "goes around its middle more than once";
}

static const char *check_edges(struct making *making)
{
    for (uint32_t i = 0; i < making->half_count; i++) {
        uint32_t opposite = origin(making, following(following(making->twin[i])));
        int bend = making->side * below(making, i / 3, &making->points[opposite]);
        if (bend < 0)
            return "bends inwards";
        making->flat[i] = bend == 0;
    }
    return NULL;
}

/// Joins triangles across flat edges. `queue` has room for every triangle.
static void find_faces(struct making *making, uint32_t *queue)
{
    uint32_t n = making->mesh->triangle_count;
    for (uint32_t t = 0; t < n; t++)
        making->face[t] = POLYTOPE_NONE;
    for (uint32_t t = 0; t < n; t++) {
        if (making->face[t] != POLYTOPE_NONE)
            continue;
        uint32_t count = 0;
        queue[count++] = t;
        making->face[t] = making->face_count;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t half = 3 * queue[i] + k, other = making->twin[half] / 3;
                if (!making->flat[half] || making->face[other] != POLYTOPE_NONE)
                    continue;
                making->face[other] = making->face_count;
                queue[count++] = other;
            }
        making->face_count++;
    }
}

/// Numbers the vertices where three faces meet, and the half edges that edges between them begin with.
static void find_corners(struct making *making)
{
    const struct cd_mesh *mesh = making->mesh;
    for (uint32_t i = 0; i < making->half_count; i++)
        making->corner[origin(making, i)] += !making->flat[i];
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        making->corner[v] = making->corner[v] < 3 ? POLYTOPE_NONE : making->corner_count++;
    for (uint32_t i = 0; i < making->half_count; i++) {
        bool begins = !making->flat[i] && making->corner[origin(making, i)] != POLYTOPE_NONE;
        making->edge_count += begins;
        making->edge[i] = POLYTOPE_NONE;
    }
}

/// The next half edge around the face.
static uint32_t around(const struct making *making, uint32_t half)
{
    half = following(half);
    while (making->flat[half])
        half = following(making->twin[half]);
    return half;
}

/// The half edge that the edge which begins with `half` ends with.
static uint32_t last_of_edge(const struct making *making, uint32_t half)
{
    while (making->corner[target(making, half)] == POLYTOPE_NONE)
        half = around(making, half);
    return half;
}

static void *take(char **memory, size_t count, size_t size)
{
    void *block = *memory;
    *memory += (count * size + 15) & ~(size_t)15;
    return block;
}

static struct polytope *allocate(const struct making *making)
{
    size_t v = making->corner_count, e = making->edge_count, f = making->face_count;
    struct polytope *made;
    size_t bytes = sizeof *made + v * sizeof *made->points + (v + 1) * sizeof *made->star +
                   e * sizeof *made->edges + f * sizeof *made->faces + 5 * 16;
    char *memory = cd_allocate(bytes, 1);
    made = take(&memory, 1, sizeof *made);
    made->bytes = bytes;
    made->mesh_vertices = making->mesh->vertex_count;
    made->mesh_triangles = making->mesh->triangle_count;
    made->vertex_count = making->corner_count;
    made->edge_count = making->edge_count;
    made->face_count = making->face_count;
    made->points = take(&memory, v, sizeof *made->points);
    made->star = take(&memory, v + 1, sizeof *made->star);
    made->edges = take(&memory, e, sizeof *made->edges);
    made->faces = take(&memory, f, sizeof *made->faces);
    return made;
}

/// Numbers the edges by the vertex that they leave.
static void number_edges(struct making *making, struct polytope *made)
{
    for (uint32_t i = 0; i < making->half_count; i++)
        if (!making->flat[i] && making->corner[origin(making, i)] != POLYTOPE_NONE)
            made->star[making->corner[origin(making, i)] + 1]++;
    for (uint32_t v = 0; v < made->vertex_count; v++)
        made->star[v + 1] += made->star[v];
    for (uint32_t i = 0; i < making->half_count; i++) {
        uint32_t v = making->corner[origin(making, i)];
        if (!making->flat[i] && v != POLYTOPE_NONE)
            making->edge[i] = made->star[v]++;
    }
    for (uint32_t v = made->vertex_count; v > 0; v--)
        made->star[v] = made->star[v - 1];
    made->star[0] = 0;
}

static void join_edges(const struct making *making, struct polytope *made)
{
    for (uint32_t i = 0; i < making->half_count; i++) {
        if (making->edge[i] == POLYTOPE_NONE)
            continue;
        uint32_t last = last_of_edge(making, i), mine = making->edge[i];
        struct polytope_edge *edge = &made->edges[mine];
        edge->from = making->corner[origin(making, i)];
        edge->to = making->corner[target(making, last)];
        edge->twin = making->edge[making->twin[last]];
        edge->next = making->edge[around(making, last)];
        edge->face = making->face[i / 3];
        made->faces[edge->face].first = mine;
    }
    if (making->side > 0)
        return;
    // Clockwise triangles: the face to the left of an edge is that of its twin.
    for (uint32_t i = 0; i < made->edge_count; i++)
        if (i < made->edges[i].twin) {
            struct polytope_edge *a = &made->edges[i], *b = &made->edges[a->twin];
            uint32_t face = a->face;
            a->face = b->face;
            b->face = face;
        }
}

/// Turns the loops of faces around, once the edges have changed sides.
static void reverse_loops(struct polytope *made)
{
    uint32_t *before = cd_allocate(made->edge_count, sizeof *before);
    for (uint32_t i = 0; i < made->edge_count; i++)
        before[made->edges[made->edges[i].next].twin] = made->edges[i].twin;
    for (uint32_t i = 0; i < made->edge_count; i++) {
        made->edges[i].next = before[i];
        made->faces[made->edges[i].face].first = i;
    }
    cd_free(before);
}

/// Gives every face the normal of its largest triangle, and bounds the depth of the centre.
static void measure_faces(const struct making *making, struct polytope *made)
{
    double *largest = cd_allocate(made->face_count, sizeof *largest);
    made->centre = making->centre;
    made->depth = INFINITY;
    for (uint32_t t = 0; t < making->mesh->triangle_count; t++) {
        const uint32_t *v = making->mesh->triangles[t].v;
        struct cd_vec3 a = making->points[v[0]], e = cd_sub(making->points[v[1]], a);
        struct cd_vec3 f = cd_sub(making->points[v[2]], a), g = cd_sub(a, making->centre);
        struct cd_vec3 normal = cd_scale(cd_cross(e, f), making->side);
        double length = cd_length(normal), sides = cd_length(e) * cd_length(f);
        double depth = (cd_dot(normal, g) - 0x1p-48 * sides * cd_length(g)) / (length + 0x1p-49 * sides);
        made->depth = depth < made->depth ? depth : made->depth;
        struct polytope_face *face = &made->faces[making->face[t]];
        if (length <= largest[making->face[t]])
            continue;
        largest[making->face[t]] = length;
        face->normal = cd_scale(normal, 1 / length);
        face->offset = cd_dot(face->normal, a);
    }
    made->depth = made->depth > 0 ? made->depth * (1 - 0x1p-40) : 0;
    cd_free(largest);
}

static bool is_delicate(double x)
{
    return x != 0 && fabs(x) < 0x1p-400;
}

static void measure_points(const struct making *making, struct polytope *made)
{
    for (uint32_t i = 0; i < making->half_count; i++) {
        struct cd_vec3 p = making->points[origin(making, i)];
        uint32_t corner = making->corner[origin(making, i)];
        made->radius = fmax(made->radius, cd_length(p));
        made->delicate |= is_delicate(p.x) || is_delicate(p.y) || is_delicate(p.z);
        if (corner != POLYTOPE_NONE)
            made->points[corner] = p;
    }
    made->radius *= 1 + 0x1p-40;
    made->delicate |= !(made->radius > 0x1p-100); // lengths of cross products would underflow
}

static struct polytope *assemble(struct making *making)
{
    find_corners(making);
    struct polytope *made = allocate(making);
    number_edges(making, made);
    join_edges(making, made);
    if (making->side < 0)
        reverse_loops(made);
    measure_faces(making, made);
    measure_points(making, made);
    return made;
}

static const char *make(struct making *making, struct polytope **polytope)
{
    const struct cd_mesh *mesh = making->mesh;
    if (mesh->component_count != 1 || !mesh->closed || !mesh->manifold || !mesh->oriented)
        return "is not one closed surface";
    const char *fault = check_star(making);
    if (fault)
        return fault;
    making->twin = cd_allocate(making->half_count, sizeof *making->twin);
    making->flat = cd_allocate(making->half_count, 1);
    making->edge = cd_allocate(making->half_count, sizeof *making->edge);
    making->face = cd_allocate(mesh->triangle_count, sizeof *making->face);
    making->corner = cd_allocate(mesh->vertex_count, sizeof *making->corner);
    find_twins(making);
    fault = check_edges(making);
    if (!fault) {
        find_faces(making, making->edge);
        *polytope = assemble(making);
    }
    cd_free(making->twin);
    cd_free(making->flat);
    cd_free(making->edge);
    cd_free(making->face);
    cd_free(making->corner);
    return fault;
}

enum cd_code polytope_create(const struct cd_shape *shape, struct polytope **polytope,
                             struct cd_status *status)
{
    struct making making = {
        .mesh = shape->mesh, .points = shape->vertices, .half_count = 3 * shape->mesh->triangle_count};
    const char *fault = make(&making, polytope);
    if (!fault)
        return CD_OK;
    return cd_fail(status, CD_USAGE,
                   "closest features are those of convex bodies, and %s %s; `icollide_aabb` takes any mesh",
                   shape->mesh->name, fault);
}

void polytope_destroy(struct polytope *polytope)
{
    cd_free(polytope);
}
