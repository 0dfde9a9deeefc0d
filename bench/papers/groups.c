#include "bench/papers/groups.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

// ---- points -----------------------------------------------------------------------------------------------

size_t cd_point_count(const struct cd_experiment *experiment, enum cd_size size)
{
    size_t count = 1;
    for (size_t i = 0; i < experiment->variable_count; i++)
        if (__builtin_mul_overflow(count, experiment->variables[i].values[size].count, &count))
            return SIZE_MAX;
    return count;
}

void cd_point_values(const struct cd_experiment *experiment, enum cd_size size, size_t point,
                     const char **values)
{
    for (size_t i = experiment->variable_count; i-- > 0;) {
        const struct cd_words *words = &experiment->variables[i].values[size];
        values[i] = words->items[point % words->count];
        point /= words->count;
    }
}

bool cd_series_is_run(const struct cd_experiment *experiment, const struct cd_series *series,
                      enum cd_size size)
{
    bool theirs = !series->ours || series->added;
    return size != CD_SIZE_PAPER || (theirs && strcmp(experiment->source, "ours") != 0);
}

bool cd_point_is_beyond(const struct cd_experiment *experiment, const struct cd_series *series,
                        const char *const *values)
{
    for (size_t i = 0; i < experiment->variable_count; i++) {
        double value, end;
        const char *max = cd_find_condition(&series->max, experiment->variables[i].name);
        if (max && cd_parse_real(values[i], &value) && cd_parse_real(max, &end) && value > end)
            return true;
    }
    return false;
}

// ---- groups -----------------------------------------------------------------------------------------------

/// Increase this number when the rows of a group change their meaning.
#define FORMAT 1

static struct cd_group *add_group(struct cd_groups *groups)
{
    groups->groups = cd_reallocate(groups->groups, groups->count, groups->count + 1, sizeof *groups->groups);
    return &groups->groups[groups->count++];
}

/// Finds or adds the group of a scene and a query. The group keeps the scene's text; a text that is not needed is
/// freed.
static struct cd_group *require_group(struct cd_groups *groups, char *scene, enum cd_query query)
{
    for (size_t i = groups->count; i-- > 0;)
        if (groups->groups[i].query == query && !strcmp(groups->groups[i].scene, scene)) {
            cd_free(scene);
            return &groups->groups[i];
        }
    struct cd_group *group = add_group(groups);
    group->scene = scene;
    group->query = query;
    return group;
}

/// The number of a text of the group; equal texts get the same number. The group keeps the text or frees it.
static size_t require_text(struct cd_group *group, char *text)
{
    for (size_t i = 0; i < group->texts.count; i++)
        if (!strcmp(group->texts.items[i], text)) {
            cd_free(text);
            return i;
        }
    cd_texts_add(&group->texts, text);
    return group->texts.count - 1;
}

static void add_cell(struct cd_groups *groups, struct cd_group *group, size_t point, size_t series,
                     size_t text)
{
    group->cells =
        cd_reallocate(group->cells, group->cell_count, group->cell_count + 1, sizeof *group->cells);
    group->cells[group->cell_count++] = (struct cd_group_cell){point, series, groups->cell_count++, text};
}

static void add_point_of_scene(struct cd_groups *groups, size_t point, const char *const *values)
{
    const struct cd_experiment *experiment = groups->experiment;
    for (size_t i = 0; i < experiment->series_count; i++) {
        const struct cd_series *series = &experiment->series[i];
        if (!cd_series_is_run(experiment, series, groups->size) ||
            cd_point_is_beyond(experiment, series, values))
            continue;
        struct cd_group *group =
            require_group(groups, cd_paper_fill(experiment->scene, experiment, values), series->query);
        size_t text = require_text(group, cd_paper_fill(series->algo, experiment, values));
        add_cell(groups, group, point, i, text);
    }
}

static void add_point_of_program(struct cd_groups *groups, size_t point, const char *const *values)
{
    const struct cd_experiment *experiment = groups->experiment;
    struct cd_group *group = NULL;
    for (size_t i = 0; i < experiment->series_count; i++) {
        if (!cd_series_is_run(experiment, &experiment->series[i], groups->size))
            continue;
        group = group ? group : add_group(groups);
        add_cell(groups, group, point, i, 0);
    }
    for (size_t i = 0; i < experiment->arguments.count && group; i++)
        cd_texts_add(&group->texts, cd_paper_fill(experiment->arguments.items[i], experiment, values));
}

/// Hashes what the rows of a cell say about their place: the values of the variables and the series.
static void hash_cell(struct cd_hasher *hasher, const struct cd_groups *groups,
                      const struct cd_group_cell *cell)
{
    const struct cd_experiment *experiment = groups->experiment;
    const char *values[CD_VARIABLES_MAX];
    cd_point_values(experiment, groups->size, cell->point, values);
    for (size_t i = 0; i < experiment->variable_count; i++) {
        cd_hasher_add_text(hasher, experiment->variables[i].name);
        cd_hasher_add_text(hasher, values[i]);
    }
    cd_hasher_add_text(hasher, experiment->series[cell->series].id);
    cd_hasher_add_u64(hasher, cell->text);
}

