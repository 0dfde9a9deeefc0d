// The experiments in the file of a paper.
#include "algos/driver/registry.h"
#include "algos/driver/select.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "bench/papers/formula.h"
#include "bench/papers/groups.h"
#include "bench/papers/measurements.h"
#include "bench/papers/paper_reading.h"
#include "scenes/scene.h"

#include <stdio.h>
#include <string.h>

/// Most combinations of the values of all variables.
#define POINTS_MAX 100000

/// By `enum cd_query`.
static const char *const queries[] = {"any", "bodies", "pairs", "contacts", NULL};

static struct cd_words words_of(const struct cd_text_list *list)
{
    return (struct cd_words){list->count, (const char *const *)list->items};
}

// ---- variables --------------------------------------------------------------------------------------------

static enum cd_code check_values(struct cd_paper_reader *reader, const char *key,
                                 const struct cd_text_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            double a, b;
            bool numbers = cd_parse_real(list->items[i], &a) && cd_parse_real(list->items[k], &b);
            if (numbers ? a == b : !strcmp(list->items[i], list->items[k])) {
                char item[60];
                snprintf(item, sizeof item, "%s[%u]", key, i);
                return cd_paper_wrong(reader, item, "%.60s is there twice", list->items[i]);
            }
        }
    return CD_OK;
}

static enum cd_code read_variable(struct cd_paper_reader *reader, const struct cd_variable_entry *entry,
                                  struct cd_variable *variable)
{
    bool common = entry->values.count;
    if (common == (entry->quick.count && entry->full.count) ||
        (common && (entry->quick.count || entry->full.count)))
        return cd_paper_wrong(reader, "", "give values:, or quick: and full:");
    *variable = (struct cd_variable){
        .name = entry->name,
        .values = {words_of(common ? &entry->values : &entry->quick),
                   words_of(common ? &entry->values : &entry->full)},
    };
    enum cd_code code = cd_paper_name(reader, "name", entry->name);
    if (!code && (!strcmp(entry->name, "series") || !strcmp(entry->name, "sample") ||
                  cd_is_result_column(entry->name)))
        code = cd_paper_wrong(reader, "name", "%s is a column of results; choose another name", entry->name);
    if (!code)
        code = check_values(reader, "values", &entry->values);
    if (!code)
        code = check_values(reader, "quick", &entry->quick);
    return code ? code : check_values(reader, "full", &entry->full);
}

static enum cd_code read_variables(struct cd_paper_reader *reader, const struct cd_experiment_entry *entry,
                                   struct cd_experiment *experiment)
{
    struct cd_variable *variables = cd_paper_hold(reader, entry->vary_count, sizeof *variables);
    experiment->variables = variables;
    if (entry->vary_count > CD_VARIABLES_MAX)
        return cd_paper_wrong(reader, "vary", "more than %d variables", CD_VARIABLES_MAX);
    for (uint32_t i = 0; i < entry->vary_count; i++) {
        size_t outside = cd_paper_enter(reader, "vary", i);
        enum cd_code code = read_variable(reader, &entry->vary[i], &variables[i]);
        if (!code && cd_paper_variable(experiment, entry->vary[i].name))
            code = cd_paper_wrong(reader, "name", "a second variable %s", entry->vary[i].name);
        if (code)
            return code;
        cd_paper_leave(reader, outside);
        experiment->variable_count++;
    }
    for (int size = 0; size < CD_SIZES; size++)
        if (cd_point_count(experiment, (enum cd_size)size) > POINTS_MAX)
            return cd_paper_wrong(reader, "vary", "more than %d combinations of values; vary less",
                                  POINTS_MAX);
    return CD_OK;
}

// ---- texts with ${name} -----------------------------------------------------------------------------------

static bool is_defined(const struct cd_experiment *experiment, const char *name)
{
    for (size_t i = 0; i < experiment->definition_count; i++)
        if (!strcmp(experiment->definitions[i].name, name))
            return true;
    return false;
}

/// Every `${` begins the name of a variable, or of what the paper defines, and ends with `}`.
static enum cd_code check_places(struct cd_paper_reader *reader, const char *key, const char *text,
                                 const struct cd_experiment *experiment)
{
    char names[300] = "";
    for (size_t i = 0; i < experiment->variable_count; i++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", experiment->variables[i].name);
    }
    for (const char *at = text; (at = strstr(at, "${"));) {
        char name[80];
        at += 2;
        size_t length = strcspn(at, "}");
        if (!at[length])
            return cd_paper_wrong(reader, key, "${ without its }");
        snprintf(name, sizeof name, "%.*s", (int)(length < 70 ? length : 70), at);
        if (!cd_paper_variable(experiment, name) && !is_defined(experiment, name))
            return cd_paper_wrong(reader, key,
                                  "${%s} is no variable of this experiment, and nothing under define:; %s%s",
                                  name, *names ? "they are: " : "it has no vary:", names);
    }
    return CD_OK;
}

