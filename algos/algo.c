#include "algos/algo.h"

#include "geom/triangle.h"

bool cd_placed_triangles_touch(const struct cd_placed *a, uint32_t i, const struct cd_placed *b, uint32_t j)
{
    struct cd_vec3 p[3], q[3];
    cd_placed_corners(a, i, p);
    cd_placed_corners(b, j, q);
    return cd_triangles_touch(p, q);
}

bool cd_placed_surfaces_touch(const struct cd_placed *a, const struct cd_placed *b, struct cd_worker *worker)
{
    bool hit = false;
    for (uint32_t i = 0; i < a->triangle_count; i++)
        for (uint32_t j = 0; j < b->triangle_count; j++) {
            worker->counters.triangle_tests++;
            if (!cd_placed_triangles_touch(a, i, b, j))
                continue;
            hit = true;
            if (worker->query != CD_QUERY_CONTACTS)
                return true;
            cd_emit_contact(worker, a, i, b, j);
        }
    return hit;
}

void cd_pairs_add_all(struct cd_pairs *pairs, const struct cd_boxed *bodies, uint32_t count)
{
    cd_pairs_reserve(pairs, pairs->count + (size_t)count * (count ? count - 1 : 0) / 2);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            cd_pairs_add(pairs, bodies[i].id, bodies[j].id);
}