static struct cd_hash hash_group(const struct cd_groups *groups, const struct cd_group *group)
{
    const struct cd_experiment *experiment = groups->experiment;
    const struct cd_effort *effort = &experiment->effort[groups->size];
    struct cd_hasher *hasher = cd_hasher_create();
    cd_hasher_add_u64(hasher, FORMAT);
    cd_hasher_add_u64(hasher, (uint64_t)groups->size);
    cd_hasher_add_u64(hasher, (uint64_t)group->query);
    cd_hasher_add_u64(hasher, experiment->threads);
    if (experiment->store)
        cd_hasher_add_text(hasher, "store");
    cd_hasher_add_u64(hasher, effort->frames);
    cd_hasher_add_u64(hasher, effort->repeat);
    cd_hasher_add(hasher, &effort->budget_seconds, sizeof effort->budget_seconds);
    cd_hasher_add_text(hasher, group->scene);
    cd_hasher_add_text(hasher, experiment->program);
    cd_hasher_add_u64(hasher, group->texts.count);
    for (size_t i = 0; i < group->texts.count; i++)
        cd_hasher_add_text(hasher, group->texts.items[i]);
    cd_hasher_add_u64(hasher, group->cell_count);
    for (size_t i = 0; i < group->cell_count; i++)
        hash_cell(hasher, groups, &group->cells[i]);
    return cd_hasher_finish(hasher);
}

struct cd_groups cd_groups_make(const struct cd_experiment *experiment, enum cd_size size)
{
    struct cd_groups groups = {.experiment = experiment, .size = size};
    size_t points = cd_point_count(experiment, size);
    for (size_t i = 0; i < points; i++) {
        const char *values[CD_VARIABLES_MAX];
        cd_point_values(experiment, size, i, values);
        if (experiment->program)
            add_point_of_program(&groups, i, values);
        else
            add_point_of_scene(&groups, i, values);
    }
    for (size_t i = 0; i < groups.count; i++)
        groups.groups[i].hash = hash_group(&groups, &groups.groups[i]);
    return groups;
}

void cd_groups_release(struct cd_groups *groups)
{
    for (size_t i = 0; i < groups->count; i++) {
        struct cd_group *group = &groups->groups[i];
        cd_texts_free(&group->texts);
        cd_free(group->scene);
        cd_free(group->cells);
    }
    cd_free(groups->groups);
    *groups = (struct cd_groups){0};
}

struct cd_hash cd_groups_hash(const struct cd_groups *groups)
{
    struct cd_hasher *hasher = cd_hasher_create();
    for (size_t i = 0; i < groups->count; i++)
        cd_hasher_add(hasher, &groups->groups[i].hash, sizeof groups->groups[i].hash);
    return cd_hasher_finish(hasher);
}

struct cd_hash cd_experiment_digest(const struct cd_experiment *experiment, enum cd_size size)
{
    struct cd_experiment own = *experiment;
    while (cd_has_added_series(&own))
        own.series_count--;
    struct cd_groups groups = cd_groups_make(&own, size);
    struct cd_hash hash = cd_groups_hash(&groups);
    cd_groups_release(&groups);
    return hash;
}

size_t cd_experiment_cells(const struct cd_experiment *experiment, enum cd_size size)
{
    struct cd_groups groups = cd_groups_make(experiment, size);
    size_t cells = groups.cell_count;
    cd_groups_release(&groups);
    return cells;
}

static size_t points_of(const struct cd_groups *groups, size_t series)
{
    size_t count = 0;
    for (size_t i = 0; i < groups->count; i++)
        for (size_t k = 0; k < groups->groups[i].cell_count; k++)
            count += groups->groups[i].cells[k].series == series;
    return count;
}

void cd_groups_tell_beyond(const struct cd_groups *groups, void (*tell)(void *user, const char *line),
                           void *user)
{
    const struct cd_experiment *experiment = groups->experiment;
    size_t points = cd_point_count(experiment, groups->size);
    for (size_t k = 0; k < experiment->series_count; k++) {
        const struct cd_series *series = &experiment->series[k];
        size_t beyond = points - points_of(groups, k);
        char line[400];
        if (!beyond || !cd_series_is_run(experiment, series, groups->size))
            continue;
        snprintf(line, sizeof line, "%s: %s is not run at %zu of %zu points, beyond", experiment->id,
                 series->id, beyond, points);
        for (size_t i = 0; i < series->max.count; i++)
            cd_append(line, sizeof line, " %s=%s", series->max.items[i].column, series->max.items[i].value);
        tell(user, line);
    }
}
