// The claims in the file of a paper.
#include "base/text.h"
#include "bench/papers/paper_reading.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The keys that not every kind of check takes.
enum key {
    KEY_SERIES = 1 << 0,
    KEY_AGAINST = 1 << 1,
    KEY_ORDER = 1 << 2,
    KEY_COLUMN = 1 << 3,
    KEY_OVER = 1 << 4,
    KEY_FALLING = 1 << 5,
    KEY_MIN = 1 << 6,
    KEY_MAX = 1 << 7,
    KEY_VALUE = 1 << 8,
    KEY_TOLERANCE = 1 << 9,
    KEY_DEVIATIONS = 1 << 10,
    KEY_DEVIATION = 1 << 11,
    KEY_ERRORS = 1 << 12,
    KEY_TRIALS = 1 << 13,
};

static const char *const key_names[] = {"series",     "against",   "order",  "column", "over",
                                        "falling",    "min",       "max",    "value",  "tolerance",
                                        "deviations", "deviation", "errors", "trials", NULL};

static const char *const kind_names[] = {"ratio", "order",  "monotone",   "slope", "flatness",
                                         "equal", "within", "error_rate", NULL};

/// By `enum cd_check_kind`.
static const struct {
    unsigned needed, allowed;
} kinds[] = {
    {KEY_SERIES | KEY_AGAINST | KEY_COLUMN, KEY_MIN | KEY_MAX},
    {KEY_ORDER | KEY_COLUMN, 0},
    {KEY_SERIES | KEY_COLUMN | KEY_OVER, KEY_FALLING | KEY_TOLERANCE},
    {KEY_SERIES | KEY_COLUMN | KEY_OVER, KEY_AGAINST | KEY_MIN | KEY_MAX},
    {KEY_SERIES | KEY_COLUMN | KEY_OVER, KEY_AGAINST | KEY_MIN | KEY_MAX},
    {KEY_SERIES | KEY_COLUMN, KEY_VALUE | KEY_TOLERANCE | KEY_DEVIATIONS | KEY_DEVIATION},
    {KEY_SERIES | KEY_COLUMN, KEY_MIN | KEY_MAX},
    {KEY_SERIES | KEY_ERRORS | KEY_TRIALS, KEY_MIN | KEY_MAX},
};

static unsigned given_keys(const struct cd_check_entry *entry)
{
    const char *const texts[] = {
        entry->series,    entry->against,    entry->order.count ? "" : NULL,
        entry->column,    entry->over,       entry->falling,
        entry->min,       entry->max,        entry->value,
        entry->tolerance, entry->deviations, entry->deviation,
        entry->errors,    entry->trials,
    };
    unsigned given = 0;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        given |= texts[i] ? 1u << i : 0;
    return given;
}

/// The names of keys: "series, against, column".
static const char *list_keys(unsigned keys, char *list, size_t bytes)
{
    *list = 0;
    for (unsigned i = 0; key_names[i]; i++) {
        size_t used = strlen(list);
        if (keys & 1u << i)
            snprintf(list + used, bytes - used, "%s%s", used ? ", " : "", key_names[i]);
    }
    return list;
}

/// A rate, errors: over trials:, may stand for the column.
static unsigned as_column(unsigned given, enum cd_check_kind kind)
{
    unsigned rate = KEY_ERRORS | KEY_TRIALS;
    if ((given & rate) != rate || given & KEY_COLUMN || kind == CD_CHECK_ERROR_RATE ||
        kind == CD_CHECK_EQUAL || kind == CD_CHECK_WITHIN)
        return given;
    return (given & ~rate) | KEY_COLUMN;
}

static enum cd_code check_keys(struct cd_paper_reader *reader, const struct cd_check_entry *entry,
                               enum cd_check_kind kind)
{
    char keys[200], others[200];
    unsigned given = as_column(given_keys(entry), kind), missing = kinds[kind].needed & ~given;
    unsigned needless = given & ~(kinds[kind].needed | kinds[kind].allowed);
    unsigned bounds = KEY_MIN | KEY_MAX;
    if (missing)
        return cd_paper_wrong(reader, "", "kind %s needs %s:", kind_names[kind],
                              list_keys(missing & -missing, keys, sizeof keys));
    if (needless)
        return cd_paper_wrong(reader, list_keys(needless & -needless, keys, sizeof keys),
                              "kind %s does not take it; it takes %s", kind_names[kind],
                              list_keys(kinds[kind].needed | kinds[kind].allowed, others, sizeof others));
    if (kinds[kind].allowed & bounds && !(given & bounds))
        return cd_paper_wrong(reader, "", "kind %s needs min: or max:, or both", kind_names[kind]);
    if (!(given & KEY_DEVIATION) != !(given & KEY_DEVIATIONS))
        return cd_paper_wrong(reader, "",
                              "give deviation: (a column) and deviations: (how many of it), or neither");
    if (given & KEY_TOLERANCE && given & KEY_DEVIATION)
        return cd_paper_wrong(reader, "tolerance", "give either tolerance: or deviation:");
    if (entry->order.count == 1)
        return cd_paper_wrong(reader, "order", "give at least two series");
    return CD_OK;
}

