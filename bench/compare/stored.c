#include "bench/compare/stored.h"

#include "base/csv_reader.h"
#include "base/json_file.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Comparing takes time and memory for every two samples.
#define SAMPLES_MAX 10000

/// And time for every two cells.
#define CELLS_MAX 10000

// ---- reading ----------------------------------------------------------------------------------------------

/// A path beside `path`: its folder and `name`, or where `name` begins with a point, its own name ending so.
static void beside(const char *path, const char *name, char *found, size_t bytes)
{
    const char *slash = strrchr(path, '/'), *point = strrchr(path, '.');
    size_t stem = point && (!slash || point > slash) ? (size_t)(point - path) : strlen(path);
    if (*name == '.')
        snprintf(found, bytes, "%.*s%s", (int)stem, path, name);
    else
        snprintf(found, bytes, "%.*s%s", slash ? (int)(slash - path + 1) : 0, path, name);
}

/// Only a file of the name that `run` gives it has the others beside it.
static bool is_summary(const char *path)
{
    const char *slash = strrchr(path, '/');
    return !strcmp(slash ? slash + 1 : path, "summary.csv");
}

/// The row of a cell that `frames.csv` calls by its number.
static size_t find_row(const struct cd_stored *stored, uint64_t number)
{
    // Nearly always they are numbered by their rows.
    for (size_t i = 0; i < stored->cells->row_count; i++) {
        size_t row = (size_t)((number - 1 + i) % stored->cells->row_count);
        double cell;
        if (cd_table_number(stored->cells, row, "cell", &cell) && fabs(cell - (double)number) < 0.5)
            return row;
    }
    return CD_NO_COLUMN;
}

/// Makes room for the samples of all cells, as the summary counts them; each takes a line of `bytes` bytes.
static enum cd_code make_room(struct cd_stored *stored, const char *path, uint64_t bytes,
                              struct cd_status *status)
{
    uint64_t all = 0;
    for (size_t i = 0; i < stored->cells->row_count; i++) {
        double samples;
        if (!cd_table_number(stored->cells, i, "samples", &samples) || !(samples > 0))
            continue;
        uint64_t count = (uint64_t)samples;
        if (count > SAMPLES_MAX)
            return cd_fail(status, CD_DATA,
                           "%s: row %zu has %" PRIu64
                           " samples; at most %d of a cell are compared, so measure "
                           "again with --repeat",
                           stored->path, i + 1, count, SAMPLES_MAX);
        all += count;
        if (all * sizeof "1,0,0,1" > bytes)
            return cd_fail(status, CD_DATA, "%s: has fewer frames than the samples of %s", path,
                           stored->path);
        stored->sample_counts[i] = (size_t)count;
        stored->pass_ns[i] = cd_allocate((size_t)count, sizeof **stored->pass_ns);
    }
    return CD_OK;
}

/// Adds up the frames of every pass. The file may be large, and is never held whole.
static enum cd_code read_frames(struct cd_stored *stored, const char *path, struct cd_status *status)
{
    enum { CELL, SAMPLE, TIME, COLUMNS };
    static const char *const columns[COLUMNS] = {"cell", "sample", "wall_ns"};
    struct cd_csv *csv;
    if (access(path, F_OK))
        return CD_OK;
    enum cd_code code = cd_csv_open(path, columns, COLUMNS, COLUMNS, &csv, status);
    if (code)
        return code;
    code = make_room(stored, path, cd_csv_state(csv).bytes, status);
    bool more = true;
    while (!code && !(code = cd_csv_next(csv, &more, status)) && more) {
        uint64_t cell, sample, ns;
        if ((code = cd_csv_unsigned(csv, CELL, UINT64_MAX, &cell, status)) ||
            (code = cd_csv_unsigned(csv, SAMPLE, UINT64_MAX, &sample, status)) ||
            (code = cd_csv_unsigned(csv, TIME, UINT64_MAX, &ns, status)))
            break;
        size_t row = find_row(stored, cell);
        if (row == CD_NO_COLUMN || sample >= stored->sample_counts[row])
            code = cd_csv_fail(csv, status, "no frame of a sample of a cell of %s", stored->path);
        else
            stored->pass_ns[row][sample] += (double)ns;
    }
    cd_csv_close(csv);
    return code;
}

