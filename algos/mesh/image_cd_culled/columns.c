#include "algos/mesh/image_cd_culled/image_cd_culled.h"

#include "base/memory.h"

#include <math.h>

// fminf and fmaxf without their treatment of NaN.
static inline float lesser(float a, float b)
{
    return a < b ? a : b;
}

static inline float greater(float a, float b)
{
    return a > b ? a : b;
}

#define ALL (CULLED_COLUMNS * CULLED_COLUMNS)

static struct culled_runs *runs_of(struct culled_lists *lists, int i)
{
    struct culled_selection *selection = &lists->roles[i / 2];
    return i % 2 ? &selection->faces : &selection->edges;
}

void culled_lists_open(struct culled_lists *lists, uint32_t max_clusters)
{
    // Runs are single items at worst: every second of three edges for each triangle.
    size_t max_triangles = (size_t)max_clusters * CULLED_CLUSTER, max_runs = max_triangles * 3 / 2;
    for (int i = 0; i < 4; i++) {
        runs_of(lists, i)->counts = cd_allocate(max_runs, sizeof(GLsizei));
        runs_of(lists, i)->offsets = cd_allocate(max_runs, sizeof(void *));
    }
    lists->triangles = cd_allocate(max_triangles, sizeof *lists->triangles);
    for (int i = 0; i < 2; i++)
        lists->clusters[i] = cd_allocate(max_clusters, sizeof *lists->clusters[i]);
}

void culled_lists_close(struct culled_lists *lists)
{
    for (int i = 0; i < 4; i++) {
        cd_free(runs_of(lists, i)->counts);
        cd_free(runs_of(lists, i)->offsets);
    }
    cd_free(lists->triangles);
    for (int i = 0; i < 2; i++)
        cd_free(lists->clusters[i]);
}

// The column of a place in the view.
static int16_t column_of(float place)
{
    float column = (place + 1) * (0.5F * CULLED_COLUMNS);
    return (int16_t)(column < 0 ? 0 : column < CULLED_COLUMNS ? (int)column : CULLED_COLUMNS - 1);
}

struct range {
    float low, high;
};

// Where a box is along axis k of the view, with room for the rounding of single precision here and in GL.
static struct range box_range(const struct culled_box *box, const float *m, int k)
{
    const float *row = &m[4 * k];
    float centre = row[0] * box->centre[0] + row[1] * box->centre[1] + row[2] * box->centre[2] + row[3];
    float half = fabsf(row[0]) * box->half[0] + fabsf(row[1]) * box->half[1] + fabsf(row[2]) * box->half[2];
    // Terms may cancel, so the rounding is relative to their sizes.
    float terms = fabsf(row[0] * box->centre[0]) + fabsf(row[1] * box->centre[1]) +
                  fabsf(row[2] * box->centre[2]) + fabsf(row[3]) + half;
    float slack = 1e-6F * terms + 1e-5F;
    return (struct range){centre - half - slack, centre + half + slack};
}

// What is between these; nothing if that is beside the view.
static struct culled_span span_between(const float low[3], const float high[3])
{
    for (int k = 0; k < 2; k++)
        if (low[k] > 1 || high[k] < -1)
            return (struct culled_span){.first_x = 1};
    return (struct culled_span){.first_x = column_of(low[0]),
                                .last_x = column_of(high[0]),
                                .first_y = column_of(low[1]),
                                .last_y = column_of(high[1]),
                                .nearest = low[2],
                                .farthest = high[2]};
}

// A body whose single items are looked at.
struct looked_at {
    const struct culled_side *side;
    const float *m; // of its transform
    const struct cd_gl_mesh *mesh;
    const uint32_t *indices; // of the items
    uint32_t corners;        // of each
    float slack[3];          // for the margin and for rounding, as points lie within 1 of the middle
};

static struct looked_at look_at(const struct culled_side *side, enum culled_part part, float margin)
{
    bool edges = part == CULLED_EDGES;
    struct looked_at body = {.side = side,
                             .m = side->at.transform.m,
                             .mesh = side->at.mesh,
                             .indices = edges ? side->edges->ends : side->at.mesh->corners,
                             .corners = edges ? 2 : 3};
    for (int k = 0; k < 3; k++) {
        const float *row = &body.m[4 * k];
        float terms = fabsf(row[0]) + fabsf(row[1]) + fabsf(row[2]) + fabsf(row[3]);
        body.slack[k] = 1e-6F * terms + 1e-5F + (k < 2 ? margin : 0);
    }
    return body;
}

