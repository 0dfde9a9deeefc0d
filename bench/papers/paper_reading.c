// Reads the file of a paper: its experiments, and the names by which one part refers to another.
#include "bench/papers/paper_reading.h"

#include "algos/driver/peers.h"
#include "algos/driver/select.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "bench/papers/formula.h"
#include "bench/papers/groups.h"
#include "bench/papers/measurements.h"
#include "scenes/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/// The largest number of combinations of the values of all variables.
#define POINTS_MAX 100000

/// By `enum cd_query`.
static const char *const queries[] = {"any", "bodies", "pairs", "contacts", NULL};

// ---- names ------------------------------------------------------------------------------------------------

/// `others` are allowed characters other than letters and digits.
static const char *read_name(const struct cd_yaml_node *node, const char *key, const char *others,
                             bool digit_first, const char *advice)
{
    const char *name = cd_yaml_text(node, key);
    if (strlen(name) > 60)
        cd_yaml_wrong(node, key, "longer than 60 characters");
    bool fits = *name != '-' && (digit_first || !isdigit((unsigned char)*name));
    for (const char *at = name; *at; at++)
        fits = fits && (isalnum((unsigned char)*at) || strchr(others, *at));
    if (!fits)
        cd_yaml_wrong(node, key, "'%.60s' is to name a %s", name, advice);
    return name;
}

const char *cd_paper_id(const struct cd_yaml_node *node, const char *key)
{
    return read_name(node, key, "_-", true, "file: use letters, digits, _ and -");
}

const char *cd_paper_column_name(const struct cd_yaml_node *node, const char *key)
{
    return read_name(node, key, "_", false, "column: use letters, digits and _, no digit first");
}

void cd_paper_refuse_twice(const struct cd_yaml_node *node, const char *list, const char *key,
                           const char *absent)
{
    const struct cd_yaml_node *first = cd_yaml_first(node, list);
    for (const struct cd_yaml_node *entry = first; entry; entry = cd_yaml_next(entry)) {
        const char *text = cd_yaml_text(entry, key);
        text = text ? text : absent;
        for (const struct cd_yaml_node *other = first; text && other && other != entry;
             other = cd_yaml_next(other)) {
            const char *earlier = cd_yaml_text(other, key);
            earlier = earlier ? earlier : absent;
            if (earlier && key && !strcmp(text, earlier))
                cd_yaml_wrong(entry, key, "'%.60s' is there twice; give each entry its own %s:", text, key);
            else if (earlier && !key && cd_is_same_value(text, earlier))
                cd_yaml_wrong(entry, key, "'%.60s' is there twice; leave one out", text);
        }
    }
}

struct cd_words cd_paper_words(const struct cd_yaml_node *node, const char *key)
{
    const char **items = cd_yaml_hold(node, cd_yaml_length(node, key), sizeof *items);
    size_t count = 0;
    for (const struct cd_yaml_node *item = cd_yaml_first(node, key); item; item = cd_yaml_next(item))
        items[count++] = cd_yaml_text(item, NULL);
    return (struct cd_words){count, items};
}

static void check_series(const struct cd_yaml_node *node, const char *key, const char *id,
                         const struct cd_experiment *experiment)
{
    if (!cd_find_series(experiment, id))
        cd_yaml_wrong(node, key, "unknown series '%.60s'%s", id,
                      CD_HINT(experiment->series, experiment->series_count, id).text);
}

const char *cd_paper_series(const struct cd_yaml_node *node, const char *key,
                            const struct cd_experiment *experiment)
{
    const char *id = cd_yaml_text(node, key);
    if (id)
        check_series(node, key, id, experiment);
    return id;
}

