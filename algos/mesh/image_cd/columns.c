#include "algos/mesh/image_cd/image_cd.h"

#include "base/memory.h"

#include <math.h>

// fminf and fmaxf without their care for NaN.
static inline float lesser(float a, float b)
{
    return a < b ? a : b;
}

static inline float greater(float a, float b)
{
    return a > b ? a : b;
}

#define ALL (IMAGE_CD_COLUMNS * IMAGE_CD_COLUMNS)

void image_cd_lists_open(struct image_cd_lists *lists, uint32_t max_clusters)
{
    for (int i = 0; i < 2; i++) {
        struct image_cd_runs *runs[2] = {&lists->roles[i].edges, &lists->roles[i].faces};
        for (int k = 0; k < 2; k++) {
            runs[k]->counts = cd_allocate(max_clusters, sizeof *runs[k]->counts);
            runs[k]->offsets = cd_allocate(max_clusters, sizeof *runs[k]->offsets);
        }
        lists->spans[i] = cd_allocate(max_clusters, sizeof *lists->spans[i]);
        lists->kept[i] = cd_allocate(max_clusters, sizeof *lists->kept[i]);
    }
}

void image_cd_lists_close(struct image_cd_lists *lists)
{
    for (int i = 0; i < 2; i++) {
        cd_free(lists->roles[i].edges.counts);
        cd_free(lists->roles[i].edges.offsets);
        cd_free(lists->roles[i].faces.counts);
        cd_free(lists->roles[i].faces.offsets);
        cd_free(lists->spans[i]);
        cd_free(lists->kept[i]);
    }
}

// The column of a place in the view.
static int16_t column_of(float place)
{
    float column = (place + 1) * (0.5F * IMAGE_CD_COLUMNS);
    return (int16_t)(column < 0 ? 0 : column < IMAGE_CD_COLUMNS ? (int)column : IMAGE_CD_COLUMNS - 1);
}

struct range {
    float low, high;
};

// Where a box lies along axis k of the view, with room for the rounding of single precision here and in GL.
static struct range box_range(const struct image_cd_box *box, const struct image_cd_transform *transform,
                              int k)
{
    const float *row = &transform->m[4 * k];
    float centre = row[0] * box->centre[0] + row[1] * box->centre[1] + row[2] * box->centre[2] + row[3];
    float half = fabsf(row[0]) * box->half[0] + fabsf(row[1]) * box->half[1] + fabsf(row[2]) * box->half[2];
    // Terms may cancel, so the rounding goes with their sizes.
    float terms = fabsf(row[0] * box->centre[0]) + fabsf(row[1] * box->centre[1]) +
                  fabsf(row[2] * box->centre[2]) + fabsf(row[3]) + half;
    float slack = 1e-6F * terms + 1e-5F;
    return (struct range){centre - half - slack, centre + half + slack};
}

struct image_cd_span image_cd_span_of(const struct image_cd_box *box,
                                      const struct image_cd_transform *transform, float margin)
{
    const struct image_cd_span nothing = {.first_x = 1};
    float low[3], high[3];
    for (int k = 0; k < 3; k++) {
        struct range range = box_range(box, transform, k);
        low[k] = range.low - (k < 2 ? margin : 0);
        high[k] = range.high + (k < 2 ? margin : 0);
        if (k < 2 && (low[k] > 1 || high[k] < -1))
            return nothing;
    }
    return (struct image_cd_span){.first_x = column_of(low[0]),
                                  .last_x = column_of(high[0]),
                                  .first_y = column_of(low[1]),
                                  .last_y = column_of(high[1]),
                                  .nearest = low[2],
                                  .farthest = high[2]};
}

static void measure(struct image_cd_span *spans, const struct image_cd_side *side, float margin)
{
    for (uint32_t i = 0; i < side->model->cluster_count; i++)
        spans[i] = image_cd_span_of(&side->form->boxes[i], &side->transform, margin);
}

static void clear(struct image_cd_lists *lists)
{
    for (int i = 0; i < ALL; i++) {
        lists->nearest[i] = INFINITY;
        lists->farthest[i] = -INFINITY;
    }
}

static void widen(struct image_cd_lists *lists, const struct image_cd_span *span)
{
    for (int y = span->first_y; y <= span->last_y; y++)
        for (int x = span->first_x; x <= span->last_x; x++) {
            int i = y * IMAGE_CD_COLUMNS + x;
            lists->nearest[i] = lesser(lists->nearest[i], span->nearest);
            lists->farthest[i] = greater(lists->farthest[i], span->farthest);
        }
}