/// Calls `check` with every text that `text` becomes, but not twice in a row with the same.
static enum cd_code check_filled(struct cd_paper_reader *reader, const char *key, const char *text,
                                 const struct cd_experiment *experiment, const struct cd_series *series,
                                 enum cd_code (*check)(const char *filled, struct cd_status *status))
{
    char *last = NULL;
    enum cd_code code = check_places(reader, key, text, experiment);
    for (int size = 0; size < CD_SIZES; size++)
        for (size_t i = 0, n = cd_point_count(experiment, (enum cd_size)size); i < n && !code; i++) {
            const char *values[CD_VARIABLES_MAX];
            struct cd_status inner;
            cd_point_values(experiment, (enum cd_size)size, i, values);
            if (series && cd_point_is_beyond(experiment, series, values))
                continue;
            char *filled = cd_paper_fill(text, experiment, values);
            if ((!last || strcmp(last, filled) != 0) && check(filled, &inner))
                code = cd_paper_wrong(reader, key, "%s", inner.text);
            cd_free(last);
            last = filled;
        }
    cd_free(last);
    return code;
}

// ---- series -----------------------------------------------------------------------------------------------

static enum cd_code check_algo(const char *filled, struct cd_status *status)
{
    const struct cd_algo *algo;
    struct cd_settings *settings;
    enum cd_code code = cd_algo_select(filled, &algo, &settings, status);
    if (code)
        return code;
    cd_settings_destroy(settings);
    if (algo->role == CD_ROLE_BROAD)
        return cd_fail(status, CD_USAGE, "%s is a broad phase; write it behind a pair algorithm: broad=%s",
                       filled, filled);
    return CD_OK;
}

static enum cd_code read_max(struct cd_paper_reader *reader, const struct cd_series_entry *entry,
                             const struct cd_experiment *experiment, struct cd_series *series)
{
    enum cd_code code = cd_paper_conditions(reader, "max", &entry->max, &series->max);
    for (size_t i = 0; i < series->max.count && !code; i++) {
        const struct cd_condition *max = &series->max.items[i];
        double number;
        char item[40];
        snprintf(item, sizeof item, "max[%zu]", i);
        if (!cd_paper_variable(experiment, max->column))
            code = cd_paper_wrong(reader, item, "%.60s is no variable of this experiment", max->column);
        else
            code = cd_paper_number(reader, item, max->value, &number);
    }
    return code;
}

static enum cd_code read_one_series(struct cd_paper_reader *reader, const struct cd_series_entry *entry,
                                    const struct cd_experiment *experiment, struct cd_series *series)
{
    int query = (int)experiment->query;
    *series = (struct cd_series){
        .id = entry->id, .label = entry->label ? entry->label : entry->id, .algo = entry->algo};
    enum cd_code code = cd_paper_id(reader, "id", entry->id);
    if (!code)
        code = cd_paper_flag(reader, "ours", entry->ours, &series->ours);
    const char *unused = entry->algo ? "algo" : entry->query ? "query" : entry->max.count ? "max" : NULL;
    if (!code && experiment->program && unused)
        return cd_paper_wrong(reader, unused, "the program decides that; leave it out");
    if (!code && experiment->scene && !entry->algo)
        return cd_paper_wrong(reader, "", "give algo: NAME[:key=value...]");
    if (!code)
        code = cd_paper_choice(reader, "query", entry->query, queries, &query);
    series->query = (enum cd_query)query;
    if (!code)
        code = read_max(reader, entry, experiment, series);
    if (!code && entry->algo)
        code = check_filled(reader, "algo", entry->algo, experiment, series, check_algo);
    return code;
}

static enum cd_code read_series(struct cd_paper_reader *reader, const struct cd_experiment_entry *entry,
                                struct cd_experiment *experiment)
{
    struct cd_series *series = cd_paper_hold(reader, entry->series_count, sizeof *series);
    experiment->series = series;
    for (uint32_t i = 0; i < entry->series_count; i++) {
        size_t outside = cd_paper_enter(reader, "series", i);
        enum cd_code code = read_one_series(reader, &entry->series[i], experiment, &series[i]);
        for (uint32_t k = 0; k < i && !code; k++)
            if (!strcmp(series[k].id, series[i].id))
                code = cd_paper_wrong(reader, "id", "a second series %s", series[i].id);
        if (code)
            return code;
        cd_paper_leave(reader, outside);
        experiment->series_count++;
    }
    return CD_OK;
}