static enum cd_code read_neighbours(struct cd_stored *stored, struct cd_status *status)
{
    char path[4096];
    enum cd_code code;
    beside(stored->path, is_summary(stored->path) ? "run.json" : ".json", path, sizeof path);
    if (!access(path, F_OK) && (code = cd_json_read(path, &stored->run, status)))
        return code;
    if (!is_summary(stored->path))
        return CD_OK;
    beside(stored->path, "frames.csv", path, sizeof path);
    return read_frames(stored, path, status);
}

enum cd_code cd_stored_read(const char *path, struct cd_stored *stored, struct cd_status *status)
{
    static const char *const needed[] = {"algo", "settings", "query", "scene", "scene_hash", "fps", "digest"};
    static const struct cd_column texts[] = {{"digest", CD_TYPE_TEXT, NULL},
                                             {"scene_hash", CD_TYPE_TEXT, NULL}};
    *stored = (struct cd_stored){.path = path};
    enum cd_code code = cd_table_read(path, texts, 2, &stored->cells, status);
    for (size_t i = 0; i < sizeof needed / sizeof *needed && !code; i++)
        if (cd_table_column(stored->cells, needed[i]) == CD_NO_COLUMN)
            code = cd_fail(status, CD_DATA, "%s:1: no column %s; give the summary.csv of `cdbench run`", path,
                           needed[i]);
    if (!code && stored->cells->row_count > CELLS_MAX)
        code = cd_fail(status, CD_DATA, "%s: %zu cells; at most %d are compared", path,
                       stored->cells->row_count, CELLS_MAX);
    if (code)
        return code;
    stored->sample_counts = cd_allocate(stored->cells->row_count, sizeof *stored->sample_counts);
    stored->pass_ns = cd_allocate(stored->cells->row_count, sizeof *stored->pass_ns);
    return read_neighbours(stored, status);
}

void cd_stored_release(struct cd_stored *stored)
{
    for (size_t i = 0; stored->pass_ns && i < stored->cells->row_count; i++)
        cd_free(stored->pass_ns[i]);
    cd_free(stored->pass_ns);
    cd_free(stored->sample_counts);
    cd_table_destroy(stored->cells);
    json_decref(stored->run);
    *stored = (struct cd_stored){0};
}

// ---- machines ---------------------------------------------------------------------------------------------

static void write_value(const json_t *value, char *text, size_t bytes)
{
    char *dumped = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    snprintf(text, bytes, "%.60s", dumped ? dumped : "nothing");
    free(dumped);
}

bool cd_stored_same_machine(const struct cd_stored *old, const struct cd_stored *new, char *why, size_t bytes)
{
    const json_t *a = json_object_get(old->run, "machine"), *b = json_object_get(new->run, "machine");
    char was[64], is[64];
    if (!a || !b) {
        snprintf(why, bytes, "%.300s does not say which machine it is from: no run.json lies beside it",
                 a ? new->path : old->path);
        return false;
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)a, key, value)
    {
        const json_t *other = json_object_get(b, key);
        if (json_equal(value, other))
            continue;
        write_value(value, was, sizeof was);
        write_value(other, is, sizeof is);
        snprintf(why, bytes, "they are from different machines: %.40s was %s and is %s", key, was, is);
        return false;
    }
    return true;
}

// ---- cells ------------------------------------------------------------------------------------------------

/// Two stored runs while they are compared.
struct stored_pair {
    const struct cd_stored *runs[2];
    const struct cd_rule *rule;
};

static bool same_cell(const struct cd_table *a, size_t i, const struct cd_table *b, size_t k)
{
    static const char *const columns[] = {"algo", "settings", "query", "scene_hash", "frames", "threads"};
    char text[CD_NUMBER_BYTES];
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        if (!cd_table_matches(a, i, columns[c], cd_table_show(b, k, columns[c], text)))
            return false;
    return true;
}

static size_t find_cell(const struct cd_table *in, const struct cd_table *of, size_t row)
{
    for (size_t i = 0; i < in->row_count; i++)
        if (same_cell(of, row, in, i))
            return i;
    return CD_NO_COLUMN;
}

static void name_cell(const struct cd_table *cells, size_t row, char *name, size_t bytes)
{
    char frames[CD_NUMBER_BYTES];
    snprintf(name, bytes, "%.60s on %.120s, %.20s, %.20s frames", cd_table_text(cells, row, "algo"),
             cd_table_text(cells, row, "scene"), cd_table_text(cells, row, "query"),
             cd_table_show(cells, row, "frames", frames));
}