// Where a column holds something at `before` or nearer and something at `behind` or farther.
static bool lies_between(const struct image_cd_lists *lists, const struct image_cd_span *span, float before,
                         float behind)
{
    for (int y = span->first_y; y <= span->last_y; y++)
        for (int x = span->first_x; x <= span->last_x; x++) {
            int i = y * IMAGE_CD_COLUMNS + x;
            if (lists->nearest[i] <= before && lists->farthest[i] >= behind)
                return true;
        }
    return false;
}

// Keeps the edges that can be inside; an open mesh takes what is behind it for inside.
static void keep_edges(struct image_cd_lists *lists, const struct image_cd_side *edges, bool solid)
{
    for (uint32_t i = 0; i < edges->model->cluster_count; i++) {
        struct image_cd_span *span = &lists->spans[0][i];
        bool in_view = span->nearest <= 1 && span->farthest >= -1;
        lists->kept[0][i] = in_view && lies_between(lists, span, lesser(span->farthest, 1),
                                                    solid ? greater(span->nearest, -1) : -INFINITY);
    }
}

static void widen_by_edges(struct image_cd_lists *lists, const struct image_cd_side *edges)
{
    clear(lists);
    for (uint32_t i = 0; i < edges->model->cluster_count; i++) {
        struct image_cd_span span = lists->spans[0][i];
        if (!lists->kept[0][i])
            continue;
        span.nearest = greater(span.nearest, -1);
        span.farthest = lesser(span.farthest, 1);
        widen(lists, &span);
    }
}

// Keeps the faces in front of edges, or, `turned`, those behind them; returns the number of triangles.
static uint64_t keep_faces(struct image_cd_lists *lists, const struct image_cd_side *faces, bool turned)
{
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < faces->model->cluster_count; i++) {
        const struct image_cd_span *span = &lists->spans[1][i];
        bool kept = turned ? lies_between(lists, span, span->farthest, -INFINITY)
                           : lies_between(lists, span, INFINITY, span->nearest);
        lists->kept[1][i] = kept;
        if (kept)
            triangles +=
                image_cd_first_triangle(faces->model, i + 1) - image_cd_first_triangle(faces->model, i);
    }
    return triangles;
}

// Of the lists that hold something.
static struct image_cd_window shown_part(const struct image_cd_lists *lists, int resolution, bool turned)
{
    int first[2] = {IMAGE_CD_COLUMNS, IMAGE_CD_COLUMNS}, last[2] = {-1, -1};
    for (int i = 0; i < ALL; i++) {
        if (lists->nearest[i] == INFINITY)
            continue;
        int place[2] = {i % IMAGE_CD_COLUMNS, i / IMAGE_CD_COLUMNS};
        for (int k = 0; k < 2; k++) {
            first[k] = place[k] < first[k] ? place[k] : first[k];
            last[k] = place[k] > last[k] ? place[k] : last[k];
        }
    }
    if (last[0] < first[0])
        return (struct image_cd_window){0, 0, 0, 0};
    int low[2], high[2];
    for (int k = 0; k < 2; k++) {
        low[k] = first[k] * resolution / IMAGE_CD_COLUMNS;
        high[k] = ((last[k] + 1) * resolution + IMAGE_CD_COLUMNS - 1) / IMAGE_CD_COLUMNS;
    }
    return (struct image_cd_window){turned ? resolution - high[0] : low[0], low[1], high[0] - low[0],
                                    high[1] - low[1]};
}

void image_cd_columns_select(struct image_cd_lists *lists, const struct image_cd_side *edges,
                             const struct image_cd_side *faces, enum image_cd_part part, int resolution,
                             struct image_cd_selection *selection)
{
    float pixel = 2.0F / (float)resolution;
    measure(lists->spans[0], edges, pixel);
    measure(lists->spans[1], faces, pixel);
    clear(lists);
    for (uint32_t i = 0; i < faces->model->cluster_count; i++)
        widen(lists, &lists->spans[1][i]);
    bool solid = faces->model->oriented;
    keep_edges(lists, edges, solid);
    widen_by_edges(lists, edges);
    uint64_t behind = solid ? keep_faces(lists, faces, true) : UINT64_MAX;
    selection->turned = behind < keep_faces(lists, faces, false);
    if (selection->turned)
        keep_faces(lists, faces, true);
    selection->shown = shown_part(lists, resolution, selection->turned);
    image_cd_select(edges, part, lists->kept[0], NULL, &selection->edges);
    image_cd_select(faces, IMAGE_CD_FACES, lists->kept[1], NULL, &selection->faces);
}
