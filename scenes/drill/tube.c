#include "scenes/drill/parts.h"
#include "scenes/generators/generator.h"

#include <math.h>

/// Two directions that make a right-handed frame with `along`, of length 1.
static void frame_about(struct cd_vec3 along, struct cd_vec3 *u, struct cd_vec3 *v)
{
    struct cd_vec3 start = fabs(along.x) < 0.9 ? cd_vec(1, 0, 0) : cd_vec(0, 0, 1);
    start = cd_sub(start, cd_scale(along, cd_dot(along, start)));
    *u = cd_scale(start, 1 / cd_length(start));
    *v = cd_cross(along, *u);
}

static void build_ring(struct cd_builder *builder, struct cd_vec3 centre, struct cd_vec3 u, struct cd_vec3 v,
                       uint32_t segments)
{
    for (uint32_t k = 0; k < segments; k++) {
        double sine, cosine;
        cd_precise_sine(2 * M_PI * k / segments, &sine, &cosine);
        cd_build_vertex(builder, cd_add(centre, cd_add(cd_scale(u, cosine), cd_scale(v, sine))));
    }
}

void cd_build_tube(struct cd_builder *builder, struct cd_vec3 a, struct cd_vec3 b, const double *at,
                   const double *radius, uint32_t rings, uint32_t segments)
{
    struct cd_vec3 way = cd_sub(b, a), u, v;
    frame_about(cd_scale(way, 1 / cd_length(way)), &u, &v);
    uint32_t tip = cd_build_vertex(builder, a), first = tip + 1, last = first + (rings - 1) * segments;
    for (uint32_t i = 0; i < rings; i++)
        build_ring(builder, cd_add(a, cd_scale(way, at[i])), cd_scale(u, radius[i]), cd_scale(v, radius[i]),
                   segments);
    uint32_t other = cd_build_vertex(builder, b);
    for (uint32_t k = 0; k < segments; k++) {
        uint32_t next = (k + 1) % segments;
        cd_build_triangle(builder, tip, first + next, first + k);
        for (uint32_t i = 0; i + 1 < rings; i++) {
            uint32_t ring = first + i * segments, above = ring + segments;
            cd_build_quad(builder, ring + k, ring + next, above + next, above + k);
        }
        cd_build_triangle(builder, last + k, last + next, other);
    }
}
