// The claims in the file of a paper.
#include "base/text.h"
#include "bench/papers/paper_reading.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const cd_check_kind_names[] = {"ratio", "monotone", "slope",      "flatness", "crossing",
                                           "equal", "within",   "error_rate", NULL};

const char *const cd_form_names[CD_FORMS] = {"printed", "repaired", "corrected", "ours"};

/// The keys that only some kinds of check take, by `enum cd_check_kind`.
static const struct {
    const char *needed, *optional;
    bool rate; ///< a rate, errors: over trials:, may replace the column
} kinds[] = {
    {"series against", "gather min max", true}, {"series over", "falling tolerance", true},
    {"series over", "against min max", true},   {"series over", "against min max", true},
    {"series against over max", "", true},      {"series column deviations deviation", "", false},
    {"series column", "min max", false},        {"series errors trials", "min max", false},
};

static bool check_keys(const struct cd_yaml_node *node, enum cd_check_kind kind)
{
    char needed[100], optional[100];
    bool bounded = strstr(kinds[kind].optional, "min max"), rate = cd_yaml_at(node, "errors");
    snprintf(needed, sizeof needed, "kind experiment %s%s", kinds[kind].needed,
             !kinds[kind].rate ? ""
             : rate            ? " errors trials"
                               : " column");
    snprintf(optional, sizeof optional, "says where decides because %s", kinds[kind].optional);
    if (!cd_yaml_keys(node, needed, optional))
        return false;
    if (bounded && !cd_yaml_at(node, "min") && !cd_yaml_at(node, "max"))
        cd_yaml_wrong(node, NULL, "kind %s needs min: or max:, or both", cd_check_kind_names[kind]);
    return cd_yaml_fine(node);
}

/// A check goes along a variable whose values are numbers. The full size has at least two of them.
static void check_over(const struct cd_yaml_node *node, const char *over,
                       const struct cd_experiment *experiment)
{
    if (!over || experiment->program)
        return;
    const struct cd_variable *variable = cd_find_variable(experiment, over);
    if (!variable) {
        cd_yaml_wrong(node, "over", "'%.60s' is no variable of %s", over, experiment->id);
        return;
    }
    for (int size = 0; size < CD_SIZES; size++)
        for (size_t i = 0; i < variable->values[size].count; i++) {
            double value;
            if (!cd_parse_real(variable->values[size].items[i], &value))
                cd_yaml_wrong(node, "over", "%s is '%.60s', which is no number to go along", over,
                              variable->values[size].items[i]);
        }
    if (variable->values[CD_SIZE_FULL].count < 2)
        cd_yaml_wrong(node, "over", "%s has a single value; there is nothing to go along", over);
}

static void check_numbers(const struct cd_yaml_node *node, const struct cd_check *check)
{
    if (check->min > check->max)
        cd_yaml_wrong(node, "min", "is larger than max, and nothing can lie between them");
    if (check->tolerance < 0)
        cd_yaml_wrong(node, "tolerance", "less than 0; give a fraction");
    if (cd_yaml_at(node, "deviations") && !(check->deviations > 0))
        cd_yaml_wrong(node, "deviations", "give a number above 0");
}

static void check_expected(const struct cd_yaml_node *node, const struct cd_check *check,
                           const struct cd_experiment *experiment)
{
    if (check->kind != CD_CHECK_EQUAL)
        return;
    for (size_t i = 0; i < experiment->printed_count; i++)
        if (!strcmp(experiment->printed[i].series, check->series) &&
            !strcmp(experiment->printed[i].column, check->column))
            return;
    cd_yaml_wrong(node, NULL, "give what the paper prints of %s and %s under printed: of %s", check->series,
                  check->column, experiment->id);
}

