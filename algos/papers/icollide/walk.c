// V-Clip's walk: the five cases of Mirtich 1998. A feature of body i is compared with the Voronoi region of a feature
// of body j, in the model space of j, so that only one or two points are ever moved.
//
// The paper                                             here
//   V-Clip, an edge is clipped to a region              clip
//   V-Clip, derivatives where an edge was clipped       leaving
//   V-Clip, vertex and vertex                           both_vertices
//   V-Clip, vertex and edge                             vertex_and_edge
//   V-Clip, vertex and face                             vertex_and_face
//   V-Clip, edge and edge                               both_edges
//   V-Clip, edge and face                               edge_and_face
//   V-Clip, from state to state                         walk_to_closest
//
// Ours: INSIDE for V-Clip's HandleLocalMin; marks, by which a walk in circles ends; `closest_side`; two faces;
// `walk_directions`.
#include "algos/papers/icollide/icollide.h"

#include <string.h>

/// Steps after which a walk is given up. Walks that start from the last frame's features take a handful.
enum { STEPS_MAX = 2000 };

enum outcome { MOVED, ENDED, INSIDE };

/// 3 * kind of the feature of a + kind of that of b.
enum state { VV, VE, VF, EV, EE, EF, FV, FE, FF };

struct walk {
    struct relation *relation;
    struct feature *f; ///< the two features
};

/// A vertex of one body in the model space of the other.
static struct cd_vec3 seen(const struct walk *walk, int body, uint32_t vertex)
{
    return relation_seen(walk->relation, body, walk->relation->body[body]->points[vertex]);
}

static enum outcome move(struct walk *walk, int body, enum feature_kind kind, uint32_t index)
{
    walk->f[body] = (struct feature){kind, index};
    return MOVED;
}

/// An edge, or what is left of it after clipping, in some model space.
struct piece {
    struct cd_vec3 tail, along;     ///< tail + s * along, s from 0 to 1
    double low, high;               ///< what is left of s
    struct feature low_by, high_by; ///< the regions' neighbours that took the ends
    bool low_cut, high_cut;         ///< whether they were taken
    bool lost;                      ///< wholly on the far side of one plane, that of `lost_to`
    struct feature lost_to;
};

static struct piece piece_of(const struct walk *walk, int body, uint32_t edge)
{
    const struct polytope_edge *e = &walk->relation->body[body]->edges[edge];
    struct cd_vec3 tail = seen(walk, body, e->from), head = seen(walk, body, e->to);
    return (struct piece){.tail = tail, .along = cd_sub(head, tail), .low = 0, .high = 1};
}

static struct cd_vec3 piece_at(const struct piece *piece, double s)
{
    return cd_add(piece->tail, cd_scale(piece->along, s));
}

/// Cuts off the part where value < 0, which goes to a neighbour. The value is `at_tail` and `at_head` at the ends of
/// the whole edge and linear between. False when nothing is left: then the edge is lost to that neighbour, or low >
/// high, and one of the two neighbours that took the ends has the closest point.
static bool clip(struct piece *piece, double at_tail, double at_head, enum feature_kind kind, uint32_t index)
{
    struct feature neighbour = {kind, index};
    if (at_tail >= 0 && at_head >= 0)
        return true;
    double s = at_tail / (at_tail - at_head);
    if (at_tail < 0 && at_head < 0) {
        piece->lost = true;
        piece->lost_to = neighbour;
    } else if (at_tail < 0 && s > piece->low) {
        piece->low = s;
        piece->low_by = neighbour;
        piece->low_cut = true;
    } else if (at_head < 0 && s < piece->high) {
        piece->high = s;
        piece->high_by = neighbour;
        piece->high_cut = true;
    }
    return !piece->lost && piece->low <= piece->high;
}

/// The neighbour to go to when clipping left nothing; `grows` says whether the distance grows at s = low.
static struct feature taker(const struct piece *piece, bool grows)
{
    if (piece->lost)
        return piece->lost_to;
    return grows ? piece->low_by : piece->high_by;
}