static enum cd_code read_numbers(struct cd_paper_reader *reader, const struct cd_check_entry *entry,
                                 struct cd_check *check)
{
    check->min = -INFINITY;
    check->max = INFINITY;
    check->value = NAN;
    enum cd_code code = cd_paper_number(reader, "min", entry->min, &check->min);
    if (!code)
        code = cd_paper_number(reader, "max", entry->max, &check->max);
    if (!code && check->min > check->max)
        code = cd_paper_wrong(reader, "min", "is larger than max, and nothing can lie between them");
    if (!code)
        code = cd_paper_number(reader, "value", entry->value, &check->value);
    if (!code)
        code = cd_paper_number(reader, "tolerance", entry->tolerance, &check->tolerance);
    if (!code && check->tolerance < 0)
        code = cd_paper_wrong(reader, "tolerance", "less than 0");
    if (!code)
        code = cd_paper_number(reader, "deviations", entry->deviations, &check->deviations);
    if (!code && entry->deviations && !(check->deviations > 0))
        code = cd_paper_wrong(reader, "deviations", "give a number above 0");
    return code;
}

static const struct cd_experiment *find_experiment(const struct cd_paper *paper, const char *id)
{
    for (size_t i = 0; i < paper->experiment_count; i++)
        if (!strcmp(paper->experiments[i].id, id))
            return &paper->experiments[i];
    return NULL;
}

/// What is said of the experiment's series, columns and variables.
static enum cd_code read_names(struct cd_paper_reader *reader, const struct cd_check_entry *entry,
                               const struct cd_experiment *experiment, struct cd_check *check)
{
    enum cd_code code = cd_paper_series(reader, "series", entry->series, experiment);
    if (!code)
        code = cd_paper_series(reader, "against", entry->against, experiment);
    for (uint32_t i = 0; i < entry->order.count && !code; i++) {
        char item[40];
        snprintf(item, sizeof item, "order[%u]", i);
        code = cd_paper_series(reader, item, entry->order.items[i], experiment);
    }
    if (!code)
        code = cd_paper_column(reader, "column", entry->column, experiment);
    if (!code)
        code = cd_paper_column(reader, "deviation", entry->deviation, experiment);
    if (!code)
        code = cd_paper_column(reader, "errors", entry->errors, experiment);
    if (!code)
        code = cd_paper_column(reader, "trials", entry->trials, experiment);
    if (!code)
        code = cd_paper_where(reader, "where", &entry->where, experiment, &check->where);
    return code;
}

/// A check goes along a variable whose values are numbers, two at least in the full size.
static enum cd_code check_over(struct cd_paper_reader *reader, const char *over,
                               const struct cd_experiment *experiment)
{
    if (!over || experiment->program)
        return CD_OK;
    const struct cd_variable *variable = cd_paper_variable(experiment, over);
    if (!variable)
        return cd_paper_wrong(reader, "over", "'%.60s' is no variable of %s", over, experiment->id);
    for (int size = 0; size < CD_SIZES; size++)
        for (size_t i = 0; i < variable->values[size].count; i++) {
            double value;
            if (!cd_parse_real(variable->values[size].items[i], &value))
                return cd_paper_wrong(reader, "over", "%s is '%.60s', which is no number to go along", over,
                                      variable->values[size].items[i]);
        }
    if (variable->values[CD_SIZE_FULL].count < 2)
        return cd_paper_wrong(reader, "over", "%s has a single value; there is nothing to go along", over);
    return CD_OK;
}

static enum cd_code check_expected(struct cd_paper_reader *reader, const struct cd_check *check,
                                   const struct cd_experiment *experiment)
{
    bool printed = false;
    if (check->kind != CD_CHECK_EQUAL || !isnan(check->value))
        return CD_OK;
    for (size_t i = 0; i < experiment->printed_count; i++)
        printed |= !strcmp(experiment->printed[i].series, check->series) &&
                   !strcmp(experiment->printed[i].column, check->column);
    if (printed)
        return CD_OK;
    return cd_paper_wrong(reader, "",
                          "give value:, or what the paper prints of %s and %s under printed: of %s",
                          check->series, check->column, experiment->id);
}

/// What a check compares, where the paper's file does not say it.
static const char *describe(struct cd_paper_reader *reader, const struct cd_check *check)
{
    const char *series = check->series, *against = check->against;
    const char *column =
        check->column ? check->column : cd_paper_text(reader, "%s / %s", check->errors, check->trials);
    char order[300] = "";
    switch (check->kind) {
    case CD_CHECK_RATIO:
        return cd_paper_text(reader, "%s, %s : %s", column, series, against);
    case CD_CHECK_ORDER:
        for (size_t i = 0; i < check->order.count; i++) {
            size_t used = strlen(order);
            snprintf(order + used, sizeof order - used, "%s%s", i ? " < " : "", check->order.items[i]);
        }
        return cd_paper_text(reader, "%s: %s", column, order);
    case CD_CHECK_MONOTONE:
        return cd_paper_text(reader, "%s of %s %s along %s", column, series,
                             check->falling ? "falls" : "rises", check->over);
    case CD_CHECK_SLOPE:
        return cd_paper_text(reader, "slope of log %s over log %s, %s%s%s", column, check->over, series,
                             against ? " less " : "", against ? against : "");
    case CD_CHECK_FLATNESS:
        return cd_paper_text(reader, "most / least %s along %s, %s%s%s", column, check->over, series,
                             against ? " : " : "", against ? against : "");
    case CD_CHECK_EQUAL:
    case CD_CHECK_WITHIN:
        return cd_paper_text(reader, "%s of %s", column, series);
    case CD_CHECK_ERROR_RATE:
        break;
    }
    return cd_paper_text(reader, "%s of %s", column, series);
}

