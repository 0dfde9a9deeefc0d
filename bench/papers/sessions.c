#include "bench/papers/experiment.h"

#include "bench/harness/statistics.h"
#include "bench/papers/estimates.h"

#include <math.h>
#include <string.h>

/// The numbers of a column in the same row of all sessions.
struct numbers {
    size_t count;
    double items[CD_SESSIONS_MAX];
};

static struct numbers numbers_of(const struct cd_rows *sessions, size_t count, size_t row, const char *column)
{
    struct numbers numbers = {0};
    for (size_t i = 0; i < count; i++)
        numbers.count += cd_table_number(sessions[i].cells, row, column, &numbers.items[numbers.count]);
    return numbers;
}

/// True for numbers that may differ between sessions: numbers that are no counts, and times.
static bool is_measured(const struct cd_experiment *experiment, const struct cd_rows *sessions, size_t count,
                        const char *column)
{
    bool real = cd_column_kind(experiment, column) != CD_COLUMN_OTHER;
    for (size_t i = 0; i < count; i++) {
        size_t c = cd_table_column(sessions[i].cells, column);
        real |= c != CD_NO_COLUMN && sessions[i].cells->columns[c].type == CD_TYPE_REAL;
    }
    return real && !cd_find_variable(experiment, column);
}

/// Widens the interval of a column, in `<column>_low` and `<column>_high`, to cover the numbers of all sessions.
static void widen(struct cd_table *cells, size_t row, const char *column, const struct numbers *numbers)
{
    double ends[2];
    char low[120], high[120];
    snprintf(low, sizeof low, "%.100s_low", column);
    snprintf(high, sizeof high, "%.100s_high", column);
    for (size_t i = 0; i < numbers->count; i++)
        if (!(numbers->items[i] > 0))
            return;
    if (numbers->count < 2 || !cd_table_number(cells, row, low, &ends[0]) ||
        !cd_table_number(cells, row, high, &ends[1]))
        return;
    double median = cd_median_of_reals(numbers->items, numbers->count);
    struct cd_estimate between = cd_estimate_scaled(median, numbers->items, numbers->count);
    cd_table_set_real(cells, row, low, fmin(ends[0], between.low));
    cd_table_set_real(cells, row, high, fmax(ends[1], between.high));
}

/// Combines the measurements of all sessions in a row of the first session.
static void pool_row(const struct cd_experiment *experiment, const struct cd_rows *sessions, size_t count,
                     struct cd_table *cells, size_t row)
{
    for (size_t c = 0; c < cells->column_count; c++) {
        const char *column = cells->columns[c].name;
        struct numbers numbers = numbers_of(sessions, count, row, column);
        if (!numbers.count)
            continue;
        double sum = 0, most = 0;
        for (size_t i = 0; i < numbers.count; i++) {
            sum += numbers.items[i];
            most = fmax(most, numbers.items[i]);
        }
        if (!strcmp(column, "samples") || !strcmp(column, "throttled"))
            cd_table_set_count(cells, row, column, (uint64_t)sum);
        else if (!strcmp(column, "others")) // of the most disturbed session
            cd_table_set_real(cells, row, column, most);
        else if (is_measured(experiment, sessions, count, column))
            cd_table_set_real(cells, row, column, cd_median_of_reals(numbers.items, numbers.count));
    }
    for (size_t c = 0; c < cells->column_count; c++) {
        struct numbers numbers = numbers_of(sessions, count, row, cells->columns[c].name);
        widen(cells, row, cells->columns[c].name, &numbers);
    }
}

static struct cd_table *pool_samples(const struct cd_experiment *experiment, const struct cd_rows *sessions,
                                     size_t count)
{
    struct cd_table *pooled = cd_samples_table(experiment, true);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sessions[i].samples->row_count; k++) {
            size_t row = cd_table_add_row(pooled);
            cd_table_copy_row(pooled, row, sessions[i].samples, k);
            cd_table_set_count(pooled, row, "session", i + 1);
        }
    return pooled;
}

/// Fails when a value of a session differs from that of the first session although both must be the same.
static enum cd_code check_row(const struct cd_experiment *experiment, const struct cd_rows *sessions,
                              size_t count, size_t session, size_t row, struct cd_status *status)
{
    const struct cd_table *first = sessions[0].cells, *cells = sessions[session].cells;
    for (size_t c = 0; c < first->column_count; c++) {
        const struct cd_column *column = &first->columns[c];
        char name[CD_ROW_NAME];
        if (cd_table_column(cells, column->name) == CD_NO_COLUMN || !strcmp(column->name, "samples") ||
            !cd_has_to_agree(experiment, cells, row, first, row, column) ||
            is_measured(experiment, sessions, count, column->name))
            continue;
        const char *value = cd_table_show(cells, row, column->name);
        if (cd_table_matches(first, row, column->name, value))
            continue;
        cd_row_name(experiment, first, row, name);
        return cd_fail(status, CD_DATA,
                       "%.200s: %.40s is %.40s in the first session and %.40s in session %zu, but has to be "
                       "the same",
                       name, column->name, cd_table_show(first, row, column->name), value, session + 1);
    }
    return CD_OK;
}

static enum cd_code check_sessions(const struct cd_experiment *experiment, const struct cd_rows *sessions,
                                   size_t count, struct cd_status *status)
{
    size_t rows = sessions[0].cells->row_count;
    enum cd_code code = CD_OK;
    for (size_t i = 1; i < count && !code; i++) {
        if (sessions[i].cells->row_count != rows)
            return cd_fail(status, CD_DATA, "%.70s: %.70s wrote more rows in one session than in another",
                           experiment->id, experiment->program);
        for (size_t row = 0; row < rows && !code; row++)
            code = check_row(experiment, sessions, count, i, row, status);
    }
    return code;
}

enum cd_code cd_rows_pool(const struct cd_experiment *experiment, struct cd_rows *sessions, size_t count,
                          struct cd_rows *pooled, struct cd_status *status)
{
    size_t rows = sessions[0].cells->row_count;
    enum cd_code code = check_sessions(experiment, sessions, count, status);
    if (code)
        return code;
    if (count == 1) {
        *pooled = sessions[0];
        sessions[0] = (struct cd_rows){0};
        return CD_OK;
    }
    *pooled = (struct cd_rows){.cells = cd_experiment_table(experiment),
                               .samples = pool_samples(experiment, sessions, count)};
    for (size_t row = 0; row < rows; row++) {
        cd_table_copy_row(pooled->cells, cd_table_add_row(pooled->cells), sessions[0].cells, row);
        pool_row(experiment, sessions, count, pooled->cells, row);
    }
    for (size_t i = 0; i < count; i++)
        cd_rows_release(&sessions[i]);
    return CD_OK;
}
