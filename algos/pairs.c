#include "algos/algo.h"
#include "base/memory.h"
#include "geom/triangle.h"

void cd_pairs_reserve(struct cd_pairs *pairs, size_t count)
{
    if (count <= pairs->capacity)
        return;
    pairs->pairs = cd_reallocate(pairs->pairs, pairs->count, count, sizeof *pairs->pairs);
    pairs->capacity = count;
}

void cd_pairs_add(struct cd_pairs *pairs, uint32_t a, uint32_t b)
{
    pairs->pairs = cd_grow(pairs->pairs, pairs->count, &pairs->capacity, sizeof *pairs->pairs);
    pairs->pairs[pairs->count++] = a < b ? (struct cd_pair){a, b} : (struct cd_pair){b, a};
}

static void world_corners(const struct cd_placed *body, uint32_t triangle, struct cd_vec3 corner[3])
{
    for (int i = 0; i < 3; i++)
        corner[i] = cd_canonical_vertex(body->pose, body->vertices[body->triangles[triangle].v[i]]);
}

bool cd_placed_triangles_touch(const struct cd_placed *a, uint32_t i, const struct cd_placed *b, uint32_t j)
{
    struct cd_vec3 p[3], q[3];
    world_corners(a, i, p);
    world_corners(b, j, q);
    return cd_triangles_touch(p, q);
}
