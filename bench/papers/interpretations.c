#include "bench/papers/interpretations.h"

#include "base/folder.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/yaml.h"
#include "bench/harness/measure.h"
#include "bench/papers/experiment.h"
#include "bench/papers/groups.h"
#include "bench/record/results.h"
#include "bench/record/run_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double thresholds[CD_THRESHOLDS] = {0.5, 1, 2};

// ---- cases ------------------------------------------------------------------------------------------------

/// The value of a question that holds in the paper's experiments: the first that is measured.
static size_t first_value(const struct cd_question *question)
{
    size_t first = 0;
    while (question->interpretations[first].not_measured)
        first++; // cd_paper_read has checked that there is one
    return first;
}

static bool is_other(const struct cd_question *question, size_t value)
{
    return value != first_value(question) && !question->interpretations[value].not_measured;
}

/// Adds the case of the first values, changed by the caller.
static size_t *add_case(const struct cd_paper *paper, size_t **cases, size_t *count, size_t *capacity)
{
    size_t questions = paper->question_count;
    *cases = cd_grow(*cases, *count, capacity, (questions + !questions) * sizeof **cases);
    size_t *added = *cases + (*count)++ * questions;
    for (size_t i = 0; i < questions; i++)
        added[i] = first_value(&paper->questions[i]);
    return added;
}

size_t *cd_interpretations_choose(const struct cd_paper *paper, size_t *count)
{
    size_t *cases = NULL, capacity = *count = 0;
    add_case(paper, &cases, count, &capacity);
    for (size_t i = 0; i < paper->question_count; i++)
        for (size_t k = 0; k < paper->questions[i].interpretation_count; k++)
            if (is_other(&paper->questions[i], k))
                add_case(paper, &cases, count, &capacity)[i] = k;
    for (size_t i = 0; i < paper->together_count; i++) {
        size_t a = paper->together[i].a, b = paper->together[i].b;
        for (size_t k = 0; k < paper->questions[a].interpretation_count; k++)
            for (size_t n = 0; n < paper->questions[b].interpretation_count; n++) {
                if (!is_other(&paper->questions[a], k) || !is_other(&paper->questions[b], n))
                    continue;
                size_t *both = add_case(paper, &cases, count, &capacity);
                both[a] = k;
                both[b] = n;
            }
    }
    return cases;
}

/// "near=box, roles=one": the values of a case that are not the first; "" for none.
static void name_case(const struct cd_paper *paper, const size_t *chosen, char *name, size_t bytes)
{
    *name = '\0';
    for (size_t i = 0; i < paper->question_count; i++)
        if (chosen[i] != first_value(&paper->questions[i]))
            cd_append(name, bytes, "%s%s=%s", *name ? ", " : "", paper->questions[i].id,
                      paper->questions[i].interpretations[chosen[i]].id);
}

/// Memory that lives as long as the paper.
static void *hold(const struct cd_paper *paper, size_t count, size_t size)
{
    return cd_yaml_hold(cd_yaml_top(paper->file), count, size);
}

// ---- thresholds -------------------------------------------------------------------------------------------

static double scale_bound(double bound, double factor)
{
    return bound > 0.5 && bound < 2 ? 1 + factor * (bound - 1) : factor * bound;
}

void cd_check_scale(struct cd_check *check, double factor)
{
    double low = check->min, high = check->max;
    if (!isfinite(low) || !isfinite(high)) {
        check->min = scale_bound(low, factor);
        check->max = scale_bound(high, factor);
    } else if (low > 0) {
        double middle = sqrt(low * high);
        check->min = middle * pow(low / middle, factor);
        check->max = middle * pow(high / middle, factor);
    } else {
        check->min = (low + high) / 2 - factor * (high - low) / 2;
        check->max = (low + high) / 2 + factor * (high - low) / 2;
    }
    check->tolerance *= factor;
    check->deviations *= factor;
}

/// The claim with scaled thresholds.
static struct cd_claim scale_claim(const struct cd_paper *paper, const struct cd_claim *claim, double factor)
{
    struct cd_claim scaled = *claim;
    struct cd_check *checks = hold(paper, claim->check_count, sizeof *checks);
    for (size_t i = 0; i < claim->check_count; i++) {
        checks[i] = claim->checks[i];
        cd_check_scale(&checks[i], factor);
    }
    scaled.checks = checks;
    return scaled;
}

// ---- what a claim rests on --------------------------------------------------------------------------------