static void check_column(const struct cd_yaml_node *node, const char *key, const char *name,
                         const struct cd_experiment *experiment)
{
    // The columns that a program writes are known only after it has run.
    if (experiment->program)
        return;
    struct cd_table *table = cd_experiment_table(experiment);
    const char **names = cd_table_names(table);
    if (cd_table_column(table, name) == CD_NO_COLUMN)
        cd_yaml_unknown(node, key, "column", name, names, table->column_count);
    cd_free(names);
    cd_table_destroy(table);
}

const char *cd_paper_column(const struct cd_yaml_node *node, const char *key,
                            const struct cd_experiment *experiment)
{
    const char *name = cd_yaml_text(node, key);
    if (name)
        check_column(node, key, name, experiment);
    return name;
}

// ---- conditions -------------------------------------------------------------------------------------------

/// Reads texts of the form `name=value`.
static struct cd_conditions read_conditions(const struct cd_yaml_node *node, const char *key)
{
    struct cd_condition *items = cd_yaml_hold(node, cd_yaml_length(node, key), sizeof *items);
    size_t count = 0;
    for (const struct cd_yaml_node *item = cd_yaml_first(node, key); item; item = cd_yaml_next(item)) {
        const char *text = cd_yaml_text(item, NULL);
        size_t name = strcspn(text, "=");
        if (!name || !text[name] || !text[name + 1]) {
            cd_yaml_wrong(item, NULL, "'%.60s' is no condition; write name=value", text);
            break;
        }
        char *column = memcpy(cd_yaml_hold(node, name + 1, 1), text, name);
        if (CD_NAMED(items, count, column))
            cd_yaml_wrong(item, NULL, "a second condition on %.60s; give one", column);
        items[count++] = (struct cd_condition){column, text + name + 1};
    }
    return (struct cd_conditions){count, items};
}

/// Reads conditions on variables of the experiment; those of a program may also be on the columns that it writes.
static struct cd_conditions read_point(const struct cd_yaml_node *node, const char *key,
                                       const struct cd_experiment *experiment)
{
    struct cd_conditions point = read_conditions(node, key);
    for (size_t i = 0; i < point.count; i++)
        if (!experiment->program && !cd_find_variable(experiment, point.items[i].column))
            cd_yaml_wrong(node, key, "%.60s is no variable of this experiment", point.items[i].column);
    return point;
}

static bool takes_value(const struct cd_variable *variable, const char *value)
{
    for (int size = 0; size < CD_SIZES; size++)
        for (size_t i = 0; i < variable->values[size].count; i++)
            if (cd_is_same_value(value, variable->values[size].items[i]))
                return true;
    return false;
}

struct cd_conditions cd_paper_where(const struct cd_yaml_node *node, const char *key,
                                    const struct cd_experiment *experiment)
{
    struct cd_conditions conditions = read_conditions(node, key);
    const struct cd_condition *condition = conditions.items;
    for (const struct cd_yaml_node *item = cd_yaml_first(node, key); item;
         item = cd_yaml_next(item), condition++) {
        const struct cd_variable *variable = cd_find_variable(experiment, condition->column);
        check_column(item, NULL, condition->column, experiment);
        if (variable && !takes_value(variable, condition->value))
            cd_yaml_wrong(item, NULL, "%s never is %.60s; its values are under vary:", variable->name,
                          condition->value);
        if (!strcmp(condition->column, "series"))
            check_series(item, NULL, condition->value, experiment);
    }
    return conditions;
}

// ---- variables --------------------------------------------------------------------------------------------

static void read_variable(const struct cd_yaml_node *node, struct cd_experiment *experiment,
                          struct cd_variable *variables)
{
    if (!cd_yaml_keys(node, "name", "values quick full paper interpretations"))
        return;
    const char *name = cd_paper_column_name(node, "name");
    bool common = cd_yaml_at(node, "values"), quick = cd_yaml_at(node, "quick");
    if (common == quick || quick != (bool)cd_yaml_at(node, "full"))
        cd_yaml_wrong(node, NULL, "give values:, or quick: and full:");
    if (!strcmp(name, "series") || !strcmp(name, "sample") || cd_is_result_column(name))
        cd_yaml_wrong(node, "name", "%s is a column of results; choose another name", name);
    struct cd_variable *variable = &variables[experiment->variable_count++];
    variable->name = name;
    for (int size = 0; size < CD_SIZES; size++) {
        const char *key = cd_size_names[size];
        if (!cd_yaml_at(node, key))
            key = common ? "values" : cd_size_names[CD_SIZE_QUICK];
        cd_paper_refuse_twice(node, key, NULL, NULL);
        variable->values[size] = cd_paper_words(node, key);
    }
}

