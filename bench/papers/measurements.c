#include "bench/papers/measurements.h"

#include "base/memory.h"
#include "base/neighbours.h"
#include "base/text.h"
#include "bench/harness/cell.h"
#include "bench/papers/formula.h"
#include "bench/papers/sources.h"
#include "bench/record/results.h"

#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// ---- columns ----------------------------------------------------------------------------------------------

/// These properties of a workload may be varied, and are measured, too.
static const char *const both_asked_and_measured[][2] = {
    {"variant", "measured_variant"},     {"query", "measured_query"},     {"frames", "measured_frames"},
    {"bodies", "measured_bodies"},       {"threads", "measured_threads"}, {"seed", "measured_seed"},
    {"triangles", "measured_triangles"},
};

enum { BOTH = sizeof both_asked_and_measured / sizeof *both_asked_and_measured };

const char *cd_measured_column(const struct cd_experiment *experiment, const char *name)
{
    const char *const *both = CD_NAMED(both_asked_and_measured, BOTH, name);
    return both && cd_find_variable(experiment, name) ? both[1] : name;
}

bool cd_is_result_column(const char *name)
{
    if (CD_NAMED(both_asked_and_measured, BOTH, name))
        return false;
    struct cd_table *table = cd_cell_table();
    bool is = cd_table_column(table, name) != CD_NO_COLUMN;
    cd_table_destroy(table);
    return is;
}

struct cd_table *cd_experiment_table(const struct cd_experiment *experiment)
{
    struct cd_table *table = cd_table_create(NULL, 0), *measured = cd_cell_table();
    for (size_t i = 0; i < experiment->variable_count; i++)
        cd_table_require(table, experiment->variables[i].name, CD_TYPE_COUNT, NULL);
    cd_table_require(table, "series", CD_TYPE_TEXT, NULL);
    for (size_t i = 0; i < measured->column_count && !experiment->program; i++)
        cd_table_require(table, cd_measured_column(experiment, measured->columns[i].name),
                         measured->columns[i].type, measured->columns[i].unit);
    for (size_t i = 0; i < experiment->formula_count; i++)
        cd_table_require(table, experiment->formulas[i].column, CD_TYPE_REAL, experiment->formulas[i].unit);
    cd_table_destroy(measured);
    return table;
}

/// The kind of a column that was measured, or that is one of the first formulas. A formula with a unit has the kind of
/// the columns in it.
static enum cd_column_kind kind_among(const struct cd_experiment *experiment, size_t formulas,
                                      const char *column)
{
    static const struct known {
        const char *name;
        enum cd_column_kind kind;
    } measured[] = {
        {"fps", CD_COLUMN_PASS_RATE},        {"fps_low", CD_COLUMN_PASS_RATE},
        {"fps_high", CD_COLUMN_PASS_RATE},   {"pass_ms_median", CD_COLUMN_PASS_TIME},
        {"frame_ms_median", CD_COLUMN_TIME}, {"cpu_ms_median", CD_COLUMN_TIME},
    };
    const struct known *known = CD_NAMED(measured, sizeof measured / sizeof *measured, column);
    if (known)
        return known->kind;
    if (CD_NAMED(experiment->times.items, experiment->times.count, column))
        return CD_COLUMN_TIME;
    const struct cd_formula *formula = CD_NAMED(experiment->formulas, formulas, column);
    if (!formula || !formula->unit)
        return CD_COLUMN_OTHER;
    bool is_rate = !strcmp(formula->unit, "1/s"), of_passes = false;
    for (const char *at = formula->formula; *at;) {
        char name[100];
        int length = 0;
        while (isalnum((unsigned char)at[length]) || at[length] == '_')
            length++;
        snprintf(name, sizeof name, "%.*s", length, at);
        at += length ? length : 1;
        enum cd_column_kind kind = kind_among(experiment, (size_t)(formula - experiment->formulas), name);
        if (kind == CD_COLUMN_TIME)
            return is_rate ? CD_COLUMN_OTHER : CD_COLUMN_TIME;
        of_passes |= kind != CD_COLUMN_OTHER;
    }
    return !of_passes ? CD_COLUMN_OTHER : is_rate ? CD_COLUMN_PASS_RATE : CD_COLUMN_PASS_TIME;
}