static bool decides(const struct cd_check *check)
{
    bool any = false;
    for (int form = 0; form < CD_FORMS; form++)
        any |= check->decides[form];
    return any;
}

/// Whether a deciding check of the claim reads a series of the experiment or, with NULL, any series.
static bool rests_on(const struct cd_claim *claim, const struct cd_experiment *experiment, const char *series)
{
    for (size_t i = 0; i < claim->check_count; i++) {
        const struct cd_check *check = &claim->checks[i];
        if (decides(check) && !strcmp(check->experiment, experiment->id) &&
            (!series || (check->series && !strcmp(check->series, series)) ||
             (check->against && !strcmp(check->against, series))))
            return true;
    }
    return false;
}

/// The experiments, with only those series that deciding checks of these claims read. A program's experiment keeps all
/// its series or none.
static struct cd_paper take_part(const struct cd_paper *paper, const bool *claims)
{
    struct cd_paper part = *paper;
    struct cd_experiment *experiments = hold(paper, paper->experiment_count, sizeof *experiments);
    for (size_t i = 0; i < paper->experiment_count; i++) {
        const struct cd_experiment *whole = &paper->experiments[i];
        struct cd_series *series = hold(paper, whole->series_count, sizeof *series);
        experiments[i] = *whole;
        experiments[i].series = series;
        experiments[i].series_count = experiments[i].figure_count = 0;
        for (size_t k = 0; k < whole->series_count; k++) {
            bool needed = false;
            for (size_t c = 0; c < paper->claim_count; c++)
                needed |= claims[c] &&
                          rests_on(&paper->claims[c], whole, whole->program ? NULL : whole->series[k].id);
            if (needed)
                series[experiments[i].series_count++] = whole->series[k];
        }
    }
    part.experiments = experiments;
    return part;
}

static void hash_check(struct cd_hasher *hasher, const struct cd_check *check)
{
    const double numbers[] = {check->min, check->max, check->tolerance, check->deviations};
    const char *const texts[] = {check->experiment, check->series,    check->against, check->column,
                                 check->over,       check->deviation, check->errors,  check->trials};
    cd_hasher_add_u64(hasher, check->kind);
    cd_hasher_add_u64(hasher, (uint64_t)check->gather);
    cd_hasher_add_u64(hasher, check->falling);
    cd_hasher_add(hasher, check->decides, sizeof check->decides);
    cd_hasher_add(hasher, numbers, sizeof numbers);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cd_hasher_add_text(hasher, texts[i]);
    for (size_t i = 0; i < check->where.count; i++) {
        cd_hasher_add_text(hasher, check->where.items[i].column);
        cd_hasher_add_text(hasher, check->where.items[i].value);
    }
}

static bool names_column(const struct cd_check *check, const char *column)
{
    const char *const columns[] = {check->column, check->over, check->deviation, check->errors,
                                   check->trials};
    bool named = cd_find_condition(&check->where, column);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        named |= columns[i] && !strcmp(columns[i], column);
    return named;
}

/// Whether a deciding check of the claim reads the column of a formula, or that of a later formula that uses it.
static bool needs_formula(const struct cd_claim *claim, const struct cd_experiment *experiment,
                          size_t formula)
{
    const char *column = experiment->formulas[formula].column;
    for (size_t i = 0; i < claim->check_count; i++)
        if (decides(&claim->checks[i]) && !strcmp(claim->checks[i].experiment, experiment->id) &&
            names_column(&claim->checks[i], column))
            return true;
    for (size_t k = formula + 1; k < experiment->formula_count; k++)
        if (strstr(experiment->formulas[k].formula, column) && needs_formula(claim, experiment, k))
            return true;
    return false;
}