static void read_variables(const struct cd_yaml_node *node, struct cd_experiment *experiment)
{
    struct cd_variable *variables = cd_yaml_hold(node, cd_yaml_length(node, "vary"), sizeof *variables);
    experiment->variables = variables;
    if (cd_yaml_length(node, "vary") > CD_VARIABLES_MAX)
        cd_yaml_wrong(node, "vary", "more than %d variables; vary less", CD_VARIABLES_MAX);
    cd_paper_refuse_twice(node, "vary", "name", NULL);
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "vary"); item; item = cd_yaml_next(item))
        read_variable(item, experiment, variables);
    for (int size = 0; size < CD_SIZES; size++)
        if (cd_point_count(experiment, (enum cd_size)size) > POINTS_MAX)
            cd_yaml_wrong(node, "vary", "more than %d combinations of values; vary less", POINTS_MAX);
}

// ---- texts with ${name} -----------------------------------------------------------------------------------

/// Every `${` that is left must begin the name of a variable, which ends with `}`.
static void check_places(const struct cd_yaml_node *node, const char *key,
                         const struct cd_experiment *experiment)
{
    for (const char *at = cd_yaml_text(node, key); (at = strstr(at, "${"));) {
        char name[80];
        at += 2;
        size_t length = strcspn(at, "}");
        snprintf(name, sizeof name, "%.*s", (int)(length < 70 ? length : 70), at);
        if (!at[length])
            cd_yaml_wrong(node, key, "${ without its }");
        else if (!cd_find_variable(experiment, name))
            cd_yaml_wrong(node, key, "${%s} is no variable of this experiment, and nothing under define:%s",
                          name,
                          experiment->variable_count
                              ? CD_HINT(experiment->variables, experiment->variable_count, name).text
                              : "; it has no vary:");
    }
}

/// Reads a text and calls `check` for every filled form of it, but not twice in a row for the same form.
static const char *read_filled(const struct cd_yaml_node *node, const char *key,
                               const struct cd_experiment *experiment, const struct cd_series *series,
                               enum cd_code (*check)(const char *filled, struct cd_status *status))
{
    const char *text = cd_yaml_text(node, key);
    char *last = NULL;
    check_places(node, key, experiment);
    for (int size = 0; size < CD_SIZES; size++)
        for (size_t i = 0; cd_yaml_fine(node) && i < cd_point_count(experiment, (enum cd_size)size); i++) {
            const char *values[CD_VARIABLES_MAX];
            struct cd_status inner;
            cd_point_values(experiment, (enum cd_size)size, i, values);
            if (series && cd_point_is_beyond(experiment, series, values))
                continue;
            char *filled = cd_paper_fill(text, experiment, values);
            if ((!last || strcmp(last, filled) != 0) && check(filled, &inner))
                cd_yaml_blame(node, key, &inner);
            cd_free(last);
            last = filled;
        }
    cd_free(last);
    return text;
}

// ---- series -----------------------------------------------------------------------------------------------

/// What runs in a plug-in of peers/ is checked when it runs: reading starts no process to load it.
static enum cd_code check_algo(const char *filled, struct cd_status *status)
{
    if (cd_peer_named(filled, true))
        return CD_OK;
    const struct cd_algo *algo;
    struct cd_settings *settings;
    enum cd_code code = cd_algo_select(filled, &algo, &settings, status);
    if (!code)
        cd_settings_destroy(settings);
    return code;
}