enum cd_column_kind cd_column_kind(const struct cd_experiment *experiment, const char *column)
{
    return kind_among(experiment, experiment->formula_count, column);
}

enum cd_code cd_compute_formulas(const struct cd_experiment *experiment, struct cd_table *cells,
                                 struct cd_status *status)
{
    for (size_t i = 0; i < experiment->formula_count; i++) {
        struct cd_status inner;
        enum cd_code code =
            cd_table_compute(cells, experiment->formulas[i].column, experiment->formulas[i].formula, &inner);
        if (code)
            return cd_fail(status, code, "%s: experiment %s: %s", experiment->paper->path, experiment->id,
                           inner.text);
    }
    return CD_OK;
}

// ---- rows -------------------------------------------------------------------------------------------------

bool cd_conditions_hold(const struct cd_conditions *conditions, const struct cd_table *cells, size_t row)
{
    for (size_t i = 0; i < conditions->count; i++)
        if (!cd_table_matches(cells, row, conditions->items[i].column, conditions->items[i].value))
            return false;
    return true;
}

bool cd_same_point(const struct cd_experiment *experiment, const struct cd_table *a, size_t row,
                   const struct cd_table *b, size_t other, const char *besides)
{
    for (size_t i = 0; i < experiment->variable_count; i++) {
        const char *name = experiment->variables[i].name;
        if (!(besides && !strcmp(name, besides)) &&
            !cd_table_matches(a, row, name, cd_table_show(b, other, name)))
            return false;
    }
    return true;
}

void cd_row_name(const struct cd_experiment *experiment, const struct cd_table *cells, size_t row,
                 char name[CD_ROW_NAME])
{
    snprintf(name, CD_ROW_NAME, "%.60s", experiment->id);
    for (size_t i = 0; i < experiment->variable_count && strlen(name) < 300; i++) {
        const char *variable = experiment->variables[i].name;
        cd_append(name, CD_ROW_NAME, " %.40s=%.80s", variable, cd_table_show(cells, row, variable));
    }
    cd_append(name, CD_ROW_NAME, " %.40s", cd_table_text(cells, row, "series"));
}

/// Columns of a scene that are the same on every machine.
static bool is_promised(const char *column)
{
    static const char *const columns[] = {
        "frames",  "bodies",       "triangles",        "regions",        "scene_hash",        "hit_frames",
        "digest",  "verdict",      "misses",           "false_hits",     "truth_pairs",       "clear_pairs",
        "records", "wrong_frames", "contacts_missing", "contacts_false", "contacts_repeated",
    };
    return CD_NAMED(columns, sizeof columns / sizeof *columns, column);
}

static bool is_counter(const char *column)
{
    static const char *const counters[] = {
#define COUNTER(name, what) #name,
#include "algos/counters.def"
#undef COUNTER
    };
    return CD_NAMED(counters, sizeof counters / sizeof *counters, column);
}

/// Whether the counters of a row are the same on every machine.
static bool is_exact(const struct cd_table *cells, size_t row)
{
    return !strcmp(cd_table_text(cells, row, "counters"), "exact");
}

/// Whether a column has times of a program or the ends of their intervals, which may happen to be whole numbers.
static bool is_timed(const struct cd_experiment *experiment, const char *column)
{
    size_t length = strlen(column);
    for (size_t i = 0; i < experiment->times.count; i++) {
        size_t own = strlen(experiment->times.items[i]);
        const char *ending = column + (own < length ? own : length);
        if (!strncmp(column, experiment->times.items[i], own) &&
            (!*ending || !strcmp(ending, "_low") || !strcmp(ending, "_high")))
            return true;
    }
    return false;
}

bool cd_has_to_agree(const struct cd_experiment *experiment, const struct cd_table *a, size_t row,
                     const struct cd_table *b, size_t other, const struct cd_column *column)
{
    if (cd_find_variable(experiment, column->name) || !strcmp(column->name, "others") ||
        !strcmp(column->name, "throttled"))
        return false;
    if (experiment->program)
        return !experiment->times.count ||
               (column->type == CD_TYPE_COUNT && !is_timed(experiment, column->name));
    if (strcmp(cd_table_text(a, row, "environment"), cd_table_text(b, other, "environment")) != 0)
        return false; // answers by OpenGL depend on the renderer
    const char *measured = "measured_";
    size_t prefix = strncmp(column->name, measured, strlen(measured)) ? 0 : strlen(measured);
    if (is_counter(column->name + prefix))
        return is_exact(a, row) && is_exact(b, other);
    return is_promised(column->name + prefix);
}