/// The hash of a claim's deciding checks and of everything that is measured for them. When two cases have the
/// same hash, the claim is the same under both.
static struct cd_hash hash_claim(const struct cd_paper *paper, size_t claim)
{
    bool *alone = hold(paper, paper->claim_count, sizeof *alone);
    alone[claim] = true;
    struct cd_paper part = take_part(paper, alone);
    struct cd_hasher *hasher = cd_hasher_create();
    for (size_t i = 0; i < paper->claims[claim].check_count; i++)
        if (decides(&paper->claims[claim].checks[i]))
            hash_check(hasher, &paper->claims[claim].checks[i]);
    for (size_t i = 0; i < part.experiment_count; i++) {
        const struct cd_experiment *experiment = &part.experiments[i];
        if (!experiment->series_count)
            continue;
        struct cd_groups groups = cd_groups_make(experiment, CD_SIZE_INTERPRETATIONS);
        struct cd_hash hash = cd_groups_hash(&groups);
        cd_hasher_add(hasher, &hash, sizeof hash);
        cd_groups_release(&groups);
        for (size_t k = 0; k < experiment->formula_count; k++)
            if (needs_formula(&paper->claims[claim], experiment, k))
                cd_hasher_add_text(hasher, experiment->formulas[k].formula);
        for (size_t k = 0; k < experiment->printed_count; k++)
            cd_hasher_add(hasher, &experiment->printed[k].value, sizeof experiment->printed[k].value);
    }
    return cd_hasher_finish(hasher);
}

// ---- the study --------------------------------------------------------------------------------------------

struct study {
    const struct cd_paper *paper;
    struct cd_experiment_plan plan; ///< its folder is `work`
    const char *results;            ///< the folder that the caller named
    char folder[PATH_MAX], work[PATH_MAX];
    size_t count;
    size_t *chosen;           ///< by case and question
    struct cd_paper **papers; ///< as each case has it
    struct cd_hash *texts;    ///< by case and claim: hash of its basis
    bool *touched;            ///< by claim: some case has another hash of it than the first one
    struct cd_table *outcomes;
    cd_note_outcome *note;
    struct cd_run_record record;
    bool failed; ///< some part of an experiment failed
};

static enum cd_code read_papers(struct study *study, struct cd_status *status)
{
    size_t claims = study->paper->claim_count;
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < study->count && !code; i++) {
        const size_t *chosen = &study->chosen[i * study->paper->question_count];
        struct cd_status inner;
        code = cd_paper_read_as(study->paper->path, chosen, &study->papers[i], &inner);
        if (code)
            code = cd_fail(status, code, "%s (in case %zu of its interpretations)", inner.text, i + 1);
        for (size_t k = 0; k < claims && !code; k++) {
            study->texts[i * claims + k] = hash_claim(study->papers[i], k);
            study->touched[k] |= !cd_hash_equal(study->texts[k], study->texts[i * claims + k]);
        }
    }
    return code;
}

/// Groups that another case has measured are found, because they are kept.
static enum cd_code run_experiments(struct study *study, const struct cd_paper *part,
                                    struct cd_status *status)
{
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < part->experiment_count && !code; i++) {
        struct cd_experiment_outcome outcome = {0};
        if (!part->experiments[i].series_count)
            continue;
        code = cd_experiment_run(&part->experiments[i], &study->plan, &outcome, status);
        study->failed |= outcome.failed > 0;
        if (!code)
            study->note(study->plan.user, &part->experiments[i], &outcome);
    }
    return code;
}

/// The value of the check that matters most for the verdict on a form: the first that fails, or else the first.
static double value_of(const struct cd_claim_result *result, enum cd_form form)
{
    double value = NAN;
    bool failed = false;
    for (size_t i = result->claim->check_count; i-- > 0;) {
        bool fails = result->checks[i].points[CD_CHECK_FAILS];
        if (!result->claim->checks[i].decides[form] || (failed && !fails))
            continue;
        value = result->checks[i].value;
        failed = fails;
    }
    return value;
}

static size_t add_row(const struct study *study, size_t number, const struct cd_claim *claim)
{
    struct cd_table *table = study->outcomes;
    size_t row = cd_table_add_row(table);
    char name[300];
    name_case(study->paper, &study->chosen[number * study->paper->question_count], name, sizeof name);
    cd_table_set_count(table, row, "case", number + 1);
    cd_table_set_text(table, row, "instead", name);
    cd_table_set_text(table, row, "claim", claim->id);
    return row;
}

