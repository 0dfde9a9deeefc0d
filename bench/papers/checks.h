/// Judges one check of a claim by the measured rows.
#ifndef CD_BENCH_PAPERS_CHECKS_H
#define CD_BENCH_PAPERS_CHECKS_H

#include "bench/papers/estimates.h"
#include "bench/papers/measurements.h"

struct cd_check_result {
    enum cd_check_outcome outcome;
    double value, low, high;             ///< measured, with its 95 % interval (NAN if it has none)
    size_t points[CD_CHECK_MISSING + 1]; ///< points by outcome; gathered points count as one
    char text[400];                      ///< "1.84 (1.79 to 1.91), at least 1"
};

/// Evaluates one check by the measured rows. docs/claims.md says what each kind of check needs.
struct cd_check_result cd_check_evaluate(const struct cd_check *check, const struct cd_experiment *experiment,
                                         const struct cd_measurements *measurements);

// ---- for checks.c alone (check_rows.c) --------------------------------------------------------------------

/// A check and the data that it is judged by.
struct cd_check_view {
    const struct cd_check *check;
    const struct cd_experiment *experiment;
    const struct cd_measurements *measurements;
    const struct cd_table *cells; ///< of the measurements
    enum cd_column_kind kind;     ///< of the check's column
    const char *series[2];        ///< that the check needs at each point; the second only if it compares
    size_t series_count;
    double min, max; ///< the bounds of its value
};

/// Numbers of rows of the cells, in order.
struct cd_check_rows {
    size_t count;
    size_t *items;
};

/// No such row.
#define CD_NO_ROW SIZE_MAX

/// The rows of a series that the check looks at. The caller frees `rows.items` with cd_free.
struct cd_check_rows cd_check_rows(const struct cd_check_view *view, const char *series);

/// The row of another series at the same point, or CD_NO_ROW.
size_t cd_check_partner(const struct cd_check_view *view, size_t row, const char *series);

/// True when two rows are points of one curve along `over`.
bool cd_check_same_curve(const struct cd_check_view *view, size_t a, size_t b);

/// Bytes of the text that names a point.
#define CD_POINT_TEXT 100

/// Names the point (or the curve) of a row by the variables that the check leaves open.
void cd_check_name_point(const struct cd_check_view *view, size_t row, char text[CD_POINT_TEXT]);

/// Returns the number of points that the check looks at and at which all its series are run; 0 when only the program
/// knows.
size_t cd_check_expected(const struct cd_check_view *view);

/// True when a row has no times because its algorithm was wrong or unavailable, or its program failed.
bool cd_check_failed(const struct cd_check_view *view, size_t row);

/// The check's column in a row, or the share `errors` / `trials` if the check names these columns.
struct cd_estimate cd_check_value(const struct cd_check_view *view, size_t row);

/// The value in row a divided by the value in row b. If the column is a time, the paired passes give the ratio.
struct cd_estimate cd_check_ratio(const struct cd_check_view *view, size_t a, size_t b);

#endif