/// The edge from a vertex that rises most along `direction`, or POLYTOPE_NONE if none rises.
static uint32_t steepest(const struct polytope *body, uint32_t vertex, struct cd_vec3 direction)
{
    uint32_t best = POLYTOPE_NONE;
    double max = 0;
    for (uint32_t i = body->star[vertex]; i < body->star[vertex + 1]; i++) {
        double rise = cd_dot(direction, cd_sub(body->points[body->edges[i].to], body->points[vertex]));
        if (rise > max) {
            max = rise;
            best = i;
        }
    }
    return best;
}

static enum outcome both_vertices(struct walk *walk)
{
    for (int j = 0; j < 2; j++) {
        const struct polytope *body = walk->relation->body[j];
        uint32_t v = walk->f[j].index;
        struct cd_vec3 x = cd_sub(seen(walk, 1 - j, walk->f[1 - j].index), body->points[v]);
        uint32_t best = steepest(body, v, x);
        if (best != POLYTOPE_NONE)
            return move(walk, j, FEATURE_EDGE, best);
    }
    return ENDED;
}

/// How far x is from the edge's line, within the plane of the face to its left and away from that face.
static double beside(const struct polytope *body, const struct polytope_edge *edge, struct cd_vec3 x)
{
    struct cd_vec3 from = body->points[edge->from], along = cd_sub(body->points[edge->to], from);
    return cd_dot(cd_sub(x, from), cd_cross(along, body->faces[edge->face].normal));
}

static enum outcome vertex_and_edge(struct walk *walk, int i)
{
    int j = 1 - i;
    const struct polytope *body = walk->relation->body[j];
    const struct polytope_edge *edge = &body->edges[walk->f[j].index], *twin = &body->edges[edge->twin];
    struct cd_vec3 x = seen(walk, i, walk->f[i].index);
    struct cd_vec3 tail = body->points[edge->from], head = body->points[edge->to], along = cd_sub(head, tail);
    if (cd_dot(cd_sub(x, tail), along) < 0)
        return move(walk, j, FEATURE_VERTEX, edge->from);
    if (cd_dot(cd_sub(x, head), along) > 0)
        return move(walk, j, FEATURE_VERTEX, edge->to);
    if (beside(body, edge, x) < 0)
        return move(walk, j, FEATURE_FACE, edge->face);
    if (beside(body, twin, x) < 0)
        return move(walk, j, FEATURE_FACE, twin->face);
    // The edge is clipped to the region of the vertex.
    const struct polytope *own = walk->relation->body[i];
    struct piece piece = piece_of(walk, j, walk->f[j].index);
    struct cd_vec3 v = own->points[walk->f[i].index], to_v = cd_sub(v, piece.tail);
    bool left = true;
    for (uint32_t k = own->star[walk->f[i].index]; left && k < own->star[walk->f[i].index + 1]; k++) {
        struct cd_vec3 d = cd_sub(own->points[own->edges[k].to], v);
        double at_tail = cd_dot(to_v, d);
        left = clip(&piece, at_tail, at_tail - cd_dot(piece.along, d), FEATURE_EDGE, k);
    }
    bool grows = cd_dot(piece.along, cd_sub(piece_at(&piece, piece.low), v)) > 0;
    if (!left)
        return move(walk, i, FEATURE_EDGE, taker(&piece, grows).index);
    if (piece.low_cut && grows)
        return move(walk, i, FEATURE_EDGE, piece.low_by.index);
    if (piece.high_cut && cd_dot(piece.along, cd_sub(piece_at(&piece, piece.high), v)) < 0)
        return move(walk, i, FEATURE_EDGE, piece.high_by.index);
    return ENDED;
}

static enum outcome vertex_and_face(struct walk *walk, int i)
{
    int j = 1 - i;
    const struct polytope *body = walk->relation->body[j], *own = walk->relation->body[i];
    const struct polytope_face *face = &body->faces[walk->f[j].index];
    uint32_t vertex = walk->f[i].index;
    struct cd_vec3 x = seen(walk, i, vertex);
    // The edge that x is furthest beside, outside the prism over the face.
    uint32_t through = POLYTOPE_NONE, side = face->first;
    double max = 0;
    do {
        const struct polytope_edge *edge = &body->edges[side];
        struct cd_vec3 along = cd_sub(body->points[edge->to], body->points[edge->from]);
        double beyond = beside(body, edge, x), squared = beyond * beyond / cd_dot(along, along);
        if (beyond > 0 && squared > max) {
            max = squared;
            through = side;
        }
        side = edge->next;
    } while (side != face->first);
    if (through != POLYTOPE_NONE)
        return move(walk, j, FEATURE_EDGE, through);
    double height = cd_dot(face->normal, x) - face->offset;
    if (height == 0)
        return INSIDE;
    struct cd_vec3 nearer = cd_scale(face->normal, height > 0 ? -1 : 1);
    uint32_t best = steepest(own, vertex, relation_turned(walk->relation, j, nearer));
    if (best != POLYTOPE_NONE)
        return move(walk, i, FEATURE_EDGE, best);
    // Ours, below the face: V-Clip's HandleLocalMin would look for the face that the vertex is highest above; here GJK.
    return height > 0 ? ENDED : INSIDE;
}