static void judge(const struct study *study, size_t number, const struct cd_paper *paper, size_t index,
                  const struct cd_measurements *measurements)
{
    struct cd_table *table = study->outcomes;
    const struct cd_claim *claim = &paper->claims[index];
    char text[CD_HASH_TEXT];
    for (int t = 0; t < CD_THRESHOLDS; t++) {
        struct cd_claim scaled = scale_claim(paper, claim, thresholds[t]);
        struct cd_claim_result result = cd_claim_judge(&scaled, paper, measurements);
        for (int form = 0; form < CD_FORMS; form++) {
            if (!cd_claim_asks(claim, (enum cd_form)form))
                continue;
            size_t row = add_row(study, number, claim);
            cd_table_set_text(table, row, "form", cd_form_names[form]);
            cd_table_set_real(table, row, "threshold", thresholds[t]);
            cd_table_set_text(table, row, "outcome", cd_claim_verdict_name(result.forms[form]));
            cd_table_set_real(table, row, "value", value_of(&result, (enum cd_form)form));
            cd_table_set_text(table, row, "touched", study->touched[index] ? "yes" : "no");
            cd_table_set_text(table, row, "text",
                              cd_hash_text(study->texts[number * paper->claim_count + index], text));
        }
        cd_claim_release(&result);
    }
}

/// Judges by a folder's measurements either the claims that interpretations touch or the others.
static enum cd_code judge_all(const struct study *study, size_t number, const struct cd_paper *paper,
                              const char *folder, bool touched, struct cd_status *status)
{
    struct cd_measurements *measurements = cd_allocate(paper->experiment_count, sizeof *measurements);
    enum cd_code code = CD_OK;
    for (size_t i = 0; i < paper->experiment_count && !code; i++)
        code = cd_measurements_load(folder, &paper->experiments[i], &measurements[i], status);
    for (size_t k = 0; k < paper->claim_count && !code; k++)
        if (study->touched[k] == touched)
            judge(study, number, paper, k, measurements);
    for (size_t i = 0; i < paper->experiment_count; i++)
        cd_measurements_release(&measurements[i]);
    cd_free(measurements);
    return code;
}

static void count_cells(const struct study *study)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < study->count; i++) {
        struct cd_paper part = take_part(study->papers[i], study->touched);
        for (size_t k = 0; k < part.experiment_count; k++)
            cells += cd_experiment_cells(&part.experiments[k], CD_SIZE_INTERPRETATIONS);
    }
    cd_progress_whole(study->plan.progress, cells);
}

static enum cd_code measure(struct study *study, struct cd_status *status)
{
    enum cd_code code = judge_all(study, 0, study->papers[0], study->results, false, status);
    count_cells(study);
    for (size_t i = 0; i < study->count && !code; i++) {
        struct cd_paper part = take_part(study->papers[i], study->touched);
        code = run_experiments(study, &part, status);
        if (!code)
            code = judge_all(study, i, &part, study->work, true, status);
    }
    return code;
}

static void write_table(const void *study, FILE *stream)
{
    cd_table_write(((const struct study *)study)->outcomes, stream);
}

static void write_run(const void *user, FILE *stream)
{
    const struct study *study = user;
    struct cd_table *none = cd_cell_table();
    struct cd_timing_plan timing = cd_plan_timing(CD_QUERY_PAIRS, 1, 0, 0);
    const struct cd_run_end end = {.timing = &timing, .verified = true, .cells = none};
    json_t *run = cd_run_record_json(&study->record, &end);
    static const char *const of_cells[] = {"cells", "scenes", "query", "timing"};
    for (size_t i = 0; i < sizeof of_cells / sizeof *of_cells; i++)
        json_object_del(run, of_cells[i]);
    json_object_set_new(run, "paper", json_string(study->paper->key));
    json_object_set_new(run, "sessions", json_integer(study->plan.sessions));
    json_t *tables = json_object();
    cd_results_note(tables, "interpretations.csv", write_table, study);
    json_object_set_new(run, "tables", tables);
    cd_write_json(run, stream);
    json_decref(run);
    cd_table_destroy(none);
}

static const struct cd_folder_file files[] = {{"interpretations.csv", write_table, false},
                                              {"run.json", write_run, false}};

struct cd_experiment cd_interpretations_experiment(const struct cd_paper *paper)
{
    static const struct cd_figure figure = {.id = "interpretations"};
    return (struct cd_experiment){
        .id = "interpretations", .paper = paper, .figure_count = 1, .figures = &figure};
}

/// Removes what an earlier run has measured, and reports it.
static void begin_anew(const struct study *study)
{
    if (access(study->work, F_OK))
        return;
    cd_tell(
        study->plan.warn, study->plan.user,
        "%s/interpretations: begun anew, without what an earlier run has measured; --resume goes on with it",
        study->paper->key);
    cd_folder_remove(study->work);
}

