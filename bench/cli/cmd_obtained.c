// `cdbench obtained`: tells whether one measurement of the papers gave the same results as another one.
#include "base/terminal.h"
#include "base/text.h"
#include "bench/cli/command.h"
#include "bench/papers/ledger.h"
#include "bench/papers/obtained.h"
#include "bench/record/fingerprint.h"
#include "bench/record/results.h"

#include <math.h>
#include <string.h>

struct obtained_values {
    bool times, json;
};

static const struct cd_option obtained_options[] = {
    {"times", CD_OPTION_FLAG, NULL, offsetof(struct obtained_values, times), 0, 0,
     "also name every frame rate, and every time of a program, whose interval does not overlap the "
     "reference's"},
    {"json", CD_OPTION_FLAG, NULL, offsetof(struct obtained_values, json), 0, 0, "print JSON"},
    CD_OPTION_END,
};

/// What the command has found.
struct finding {
    const char *mine, *reference; ///< folders
    bool times;
    json_t *json; ///< a member for each experiment; NULL when lines are printed
    size_t experiments, lacking, differing;
    size_t absent;                          ///< experiments that only the reference has
    bool mine_unhashed, reference_unhashed; ///< and the user was told
};

/// Warns once of a folder that has tables without hashes.
static void note_hashes(const char *folder, const json_t *run, bool *unhashed)
{
    if (*unhashed || !cd_results_lack_hashes(run))
        return;
    *unhashed = true;
    cd_tell(cd_hear_warning, NULL, CD_NO_HASHES_FORMAT, folder);
}

/// How a sentence goes on after "3 value".
static const char *differ(size_t values)
{
    return values == 1 ? " differs" : "s differ";
}

static void print_experiment(const struct cd_experiment *experiment, const struct cd_obtained *obtained)
{
    char name[200];
    snprintf(name, sizeof name, "%s/%s", experiment->paper->key, experiment->id);
    char lacking[40] = "", timed[160] = "";
    if (obtained->lacking)
        snprintf(lacking, sizeof lacking, ", %zu row%s lacking", obtained->lacking,
                 cd_plural(obtained->lacking));
    if (obtained->timed)
        snprintf(timed, sizeof timed, "; %s %.2fx, %zu of %zu intervals apart, median width %.1f %%",
                 experiment->program ? "times" : "fps", obtained->ratio, obtained->apart, obtained->timed,
                 100 * obtained->width);
    cd_print_line(stdout, 2, "%-24s %5zu row%s, %zu value%s%s%s", name, obtained->rows,
                  cd_plural(obtained->rows), obtained->differing, differ(obtained->differing), lacking,
                  timed);
}

static json_t *experiment_json(const struct cd_experiment *experiment, const struct cd_obtained *obtained)
{
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:s, s:I, s:I, s:o, s:o}", "paper", experiment->paper->key,
                     "experiment", experiment->id, "rows", (json_int_t)obtained->rows, "lacking",
                     (json_int_t)obtained->lacking, "differing", (json_int_t)obtained->differing, "of",
                     experiment->program ? "times" : "fps", "intervals", (json_int_t)obtained->timed, "apart",
                     (json_int_t)obtained->apart, "ratio", cd_json_real(obtained->ratio), "width",
                     cd_json_real(obtained->width));
}

static enum cd_code compare_experiment(struct finding *finding, const struct cd_experiment *experiment,
                                       struct cd_status *status)
{
    struct cd_measurements mine = {0}, reference = {0};
    enum cd_code code = cd_measurements_load(finding->mine, experiment, &mine, status);
    if (!code)
        code = cd_measurements_load(finding->reference, experiment, &reference, status);
    note_hashes(finding->mine, mine.run, &finding->mine_unhashed);
    note_hashes(finding->reference, reference.run, &finding->reference_unhashed);
    finding->absent += !code && reference.rows.cells && !mine.rows.cells;
    if (!code && reference.rows.cells && mine.rows.cells) {
        struct cd_obtained obtained =
            cd_obtained_compare(experiment, &mine, &reference, finding->times, finding->json ? NULL : stdout);
        if (finding->json)
            json_array_append_new(finding->json, experiment_json(experiment, &obtained));
        else
            print_experiment(experiment, &obtained);
        finding->experiments++;
        finding->differing += obtained.differing;
        finding->lacking += obtained.lacking;
    }
    cd_measurements_release(&mine);
    cd_measurements_release(&reference);
    return code;
}