// What a box covers in the view, with room for the rounding of single precision here and in GL; nothing if it is
// outside the view. `margin` allows for the pixels that a line touches beside it.
static struct culled_span span_of_box(const struct looked_at *body, uint32_t cluster, float margin)
{
    const struct culled_box *box = &((const struct culled_box *)body->side->at.form->boxes)[cluster];
    float low[3], high[3];
    for (int k = 0; k < 3; k++) {
        struct range range = box_range(box, body->m, k);
        low[k] = range.low - (k < 2 ? margin : 0);
        high[k] = range.high + (k < 2 ? margin : 0);
    }
    return span_between(low, high);
}

static struct culled_span span_of_item(const struct looked_at *body, uint32_t item)
{
    const uint32_t *indices = &body->indices[(size_t)body->corners * item];
    const float *m = body->m;
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < body->corners; i++) {
        const float *p = &body->side->at.form->points[3 * (size_t)indices[i]];
        for (int k = 0; k < 3; k++) {
            float place = m[4 * k] * p[0] + m[4 * k + 1] * p[1] + m[4 * k + 2] * p[2] + m[4 * k + 3];
            low[k] = lesser(low[k], place);
            high[k] = greater(high[k], place);
        }
    }
    for (int k = 0; k < 3; k++) {
        low[k] -= body->slack[k];
        high[k] += body->slack[k];
    }
    return span_between(low, high);
}

static void clear(struct culled_columns *columns)
{
    for (int i = 0; i < ALL; i++) {
        columns->nearest[i] = INFINITY;
        columns->farthest[i] = -INFINITY;
    }
}

static void widen(struct culled_columns *columns, const struct culled_span *span)
{
    for (int y = span->first_y; y <= span->last_y; y++)
        for (int x = span->first_x; x <= span->last_x; x++) {
            int i = y * CULLED_COLUMNS + x;
            columns->nearest[i] = lesser(columns->nearest[i], span->nearest);
            columns->farthest[i] = greater(columns->farthest[i], span->farthest);
        }
}

// Where a column has something at `before` or nearer and something at `behind` or farther.
static bool lies_between(const struct culled_columns *columns, const struct culled_span *span, float before,
                         float behind)
{
    for (int y = span->first_y; y <= span->last_y; y++)
        for (int x = span->first_x; x <= span->last_x; x++) {
            int i = y * CULLED_COLUMNS + x;
            if (columns->nearest[i] <= before && columns->farthest[i] >= behind)
                return true;
        }
    return false;
}

// Takes edges that can be inside. In an open mesh, what is behind the mesh counts as inside.
static bool take_edges(struct culled_lists *lists, struct culled_span span, bool solid)
{
    bool taken = span.nearest <= 1 && span.farthest >= -1 &&
                 lies_between(&lists->solid, &span, lesser(span.farthest, 1),
                              solid ? greater(span.nearest, -1) : -INFINITY);
    span.nearest = greater(span.nearest, -1);
    span.farthest = lesser(span.farthest, 1);
    if (taken)
        widen(&lists->edges, &span);
    return taken;
}

// Whether a face is in front of edges or, if `turned`, behind them.
static bool counts(const struct culled_lists *lists, const struct culled_span *span, bool turned)
{
    return turned ? lies_between(&lists->edges, span, span->farthest, -INFINITY)
                  : lies_between(&lists->edges, span, INFINITY, span->nearest);
}

// By clusters: those of edges that can be inside, and those of faces that share columns with them.
static void choose_clusters(struct culled_lists *lists, const struct looked_at *edges,
                            const struct looked_at *faces, bool solid)
{
    const struct looked_at *bodies[2] = {edges, faces};
    clear(&lists->solid);
    clear(&lists->edges);
    for (int i = 1; i >= 0; i--)
        for (uint32_t c = 0; c < culled_clusters(bodies[i]->mesh); c++) {
            struct culled_span span = span_of_box(bodies[i], c, lists->margin);
            lists->clusters[i][c].span = span;
            if (i)
                widen(&lists->solid, &span);
            else
                lists->clusters[i][c].kept = take_edges(lists, span, solid);
        }
    for (uint32_t c = 0; c < culled_clusters(faces->mesh); c++)
        lists->clusters[1][c].kept =
            lies_between(&lists->edges, &lists->clusters[1][c].span, INFINITY, -INFINITY);
}