/// How fast the distance from a vertex or a face of `body` grows along the piece at s, up to a positive
/// factor.
static double leaving(const struct polytope *body, struct feature from, const struct piece *piece, double s)
{
    if (from.kind == FEATURE_VERTEX)
        return cd_dot(piece->along, cd_sub(piece_at(piece, s), body->points[from.index]));
    const struct polytope_face *face = &body->faces[from.index];
    double slope = cd_dot(face->normal, piece->along);
    return cd_dot(face->normal, piece_at(piece, s)) - face->offset > 0 ? slope : -slope;
}

/// After clipping by planes between an edge of body j and neighbours of it: goes to the neighbour on whose side the
/// closest point is, if there is one.
static enum outcome follow(struct walk *walk, int j, const struct piece *piece, bool left)
{
    const struct polytope *body = walk->relation->body[j];
    bool grows = piece->low_cut && leaving(body, piece->low_by, piece, piece->low) > 0;
    struct feature to = piece->low_by;
    if (!left)
        to = taker(piece, grows);
    else if (!grows && piece->high_cut && leaving(body, piece->high_by, piece, piece->high) < 0)
        to = piece->high_by;
    else if (!grows)
        return ENDED;
    return move(walk, j, to.kind, to.index);
}

static enum outcome both_edges(struct walk *walk)
{
    for (int j = 0; j < 2; j++) {
        const struct polytope *body = walk->relation->body[j];
        const struct polytope_edge *edge = &body->edges[walk->f[j].index];
        struct cd_vec3 tail = body->points[edge->from], head = body->points[edge->to];
        struct cd_vec3 along = cd_sub(head, tail);
        struct piece piece = piece_of(walk, 1 - j, walk->f[1 - j].index);
        // The planes through the ends of the edge.
        double slope = cd_dot(piece.along, along);
        double past_tail = cd_dot(cd_sub(piece.tail, tail), along);
        double short_of_head = cd_dot(cd_sub(head, piece.tail), along);
        bool left = clip(&piece, past_tail, past_tail + slope, FEATURE_VERTEX, edge->from) &&
                    clip(&piece, short_of_head, short_of_head - slope, FEATURE_VERTEX, edge->to);
        if (follow(walk, j, &piece, left) == MOVED)
            return MOVED;
        // The planes between the edge and its two faces.
        struct cd_vec3 end = piece_at(&piece, 1);
        for (int k = 0; k < 2 && left; k++, edge = &body->edges[edge->twin])
            left = clip(&piece, beside(body, edge, piece.tail), beside(body, edge, end), FEATURE_FACE,
                        edge->face);
        if (follow(walk, j, &piece, left) == MOVED)
            return MOVED;
    }
    return ENDED;
}

/// tail + s * along, s from 0 to 1.
struct segment {
    struct cd_vec3 tail, along;
};

/// Where on [0, 1] part / whole is; 0 without a whole.
static double within(double part, double whole)
{
    if (!(whole > 0))
        return 0;
    return part <= 0 ? 0 : part >= whole ? 1 : part / whole;
}

/// From the point of p that is closest to q to the point of q that is closest to p.
static struct cd_vec3 segment_between(const struct segment *p, const struct segment *q)
{
    struct cd_vec3 apart = cd_sub(q->tail, p->tail);
    double pp = cd_dot(p->along, p->along), qq = cd_dot(q->along, q->along), pq = cd_dot(p->along, q->along);
    double pa = cd_dot(p->along, apart), qa = cd_dot(q->along, apart);
    double s = within(pa * qq - qa * pq, pp * qq - pq * pq);
    double t = within(s * pq - qa, qq);
    s = within(pa + t * pq, pp);
    return cd_sub(cd_add(apart, cd_scale(q->along, t)), cd_scale(p->along, s));
}

