/// What a check reads of the measurements: which rows it looks at, which belong together, and the quantities
/// in them with their intervals.
#ifndef CD_BENCH_PAPERS_CHECK_ROWS_H
#define CD_BENCH_PAPERS_CHECK_ROWS_H

#include "bench/papers/estimates.h"
#include "bench/papers/measurements.h"

/// A check and what it is judged by.
struct cd_check_view {
    const struct cd_check *check;
    const struct cd_experiment *experiment;
    const struct cd_table *cells;
    const struct cd_passes *passes; ///< of each row of them
    enum cd_size size;
    enum cd_column_kind kind; ///< of the check's column
    const char *series[2];    ///< that the check needs at each point: the second one only where it compares
    size_t series_count;
    double min, max; ///< the bounds of its value
};

/// Rows of the cells: their numbers, in order.
struct cd_check_rows {
    size_t count;
    size_t *items;
};

/// No such row.
#define CD_NO_ROW SIZE_MAX

/// The rows of a series that the check looks at. To be freed by cd_free(rows.items).
struct cd_check_rows cd_check_rows(const struct cd_check_view *view, const char *series);

/// The row of another series at the same point, or CD_NO_ROW.
size_t cd_check_partner(const struct cd_check_view *view, size_t row, const char *series);

/// True when two rows are points of one curve along `over`.
bool cd_check_same_curve(const struct cd_check_view *view, size_t a, size_t b);

/// Bytes of the text that names a point.
#define CD_POINT_TEXT 100

/// Names the point (or the curve) of a row by those variables that the check leaves open.
void cd_check_name_point(const struct cd_check_view *view, size_t row, char text[CD_POINT_TEXT]);

/// How many points the experiment has at which all the check's series are run and that the check looks at; 0
/// where only the program knows.
size_t cd_check_expected(const struct cd_check_view *view);

/// True when a row has no times because its algorithm was wrong or unavailable, or its program failed.
bool cd_check_failed(const struct cd_check_view *view, size_t row);

/// The check's column in a row, or the share `errors` / `trials` where the check names these.
struct cd_estimate cd_check_value(const struct cd_check_view *view, size_t row);

/// Value in row a over value in row b. From the paired passes where the column is a time.
struct cd_estimate cd_check_ratio(const struct cd_check_view *view, size_t a, size_t b);

#endif