static void refuse_key(const struct cd_yaml_node *node, const char *key, const char *advice)
{
    if (cd_yaml_at(node, key))
        cd_yaml_wrong(node, key, "%s", advice);
}

static void read_one_series(const struct cd_yaml_node *node, struct cd_experiment *experiment,
                            struct cd_series *series)
{
    static const char *const not_with_program[] = {"algo", "query", "max"};
    if (!cd_yaml_keys(node, "id", "label algo query max ours"))
        return;
    const char *label = cd_yaml_text(node, "label");
    for (int i = 0; experiment->program && i < 3; i++)
        refuse_key(node, not_with_program[i], "the program decides that; leave it out");
    if (experiment->scene && !cd_yaml_at(node, "algo"))
        cd_yaml_wrong(node, NULL, "give algo: NAME[:key=value...]");
    *series = (struct cd_series){
        .id = cd_paper_id(node, "id"),
        .label = label ? label : cd_yaml_text(node, "id"),
        .query = (enum cd_query)cd_yaml_choice(node, "query", queries, (int)experiment->query),
        .max = read_point(node, "max", experiment),
        .ours = cd_yaml_flag(node, "ours"),
    };
    for (size_t i = 0; i < series->max.count; i++) {
        double number;
        if (!cd_parse_real(series->max.items[i].value, &number))
            cd_yaml_wrong(node, "max", "'%.60s' is no number", series->max.items[i].value);
    }
    if (cd_yaml_at(node, "algo"))
        series->algo = read_filled(node, "algo", experiment, series, check_algo);
    experiment->series_count++;
}

static void read_series(const struct cd_yaml_node *node, struct cd_experiment *experiment)
{
    struct cd_series *series = cd_yaml_hold(node, cd_yaml_length(node, "series"), sizeof *series);
    experiment->series = series;
    cd_paper_refuse_twice(node, "series", "id", NULL);
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "series"); item; item = cd_yaml_next(item))
        read_one_series(item, experiment, &series[experiment->series_count]);
}

// ---- what is shown ----------------------------------------------------------------------------------------

/// Tries a formula on a table without rows. The formula may use those before it.
static void check_formula(const struct cd_yaml_node *node, const struct cd_formula *formula,
                          const struct cd_experiment *experiment)
{
    struct cd_table *table = cd_experiment_table(experiment);
    struct cd_status inner;
    if (cd_table_column(table, formula->column) != CD_NO_COLUMN)
        cd_yaml_wrong(node, "name", "there is a column %s already; choose another name", formula->column);
    else if (!experiment->program && // a program has columns of its own
             cd_table_compute(table, formula->column, formula->formula, &inner))
        cd_yaml_wrong(node, "formula", "%s", inner.text);
    cd_table_destroy(table);
}

static void read_formulas(const struct cd_yaml_node *node, struct cd_experiment *experiment)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "1/s", NULL};
    struct cd_formula *formulas = cd_yaml_hold(node, cd_yaml_length(node, "columns"), sizeof *formulas);
    experiment->formulas = formulas;
    if (cd_yaml_length(node, "columns") > CD_FORMULAS_MAX)
        cd_yaml_wrong(node, "columns", "more than %d formulas; write fewer", CD_FORMULAS_MAX);
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "columns"); item; item = cd_yaml_next(item)) {
        if (!cd_yaml_keys(item, "name formula", "unit"))
            return;
        struct cd_formula *formula = &formulas[experiment->formula_count];
        int unit = cd_yaml_choice(item, "unit", units, -1);
        *formula = (struct cd_formula){cd_paper_column_name(item, "name"), cd_yaml_text(item, "formula"),
                                       unit < 0 ? NULL : units[unit]};
        check_formula(item, formula, experiment);
        experiment->formula_count++;
    }
}

