#include "bench/papers/columns.h"

#include <string.h>

/// What a workload is said to be may be varied, and is measured too.
static const char *const both_asked_and_measured[][2] = {
    {"variant", "measured_variant"},     {"query", "measured_query"},     {"frames", "measured_frames"},
    {"bodies", "measured_bodies"},       {"threads", "measured_threads"}, {"seed", "measured_seed"},
    {"triangles", "measured_triangles"},
};

enum { BOTH = sizeof both_asked_and_measured / sizeof *both_asked_and_measured };

static const struct cd_cell nothing = {.truth = ""}; // only the names of its fields are used

const char *cd_measured_column(const struct cd_experiment *experiment, const char *name)
{
    for (size_t i = 0; i < experiment->variable_count; i++)
        for (size_t k = 0; k < BOTH; k++)
            if (!strcmp(experiment->variables[i].name, name) && !strcmp(both_asked_and_measured[k][0], name))
                return both_asked_and_measured[k][1];
    return name;
}

bool cd_is_result_column(const char *name)
{
    struct cd_field fields[CD_CELL_FIELDS];
    size_t count = cd_cell_fields(&nothing, 0, fields);
    for (size_t k = 0; k < BOTH; k++)
        if (!strcmp(both_asked_and_measured[k][0], name))
            return false;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(fields[i].name, name))
            return true;
    return false;
}

size_t cd_experiment_columns(const struct cd_experiment *experiment, const char *columns[CD_COLUMNS_MAX])
{
    struct cd_field fields[CD_CELL_FIELDS];
    size_t field_count = experiment->program ? 0 : cd_cell_fields(&nothing, 0, fields), count = 0;
    for (size_t i = 0; i < experiment->variable_count; i++)
        columns[count++] = experiment->variables[i].name;
    columns[count++] = "series";
    for (size_t i = 0; i < field_count; i++)
        columns[count++] = cd_measured_column(experiment, fields[i].name);
    for (size_t i = 0; i < experiment->formula_count; i++)
        columns[count++] = experiment->formulas[i].column;
    return count;
}
