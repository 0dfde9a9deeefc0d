#include "bench/papers/obtained.h"

#include "base/memory.h"
#include "base/text.h"
#include "bench/harness/statistics.h"

#include <math.h>
#include <string.h>

struct comparison {
    const struct cd_experiment *experiment;
    const struct cd_table *mine, *reference;
    bool times;
    FILE *stream;
    double *ratios, *widths; ///< of the timed rows
    struct cd_obtained result;
};

static void tell(const struct comparison *comparison, size_t row, const char *column, const char *mine,
                 const char *reference)
{
    char line[CD_ROW_NAME + 230], name[CD_ROW_NAME];
    cd_row_name(comparison->experiment, comparison->reference, row, name);
    snprintf(line, sizeof line, "%s: %.40s %.80s, reference %.80s", name, column, mine, reference);
    if (comparison->stream)
        fprintf(comparison->stream, "  %s\n", cd_shown_text(line).text);
}

/// Finds our row with the same variables and series as a row of the reference. Rows of a program that agree in these
/// are told apart by their order.
static size_t find_row(const struct comparison *comparison, size_t row, const bool *taken)
{
    const char *series = cd_table_text(comparison->reference, row, "series");
    for (size_t mine = 0; mine < comparison->mine->row_count; mine++)
        if (!taken[mine] && cd_table_matches(comparison->mine, mine, "series", series) &&
            cd_same_point(comparison->experiment, comparison->mine, mine, comparison->reference, row, NULL))
            return mine;
    return SIZE_MAX;
}

static void compare_values(struct comparison *comparison, size_t mine, size_t row)
{
    for (size_t c = 0; c < comparison->reference->column_count; c++) {
        const struct cd_column *column = &comparison->reference->columns[c];
        if (cd_table_column(comparison->mine, column->name) == CD_NO_COLUMN ||
            !cd_has_to_agree(comparison->experiment, comparison->mine, mine, comparison->reference, row,
                             column))
            continue;
        const char *text = cd_table_show(comparison->mine, mine, column->name);
        if (cd_table_matches(comparison->reference, row, column->name, text))
            continue;
        tell(comparison, row, column->name, text, cd_table_show(comparison->reference, row, column->name));
        comparison->result.differing++;
    }
}

/// A time or a rate with its interval; false when there is none. That of a single sample has no width, and is none.
static bool rate_of(const struct cd_table *cells, size_t row, const char *column, double rate[3])
{
    static const char *const endings[] = {"", "_low", "_high"};
    for (size_t i = 0; i < 3; i++) {
        char name[120];
        snprintf(name, sizeof name, "%.100s%s", column, endings[i]);
        if (cd_table_column(cells, name) == CD_NO_COLUMN || !cd_table_number(cells, row, name, &rate[i]) ||
            !(rate[i] > 0))
            return false;
    }
    return rate[1] < rate[2];
}

static void compare_rates(struct comparison *comparison, const char *column, size_t mine, size_t row)
{
    enum { VALUE, LOW, HIGH };
    double ours[3], theirs[3];
    if (!rate_of(comparison->mine, mine, column, ours) ||
        !rate_of(comparison->reference, row, column, theirs))
        return;
    comparison->ratios[comparison->result.timed] = ours[VALUE] / theirs[VALUE];
    comparison->widths[comparison->result.timed++] =
        fmax((ours[HIGH] - ours[LOW]) / ours[VALUE], (theirs[HIGH] - theirs[LOW]) / theirs[VALUE]);
    if (ours[LOW] <= theirs[HIGH] && theirs[LOW] <= ours[HIGH])
        return;
    comparison->result.apart++;
    if (comparison->times)
        tell(comparison, row, column, cd_table_show(comparison->mine, mine, column),
             cd_table_show(comparison->reference, row, column));
}

struct cd_obtained cd_obtained_compare(const struct cd_experiment *experiment,
                                       const struct cd_measurements *mine,
                                       const struct cd_measurements *reference, bool times, FILE *stream)
{
    static const char *const fps[] = {"fps"};
    size_t rows = reference->rows.cells->row_count;
    // A program says which of its columns depend on times.
    const struct cd_words columns = experiment->program ? experiment->times : (struct cd_words){1, fps};
    struct comparison comparison = {
        .experiment = experiment,
        .mine = mine->rows.cells,
        .reference = reference->rows.cells,
        .times = times,
        .stream = stream,
        .ratios = cd_allocate(rows * columns.count, sizeof *comparison.ratios),
        .widths = cd_allocate(rows * columns.count, sizeof *comparison.widths),
    };
    bool *taken = cd_allocate(mine->rows.cells->row_count, sizeof *taken);
    for (size_t row = 0; row < rows; row++) {
        size_t found = find_row(&comparison, row, taken);
        if (found == SIZE_MAX) {
            comparison.result.lacking++;
            continue;
        }
        taken[found] = true;
        comparison.result.rows++;
        compare_values(&comparison, found, row);
        for (size_t i = 0; i < columns.count; i++)
            compare_rates(&comparison, columns.items[i], found, row);
    }
    size_t timed = comparison.result.timed;
    comparison.result.ratio = timed ? cd_median_of_reals(comparison.ratios, timed) : NAN;
    comparison.result.width = timed ? cd_median_of_reals(comparison.widths, timed) : NAN;
    cd_free(taken);
    cd_free(comparison.ratios);
    cd_free(comparison.widths);
    return comparison.result;
}