/// Reads the names that the figure shows for values.
static struct cd_conditions read_names(const struct cd_yaml_node *node)
{
    struct cd_conditions names = {0};
    struct cd_condition *items = cd_yaml_hold(node, cd_yaml_length(node, "names"), sizeof *items);
    names.items = items;
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "names"); item; item = cd_yaml_next(item))
        if (cd_yaml_keys(item, "value text", ""))
            items[names.count++] =
                (struct cd_condition){cd_yaml_text(item, "value"), cd_yaml_text(item, "text")};
    return names;
}

static struct cd_axis read_axis(const struct cd_yaml_node *node, const char *keys,
                                const struct cd_experiment *experiment)
{
    static const char *const scales[] = {"linear", "log", NULL}, *const sources[] = {"paper", "ours", NULL};
    if (!cd_yaml_keys(node, "column", keys))
        return (struct cd_axis){0};
    const char *label = cd_yaml_any_text(node, "label");
    struct cd_axis axis = {
        .column = cd_paper_column(node, "column", experiment),
        .logarithmic = cd_yaml_choice(node, "scale", scales, 0) == 1,
        .ours = cd_yaml_choice(node, "source", sources, 0) == 1,
        .low = cd_paper_column(node, "low", experiment),
        .high = cd_paper_column(node, "high", experiment),
        .trials = cd_paper_column(node, "trials", experiment),
        .names = read_names(node),
    };
    axis.label = label ? label : axis.column;
    if (!axis.low != !axis.high)
        cd_yaml_wrong(node, NULL, "error bars have low: and high:; give both");
    return axis;
}

static void read_figure(const struct cd_yaml_node *node, const struct cd_experiment *experiment,
                        struct cd_figure *figure)
{
    static const char *const kinds[] = {"lines", "points", "bars", NULL};
    if (!cd_yaml_keys(node, "x y", "id title alt note kind by by_unit line constant series where printed"))
        return;
    const char *title = cd_yaml_text(node, "title");
    *figure = (struct cd_figure){
        .id = cd_yaml_at(node, "id") ? cd_paper_id(node, "id") : experiment->id,
        .title = title ? title : experiment->title,
        .alt = cd_yaml_text(node, "alt"),
        .kind = (enum cd_figure_kind)cd_yaml_choice(node, "kind", kinds, CD_FIGURE_LINES),
        .x = read_axis(cd_yaml_at(node, "x"), "label scale source names", experiment),
        .y = read_axis(cd_yaml_at(node, "y"), "label scale source low high trials", experiment),
        .note = cd_yaml_text(node, "note"),
        .by = cd_paper_column(node, "by", experiment),
        .by_unit = cd_yaml_text(node, "by_unit"),
        .line = cd_yaml_text(node, "line"),
        .constant = cd_paper_words(node, "constant"),
        .series = cd_paper_words(node, "series"),
        .where = cd_paper_where(node, "where", experiment),
        .printed = cd_yaml_flag(node, "printed"),
    };
    double level;
    if (figure->line && strcmp(figure->line, "x") != 0 && !cd_parse_real(figure->line, &level))
        cd_yaml_wrong(node, "line", "'%s' is neither x nor a number", figure->line);
    static const char *const lists[] = {"series", "constant"};
    for (size_t i = 0; i < 2; i++)
        for (const struct cd_yaml_node *item = cd_yaml_first(node, lists[i]); item; item = cd_yaml_next(item))
            cd_paper_series(item, NULL, experiment);
}

static void read_figures(const struct cd_yaml_node *node, struct cd_experiment *experiment)
{
    struct cd_figure *figures = cd_yaml_hold(node, cd_yaml_length(node, "figures"), sizeof *figures);
    experiment->figures = figures;
    cd_paper_refuse_twice(node, "figures", "id", experiment->id);
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "figures"); item; item = cd_yaml_next(item))
        read_figure(item, experiment, &figures[experiment->figure_count++]);
}