bool cd_row_is_disturbed(const struct cd_table *cells, size_t row)
{
    return cd_table_real(cells, row, "others") > CD_BUSY_PROCESSORS ||
           cd_table_real(cells, row, "throttled") > 0;
}

enum { MAX_PASSES = 100000 };

/// The session of a sample, from 1 on. 1 when there was only one session; 0 when the number is impossible.
static size_t session_of(const struct cd_table *samples, size_t sample)
{
    double session = 1;
    if (cd_table_column(samples, "session") == CD_NO_COLUMN)
        return 1;
    bool known = cd_table_number(samples, sample, "session", &session);
    return known && session >= 1 && session <= CD_SESSIONS_MAX ? (size_t)session : 0;
}

static void add_pass(struct cd_passes *passes, size_t sessions, const struct cd_table *samples, size_t sample)
{
    double number, ms;
    size_t session = session_of(samples, sample);
    if (!session || !cd_table_number(samples, sample, "sample", &number) ||
        !cd_table_number(samples, sample, "pass_ms", &ms) || number < 0 ||
        number >= (double)(MAX_PASSES / sessions))
        return;
    size_t count = (size_t)number * sessions + session;
    passes->sessions = sessions;
    if (count > passes->count) {
        passes->ms = cd_reallocate(passes->ms, passes->count, count, sizeof *passes->ms);
        passes->count = count;
    }
    passes->ms[count - 1] = ms;
}

struct cd_rows cd_rows_make(const struct cd_experiment *experiment, struct cd_table *cells,
                            const struct cd_table *samples)
{
    size_t count = cells->row_count, row = 0, sessions = 1;
    struct cd_rows rows = {.cells = cells, .passes = cd_allocate(count, sizeof *rows.passes)};
    for (size_t sample = 0; samples && sample < samples->row_count; sample++)
        if (session_of(samples, sample) > sessions)
            sessions = session_of(samples, sample);
    for (size_t sample = 0; samples && !experiment->program && sample < samples->row_count; sample++)
        // The samples of a row are adjacent within a session, mostly in the order of the rows.
        for (size_t tried = 0; tried < count; tried++, row = (row + 1) % count)
            if (cd_table_matches(samples, sample, "series", cd_table_text(cells, row, "series")) &&
                cd_same_point(experiment, samples, sample, cells, row, NULL)) {
                add_pass(&rows.passes[row], sessions, samples, sample);
                break;
            }
    return rows;
}

void cd_rows_release(struct cd_rows *rows)
{
    for (size_t i = 0; rows->passes && i < rows->cells->row_count; i++)
        cd_free(rows->passes[i].ms);
    cd_free(rows->passes);
    cd_table_destroy(rows->cells);
    cd_table_destroy(rows->samples);
    *rows = (struct cd_rows){0};
}

enum cd_code cd_rows_read(const char *folder, const struct cd_experiment *experiment, const json_t *run,
                          struct cd_rows *rows, struct cd_status *status)
{
    char path[PATH_MAX + 80];
    struct cd_table *cells = NULL, *samples = NULL, *known = cd_experiment_table(experiment);
    size_t variables = experiment->variable_count; // their columns come from the file
    snprintf(path, sizeof path, "%s/cells.csv", folder);
    enum cd_code code = cd_results_read(path, "cells.csv", run, known->columns + variables,
                                        known->column_count - variables, &cells, status);
    if (!code && experiment->scene)
        code = cd_results_refuse_doubles(path, cells, status);
    snprintf(path, sizeof path, "%s/samples.csv", folder);
    if (!code)
        code = cd_results_read(path, "samples.csv", run, NULL, 0, &samples, status);
    // Rows that are older than a column have no value in it.
    for (size_t i = variables; i < known->column_count && !code && !experiment->program; i++)
        cd_table_require(cells, known->columns[i].name, known->columns[i].type, known->columns[i].unit);
    *rows = (struct cd_rows){.cells = cells, .samples = samples};
    if (code)
        cd_rows_release(rows);
    cd_table_destroy(known);
    return code;
}

