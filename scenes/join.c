#include "scenes/join.h"

#include "base/hash.h"
#include "base/memory.h"

static bool same_place(const struct cd_vec3 *a, const struct cd_vec3 *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

static uint64_t hash_place(const struct cd_vec3 *p)
{
    struct cd_vec3 key = cd_vec(p->x + 0.0, p->y + 0.0, p->z + 0.0); // -0 becomes 0
    return cd_hash_bytes(&key, sizeof key).low;
}

uint32_t cd_join_equal_vertices(struct cd_vec3 *vertices, uint32_t vertex_count,
                                struct cd_triangle *triangles, uint32_t triangle_count)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)vertex_count)
        slots *= 2;
    uint32_t *table = cd_allocate(slots, sizeof *table); // a kept vertex plus one, or 0
    uint32_t *renumbered = cd_allocate(vertex_count, sizeof *renumbered);
    uint32_t kept = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        size_t slot = hash_place(&vertices[v]) & (slots - 1);
        while (table[slot] && !same_place(&vertices[table[slot] - 1], &vertices[v]))
            slot = (slot + 1) & (slots - 1);
        if (!table[slot]) {
            vertices[kept++] = vertices[v];
            table[slot] = kept;
        }
        renumbered[v] = table[slot] - 1;
    }
    for (uint32_t t = 0; t < triangle_count; t++)
        for (int k = 0; k < 3; k++)
            triangles[t].v[k] = renumbered[triangles[t].v[k]];
    cd_free(renumbered);
    cd_free(table);
    return kept;
}