// Lists the triangles of the clusters that were kept, widens the columns by them and returns their number.
static uint32_t list_triangles(struct culled_lists *lists, const struct looked_at *faces)
{
    uint32_t count = 0;
    clear(&lists->solid);
    for (uint32_t c = 0; c < culled_clusters(faces->mesh); c++)
        for (uint32_t i = culled_first_triangle(faces->mesh, c);
             lists->clusters[1][c].kept && i < culled_first_triangle(faces->mesh, c + 1); i++) {
            struct culled_span span = span_of_item(faces, i);
            if (span.last_x < span.first_x)
                continue;
            lists->triangles[count].index = i;
            lists->triangles[count++].span = span;
            widen(&lists->solid, &span);
        }
    return count;
}

static void select_edges(struct culled_lists *lists, const struct looked_at *edges, bool solid,
                         struct culled_runs *runs)
{
    const uint32_t *first = edges->side->edges->first;
    clear(&lists->edges);
    for (uint32_t c = 0; c < culled_clusters(edges->mesh); c++)
        for (uint32_t i = first[c]; lists->clusters[0][c].kept && i < first[c + 1]; i++)
            if (take_edges(lists, span_of_item(edges, i), solid))
                culled_add_run(CULLED_EDGES, i, (size_t)i + 1, runs);
}

static void select_faces(const struct culled_lists *lists, uint32_t count, bool turned,
                         struct culled_runs *runs)
{
    culled_runs_clear(runs);
    for (uint32_t i = 0; i < count; i++)
        if (counts(lists, &lists->triangles[i].span, turned))
            culled_add_run(CULLED_FACES, lists->triangles[i].index, (size_t)lists->triangles[i].index + 1,
                           runs);
}

// Only the columns that have something in them.
static struct culled_window shown_part(const struct culled_columns *columns, int resolution, bool turned)
{
    int first[2] = {CULLED_COLUMNS, CULLED_COLUMNS}, last[2] = {-1, -1};
    for (int i = 0; i < ALL; i++) {
        if (columns->nearest[i] == INFINITY)
            continue;
        int place[2] = {i % CULLED_COLUMNS, i / CULLED_COLUMNS};
        for (int k = 0; k < 2; k++) {
            first[k] = place[k] < first[k] ? place[k] : first[k];
            last[k] = place[k] > last[k] ? place[k] : last[k];
        }
    }
    if (last[0] < first[0])
        return (struct culled_window){0, 0, 0, 0};
    int low[2], high[2];
    for (int k = 0; k < 2; k++) {
        low[k] = first[k] * resolution / CULLED_COLUMNS;
        high[k] = ((last[k] + 1) * resolution + CULLED_COLUMNS - 1) / CULLED_COLUMNS;
    }
    return (struct culled_window){turned ? resolution - high[0] : low[0], low[1], high[0] - low[0],
                                  high[1] - low[1]};
}

void culled_select(struct culled_lists *lists, const struct culled_side *edge_side,
                   const struct culled_side *face_side, int resolution, struct culled_selection *selection)
{
    lists->margin = 2.0F / (float)resolution;
    bool solid = face_side->at.mesh->solid;
    const struct looked_at edges = look_at(edge_side, CULLED_EDGES, lists->margin);
    const struct looked_at faces = look_at(face_side, CULLED_FACES, lists->margin);
    culled_runs_clear(&selection->edges);
    culled_runs_clear(&selection->faces);
    choose_clusters(lists, &edges, &faces, solid);
    uint32_t count = list_triangles(lists, &faces);
    select_edges(lists, &edges, solid, &selection->edges);
    if (solid && selection->edges.count)
        select_faces(lists, count, true, &selection->faces);
    uint64_t behind = solid ? selection->faces.items : UINT64_MAX;
    select_faces(lists, count, false, &selection->faces);
    selection->turned = behind < selection->faces.items;
    if (selection->turned)
        select_faces(lists, count, true, &selection->faces);
    selection->shown = shown_part(&lists->edges, resolution, selection->turned);
}