enum cd_code cd_interpretations_run(const struct cd_paper *paper, const struct cd_experiment_plan *plan,
                                    cd_note_outcome *note, struct cd_status *status)
{
    struct study study = {.paper = paper, .plan = *plan, .results = plan->folder, .note = note};
    const struct cd_experiment own = cd_interpretations_experiment(paper);
    int lock = -1;
    enum cd_code code = cd_experiment_folder(plan->folder, &own, study.folder, status);
    if (code)
        return code;
    snprintf(study.work, sizeof study.work, "%.*s/.work", PATH_MAX - 10, study.folder);
    code = cd_folder_prepare(study.folder, status);
    if (!code)
        code = cd_folder_lock(study.folder, &lock, status);
    if (code)
        return code;
    if (!plan->resume && !plan->session)
        begin_anew(&study);
    study.plan.folder = study.work;
    study.plan.size = CD_SIZE_INTERPRETATIONS;
    study.plan.keep = study.plan.resume = true;
    study.chosen = cd_interpretations_choose(paper, &study.count);
    study.papers = hold(paper, study.count, sizeof *study.papers);
    study.texts = hold(paper, study.count * paper->claim_count, sizeof *study.texts);
    study.touched = hold(paper, paper->claim_count, sizeof *study.touched);
    study.outcomes = cd_table_create(NULL, 0);
    study.record = cd_run_record_begin(plan->argc, plan->argv);
    code = cd_folder_prepare(study.work, status);
    if (!code)
        code = read_papers(&study, status);
    if (!code)
        code = measure(&study, status);
    bool last = cd_is_last_session(plan);
    if (!code && last)
        code = cd_experiment_write(study.folder, &own, files, sizeof files / sizeof *files, &study, status);
    if (!code && last && !study.failed) // --resume repeats only what has failed
        cd_folder_remove(study.work);
    for (size_t i = 0; i < study.count; i++)
        cd_paper_free(study.papers[i]);
    if (lock >= 0)
        close(lock);
    cd_run_record_release(&study.record);
    cd_table_destroy(study.outcomes);
    cd_free(study.chosen);
    return code;
}

// ---- what comes of it -------------------------------------------------------------------------------------

enum cd_code cd_interpretations_load(const struct cd_paper *paper, const char *folder,
                                     struct cd_table **outcomes, struct cd_status *status)
{
    char path[PATH_MAX + 20];
    json_t *run = NULL;
    const struct cd_experiment own = cd_interpretations_experiment(paper);
    static const struct cd_column known[] = {
        {"case", CD_TYPE_COUNT, NULL},   {"instead", CD_TYPE_TEXT, NULL},   {"claim", CD_TYPE_TEXT, NULL},
        {"form", CD_TYPE_TEXT, NULL},    {"threshold", CD_TYPE_REAL, NULL}, {"outcome", CD_TYPE_TEXT, NULL},
        {"touched", CD_TYPE_TEXT, NULL}, {"text", CD_TYPE_TEXT, NULL}};
    *outcomes = NULL;
    enum cd_code code = cd_experiment_folder(folder, &own, path, status);
    if (!code)
        code = cd_run_read(path, &run, status);
    strcat(path, "/interpretations.csv");
    if (!code && run && !access(path, F_OK))
        code = cd_results_read(path, "interpretations.csv", run, known, sizeof known / sizeof *known,
                               outcomes, status);
    json_decref(run);
    return code;
}

enum cd_claim_verdict cd_interpretations_outcome(const struct cd_table *outcomes, size_t row)
{
    int verdict = 0;
    while (verdict < CD_CLAIM_NOT_MEASURED &&
           !cd_table_matches(outcomes, row, "outcome", cd_claim_verdict_name((enum cd_claim_verdict)verdict)))
        verdict++;
    return (enum cd_claim_verdict)verdict;
}

size_t *cd_interpretations_rows(const struct cd_table *outcomes, const struct cd_claim *claim,
                                double threshold, size_t *count)
{
    size_t *rows = cd_allocate(outcomes->row_count, sizeof *rows);
    *count = 0;
    for (size_t row = 0; row < outcomes->row_count; row++)
        if (cd_table_matches(outcomes, row, "claim", claim->id) &&
            cd_table_matches(outcomes, row, "form", cd_form_names[cd_claim_headline(claim)]) &&
            cd_table_real(outcomes, row, "threshold") == threshold)
            rows[(*count)++] = row;
    return rows;
}

/// How interpretations affect a claim, in its headline form.
struct influence {
    bool touched;
    bool stale;   ///< its checks, or the data they read, have changed since
    size_t count; ///< of cases; 0: unknown
    size_t same;  ///< of them with the verdict that the first values give
};