/// The logarithms of all pass times of a cell, none where they are not stored. The caller's.
static double *log_passes(const struct cd_stored *run, size_t row, size_t *count)
{
    *count = run->sample_counts[row];
    double *passes = cd_allocate(*count, sizeof *passes);
    for (size_t i = 0; i < *count; i++)
        passes[i] = log(fmax(run->pass_ns[row][i], 1));
    return passes;
}

/// By the samples of both, where they are stored.
static bool find_by_samples(const struct stored_pair *stored_pair, struct cd_stored_cell *cell)
{
    enum { FEWEST = 5 }; // below that a rank sum test finds nothing
    size_t counts[2];
    double *passes[2];
    for (int i = 0; i < 2; i++)
        passes[i] = log_passes(stored_pair->runs[i], cell->rows[i], &counts[i]);
    bool there = counts[0] >= FEWEST && counts[1] >= FEWEST;
    if (there) {
        struct cd_finding *finding = &cell->finding;
        finding->pairs = counts[0] < counts[1] ? counts[0] : counts[1];
        finding->shift = cd_difference_median(passes[0], counts[0], passes[1], counts[1]);
        finding->interval = cd_difference_interval(passes[0], counts[0], passes[1], counts[1], 0.95, 500,
                                                   stored_pair->rule->seed);
        finding->p = cd_rank_sum_p(passes[0], counts[0], passes[1], counts[1]);
    }
    cd_free(passes[0]);
    cd_free(passes[1]);
    return there;
}

/// By the intervals of fps, which are about the median pass: what they leave open is the widest ratio.
static bool find_by_intervals(const struct stored_pair *stored_pair, struct cd_stored_cell *cell)
{
    double fps[2], low[2], high[2];
    for (int i = 0; i < 2; i++) {
        const struct cd_table *cells = stored_pair->runs[i]->cells;
        if (!cd_table_number(cells, cell->rows[i], "fps", &fps[i]) ||
            !cd_table_number(cells, cell->rows[i], "fps_low", &low[i]) ||
            !cd_table_number(cells, cell->rows[i], "fps_high", &high[i]) || fps[i] <= 0 || low[i] <= 0)
            return false;
    }
    cell->from_intervals = true;
    cell->finding.shift = log(fps[0] / fps[1]);
    cell->finding.interval = (struct cd_interval){log(low[0] / high[1]), log(high[0] / low[1]), 0.95};
    cell->finding.p = cell->finding.adjusted_p = NAN;
    return true;
}

static bool answers_differ(const struct stored_pair *stored_pair, const struct cd_stored_cell *cell)
{
    static const char *const promises[] = {"verdict", "truth"};
    const struct cd_table *old = stored_pair->runs[0]->cells, *new = stored_pair->runs[1]->cells;
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
        if (strcmp(cd_table_text(old, cell->rows[0], promises[i]),
                   cd_table_text(new, cell->rows[1], promises[i])) != 0)
            return false;
    return strcmp(cd_table_text(old, cell->rows[0], "digest"), cd_table_text(new, cell->rows[1], "digest")) !=
           0;
}

static void compare_cell(const struct stored_pair *stored_pair, struct cd_stored_cell *cell)
{
    for (int i = 0; i < 2; i++)
        if (!cd_table_number(stored_pair->runs[i]->cells, cell->rows[i], "pass_ms_median", &cell->pass_ms[i]))
            cell->pass_ms[i] = NAN;
    if (answers_differ(stored_pair, cell)) {
        cell->end = CD_STORED_DIFFERENT;
        snprintf(cell->note, sizeof cell->note, "the answers were digest %.8s and are %.8s",
                 cd_table_text(stored_pair->runs[0]->cells, cell->rows[0], "digest"),
                 cd_table_text(stored_pair->runs[1]->cells, cell->rows[1], "digest"));
    } else if (!find_by_samples(stored_pair, cell) && !find_by_intervals(stored_pair, cell)) {
        cell->end = CD_STORED_NO_TIMES;
        snprintf(cell->note, sizeof cell->note, "one of the runs has no times for it");
    }
}