static void read_printed(const struct cd_yaml_node *node, struct cd_experiment *experiment)
{
    struct cd_printed *printed = cd_yaml_hold(node, cd_yaml_length(node, "printed"), sizeof *printed);
    experiment->printed = printed;
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "printed"); item; item = cd_yaml_next(item)) {
        if (!cd_yaml_keys(item, "series column value where", "at against"))
            return;
        printed[experiment->printed_count++] = (struct cd_printed){
            .series = cd_paper_series(item, "series", experiment),
            .column = cd_paper_column(item, "column", experiment),
            .against = cd_paper_series(item, "against", experiment),
            .where = cd_yaml_text(item, "where"),
            .at = read_point(item, "at", experiment),
            .value = cd_yaml_real(item, "value", 0),
        };
        const struct cd_printed *last = &printed[experiment->printed_count - 1];
        if (last->series && last->against && !strcmp(last->series, last->against))
            cd_yaml_wrong(item, "against", "a ratio of a series to itself; name another one");
    }
}

// ---- the experiment ---------------------------------------------------------------------------------------

static struct cd_effort read_effort(const struct cd_yaml_node *node, const char *size)
{
    const struct cd_yaml_node *entry = cd_yaml_at(node, size);
    if (!entry || !cd_yaml_keys(entry, "", "frames repeat budget"))
        return (struct cd_effort){0};
    struct cd_effort effort = {
        .frames = cd_yaml_count(entry, "frames", 1, 1000000000, 0),
        .repeat = cd_yaml_count(entry, "repeat", 1, 100000, 0),
    };
    const char *budget = cd_yaml_text(entry, "budget");
    if (budget && (!cd_parse_seconds(budget, &effort.budget_seconds) || !(effort.budget_seconds > 0)))
        cd_yaml_wrong(entry, "budget", "'%.60s' is no time; write it as 500ms, 10s or 2m", budget);
    return effort;
}

static void read_scene(const struct cd_yaml_node *node, struct cd_experiment *experiment)
{
    refuse_key(node, "arguments", "those of a program:; a scene has none");
    refuse_key(node, "times", "of a program; which columns of a scene are times is known");
    experiment->query = (enum cd_query)cd_yaml_choice(node, "query", queries, CD_QUERY_PAIRS);
    experiment->threads = (unsigned)cd_yaml_count(node, "threads", 1, 1024, 1);
    experiment->store = cd_yaml_flag(node, "store");
    for (int size = 0; size < CD_SIZES; size++)
        experiment->effort[size] = read_effort(node, cd_size_names[size]);
    for (int size = CD_SIZE_PAPER; size < CD_SIZES; size++)
        if (!cd_yaml_at(node, cd_size_names[size]))
            experiment->effort[size] = experiment->effort[CD_SIZE_QUICK];
    experiment->scene = read_filled(node, "scene", experiment, NULL, cd_scene_check);
}

static void read_program(const struct cd_yaml_node *node, struct cd_experiment *experiment)
{
    static const char *const not_with_program[] = {"query", "threads", "store",          "quick",
                                                   "full",  "paper",   "interpretations"};
    for (size_t i = 0; i < sizeof not_with_program / sizeof *not_with_program; i++)
        refuse_key(node, not_with_program[i], "a program is told by its arguments: only");
    experiment->threads = 1;
    experiment->query = CD_QUERY_PAIRS;
    experiment->program = cd_paper_id(node, "program");
    experiment->times = cd_paper_words(node, "times");
    experiment->arguments = cd_paper_words(node, "arguments");
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "arguments"); item; item = cd_yaml_next(item))
        check_places(item, NULL, experiment);
}