/// The edge around a face that comes closest to a piece, which is in the same model space. Ours, by distances.
static uint32_t closest_side(const struct polytope *body, const struct polytope_face *face,
                             const struct piece *piece)
{
    struct segment segment = {piece->tail, piece->along};
    uint32_t best = face->first, i = face->first;
    double min = INFINITY;
    do {
        const struct polytope_edge *edge = &body->edges[i];
        struct segment side = {body->points[edge->from],
                               cd_sub(body->points[edge->to], body->points[edge->from])};
        struct cd_vec3 apart = segment_between(&side, &segment);
        double squared = cd_dot(apart, apart);
        if (squared < min) {
            min = squared;
            best = i;
        }
        i = edge->next;
    } while (i != face->first);
    return best;
}

static enum outcome edge_and_face(struct walk *walk, int i)
{
    int j = 1 - i;
    const struct polytope *body = walk->relation->body[j];
    const struct polytope_face *face = &body->faces[walk->f[j].index];
    const struct polytope_edge *edge = &walk->relation->body[i]->edges[walk->f[i].index];
    struct piece piece = piece_of(walk, i, walk->f[i].index);
    struct cd_vec3 head = piece_at(&piece, 1);
    uint32_t k = face->first;
    do {
        const struct polytope_edge *side = &body->edges[k];
        if (!clip(&piece, -beside(body, side, piece.tail), -beside(body, side, head), FEATURE_EDGE, k))
            return move(walk, j, FEATURE_EDGE, closest_side(body, face, &piece));
        k = side->next;
    } while (k != face->first);
    double low = cd_dot(face->normal, piece_at(&piece, piece.low)) - face->offset;
    double high = cd_dot(face->normal, piece_at(&piece, piece.high)) - face->offset;
    if (!(low * high > 0))
        return INSIDE;
    if (leaving(body, walk->f[j], &piece, piece.low) >= 0)
        return piece.low_cut ? move(walk, j, FEATURE_EDGE, piece.low_by.index)
                             : move(walk, i, FEATURE_VERTEX, edge->from);
    return piece.high_cut ? move(walk, j, FEATURE_EDGE, piece.high_by.index)
                          : move(walk, i, FEATURE_VERTEX, edge->to);
}

enum walk_end walk_to_closest(struct relation *relation, struct feature features[2])
{
    struct walk walk = {relation, features};
    // Ours: where the walk was at first and after 8, 16, 32, .. steps
    struct feature mark[2] = {features[0], features[1]};
    for (unsigned steps = 1, next_mark = 8; steps < STEPS_MAX; steps++) {
        relation->steps++;
        unsigned state = 3 * features[0].kind + features[1].kind; // FF, possibly the start of a walk, is ours
        enum outcome outcome =
            state == VV   ? both_vertices(&walk)
            : state == VE ? vertex_and_edge(&walk, 0)
            : state == EV ? vertex_and_edge(&walk, 1)
            : state == VF ? vertex_and_face(&walk, 0)
            : state == FV ? vertex_and_face(&walk, 1)
            : state == EE ? both_edges(&walk)
            : state == EF ? edge_and_face(&walk, 0)
            : state == FE ? edge_and_face(&walk, 1)
                          : move(&walk, 0, FEATURE_VERTEX, walk_corner(relation->body[0], features[0]));
        if (outcome != MOVED)
            return outcome == ENDED ? WALK_APART : WALK_INSIDE;
        if (!memcmp(features, mark, sizeof mark))
            return WALK_LOST;
        if (steps == next_mark) {
            memcpy(mark, features, sizeof mark);
            next_mark *= 2;
        }
    }
    return WALK_LOST;
}

uint32_t walk_corner(const struct polytope *polytope, struct feature feature)
{
    if (feature.kind == FEATURE_VERTEX)
        return feature.index;
    uint32_t edge = feature.kind == FEATURE_EDGE ? feature.index : polytope->faces[feature.index].first;
    return polytope->edges[edge].from;
}

// ---- ours: the direction in which two closest features lie from each other --------------------------------

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