// ---- effort -----------------------------------------------------------------------------------------------

static enum cd_code read_effort(struct cd_paper_reader *reader, const char *size,
                                const struct cd_effort_entry *entry, struct cd_effort *effort)
{
    if (!entry)
        return CD_OK;
    char key[40];
    snprintf(key, sizeof key, "%s.frames", size);
    enum cd_code code = cd_paper_count(reader, key, entry->frames, 1, 1000000000, &effort->frames);
    snprintf(key, sizeof key, "%s.repeat", size);
    if (!code)
        code = cd_paper_count(reader, key, entry->repeat, 1, 100000, &effort->repeat);
    snprintf(key, sizeof key, "%s.budget", size);
    if (!code && entry->budget &&
        (!cd_parse_seconds(entry->budget, &effort->budget_seconds) || !(effort->budget_seconds > 0)))
        code = cd_paper_wrong(reader, key, "'%.60s' is no time; write it as 500ms, 10s or 2m", entry->budget);
    return code;
}

// ---- what is shown ----------------------------------------------------------------------------------------

/// Tries a formula on no rows at all; it may use those before it.
static enum cd_code check_formula(struct cd_paper_reader *reader, const struct cd_experiment *experiment,
                                  const struct cd_formula *formula)
{
    struct cd_status inner;
    struct cd_table *table = cd_experiment_table(experiment);
    enum cd_code code = CD_OK;
    if (cd_table_column(table, formula->column) != CD_NO_COLUMN)
        code = cd_paper_wrong(reader, "name", "there is a column %s already; choose another name",
                              formula->column);
    else if (!experiment->program && // which has columns of its own
             cd_table_compute(table, formula->column, formula->formula, &inner))
        code = cd_paper_wrong(reader, "formula", "%s", inner.text);
    cd_table_destroy(table);
    return code;
}

static enum cd_code read_formulas(struct cd_paper_reader *reader, const struct cd_experiment_entry *entry,
                                  struct cd_experiment *experiment)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "1/s", NULL};
    struct cd_formula *formulas = cd_paper_hold(reader, entry->column_count, sizeof *formulas);
    experiment->formulas = formulas;
    if (entry->column_count > CD_FORMULAS_MAX)
        return cd_paper_wrong(reader, "columns", "more than %d formulas", CD_FORMULAS_MAX);
    for (uint32_t i = 0; i < entry->column_count; i++) {
        const struct cd_formula_entry *column = &entry->columns[i];
        size_t outside = cd_paper_enter(reader, "columns", i);
        int unit;
        formulas[i] = (struct cd_formula){column->name, column->formula, column->unit};
        enum cd_code code = cd_paper_name(reader, "name", column->name);
        if (!code && column->unit)
            code = cd_paper_choice(reader, "unit", column->unit, units, &unit);
        if (!code)
            code = check_formula(reader, experiment, &formulas[i]);
        if (code)
            return code;
        cd_paper_leave(reader, outside);
        experiment->formula_count++;
    }
    return CD_OK;
}

static enum cd_code read_axis(struct cd_paper_reader *reader, const char *axis,
                              const struct cd_axis_entry *entry, const struct cd_experiment *experiment,
                              struct cd_axis *made)
{
    static const char *const scales[] = {"linear", "log", NULL}, *const sources[] = {"paper", "ours", NULL};
    int scale = 0, source = 0;
    size_t outside = strlen(reader->at);
    snprintf(reader->at + outside, sizeof reader->at - outside, ".%s", axis);
    enum cd_code code = cd_paper_column(reader, "column", entry->column, experiment);
    if (!code)
        code = cd_paper_choice(reader, "scale", entry->scale, scales, &scale);
    if (!code)
        code = cd_paper_choice(reader, "source", entry->source, sources, &source);
    if (!code && !entry->low != !entry->high)
        code = cd_paper_wrong(reader, "", "error bars have low: and high:; give both");
    if (!code)
        code = cd_paper_column(reader, "low", entry->low, experiment);
    if (!code)
        code = cd_paper_column(reader, "high", entry->high, experiment);
    if (code)
        return code;
    cd_paper_leave(reader, outside);
    *made = (struct cd_axis){entry->column, entry->label ? entry->label : entry->column,
                             scale == 1,    source == 1,
                             entry->low,    entry->high};
    return CD_OK;
}

