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

void culled_lists_open(struct culled_lists *lists, uint32_t max_clusters)
{
    // Runs are single items at worst: every second of three edges for each triangle.
    size_t max_triangles = (size_t)max_clusters * CULLED_CLUSTER, max_runs = max_triangles * 3 / 2;
    for (int role = 0; role < 2; role++)
        for (int part = 0; part < 2; part++) {
            struct culled_runs *runs = part ? &lists->roles[role].faces : &lists->roles[role].edges;
            runs->counts = cd_allocate(max_runs, sizeof *runs->counts);
            runs->offsets = cd_allocate(max_runs, sizeof *runs->offsets);
        }
    lists->triangles = cd_allocate(max_triangles, sizeof *lists->triangles);
    lists->clusters = cd_allocate(max_clusters, sizeof *lists->clusters);
    lists->kept = cd_allocate(max_clusters, sizeof *lists->kept);
}

void culled_lists_close(struct culled_lists *lists)
{
    for (int role = 0; role < 2; role++)
        for (int part = 0; part < 2; part++) {
            struct culled_runs *runs = part ? &lists->roles[role].faces : &lists->roles[role].edges;
            cd_free(runs->counts);
            cd_free(runs->offsets);
        }
    cd_free(lists->triangles);
    cd_free(lists->clusters);
    cd_free(lists->kept);
}

