// From a mesh to its true corners, edges and faces, and the proof that it is convex.
//
// The paper                                                      here
//   Cohen et al. 1995, features of a polytope                    polytope_create
//   GJK, support mapping (by hill climbing: ours)                polytope_far
//
// Ours: convexity is proved and faces are merged exactly, so that a walk can rely on both; `polytope_furthest`, the exact
// climb, for proofs.
#include "algos/papers/icollide/icollide.h"

#include "algos/pairs.h"
#include "base/memory.h"
#include "geom/predicates.h"
#include "geom/winding.h"

/// What the construction works on. A half edge is 3 * triangle + k, from corner k to corner k + 1.
struct construction {
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
    uint32_t *edge;   ///< per half edge: the number of the edge that begins with it
};

static uint32_t following(uint32_t half)
{
    return half % 3 == 2 ? half - 2 : half + 1;
}

/// Corners are taken in the order that is counterclockwise seen from outside.
static uint32_t origin(const struct construction *construction, uint32_t half)
{
    uint32_t k = half % 3;
    const struct cd_mesh *mesh = construction->mesh;
    return cd_place_of(mesh, mesh->triangles[half / 3].v[construction->side < 0 ? (3 - k) % 3 : k]);
}

static uint32_t target(const struct construction *construction, uint32_t half)
{
    return origin(construction, following(half));
}

static int below(const struct construction *construction, uint32_t triangle, const struct cd_vec3 *p)
{
    const uint32_t *v = construction->mesh->triangles[triangle].v;
    return cd_orient3d(&construction->points[v[0]], &construction->points[v[1]], &construction->points[v[2]],
                       p);
}

/// NULL when the surface is closed and star-shaped about its middle; otherwise a text that says what is wrong.
static const char *check_star(struct construction *construction)
{
    const struct cd_mesh *mesh = construction->mesh;
    int64_t winding = 0;
    if (mesh->component_count != 1 || !mesh->closed || !mesh->manifold || !mesh->oriented)
        return "is not one closed surface";
    for (uint32_t i = 0; i < construction->half_count; i++) {
        struct cd_vec3 corner = construction->points[origin(construction, i)];
        construction->centre = cd_add(construction->centre, cd_scale(corner, 1.0 / construction->half_count));
    }
    construction->side = below(construction, 0, &construction->centre);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (construction->side == 0 || below(construction, t, &construction->centre) != construction->side)
            return "has sides that cannot be seen from its centre";
        struct cd_vec3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = construction->points[mesh->triangles[t].v[k]];
        winding += cd_winding_crossing(&construction->centre, p);
    }
    return winding == construction->side ? NULL : "winds around its centre more than once";
}

/// Joins triangles across flat edges. `queue` has room for every triangle.
static void find_faces(struct construction *construction, uint32_t *queue)
{
    uint32_t n = construction->mesh->triangle_count;
    for (uint32_t t = 0; t < n; t++)
        construction->face[t] = POLYTOPE_NONE;
    for (uint32_t t = 0; t < n; t++) {
        if (construction->face[t] != POLYTOPE_NONE)
            continue;
        uint32_t count = 0;
        queue[count++] = t;
        construction->face[t] = construction->face_count;
        for (uint32_t i = 0; i < 3 * count; i++) {
            uint32_t half = 3 * queue[i / 3] + i % 3, other = construction->twin[half] / 3;
            if (!construction->flat[half] || construction->face[other] != POLYTOPE_NONE)
                continue;
            construction->face[other] = construction->face_count;
            queue[count++] = other;
        }
        construction->face_count++;
    }
}

/// Whether an edge between true corners begins with the half edge.
static bool begins_edge(const struct construction *construction, uint32_t half)
{
    return !construction->flat[half] && construction->corner[origin(construction, half)] != POLYTOPE_NONE;
}

/// The next half edge around the face.
static uint32_t around(const struct construction *construction, uint32_t half)
{
    half = following(half);
    while (construction->flat[half])
        half = following(construction->twin[half]);
    return half;
}