static enum cd_code read_figure(struct cd_paper_reader *reader, const struct cd_figure_entry *entry,
                                const struct cd_experiment *experiment, struct cd_figure *figure)
{
    static const char *const kinds[] = {"lines", "points", "bars", NULL};
    int kind = CD_FIGURE_LINES;
    *figure = (struct cd_figure){
        .id = entry->id ? entry->id : experiment->id,
        .title = entry->title ? entry->title : experiment->title,
        .series = words_of(&entry->series),
    };
    enum cd_code code = cd_paper_id(reader, "id", figure->id);
    if (!code)
        code = cd_paper_choice(reader, "kind", entry->kind, kinds, &kind);
    figure->kind = (enum cd_figure_kind)kind;
    if (!code)
        code = read_axis(reader, "x", &entry->x, experiment, &figure->x);
    if (!code)
        code = read_axis(reader, "y", &entry->y, experiment, &figure->y);
    for (uint32_t i = 0; i < entry->series.count && !code; i++) {
        char item[40];
        snprintf(item, sizeof item, "series[%u]", i);
        code = cd_paper_series(reader, item, entry->series.items[i], experiment);
    }
    if (!code)
        code = cd_paper_where(reader, "where", &entry->where, experiment, &figure->where);
    return code ? code : cd_paper_flag(reader, "printed", entry->printed, &figure->printed);
}

static enum cd_code read_figures(struct cd_paper_reader *reader, const struct cd_experiment_entry *entry,
                                 struct cd_experiment *experiment)
{
    struct cd_figure *figures = cd_paper_hold(reader, entry->figure_count, sizeof *figures);
    experiment->figures = figures;
    for (uint32_t i = 0; i < entry->figure_count; i++) {
        size_t outside = cd_paper_enter(reader, "figures", i);
        enum cd_code code = read_figure(reader, &entry->figures[i], experiment, &figures[i]);
        for (uint32_t k = 0; k < i && !code; k++)
            if (!strcmp(figures[k].id, figures[i].id))
                code = cd_paper_wrong(reader, "id", "a second figure %s; give each an id:", figures[i].id);
        if (code)
            return code;
        cd_paper_leave(reader, outside);
        experiment->figure_count++;
    }
    return CD_OK;
}

static enum cd_code read_printed_number(struct cd_paper_reader *reader, const struct cd_printed_entry *entry,
                                        const struct cd_experiment *experiment, struct cd_printed *printed)
{
    *printed = (struct cd_printed){.series = entry->series, .column = entry->column};
    enum cd_code code = cd_paper_series(reader, "series", entry->series, experiment);
    if (!code)
        code = cd_paper_column(reader, "column", entry->column, experiment);
    if (!code)
        code = cd_paper_number(reader, "value", entry->value, &printed->value);
    if (!code)
        code = cd_paper_conditions(reader, "at", &entry->at, &printed->at);
    for (size_t i = 0; i < printed->at.count && !code; i++) {
        char item[40];
        snprintf(item, sizeof item, "at[%zu]", i);
        if (!cd_paper_variable(experiment, printed->at.items[i].column))
            code = cd_paper_wrong(reader, item, "%.60s is no variable of this experiment",
                                  printed->at.items[i].column);
    }
    return code;
}

static enum cd_code read_printed(struct cd_paper_reader *reader, const struct cd_experiment_entry *entry,
                                 struct cd_experiment *experiment)
{
    struct cd_printed *printed = cd_paper_hold(reader, entry->printed_count, sizeof *printed);
    experiment->printed = printed;
    for (uint32_t i = 0; i < entry->printed_count; i++) {
        size_t outside = cd_paper_enter(reader, "printed", i);
        enum cd_code code = read_printed_number(reader, &entry->printed[i], experiment, &printed[i]);
        if (code)
            return code;
        cd_paper_leave(reader, outside);
        experiment->printed_count++;
    }
    return CD_OK;
}

// ---- the experiment ---------------------------------------------------------------------------------------

static enum cd_code read_scene(struct cd_paper_reader *reader, const struct cd_experiment_entry *entry,
                               struct cd_experiment *experiment)
{
    int query = CD_QUERY_PAIRS;
    uint64_t threads = 1;
    if (entry->arguments.count)
        return cd_paper_wrong(reader, "arguments", "those of a program:; a scene has none");
    if (entry->needs)
        return cd_paper_wrong(reader, "needs", "what a program: needs; a scene needs nothing");
    enum cd_code code = cd_paper_choice(reader, "query", entry->query, queries, &query);
    if (!code)
        code = cd_paper_count(reader, "threads", entry->threads, 1, 1024, &threads);
    experiment->query = (enum cd_query)query;
    experiment->threads = (unsigned)threads;
    if (!code)
        code = read_effort(reader, "quick", entry->quick, &experiment->effort[CD_SIZE_QUICK]);
    if (!code)
        code = read_effort(reader, "full", entry->full, &experiment->effort[CD_SIZE_FULL]);
    return code ? code : check_filled(reader, "scene", entry->scene, experiment, NULL, cd_scene_check);
}