struct cd_table *cd_samples_table(const struct cd_experiment *experiment, bool sessions)
{
    struct cd_table *samples = cd_table_create(NULL, 0);
    for (size_t i = 0; i < experiment->variable_count; i++)
        cd_table_require(samples, experiment->variables[i].name, CD_TYPE_COUNT, NULL);
    cd_table_require(samples, "series", CD_TYPE_TEXT, NULL);
    if (experiment->program)
        cd_table_require(samples, "row", CD_TYPE_COUNT, NULL);
    if (sessions)
        cd_table_require(samples, "session", CD_TYPE_COUNT, NULL);
    cd_table_require(samples, "sample", CD_TYPE_COUNT, NULL);
    if (experiment->scene)
        cd_table_require(samples, "pass_ms", CD_TYPE_REAL, "ms");
    return samples;
}

// ---- results folders --------------------------------------------------------------------------------------

const char *const cd_size_names[CD_SIZES] = {"quick", "full", "paper", "interpretations"};

enum cd_code cd_experiment_folder(const char *folder, const struct cd_experiment *experiment,
                                  char path[PATH_MAX], struct cd_status *status)
{
    int length = snprintf(path, PATH_MAX, "%s/%s/%s", folder, experiment->paper->key, experiment->id);
    if (length > 0 && length + 100 < PATH_MAX)
        return CD_OK;
    return cd_fail(status, CD_IO, "%.80s...: the folder's name is too long", folder);
}

enum cd_code cd_run_read(const char *folder, json_t **run, struct cd_status *status)
{
    char path[PATH_MAX + 20];
    struct cd_status inner;
    snprintf(path, sizeof path, "%s/run.json", folder);
    *run = NULL;
    if (access(path, F_OK))
        return CD_OK;
    enum cd_code code = cd_json_read(path, run, &inner);
    return code ? cd_fail(status, code, "%s; run the experiment again", inner.text) : CD_OK;
}

static bool says(const json_t *run, const char *key, const char *text)
{
    const char *found = json_string_value(json_object_get(run, key));
    return found && !strcmp(found, text);
}

/// The number of sessions. Old records do not state it, because there was always exactly one.
static unsigned sessions_of(const json_t *run)
{
    const json_t *sessions = json_object_get(run, "sessions");
    return sessions ? (unsigned)json_integer_value(sessions) : 1;
}

enum cd_code cd_results_look(const char *folder, struct cd_status *status)
{
    struct stat information;
    if (!*folder)
        return cd_fail(status, CD_USAGE, "an empty name; name a folder with results");
    if (stat(folder, &information))
        return cd_fail(status, CD_IO, "%s: %s; name a folder with results", folder, strerror(errno));
    if (!S_ISDIR(information.st_mode))
        return cd_fail(status, CD_IO, "%s: is no folder; unpack it first if it is an archive", folder);
    return CD_OK;
}

enum cd_code cd_measurements_are(const char *folder, const struct cd_experiment *experiment,
                                 const char *digest, const char *program, unsigned sessions, bool hasty,
                                 bool *are, struct cd_status *status)
{
    json_t *run;
    struct cd_rows rows;
    *are = !cd_run_read(folder, &run, NULL) && run;
    const json_t *failed = json_object_get(run, "groups_failed");
    *are &= says(run, "digest", digest) && says(run, "program", program) && json_is_integer(failed) &&
            !json_integer_value(failed) && sessions_of(run) == sessions &&
            (hasty || !json_object_get(run, "within_s"));
    enum cd_code code = *are ? cd_rows_read(folder, experiment, run, &rows, status) : CD_OK;
    if (*are && !code)
        cd_rows_release(&rows);
    *are &= !code;
    json_decref(run);
    return code == CD_IO ? CD_OK : code; // what is missing is measured again
}