/// Without samples there is no test: a change is one where the intervals leave no other.
static enum cd_change judge_intervals(const struct cd_finding *finding, const struct cd_rule *rule)
{
    if (finding->interval.low > log(1 + rule->threshold))
        return CD_CHANGE_SLOWER;
    if (finding->interval.high < log(1 - rule->threshold))
        return CD_CHANGE_FASTER;
    if (finding->interval.low >= log(1 - rule->margin) && finding->interval.high <= log(1 + rule->margin))
        return CD_CHANGE_EQUIVALENT;
    return CD_CHANGE_INCONCLUSIVE;
}

static void decide_all(struct cd_stored_cell *cells, size_t count, const struct cd_rule *rule)
{
    struct cd_finding *findings = cd_allocate(count, sizeof *findings);
    size_t tests = 0;
    for (size_t i = 0; i < count; i++)
        if (cells[i].end == CD_STORED_COMPARED && !cells[i].from_intervals)
            findings[tests++] = cells[i].finding;
    cd_decide(findings, tests, rule);
    for (size_t i = 0, k = 0; i < count; i++)
        if (cells[i].end == CD_STORED_COMPARED && !cells[i].from_intervals)
            cells[i].finding = findings[k++];
        else if (cells[i].end == CD_STORED_COMPARED)
            cells[i].finding.change = judge_intervals(&cells[i].finding, rule);
    cd_free(findings);
}

struct cd_stored_cell *cd_stored_compare(const struct cd_stored *old, const struct cd_stored *new,
                                         const struct cd_rule *rule, size_t *count)
{
    struct stored_pair stored_pair = {{old, new}, rule};
    struct cd_stored_cell *cells = cd_allocate(old->cells->row_count + new->cells->row_count, sizeof *cells);
    *count = 0;
    for (size_t i = 0; i < old->cells->row_count; i++) {
        struct cd_stored_cell *cell = &cells[(*count)++];
        cell->rows[0] = i;
        cell->rows[1] = find_cell(new->cells, old->cells, i);
        name_cell(old->cells, i, cell->name, sizeof cell->name);
        if (cell->rows[1] == CD_NO_COLUMN)
            cell->end = CD_STORED_OLD_ONLY;
        else
            compare_cell(&stored_pair, cell);
    }
    for (size_t i = 0; i < new->cells->row_count; i++) {
        if (find_cell(old->cells, new->cells, i) != CD_NO_COLUMN)
            continue;
        struct cd_stored_cell *cell = &cells[(*count)++];
        cell->rows[0] = CD_NO_COLUMN;
        cell->rows[1] = i;
        cell->end = CD_STORED_NEW_ONLY;
        name_cell(new->cells, i, cell->name, sizeof cell->name);
    }
    decide_all(cells, *count, rule);
    return cells;
}

// ---- words ------------------------------------------------------------------------------------------------

const char *cd_stored_word(const struct cd_stored_cell *cell)
{
    static const char *const names[] = {"", "different", "no times", "old only", "new only"};
    return cell->end == CD_STORED_COMPARED ? cd_change_name(cell->finding.change) : names[cell->end];
}

enum cd_code cd_stored_verdict(const struct cd_stored_cell *cells, size_t count, struct cd_status *status)
{
    const struct cd_stored_cell *slower = NULL, *open = NULL;
    size_t compared = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cd_stored_cell *cell = &cells[i];
        if (cell->end == CD_STORED_DIFFERENT)
            return cd_fail(status, CD_WRONG, "%s: %s", cell->name, cell->note);
        if (cell->end != CD_STORED_COMPARED)
            continue;
        compared++;
        if (cell->finding.change == CD_CHANGE_SLOWER && !slower)
            slower = cell;
        if (cell->finding.change == CD_CHANGE_INCONCLUSIVE && !open)
            open = cell;
    }
    if (slower)
        return cd_fail(status, CD_REGRESSION,
                       "%s: takes %.1f %% more time (indicative: from stored results; `cdbench compare` of "
                       "two builds or revisions makes sure)",
                       slower->name, 100 * (exp(slower->finding.shift) - 1));
    if (!compared)
        return cd_fail(status, CD_INCONCLUSIVE, "the files have no cell with times in common");
    if (open)
        return cd_fail(status, CD_INCONCLUSIVE, "%s: neither a change nor equality is certain", open->name);
    return CD_OK;
}