/// Numbers the vertices where three faces meet, and the edges between them by the vertex that they leave, and joins
/// them around their faces.
static struct polytope *assemble(struct construction *construction)
{
    uint32_t *corner = construction->corner, *number = construction->edge, v = 0, e = 0;
    for (uint32_t i = 0; i < construction->half_count; i++)
        corner[origin(construction, i)] += !construction->flat[i];
    for (uint32_t i = 0; i < construction->mesh->vertex_count; i++)
        corner[i] = corner[i] < 3 ? POLYTOPE_NONE : v++;
    for (uint32_t i = 0; i < construction->half_count; i++)
        e += begins_edge(construction, i);
    size_t bytes = sizeof(struct polytope) + v * sizeof(struct cd_vec3) + e * sizeof(struct polytope_edge);
    bytes += construction->face_count * sizeof(struct polytope_face) + (v + (size_t)1) * sizeof(uint32_t);
    struct polytope *made = cd_allocate(1, bytes);
    *made = (struct polytope){.vertex_count = v, .edge_count = e, .face_count = construction->face_count};
    made->points = (void *)(made + 1);
    made->faces = (void *)(made->points + v);
    made->edges = (void *)(made->faces + construction->face_count);
    made->star = (void *)(made->edges + e);
    for (uint32_t i = 0; i < construction->half_count; i++)
        if (begins_edge(construction, i))
            made->star[corner[origin(construction, i)] + 1]++;
    for (uint32_t i = 0; i < v; i++)
        made->star[i + 1] += made->star[i];
    for (uint32_t i = 0; i < construction->half_count; i++)
        number[i] =
            begins_edge(construction, i) ? made->star[corner[origin(construction, i)]]++ : POLYTOPE_NONE;
    for (uint32_t i = v; i > 0; i--)
        made->star[i] = made->star[i - 1];
    made->star[0] = 0;
    for (uint32_t i = 0; i < construction->half_count; i++) {
        if (number[i] == POLYTOPE_NONE)
            continue;
        uint32_t last = i; // the half edge at the end of the edge that begins with i
        while (corner[target(construction, last)] == POLYTOPE_NONE)
            last = around(construction, last);
        made->edges[number[i]] = (struct polytope_edge){.from = corner[origin(construction, i)],
                                                        .to = corner[target(construction, last)],
                                                        .twin = number[construction->twin[last]],
                                                        .next = number[around(construction, last)],
                                                        .face = construction->face[i / 3]};
        made->faces[construction->face[i / 3]].first = number[i];
    }
    return made;
}

/// Copies the corners, gives every face the normal of its largest triangle, and bounds the depth of the centre.
static void measure(const struct construction *construction, struct polytope *made)
{
    double *largest = cd_allocate(made->face_count, sizeof *largest);
    made->mesh_vertices = construction->mesh->vertex_count;
    made->mesh_triangles = construction->mesh->triangle_count;
    made->centre = construction->centre;
    made->depth = INFINITY;
    for (uint32_t i = 0; i < construction->half_count; i++) {
        struct cd_vec3 p = construction->points[origin(construction, i)];
        uint32_t corner = construction->corner[origin(construction, i)];
        made->radius = fmax(made->radius, cd_length(p));
        for (int k = 0; k < 3; k++)
            made->delicate |= cd_axis(&p, k) != 0 && fabs(cd_axis(&p, k)) < 0x1p-400;
        if (corner != POLYTOPE_NONE)
            made->points[corner] = p;
    }
    made->radius *= 1 + 0x1p-40;
    made->delicate |= !(made->radius > 0x1p-100); // lengths of cross products would underflow
    for (uint32_t t = 0; t < construction->mesh->triangle_count; t++) {
        const uint32_t *v = construction->mesh->triangles[t].v;
        struct cd_vec3 a = construction->points[v[0]], e = cd_sub(construction->points[v[1]], a);
        struct cd_vec3 f = cd_sub(construction->points[v[2]], a), g = cd_sub(a, construction->centre);
        struct cd_vec3 normal = cd_scale(cd_cross(e, f), construction->side);
        double length = cd_length(normal), sides = cd_length(e) * cd_length(f);
        double depth = (cd_dot(normal, g) - 0x1p-48 * sides * cd_length(g)) / (length + 0x1p-49 * sides);
        made->depth = depth < made->depth ? depth : made->depth;
        struct polytope_face *face = &made->faces[construction->face[t]];
        if (length <= largest[construction->face[t]])
            continue;
        largest[construction->face[t]] = length;
        face->normal = cd_scale(normal, 1 / length);
        face->offset = cd_dot(face->normal, a);
    }
    made->depth = made->depth > 0 ? made->depth * (1 - 0x1p-40) : 0;
    cd_free(largest);
}

