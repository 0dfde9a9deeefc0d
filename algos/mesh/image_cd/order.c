#include "algos/mesh/image_cd/order.h"

#include "base/memory.h"

#include <stdbool.h>
#include <string.h>

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

// One pass of a radix sort by the byte at `shift`; stable.
static void sort_by_byte(const uint64_t *from, uint64_t *to, uint32_t count, unsigned shift)
{
    uint32_t start[257] = {0};
    for (uint32_t i = 0; i < count; i++)
        start[(from[i] >> shift & 0xff) + 1]++;
    for (int i = 0; i < 256; i++)
        start[i + 1] += start[i];
    for (uint32_t i = 0; i < count; i++)
        to[start[from[i] >> shift & 0xff]++] = from[i];
}

uint32_t *image_cd_order_triangles(const struct cd_mesh *mesh)
{
    uint32_t count = mesh->triangle_count;
    uint64_t *keys = cd_allocate(count, sizeof *keys), *other = cd_allocate(count, sizeof *other);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)morton_code(mesh, i) << 32 | i;
    for (unsigned shift = 32; shift < 64; shift += 16) {
        sort_by_byte(keys, other, count, shift);
        sort_by_byte(other, keys, count, shift + 8);
    }
    uint32_t *order = cd_allocate(count, sizeof *order);
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint32_t)keys[i];
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
