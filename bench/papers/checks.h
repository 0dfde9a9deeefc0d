/// What the checks of claims are made of: rows found in the measurements, quantities with their intervals.
/// docs/claims.md describes the statistics.
#ifndef CD_BENCH_PAPERS_CHECKS_H
#define CD_BENCH_PAPERS_CHECKS_H

#include "bench/papers/verdicts.h"

/// A quantity with its interval of 95 %.
struct cd_estimate {
    double value;     ///< NAN: not measured
    double low, high; ///< NAN: it has no interval
    bool unsure;      ///< it has errors of measurement, but too few samples to tell how large
};

/// How a column follows the times of the passes.
enum cd_column_kind {
    CD_COLUMN_OTHER,
    CD_COLUMN_PASS_TIME, ///< proportional to the time of a pass
    CD_COLUMN_PASS_RATE, ///< inversely proportional to it
    CD_COLUMN_TIME,      ///< proportional to another time
};

/// A check and what it is judged by.
struct cd_check_view {
    const struct cd_check *check;
    const struct cd_experiment *experiment;
    const struct cd_dataset *cells, *samples; ///< `samples` may be NULL
    enum cd_size size;
    enum cd_column_kind kind; ///< of the check's column
};

/// Bytes of the text that names a point.
#define CD_POINT_TEXT 100

/// One point, or one curve, at which a check is judged.
struct cd_check_item {
    struct cd_estimate estimate;
    enum cd_check_outcome outcome;
    double margin;             ///< how far inside its bounds; NAN: as the estimate's value says
    char point[CD_POINT_TEXT]; ///< "triangles=1000", "" where there is one only
    char text[160];            ///< value and interval, "1.84 (1.79 to 1.91)", or what is missing
};

/// The items of a check; `lacking` points should have been measured and were not.
struct cd_check_items {
    size_t count, capacity, lacking;
    struct cd_check_item *items;
};

/// Rows of the cells: their numbers, in order.
struct cd_check_rows {
    size_t count, capacity;
    size_t *items;
};

/// No such row.
#define CD_NO_ROW SIZE_MAX

/// The rows of a series that the check looks at; all series with NULL. To be freed by cd_free(rows.items).
struct cd_check_rows cd_check_rows(const struct cd_check_view *view, const char *series);

/// The row of another series at the same point, or CD_NO_ROW.
size_t cd_check_partner(const struct cd_check_view *view, size_t row, const char *series);

/// True when the passes of two rows of one point were taken in turn, since their series were asked the same.
bool cd_check_is_interleaved(const struct cd_check_view *view, size_t a, size_t b);

/// True when two rows are points of one curve along `over`.
bool cd_check_same_curve(const struct cd_check_view *view, size_t a, size_t b);

/// Names the point (or the curve) of a row by those variables that the check leaves open.
void cd_check_name_point(const struct cd_check_view *view, size_t row, char text[CD_POINT_TEXT]);

/// How many points the experiment has at which all these series (NULL left out) are run and that the check
/// looks at; 0 where only the program knows.
size_t cd_check_expected(const struct cd_check_view *view, const char *const *series, size_t count);

/// True when a row has no times because its algorithm was wrong or unavailable, or its program failed.
bool cd_check_failed(const struct cd_check_view *view, size_t row);

/// Finds out how a column follows the times.
enum cd_column_kind cd_check_column_kind(const struct cd_check_view *view);

/// The check's column in a row, or the share `errors` / `trials` where the check names these.
struct cd_estimate cd_check_value(const struct cd_check_view *view, size_t row);

/// Value in row a over value in row b. From the paired passes where the column is a time.
struct cd_estimate cd_check_ratio(const struct cd_check_view *view, size_t a, size_t b);

/// a / b of two independent quantities.
struct cd_estimate cd_estimate_ratio(struct cd_estimate a, struct cd_estimate b);

/// a - b of two independent quantities.
struct cd_estimate cd_estimate_difference(struct cd_estimate a, struct cd_estimate b);

/// An estimate held against bounds; `least` may be -INFINITY, `most` INFINITY.
enum cd_check_outcome cd_estimate_judge(struct cd_estimate estimate, double min, double max);

/// Of several things that must all hold.
enum cd_check_outcome cd_outcome_of_all(enum cd_check_outcome a, enum cd_check_outcome b);

/// "1.84 (1.79 to 1.91)", and "1.38 % (0.379 % to 4.89 %)".
void cd_estimate_write(struct cd_estimate estimate, char *text, size_t size);
void cd_estimate_write_percent(struct cd_estimate estimate, char *text, size_t size);

/// A number with three significant digits, whole from 100 on, as people write it.
const char *cd_number_text(double value, char text[32]);

/// Judges every point or curve. To be freed by cd_free(items.items).
struct cd_check_items cd_check_ratios(const struct cd_check_view *view);
struct cd_check_items cd_check_orders(const struct cd_check_view *view);
struct cd_check_items cd_check_equals(const struct cd_check_view *view);
struct cd_check_items cd_check_values(const struct cd_check_view *view);
struct cd_check_items cd_check_error_rates(const struct cd_check_view *view);
struct cd_check_items cd_check_curves(const struct cd_check_view *view);

/// A new item for the point of a row.
struct cd_check_item *cd_check_add(const struct cd_check_view *view, struct cd_check_items *items,
                                   size_t row);

/// The values that an item's estimate must have for a check to hold.
void cd_check_bounds(const struct cd_check *check, double *min, double *max);

#endif