static void read_experiment(const struct cd_yaml_node *node, struct cd_experiment *experiment)
{
    if (!cd_yaml_keys(node, "id title source series",
                      "reading vary scene query threads store program times arguments quick full paper "
                      "interpretations columns "
                      "figures printed"))
        return;
    bool program = cd_yaml_at(node, "program");
    if (program == (bool)cd_yaml_at(node, "scene")) {
        cd_yaml_wrong(node, NULL, "give either scene: or program:");
        return;
    }
    experiment->id = cd_paper_id(node, "id");
    experiment->title = cd_yaml_text(node, "title");
    experiment->source = cd_yaml_text(node, "source");
    experiment->reading = cd_yaml_text(node, "reading");
    read_variables(node, experiment);
    if (program)
        read_program(node, experiment);
    else
        read_scene(node, experiment);
    read_series(node, experiment);
    read_formulas(node, experiment);
    read_figures(node, experiment);
    read_printed(node, experiment);
}

// ---- the file ---------------------------------------------------------------------------------------------

/// The key is the file's name, by which papers are found.
static const char *read_key(const struct cd_yaml_node *top, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *key = cd_paper_id(top, "key");
    size_t length = strcspn(name, ".");
    if (strlen(key) != length || strncmp(key, name, length) != 0)
        cd_yaml_wrong(top, "key", "'%.60s' is not the file's name; papers are found by it", key);
    return key;
}

static void read_paper(const struct cd_yaml_node *top, const char *path, const size_t *chosen,
                       struct cd_paper *paper)
{
    if (cd_yaml_at(top, "readings"))
        cd_yaml_wrong(top, "readings", "is called interpretations: now, and each value needs because:");
    if (!cd_yaml_keys(top, "key title authors published machine experiments",
                      "authors_program define interpretations together errata unmeasured claims"))
        return;
    paper->path = strcpy(cd_yaml_hold(top, strlen(path) + 1, 1), path);
    paper->key = read_key(top, path);
    cd_paper_read_text(top, chosen, paper);
    paper->title = cd_yaml_text(top, "title");
    paper->authors = cd_yaml_text(top, "authors");
    paper->published = cd_yaml_text(top, "published");
    paper->machine = cd_yaml_text(top, "machine");
    paper->authors_program = cd_yaml_text(top, "authors_program");
    struct cd_experiment *experiments =
        cd_yaml_hold(top, cd_yaml_length(top, "experiments"), sizeof *experiments);
    paper->experiments = experiments;
    cd_paper_refuse_twice(top, "experiments", "id", NULL);
    for (const struct cd_yaml_node *item = cd_yaml_first(top, "experiments"); item;
         item = cd_yaml_next(item)) {
        struct cd_experiment *experiment = &experiments[paper->experiment_count++];
        experiment->paper = paper;
        read_experiment(item, experiment);
        for (size_t i = 0; i < experiment->variable_count; i++)
            if (CD_NAMED(paper->definitions, paper->definition_count, experiment->variables[i].name))
                cd_yaml_wrong(item, "vary", "%s stands under define: as well; choose another name",
                              experiment->variables[i].name);
    }
    cd_paper_read_claims(top, paper);
}

enum cd_code cd_paper_read_as(const char *path, const size_t *chosen, struct cd_paper **paper,
                              struct cd_status *status)
{
    struct cd_yaml *yaml;
    *paper = NULL;
    enum cd_code code = cd_yaml_open(path, &yaml, status);
    if (code)
        return code;
    const struct cd_yaml_node *top = cd_yaml_top(yaml);
    struct cd_paper *read = cd_yaml_hold(top, 1, sizeof *read);
    read->file = yaml;
    read_paper(top, path, chosen, read);
    code = cd_yaml_code(yaml);
    if (code)
        cd_yaml_free(yaml);
    else
        *paper = read;
    return code;
}

enum cd_code cd_paper_read(const char *path, struct cd_paper **paper, struct cd_status *status)
{
    return cd_paper_read_as(path, NULL, paper, status);
}

void cd_paper_free(struct cd_paper *paper)
{
    if (paper)
        cd_yaml_free(paper->file);
}
