/// Which rows of the measurements a check looks at, and which belong together.
#include "base/memory.h"
#include "bench/papers/checks.h"
#include "bench/papers/points.h"

#include <string.h>

static bool satisfies(const struct cd_dataset *dataset, size_t row, const struct cd_conditions *conditions)
{
    for (size_t i = 0; i < conditions->count; i++)
        if (!cd_dataset_matches(dataset, row, conditions->items[i].column, conditions->items[i].value))
            return false;
    return true;
}

struct cd_check_rows cd_check_rows(const struct cd_check_view *view, const char *series)
{
    struct cd_check_rows rows = {0};
    for (size_t row = 0; row < view->cells->row_count; row++) {
        if (series && strcmp(cd_dataset_text(view->cells, row, "series"), series) != 0)
            continue;
        if (!satisfies(view->cells, row, &view->check->where))
            continue;
        rows.items = cd_grow(rows.items, rows.count, &rows.capacity, sizeof *rows.items);
        rows.items[rows.count++] = row;
    }
    return rows;
}

/// True when two rows have the same values of all variables but the one called `besides` (or NULL).
static bool same_variables(const struct cd_check_view *view, size_t a, size_t b, const char *besides)
{
    for (size_t i = 0; i < view->experiment->variable_count; i++) {
        const char *name = view->experiment->variables[i].name;
        if (besides && !strcmp(name, besides))
            continue;
        if (!cd_dataset_matches(view->cells, a, name, cd_dataset_text(view->cells, b, name)))
            return false;
    }
    return true;
}

size_t cd_check_partner(const struct cd_check_view *view, size_t row, const char *series)
{
    const char *over = view->check->over;
    for (size_t other = 0; other < view->cells->row_count; other++)
        if (!strcmp(cd_dataset_text(view->cells, other, "series"), series) &&
            same_variables(view, row, other, NULL) &&
            // Programs may vary more than the variables they are called with.
            satisfies(view->cells, other, &view->check->where) &&
            (!over || cd_dataset_matches(view->cells, row, over, cd_dataset_text(view->cells, other, over))))
            return other;
    return CD_NO_ROW;
}

bool cd_check_same_curve(const struct cd_check_view *view, size_t a, size_t b)
{
    return same_variables(view, a, b, view->check->over);
}

/// True when the check's conditions leave a variable open, so that its value tells points apart.
static bool is_open(const struct cd_check *check, const struct cd_variable *variable, enum cd_size size)
{
    if (variable->values[size].count < 2 || (check->over && !strcmp(check->over, variable->name)))
        return false;
    for (size_t i = 0; i < check->where.count; i++)
        if (!strcmp(check->where.items[i].column, variable->name))
            return false;
    return true;
}

void cd_check_name_point(const struct cd_check_view *view, size_t row, char text[CD_POINT_TEXT])
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < view->experiment->variable_count && length < CD_POINT_TEXT; i++) {
        const struct cd_variable *variable = &view->experiment->variables[i];
        if (!is_open(view->check, variable, view->size))
            continue;
        length += (size_t)snprintf(text + length, CD_POINT_TEXT - length, "%s%s=%s", length ? ", " : "",
                                   variable->name, cd_dataset_text(view->cells, row, variable->name));
    }
}

static const struct cd_series *find_series(const struct cd_experiment *experiment, const char *id)
{
    for (size_t i = 0; i < experiment->series_count; i++)
        if (!strcmp(experiment->series[i].id, id))
            return &experiment->series[i];
    return NULL;
}

bool cd_check_is_interleaved(const struct cd_check_view *view, size_t a, size_t b)
{
    const struct cd_series *first = find_series(view->experiment, cd_dataset_text(view->cells, a, "series"));
    const struct cd_series *second = find_series(view->experiment, cd_dataset_text(view->cells, b, "series"));
    return first && second && first->query == second->query && same_variables(view, a, b, NULL);
}

/// True when the check's conditions on variables let a point pass. `values` is a row of a dataset whose
/// columns are the variables.
static bool is_looked_at(const struct cd_check *check, const struct cd_dataset *values)
{
    for (size_t i = 0; i < check->where.count; i++) {
        const struct cd_condition *condition = &check->where.items[i];
        if (cd_dataset_column(values, condition->column) != CD_NO_COLUMN &&
            !cd_dataset_matches(values, 0, condition->column, condition->value))
            return false;
    }
    return true;
}

/// True when the check looks at a point and all the series are run there.
static bool is_expected(const struct cd_check_view *view, const char *const *values,
                        const char *const *series, size_t count)
{
    const struct cd_experiment *experiment = view->experiment;
    struct cd_dataset *row = cd_dataset_create(NULL, 0);
    cd_dataset_add_row(row);
    for (size_t i = 0; i < experiment->variable_count; i++)
        cd_dataset_set(row, 0, experiment->variables[i].name, values[i]);
    bool expected = is_looked_at(view->check, row);
    for (size_t i = 0; i < count && expected; i++) {
        const struct cd_series *one = series[i] ? find_series(experiment, series[i]) : NULL;
        expected = !one || !cd_point_is_beyond(experiment, one, values);
    }
    cd_dataset_destroy(row);
    return expected;
}

size_t cd_check_expected(const struct cd_check_view *view, const char *const *series, size_t count)
{
    size_t expected = 0;
    if (view->experiment->program)
        return 0;
    const char **values = cd_allocate(view->experiment->variable_count, sizeof *values);
    size_t points = cd_point_count(view->experiment, view->size);
    for (size_t point = 0; point < points; point++) {
        cd_point_values(view->experiment, view->size, point, values);
        expected += is_expected(view, values, series, count);
    }
    cd_free(values);
    return expected;
}

bool cd_check_failed(const struct cd_check_view *view, size_t row)
{
    static const char *const failures[] = {"wrong", "unavailable", "failed"}; // the last one of programs
    const char *verdict = cd_dataset_text(view->cells, row, "verdict");
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (!strcmp(verdict, failures[i]))
            return true;
    double fps; // withheld also when answers changed while they were timed
    return cd_dataset_column(view->cells, "fps") != CD_NO_COLUMN &&
           !cd_dataset_number(view->cells, row, "fps", &fps);
}