/// A text that lives as long as the file.
static const char *say(const struct cd_yaml_node *node, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static const char *say(const struct cd_yaml_node *node, const char *format, ...)
{
    char text[500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return strcpy(cd_yaml_hold(node, strlen(text) + 1, 1), text);
}

/// Describes what a check compares when the paper's file does not say it.
static const char *describe(const struct cd_yaml_node *node, const struct cd_check *check)
{
    const char *series = check->series, *against = check->against;
    const char *column = check->column ? check->column : say(node, "%s / %s", check->errors, check->trials);
    switch (check->kind) {
    case CD_CHECK_RATIO:
        return say(node, "%s, %s : %s", column, series, against);
    case CD_CHECK_MONOTONE:
        return say(node, "%s of %s %s along %s", column, series, check->falling ? "falls" : "rises",
                   check->over);
    case CD_CHECK_SLOPE:
        return say(node, "slope of log %s over log %s, %s%s%s", column, check->over, series,
                   against ? " less " : "", against ? against : "");
    case CD_CHECK_FLATNESS:
        return say(node, "most / least %s along %s, %s%s%s", column, check->over, series,
                   against ? " : " : "", against ? against : "");
    case CD_CHECK_CROSSING:
        return say(node, "%s, %s : %s, falls along %s", column, series, against, check->over);
    case CD_CHECK_EQUAL:
    case CD_CHECK_WITHIN:
    case CD_CHECK_ERROR_RATE:
        break;
    }
    return say(node, "%s of %s", column, series);
}

static void read_forms(const struct cd_yaml_node *node, struct cd_check *check)
{
    struct cd_words forms = cd_paper_words(node, "decides");
    for (size_t i = 0; i < forms.count; i++) {
        size_t form = 0;
        while (form < CD_FORMS && strcmp(forms.items[i], cd_form_names[form]) != 0)
            form++;
        if (!strcmp(forms.items[i], "mended")) // in version 1
            form = CD_FORM_REPAIRED;
        if (form < CD_FORMS)
            check->decides[form] = true;
        else
            cd_yaml_unknown(node, "decides", "form", forms.items[i], cd_form_names, CD_FORMS);
    }
}

static void read_check(const struct cd_yaml_node *node, const struct cd_paper *paper, struct cd_check *check)
{
    static const char *const gatherings[] = {"every", "median", "mean", NULL};
    if (!cd_yaml_at(node, "kind")) {
        cd_yaml_wrong(node, NULL, "the key 'kind' is missing");
        return;
    }
    enum cd_check_kind kind = (enum cd_check_kind)cd_yaml_choice(node, "kind", cd_check_kind_names, 0);
    if (!cd_yaml_fine(node) || !check_keys(node, kind))
        return;
    const char *id = cd_yaml_text(node, "experiment");
    const struct cd_experiment *experiment = CD_NAMED(paper->experiments, paper->experiment_count, id);
    if (!experiment) {
        cd_yaml_wrong(node, "experiment", "'%.60s' is no experiment of this paper", id);
        return;
    }
    *check = (struct cd_check){
        .kind = kind,
        .says = cd_yaml_text(node, "says"),
        .experiment = experiment->id,
        .series = cd_paper_series(node, "series", experiment),
        .against = cd_paper_series(node, "against", experiment),
        .column = cd_paper_column(node, "column", experiment),
        .over = cd_yaml_text(node, "over"),
        .falling = cd_yaml_flag(node, "falling"),
        .where = cd_paper_where(node, "where", experiment),
        .gather = (enum cd_gathering)cd_yaml_choice(node, "gather", gatherings, CD_GATHER_EVERY),
        .min = cd_yaml_real(node, "min", -INFINITY),
        .max = cd_yaml_real(node, "max", INFINITY),
        .tolerance = cd_yaml_real(node, "tolerance", 0),
        .deviations = cd_yaml_real(node, "deviations", 0),
        .deviation = cd_paper_column(node, "deviation", experiment),
        .errors = cd_paper_column(node, "errors", experiment),
        .trials = cd_paper_column(node, "trials", experiment),
        .because = cd_yaml_text(node, "because"),
    };
    read_forms(node, check);
    check_numbers(node, check);
    check_over(node, check->over, experiment);
    check_expected(node, check, experiment);
    if (!check->says)
        check->says = describe(node, check);
}

static void check_excuse(const struct cd_yaml_node *node, const char *when)
{
    unsigned cores;
    int length = 0;
    if (when && strcmp(when, "software renderer") != 0 &&
        (sscanf(when, "fewer than %5u cores%n", &cores, &length) != 1 || !length || when[length]))
        cd_yaml_wrong(node, "when",
                      "write \"software renderer\" or \"fewer than N cores\", or leave it out for always");
}

bool cd_claim_asks(const struct cd_claim *claim, enum cd_form form)
{
    for (size_t i = 0; i < claim->check_count; i++)
        if (claim->checks[i].decides[form])
            return true;
    return false;
}

enum cd_form cd_claim_headline(const struct cd_claim *claim)
{
    bool of_text = cd_claim_asks(claim, CD_FORM_REPAIRED) || cd_claim_asks(claim, CD_FORM_PRINTED);
    if (of_text || !claim->check_count)
        return CD_FORM_REPAIRED;
    return cd_claim_asks(claim, CD_FORM_CORRECTED) ? CD_FORM_CORRECTED : CD_FORM_OURS;
}

static void read_claim(const struct cd_yaml_node *node, const struct cd_paper *paper, struct cd_claim *claim)
{
    if (!cd_yaml_keys(node, "id says where",
                      "quote damage decided changed not_comparable not_measured remark checks"))
        return;
    struct cd_check *checks = cd_yaml_hold(node, cd_yaml_length(node, "checks"), sizeof *checks);
    *claim = (struct cd_claim){
        .id = cd_paper_id(node, "id"),
        .says = cd_yaml_text(node, "says"),
        .quote = cd_yaml_text(node, "quote"),
        .damage = cd_yaml_text(node, "damage"),
        .where = cd_yaml_text(node, "where"),
        .decided = cd_yaml_text(node, "decided"),
        .changed = cd_paper_words(node, "changed"),
        .checks = checks,
        .not_measured = cd_yaml_text(node, "not_measured"),
        .remark = cd_yaml_text(node, "remark"),
    };
    const struct cd_yaml_node *excuse = cd_yaml_at(node, "not_comparable");
    bool excused = claim->not_measured || (excuse && !cd_yaml_at(excuse, "when"));
    if (!cd_yaml_at(node, "checks") && !excused)
        cd_yaml_wrong(
            node, NULL,
            "give checks:, or not_measured: with the reason, or not_comparable: with it and no when:");
    if (claim->not_measured && (cd_yaml_at(node, "checks") || excuse))
        cd_yaml_wrong(node, "not_measured", "leave out checks: and not_comparable:, or this");
    if (excuse && cd_yaml_keys(excuse, "reason", "when")) {
        claim->not_comparable = cd_yaml_text(excuse, "reason");
        claim->not_comparable_when = cd_yaml_text(excuse, "when");
        check_excuse(excuse, claim->not_comparable_when);
    }
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "checks"); item; item = cd_yaml_next(item))
        read_check(item, paper, &checks[claim->check_count++]);
    bool decides = !claim->check_count;
    for (int form = 0; form < CD_FORMS; form++)
        decides |= cd_claim_asks(claim, (enum cd_form)form);
    if (!decides)
        cd_yaml_wrong(node, "checks",
                      "none decides; mark one by decides: with a list of printed, repaired, corrected, ours");
}

void cd_paper_read_claims(const struct cd_yaml_node *top, struct cd_paper *paper)
{
    struct cd_claim *claims = cd_yaml_hold(top, cd_yaml_length(top, "claims"), sizeof *claims);
    paper->claims = claims;
    cd_paper_refuse_twice(top, "claims", "id", NULL);
    for (const struct cd_yaml_node *item = cd_yaml_first(top, "claims"); item; item = cd_yaml_next(item))
        read_claim(item, paper, &claims[paper->claim_count++]);
}