// The column of a place in the view.
static int16_t column_of(float place)
{
    float column = (place + 1) * (0.5F * CULLED_COLUMNS);
    return (int16_t)(column < 0 ? 0 : column < CULLED_COLUMNS ? (int)column : CULLED_COLUMNS - 1);
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

// A body in the view, whose edges or triangles are its items.
struct projected {
    const float *m; // of its transform
    const struct cd_gl_mesh *mesh;
    const struct cd_gl_form *form;
    const uint32_t *indices; // of the items
    uint32_t corners;        // of each
    float margin;            // for the pixels that a line touches beside it
    float slack[3];          // for the margin and for rounding, as points lie within 1 of the middle
};

static struct projected project(const struct culled_side *side, enum culled_part part, float margin)
{
    bool edges = part == CULLED_EDGES;
    struct projected body = {.m = side->at.transform.m,
                             .mesh = side->at.mesh,
                             .form = side->at.form,
                             .indices = edges ? side->edges->ends : side->at.mesh->corners,
                             .corners = edges ? 2 : 3,
                             .margin = margin};
    for (int k = 0; k < 3; k++) {
        const float *row = &body.m[4 * k];
        float terms = fabsf(row[0]) + fabsf(row[1]) + fabsf(row[2]) + fabsf(row[3]);
        body.slack[k] = 1e-6F * terms + 1e-5F + (k < 2 ? margin : 0);
    }
    return body;
}

// What a cluster's box covers in the view, with room for the rounding of single precision here and in GL.
static struct culled_span span_of_cluster(const struct projected *body, uint32_t cluster)
{
    const struct culled_box *box = &((const struct culled_box *)body->form->boxes)[cluster];
    const float *at = box->centre, *by = box->half;
    float low[3], high[3];
    for (int k = 0; k < 3; k++) {
        const float *row = &body->m[4 * k];
        float centre = row[0] * at[0] + row[1] * at[1] + row[2] * at[2] + row[3];
        float half = fabsf(row[0]) * by[0] + fabsf(row[1]) * by[1] + fabsf(row[2]) * by[2];
        // Terms may cancel, so the rounding is relative to their sizes.
        float terms =
            fabsf(row[0] * at[0]) + fabsf(row[1] * at[1]) + fabsf(row[2] * at[2]) + fabsf(row[3]) + half;
        float slack = 1e-6F * terms + 1e-5F;
        low[k] = centre - half - slack - (k < 2 ? body->margin : 0);
        high[k] = centre + half + slack + (k < 2 ? body->margin : 0);
    }
    return span_between(low, high);
}

static struct culled_span span_of_item(const struct projected *body, uint32_t item)
{
    const uint32_t *indices = &body->indices[(size_t)body->corners * item];
    const float *m = body->m;
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < body->corners; i++) {
        const float *p = &body->form->points[3 * (size_t)indices[i]];
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

// Chooses the faces in front of edges or, if `turned`, behind them.
static void select_faces(const struct culled_lists *lists, uint32_t count, bool turned,
                         struct culled_runs *runs)
{
    runs->count = 0;
    runs->items = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct culled_span *span = &lists->triangles[i].span;
        if (lies_between(&lists->edges, span, turned ? span->farthest : INFINITY,
                         turned ? -INFINITY : span->nearest))
            culled_add(CULLED_FACES, lists->triangles[i].index, runs);
    }
}

// Only the columns that have something in them.
static struct culled_window shown_part(const struct culled_columns *columns, int resolution, bool turned)
{
    int low[2] = {resolution, resolution}, high[2] = {0, 0};
    for (int i = 0; i < ALL; i++) {
        const int place[2] = {i % CULLED_COLUMNS, i / CULLED_COLUMNS};
        for (int k = 0; k < 2 && columns->nearest[i] != INFINITY; k++) {
            int first = place[k] * resolution / CULLED_COLUMNS;
            int end = ((place[k] + 1) * resolution + CULLED_COLUMNS - 1) / CULLED_COLUMNS;
            low[k] = first < low[k] ? first : low[k];
            high[k] = end > high[k] ? end : high[k];
        }
    }
    if (high[0] <= low[0])
        return (struct culled_window){0, 0, 0, 0};
    return (struct culled_window){turned ? resolution - high[0] : low[0], low[1], high[0] - low[0],
                                  high[1] - low[1]};
}

void culled_select(struct culled_lists *lists, const struct culled_side *edge_side,
                   const struct culled_side *face_side, int resolution, struct culled_selection *selection)
{
    const float margin = 2.0F / (float)resolution; // a pixel
    const struct projected edges = project(edge_side, CULLED_EDGES, margin);
    const struct projected faces = project(face_side, CULLED_FACES, margin);
    const uint32_t *first_edge = edge_side->edges->first;
    bool solid = faces.mesh->solid;
    uint32_t count = 0;

    // Clusters of edges that can be inside.
    clear(&lists->solid);
    clear(&lists->edges);
    for (uint32_t c = 0; c < culled_clusters(faces.mesh); c++) {
        lists->clusters[c] = span_of_cluster(&faces, c);
        widen(&lists->solid, &lists->clusters[c]);
    }
    for (uint32_t c = 0; c < culled_clusters(edges.mesh); c++)
        lists->kept[c] = take_edges(lists, span_of_cluster(&edges, c), solid);

    // Triangles of the clusters that share columns with them.
    clear(&lists->solid);
    for (uint32_t c = 0; c < culled_clusters(faces.mesh); c++) {
        if (!lies_between(&lists->edges, &lists->clusters[c], INFINITY, -INFINITY))
            continue;
        for (uint32_t i = culled_first_triangle(faces.mesh, c); i < culled_first_triangle(faces.mesh, c + 1);
             i++) {
            struct culled_span span = span_of_item(&faces, i);
            if (span.last_x < span.first_x)
                continue;
            lists->triangles[count].index = i;
            lists->triangles[count++].span = span;
            widen(&lists->solid, &span);
        }
    }

    // Edges that can be inside, now by these triangles.
    clear(&lists->edges);
    selection->edges.count = 0;
    selection->edges.items = 0;
    for (uint32_t c = 0; c < culled_clusters(edges.mesh); c++)
        for (uint32_t i = first_edge[c]; lists->kept[c] && i < first_edge[c + 1]; i++)
            if (take_edges(lists, span_of_item(&edges, i), solid))
                culled_add(CULLED_EDGES, i, &selection->edges);

    // Faces in front of these edges or, if there are fewer, those behind them, as seen from the far side.
    uint64_t behind = UINT64_MAX;
    if (solid) {
        select_faces(lists, selection->edges.count ? count : 0, true, &selection->faces);
        behind = selection->faces.items;
    }
    select_faces(lists, count, false, &selection->faces);
    selection->turned = behind < selection->faces.items;
    if (selection->turned)
        select_faces(lists, count, true, &selection->faces);
    selection->shown = shown_part(&lists->edges, resolution, selection->turned);
}
