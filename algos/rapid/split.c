// Gottschalk, Lin, Manocha 1996, section 4: "we split at the mean point of the vertices projected on the
// longest axis"; here the mean of the surface, by which centroids are told apart.
#include "algos/rapid/split.h"

void rapid_pieces_fill(struct rapid_piece *pieces, const struct cd_shape *shape, struct cd_vec3 origin,
                       double scale, double least_area)
{
    for (uint32_t i = 0; i < shape->mesh->triangle_count; i++) {
        struct cd_vec3 p[3];
        for (int k = 0; k < 3; k++) {
            struct cd_vec3 vertex = shape->vertices[shape->mesh->triangles[i].v[k]];
            p[k] = cd_scale(cd_sub(vertex, origin), scale);
        }
        pieces[i] = (struct rapid_piece){{p[0], p[1], p[2]}, cd_triangle_area(p) + least_area, i};
    }
}

struct cd_moments rapid_pieces_moments(const struct rapid_piece *pieces, uint32_t count)
{
    struct cd_moments moments = {0};
    for (uint32_t i = 0; i < count; i++)
        cd_moments_add(&moments, pieces[i].p, pieces[i].area);
    return moments;
}

static double reach(const struct rapid_piece *piece, const double axis[3])
{
    const struct cd_vec3 *p = piece->p;
    double x = p[0].x + p[1].x + p[2].x, y = p[0].y + p[1].y + p[2].y, z = p[0].z + p[1].z + p[2].z;
    return (axis[0] * x + axis[1] * y + axis[2] * z) / 3;
}

uint32_t rapid_pieces_partition(struct rapid_piece *pieces, uint32_t count, const double axis[3],
                                struct cd_vec3 mean)
{
    double middle = axis[0] * mean.x + axis[1] * mean.y + axis[2] * mean.z;
    uint32_t below = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!(reach(&pieces[i], axis) <= middle))
            continue;
        struct rapid_piece swap = pieces[i];
        pieces[i] = pieces[below];
        pieces[below++] = swap;
    }
    return below;
}

uint32_t rapid_pieces_split(struct rapid_piece *pieces, uint32_t count, const double axes[9],
                            struct cd_vec3 mean)
{
    for (int i = 0; i < 3; i++) {
        uint32_t below = rapid_pieces_partition(pieces, count, axes + 3 * i, mean);
        if (below > 0 && below < count)
            return below;
    }
    return count / 2;
}

struct cd_span rapid_pieces_span(const struct rapid_piece *pieces, uint32_t count, const double axes[9])
{
    struct cd_span span = cd_span_empty();
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            cd_span_add(&span, axes, pieces[i].p[k]);
    return span;
}