static enum cd_code compare_paper(struct finding *finding, const char *key, struct cd_status *status)
{
    struct cd_paper *paper;
    enum cd_code code = cd_paper_open(key, &paper, status);
    if (code)
        return code;
    cd_ledger_tell_unrecorded(paper, finding->mine, cd_hear_warning, NULL);
    cd_ledger_tell_unrecorded(paper, finding->reference, cd_hear_warning, NULL);
    for (size_t i = 0; !code && i < paper->experiment_count; i++)
        code = compare_experiment(finding, &paper->experiments[i], status);
    cd_paper_free(paper);
    return code;
}

static enum cd_code compare_folders(struct finding *finding, const struct cd_texts *operands,
                                    struct cd_status *status)
{
    struct cd_paper_list all = {0};
    enum cd_code code = cd_results_look(finding->mine, status);
    if (!code)
        code = cd_results_look(finding->reference, status);
    if (!code && operands->count == 2)
        code = cd_papers_find(&all, status);
    for (size_t i = 2; i < operands->count && !code; i++)
        code = compare_paper(finding, operands->items[i], status);
    for (size_t i = 0; i < all.count && !code; i++)
        code = compare_paper(finding, all.items[i].key, status);
    cd_papers_release(&all);
    return code;
}

static void print_sums(const struct finding *finding)
{
    if (finding->json) {
        cd_write_json(finding->json, stdout);
        return;
    }
    printf("%zu experiment%s, %zu value%s, %zu row%s lacking\n", finding->experiments,
           cd_plural(finding->experiments), finding->differing, differ(finding->differing), finding->lacking,
           cd_plural(finding->lacking));
    if (finding->absent)
        printf("%zu other experiment%s: in %s only\n", finding->absent, cd_plural(finding->absent),
               cd_shown_text(finding->reference).text);
}

static enum cd_code obtained_run(const struct cd_call *call, struct cd_status *status)
{
    const struct obtained_values *values = call->values;
    if (call->operands.count < 2)
        return cd_fail(status, CD_USAGE, "obtained takes two folders with results, ours and the reference");
    const char *mine = call->operands.items[0], *reference = call->operands.items[1];
    struct finding finding = {.mine = mine,
                              .reference = reference,
                              .times = values->times,
                              .json = values->json ? json_array() : NULL};
    enum cd_code code = compare_folders(&finding, &call->operands, status);
    if (!code && !finding.experiments)
        code =
            cd_fail(status, CD_IO, "%s and %s have no experiment in common; `cdbench reproduce` measures one",
                    mine, reference);
    if (!code) {
        print_sums(&finding);
        code = cd_flush_stdout(status);
    }
    json_decref(finding.json);
    if (!code && finding.differing + finding.lacking)
        code = cd_fail(status, CD_REGRESSION, "%s is not what %s has", mine, reference);
    return code;
}

const struct cd_command cd_command_obtained = {
    .name = "obtained",
    .title = "compare measurements of papers with others, row by row",
    .operands = "MINE REFERENCE [KEY...]",
    .options = obtained_options,
    .notes =
        "Answers, errors, exact counters and whatever else does not depend on the machine must be equal; if\n"
        "they are not, or rows are missing, the exit code is 1. Answers by OpenGL are compared if the "
        "renderer\n"
        "is the same. Experiments that only REFERENCE has are counted. Frame rates whose 95 % intervals do "
        "not overlap are counted, and --times names them.\n"
        "Example:\n"
        "\n"
        "  cdbench reproduce zou2011 --quick --results results/local\n"
        "  cdbench obtained results/local results/reference zou2011\n",
    .values = &(struct obtained_values){.times = false},
    .run = obtained_run,
};