static struct influence find_influence(const struct cd_paper *paper, const struct cd_table *outcomes,
                                       const struct cd_claim *claim)
{
    struct influence found = {0};
    char text[CD_HASH_TEXT];
    size_t *rows = cd_interpretations_rows(outcomes, claim, 1, &found.count);
    cd_hash_text(hash_claim(paper, (size_t)(claim - paper->claims)), text);
    for (size_t i = 0; i < found.count; i++) {
        found.same +=
            cd_interpretations_outcome(outcomes, rows[i]) == cd_interpretations_outcome(outcomes, rows[0]);
        found.touched |= cd_table_matches(outcomes, rows[i], "touched", "yes");
    }
    found.stale = found.count && strcmp(cd_table_text(outcomes, rows[0], "text"), text) != 0;
    cd_free(rows);
    return found;
}

/// The verdict of the first values at a threshold.
static enum cd_claim_verdict first_outcome(const struct cd_table *outcomes, const struct cd_claim *claim,
                                           double threshold)
{
    size_t count, *rows = cd_interpretations_rows(outcomes, claim, threshold, &count);
    enum cd_claim_verdict verdict =
        count ? cd_interpretations_outcome(outcomes, rows[0]) : CD_CLAIM_NOT_MEASURED;
    cd_free(rows);
    return verdict;
}

/// Whether one of two values that a case tries together gives its verdict alone.
static bool follows(const struct cd_table *outcomes, const size_t *rows, size_t count, size_t pair)
{
    const char *both = cd_table_text(outcomes, rows[pair], "instead"), *comma = strstr(both, ", ");
    for (size_t i = 1; i < count && comma; i++) {
        const char *alone = cd_table_text(outcomes, rows[i], "instead");
        bool is_part = !strcmp(comma + 2, alone) ||
                       (!strncmp(both, alone, (size_t)(comma - both)) && !alone[comma - both]);
        if (is_part &&
            cd_interpretations_outcome(outcomes, rows[i]) == cd_interpretations_outcome(outcomes, rows[pair]))
            return true;
    }
    return false;
}

static void write_cases(const struct cd_table *outcomes, const struct cd_claim *claim, FILE *stream)
{
    size_t count, *rows = cd_interpretations_rows(outcomes, claim, 1, &count);
    for (size_t i = 1; i < count; i++) {
        enum cd_claim_verdict verdict = cd_interpretations_outcome(outcomes, rows[i]);
        if (verdict != cd_interpretations_outcome(outcomes, rows[0]) && !follows(outcomes, rows, count, i))
            fprintf(stream, "; %s: %s", cd_table_text(outcomes, rows[i], "instead"),
                    cd_claim_verdict_name(verdict));
    }
    cd_free(rows);
}

char *cd_claim_interpretations_text(const struct cd_paper *paper, const struct cd_table *outcomes,
                                    const struct cd_claim *claim, const enum cd_claim_verdict *verdict)
{
    static const char *const names[CD_THRESHOLDS] = {"half", "", "twice"};
    struct influence found = find_influence(paper, outcomes, claim);
    enum cd_claim_verdict usual = first_outcome(outcomes, claim, 1);
    char *text = NULL, same[60] = "the same";
    size_t bytes;
    if (verdict && usual != *verdict) // their size decides less
        snprintf(same, sizeof same, "%s, with fewer frames,", cd_claim_verdict_name(usual));
    if (!found.count)
        return NULL;
    FILE *stream = open_memstream(&text, &bytes);
    CD_ASSERT(stream);
    if (!found.touched)
        fputs("none touches it", stream);
    else if (found.same == found.count)
        fprintf(stream, "%s under all %zu", same, found.count);
    else
        fprintf(stream, "%s under %zu of %zu", same, found.same, found.count);
    write_cases(outcomes, claim, stream);
    for (int t = 0; t < CD_THRESHOLDS; t++) {
        enum cd_claim_verdict other = first_outcome(outcomes, claim, thresholds[t]);
        if (other != usual)
            fprintf(stream, "; at %s its threshold: %s", names[t], cd_claim_verdict_name(other));
    }
    if (found.stale)
        fputs("; measured before its checks were changed", stream);
    CD_ASSERT(!fclose(stream));
    char *own = cd_duplicate(text); // freed by cd_free
    free(text);
    return own;
}