enum cd_code polytope_create(const struct cd_shape *shape, struct polytope **polytope,
                             struct cd_status *status)
{
    const struct cd_mesh *mesh = shape->mesh;
    struct construction construction = {
        .mesh = mesh, .points = shape->vertices, .half_count = 3 * mesh->triangle_count};
    const char *fault = check_star(&construction);
    if (!fault) {
        construction.twin = cd_allocate(construction.half_count, sizeof *construction.twin);
        construction.flat = cd_allocate(construction.half_count, 1);
        construction.edge = cd_allocate(construction.half_count, sizeof *construction.edge);
        construction.face = cd_allocate(mesh->triangle_count, sizeof *construction.face);
        construction.corner = cd_allocate(mesh->vertex_count, sizeof *construction.corner);
        struct pair_set ends = {0}; // in which the place of a half edge is its number
        for (uint32_t i = 0; i < construction.half_count; i++)
            pair_set_add(&ends, origin(&construction, i), target(&construction, i));
        for (uint32_t i = 0; i < construction.half_count; i++)
            construction.twin[i] =
                (uint32_t)pair_set_add(&ends, target(&construction, i), origin(&construction, i));
        CD_ASSERT(ends.count == construction.half_count);
        pair_set_free(&ends);
        for (uint32_t i = 0; i < construction.half_count && !fault; i++) {
            uint32_t opposite = origin(&construction, following(following(construction.twin[i])));
            int bend = construction.side * below(&construction, i / 3, &shape->vertices[opposite]);
            fault = bend < 0 ? "bends inwards" : NULL;
            construction.flat[i] = bend == 0;
        }
    }
    if (!fault) {
        find_faces(&construction, construction.edge);
        *polytope = assemble(&construction);
        measure(&construction, *polytope);
    }
    cd_free(construction.twin);
    cd_free(construction.flat);
    cd_free(construction.edge);
    cd_free(construction.face);
    cd_free(construction.corner);
    if (!fault)
        return CD_OK;
    return cd_fail(status, CD_USAGE,
                   "closest features need convex bodies, but %s %s; `icollide_aabb` takes any mesh",
                   mesh->name, fault);
}

// ---- hill climbing: a vertex that none of its neighbours exceeds is the furthest of all ------------------

uint32_t polytope_far(const struct polytope *polytope, uint32_t start, struct cd_vec3 direction,
                      uint64_t *steps)
{
    const struct cd_vec3 *points = polytope->points;
    uint32_t v = start;
    double reach = cd_dot(points[v], direction);
    for (;;) {
        uint32_t best = v;
        for (uint32_t i = polytope->star[v]; i < polytope->star[v + 1]; i++) {
            uint32_t w = polytope->edges[i].to;
            double other = cd_dot(points[w], direction);
            if (other > reach) {
                reach = other;
                best = w;
            }
        }
        if (best == v)
            return v;
        v = best;
        ++*steps;
    }
}

/// direction * (w - v), and a bound on its error.
static inline double rise_of(struct cd_vec3 direction, struct cd_vec3 v, struct cd_vec3 w, double *error)
{
    struct cd_vec3 d = cd_sub(w, v);
    double x = direction.x * d.x, y = direction.y * d.y, z = direction.z * d.z;
    *error = 0x1p-50 * (fabs(x) + fabs(y) + fabs(z));
    return x + y + z;
}

uint32_t polytope_furthest(const struct polytope *polytope, uint32_t start, struct cd_vec3 direction,
                           uint64_t *steps)
{
    const struct cd_vec3 *points = polytope->points;
    for (uint32_t v = start;; ++*steps) {
        uint32_t best = v;
        double max = 0, error;
        bool doubtful = false;
        for (uint32_t i = polytope->star[v]; i < polytope->star[v + 1]; i++) {
            uint32_t w = polytope->edges[i].to;
            double rise = rise_of(direction, points[v], points[w], &error);
            doubtful |= fabs(rise) <= error;
            if (rise > error && rise > max) {
                max = rise;
                best = w;
            }
        }
        for (uint32_t i = polytope->star[v]; best == v && doubtful && i < polytope->star[v + 1]; i++) {
            uint32_t w = polytope->edges[i].to;
            if (fabs(rise_of(direction, points[v], points[w], &error)) <= error &&
                cd_compare_along(&direction, &points[w], &points[v]) > 0)
                best = w;
        }
        if (best == v)
            return v;
        v = best;
    }
}
