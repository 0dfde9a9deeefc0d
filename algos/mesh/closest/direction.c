// The direction in which two closest features lie from each other.
#include "algos/mesh/closest/walk.h"

/// An edge or a vertex as a segment in the model space of a.
static struct segment segment_of(const struct relation *relation, int body, struct feature feature)
{
    const struct polytope *polytope = relation->body[body];
    struct segment segment = {.along = {0, 0, 0}};
    if (feature.kind == FEATURE_VERTEX) {
        segment.tail = polytope->points[feature.index];
    } else {
        const struct polytope_edge *edge = &polytope->edges[feature.index];
        segment.tail = polytope->points[edge->from];
        segment.along = cd_sub(polytope->points[edge->to], segment.tail);
    }
    if (body == 1) {
        segment.tail = relation_seen(relation, 1, segment.tail);
        segment.along = relation_turned(relation, 1, segment.along);
    }
    return segment;
}

/// Where on [0, 1] part / whole is; 0 without a whole.
static double within(double part, double whole)
{
    if (!(whole > 0))
        return 0;
    return part <= 0 ? 0 : part >= whole ? 1 : part / whole;
}

struct cd_vec3 segment_between(const struct segment *p, const struct segment *q)
{
    struct cd_vec3 apart = cd_sub(q->tail, p->tail);
    double pp = cd_dot(p->along, p->along), qq = cd_dot(q->along, q->along), pq = cd_dot(p->along, q->along);
    double pa = cd_dot(p->along, apart), qa = cd_dot(q->along, apart);
    double s = within(pa * qq - qa * pq, pp * qq - pq * pq);
    double t = within(s * pq - qa, qq);
    s = within(pa + t * pq, pp);
    return cd_sub(cd_add(apart, cd_scale(q->along, t)), cd_scale(p->along, s));
}

int walk_directions(const struct relation *relation, const struct feature features[2],
                    struct cd_vec3 directions[2])
{
    if (features[0].kind == FEATURE_FACE) {
        directions[0] = relation->body[0]->faces[features[0].index].normal;
        return 1;
    }
    if (features[1].kind == FEATURE_FACE) {
        struct cd_vec3 normal = relation->body[1]->faces[features[1].index].normal;
        directions[0] = relation_turned(relation, 1, cd_scale(normal, -1));
        return 1;
    }
    struct segment p = segment_of(relation, 0, features[0]), q = segment_of(relation, 1, features[1]);
    directions[0] = segment_between(&p, &q);
    if (features[0].kind == FEATURE_VERTEX || features[1].kind == FEATURE_VERTEX)
        return 1;
    directions[1] = directions[0];
    struct cd_vec3 across = cd_cross(p.along, q.along);
    double size = cd_dot(across, across), whole = cd_dot(p.along, p.along) * cd_dot(q.along, q.along);
    if (!(size > 1e-8 * whole))
        return 1;
    directions[0] = cd_scale(across, cd_dot(across, directions[1]) < 0 ? -1 : 1);
    return 2;
}