/// Names the parts of the source whose digest differs from the old one, as far as there is room. A part without an old
/// digest does not count as changed, and `undated` says so: parts that only a preset or a default asks for were once
/// left out.
static void name_changes(json_t *now, const json_t *then, bool *undated, char names[CD_CHANGED_BYTES])
{
    const char *name;
    json_t *digest;
    bool more = false; // than there is room for
    *names = '\0';
    json_object_foreach(now, name, digest)
    {
        const json_t *before = json_object_get(then, name);
        *undated |= !before;
        if (!before || json_equal(digest, before))
            continue;
        more |= strlen(names) + strlen(name) + sizeof ", , ..." > CD_CHANGED_BYTES;
        if (!more)
            cd_append(names, CD_CHANGED_BYTES, "%s%s", *names ? ", " : "", name);
    }
    if (more)
        cd_append(names, CD_CHANGED_BYTES, ", ...");
    json_decref(now);
}

static void read_age(const struct cd_groups *groups, struct cd_measurements *measurements)
{
    const json_t *then = json_object_get(measurements->run, "sources");
    size_t count = groups->experiment->series_count;
    measurements->undated = !json_object_size(then);
    if (measurements->undated)
        return;
    char changes[CD_CHANGED_BYTES];
    name_changes(cd_sources_of(groups, CD_ALL_SERIES), then, &measurements->undated, measurements->changed);
    measurements->outdated = cd_allocate(count, sizeof *measurements->outdated);
    for (size_t i = 0; i < count && *measurements->changed; i++) {
        name_changes(cd_sources_of(groups, i), then, &measurements->undated, changes);
        measurements->outdated[i] = *changes;
    }
}

static void read_size(const struct cd_experiment *experiment, struct cd_measurements *measurements)
{
    char digest[CD_HASH_TEXT];
    for (int size = 0; size < CD_SIZES; size++)
        if (says(measurements->run, "size", cd_size_names[size]))
            measurements->size = (enum cd_size)size;
    cd_hash_text(cd_experiment_digest(experiment, measurements->size), digest);
    measurements->stale = !says(measurements->run, "digest", digest);
    struct cd_groups groups = cd_groups_make(experiment, measurements->size);
    read_age(&groups, measurements);
    cd_groups_release(&groups);
}

/// Seconds since 1970 of a moment in run.json; -1 when the moment is missing.
static double moment_of(const json_t *run, const char *key)
{
    struct tm moment = {0};
    const char *text = json_string_value(json_object_get(run, key));
    return text && strptime(text, "%Y-%m-%dT%H:%M:%SZ", &moment) ? (double)timegm(&moment) : -1;
}

double cd_measured_minutes(const char *folders, const struct cd_experiment *experiment)
{
    char pattern[PATH_MAX];
    glob_t found;
    double minutes = NAN, newest = -1;
    snprintf(pattern, sizeof pattern, "results/%s/%s/%s/run.json", folders, experiment->paper->key,
             experiment->id);
    bool any = !glob(pattern, GLOB_NOSORT, NULL, &found);
    for (size_t i = 0; any && i < found.gl_pathc; i++) {
        json_t *run = NULL;
        if (cd_json_read(found.gl_pathv[i], &run, NULL))
            continue;
        double started = moment_of(run, "started"), finished = moment_of(run, "finished");
        if (says(run, "size", cd_size_names[CD_SIZE_QUICK]) && started >= 0 && finished > newest) {
            newest = finished;
            minutes = (finished - started) / 60 * sessions_of(run); // of the last session
        }
        json_decref(run);
    }
    if (any)
        globfree(&found);
    return minutes;
}

enum cd_code cd_measurements_load(const char *folder, const struct cd_experiment *experiment,
                                  struct cd_measurements *measurements, struct cd_status *status)
{
    char own[PATH_MAX];
    *measurements = (struct cd_measurements){0};
    enum cd_code code = cd_experiment_folder(folder, experiment, own, status);
    if (!code)
        code = cd_run_read(own, &measurements->run, status);
    if (code || !measurements->run)
        return code;
    read_size(experiment, measurements);
    struct cd_rows rows;
    code = cd_rows_read(own, experiment, measurements->run, &rows, status);
    if (!code)
        measurements->rows = cd_rows_make(experiment, rows.cells, rows.samples);
    cd_table_destroy(rows.samples);
    if (!code)
        code = cd_compute_formulas(experiment, measurements->rows.cells, status);
    if (code)
        cd_measurements_release(measurements);
    return code;
}

void cd_measurements_release(struct cd_measurements *measurements)
{
    cd_rows_release(&measurements->rows);
    json_decref(measurements->run);
    cd_free(measurements->outdated);
    *measurements = (struct cd_measurements){0};
}