static enum cd_code read_check(struct cd_paper_reader *reader, const struct cd_check_entry *entry,
                               struct cd_check *check)
{
    static const char *const gatherings[] = {"every", "median", "mean", "any", NULL};
    int kind = 0, gather = CD_GATHER_EVERY;
    enum cd_code code = cd_paper_choice(reader, "kind", entry->kind, kind_names, &kind);
    if (!code)
        code = cd_paper_choice(reader, "gather", entry->gather, gatherings, &gather);
    if (!code)
        code = check_keys(reader, entry, (enum cd_check_kind)kind);
    if (code)
        return code;
    const struct cd_experiment *experiment = find_experiment(&reader->held->paper, entry->experiment);
    if (!experiment)
        return cd_paper_wrong(reader, "experiment", "'%.60s' is no experiment of this paper",
                              entry->experiment);
    *check = (struct cd_check){
        .kind = (enum cd_check_kind)kind,
        .says = entry->says,
        .experiment = entry->experiment,
        .series = entry->series,
        .against = entry->against,
        .order = {entry->order.count, (const char *const *)entry->order.items},
        .column = entry->column,
        .over = entry->over,
        .gather = (enum cd_gathering)gather,
        .deviation = entry->deviation,
        .errors = entry->errors,
        .trials = entry->trials,
    };
    code = read_numbers(reader, entry, check);
    if (!code)
        code = cd_paper_flag(reader, "falling", entry->falling, &check->falling);
    if (!code)
        code = read_names(reader, entry, experiment, check);
    if (!code)
        code = check_over(reader, entry->over, experiment);
    if (!code)
        code = check_expected(reader, check, experiment);
    if (!code && !check->says)
        check->says = describe(reader, check);
    return code;
}

static enum cd_code read_excuse(struct cd_paper_reader *reader, const struct cd_excuse_entry *entry,
                                struct cd_claim *claim)
{
    if (!entry)
        return CD_OK;
    unsigned cores;
    int length = 0;
    claim->not_comparable = entry->reason;
    claim->not_comparable_when = entry->when;
    if (!entry->when || !strcmp(entry->when, "software renderer") ||
        (sscanf(entry->when, "fewer than %5u cores%n", &cores, &length) == 1 && length > 0 &&
         !entry->when[length]))
        return CD_OK;
    return cd_paper_wrong(
        reader, "not_comparable.when",
        "write \"software renderer\" or \"fewer than N cores\", or leave it out for always");
}

static enum cd_code read_claim(struct cd_paper_reader *reader, const struct cd_claim_entry *entry,
                               struct cd_claim *claim)
{
    struct cd_check *checks = cd_paper_hold(reader, entry->check_count, sizeof *checks);
    *claim = (struct cd_claim){
        .id = entry->id,
        .says = entry->says,
        .where = entry->where,
        .check_count = entry->check_count,
        .checks = checks,
        .not_testable = entry->not_testable,
        .remark = entry->remark,
    };
    enum cd_code code = cd_paper_id(reader, "id", entry->id);
    if (!code && !entry->check_count && !entry->not_testable)
        code = cd_paper_wrong(reader, "", "give checks:, or not_testable: with the reason");
    if (!code)
        code = read_excuse(reader, entry->not_comparable, claim);
    for (uint32_t i = 0; i < entry->check_count && !code; i++) {
        size_t outside = cd_paper_enter(reader, "checks", i);
        code = read_check(reader, &entry->checks[i], &checks[i]);
        if (!code)
            cd_paper_leave(reader, outside);
    }
    return code;
}

enum cd_code cd_paper_read_claims(struct cd_paper_reader *reader)
{
    const struct cd_paper_entry *entry = reader->entry;
    struct cd_paper *paper = &reader->held->paper;
    struct cd_claim *claims = cd_paper_hold(reader, entry->claim_count, sizeof *claims);
    paper->claims = claims;
    for (uint32_t i = 0; i < entry->claim_count; i++) {
        size_t outside = cd_paper_enter(reader, "claims", i);
        enum cd_code code = read_claim(reader, &entry->claims[i], &claims[i]);
        for (uint32_t k = 0; k < i && !code; k++)
            if (!strcmp(claims[k].id, claims[i].id))
                code = cd_paper_wrong(reader, "id", "a second claim %s", claims[i].id);
        if (code)
            return code;
        cd_paper_leave(reader, outside);
        paper->claim_count++;
    }
    return CD_OK;
}