static enum cd_code read_program(struct cd_paper_reader *reader, const struct cd_experiment_entry *entry,
                                 struct cd_experiment *experiment)
{
    experiment->threads = 1;
    experiment->query = CD_QUERY_PAIRS;
    const char *unused = entry->query     ? "query"
                         : entry->threads ? "threads"
                         : entry->quick   ? "quick"
                         : entry->full    ? "full"
                                          : NULL;
    if (unused)
        return cd_paper_wrong(reader, unused, "a program is told by its arguments: only");
    enum cd_code code = cd_paper_id(reader, "program", entry->program);
    for (uint32_t i = 0; i < entry->arguments.count && !code; i++) {
        char item[40];
        snprintf(item, sizeof item, "arguments[%u]", i);
        code = check_places(reader, item, entry->arguments.items[i], experiment);
    }
    return code;
}

static enum cd_code read_experiment(struct cd_paper_reader *reader, const struct cd_experiment_entry *entry,
                                    struct cd_experiment *experiment)
{
    *experiment = (struct cd_experiment){
        .definitions = experiment->definitions,
        .definition_count = experiment->definition_count,
        .id = entry->id,
        .title = entry->title,
        .source = entry->source,
        .reading = entry->reading,
        .scene = entry->scene,
        .program = entry->program,
        .needs = entry->needs,
        .arguments = words_of(&entry->arguments),
    };
    if (!entry->scene == !entry->program)
        return cd_paper_wrong(reader, "", "give either scene: or program:");
    enum cd_code code = cd_paper_id(reader, "id", entry->id);
    if (!code)
        code = read_variables(reader, entry, experiment);
    if (!code)
        code = entry->scene ? read_scene(reader, entry, experiment) : read_program(reader, entry, experiment);
    if (!code)
        code = read_series(reader, entry, experiment);
    if (!code)
        code = read_formulas(reader, entry, experiment);
    if (!code)
        code = read_figures(reader, entry, experiment);
    return code ? code : read_printed(reader, entry, experiment);
}

static enum cd_code read_definitions(struct cd_paper_reader *reader, struct cd_definition *definitions)
{
    const struct cd_paper_entry *entry = reader->entry;
    for (uint32_t i = 0; i < entry->define_count; i++) {
        size_t outside = cd_paper_enter(reader, "define", i);
        definitions[i] = (struct cd_definition){entry->define[i].name, entry->define[i].text};
        enum cd_code code = cd_paper_name(reader, "name", definitions[i].name);
        for (uint32_t k = 0; k < i && !code; k++)
            if (!strcmp(definitions[k].name, definitions[i].name))
                code = cd_paper_wrong(reader, "name", "a second definition of %s", definitions[i].name);
        if (!code && strstr(definitions[i].text, "${"))
            code = cd_paper_wrong(reader, "text", "a definition stands for itself; leave ${ out");
        if (code)
            return code;
        cd_paper_leave(reader, outside);
    }
    return CD_OK;
}

enum cd_code cd_paper_read_experiments(struct cd_paper_reader *reader)
{
    const struct cd_paper_entry *entry = reader->entry;
    struct cd_paper *paper = &reader->held->paper;
    struct cd_experiment *experiments = cd_paper_hold(reader, entry->experiment_count, sizeof *experiments);
    paper->experiments = experiments;
    struct cd_definition *definitions = cd_paper_hold(reader, entry->define_count, sizeof *definitions);
    enum cd_code defined = read_definitions(reader, definitions);
    if (defined)
        return defined;
    for (uint32_t i = 0; i < entry->experiment_count; i++) {
        size_t outside = cd_paper_enter(reader, "experiments", i);
        experiments[i].definitions = definitions;
        experiments[i].definition_count = entry->define_count;
        enum cd_code code = read_experiment(reader, &entry->experiments[i], &experiments[i]);
        for (uint32_t k = 0; k < i && !code; k++)
            if (!strcmp(experiments[k].id, experiments[i].id))
                code = cd_paper_wrong(reader, "id", "a second experiment %s", experiments[i].id);
        if (code)
            return code;
        cd_paper_leave(reader, outside);
        paper->experiment_count++;
    }
    return CD_OK;
}
