/// A paper as data: what it shows, what it prints, what it claims. Each paper is one YAML file, `papers/<key>.yaml`;
/// docs/reproduce.md describes its keys. The structures below contain the file after it has been checked: every name
/// that one part uses of another exists, every number is a number, every algorithm and scene is at least well formed
/// after its variables are put in. All texts belong to the paper.
///
/// Every `${name}` that the file defines (`define:`) has been replaced, with the definitions of the chosen interpretations.
/// Texts of an experiment may still contain `${name}` for the value of one of its variables.
#ifndef CD_BENCH_PAPERS_PAPER_H
#define CD_BENCH_PAPERS_PAPER_H

#include "algos/sink.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How much of a paper is run. Quick: minutes on two cores. Full: the paper's size and more. Paper: what the paper
/// itself has, that is its experiments and series, none of ours, at the sizes that it names, and at the quick sizes if
/// it names none. Interpretations: what can be run under many interpretations, at the quick sizes unless the file says
/// otherwise.
enum cd_size { CD_SIZE_QUICK, CD_SIZE_FULL, CD_SIZE_PAPER, CD_SIZE_INTERPRETATIONS };
#define CD_SIZES 4

/// Names by size, such as "quick", as in run.json.
extern const char *const cd_size_names[CD_SIZES];

/// Most variables and formulas of an experiment.
#define CD_VARIABLES_MAX 16
#define CD_FORMULAS_MAX  64

struct cd_words {
    size_t count;
    const char *const *items;
};

/// A condition on rows, written `name=value`.
struct cd_condition {
    const char *column, *value;
};
struct cd_conditions {
    size_t count;
    const struct cd_condition *items;
};

/// A quantity that is varied. Every combination of the values of all variables is a point of the experiment; the first
/// variable varies slowest. Each variable becomes a column of the rows.
struct cd_variable {
    const char *name;
    struct cd_words values[CD_SIZES];
};

/// A text that the file names by `${name}`, such as an algorithm with all its settings.
struct cd_definition {
    const char *name, *text;
};

/// A value of what a text leaves open: definitions that differ from the paper's.
struct cd_interpretation {
    const char *id, *says;
    const char *because;      ///< why a careful reader can take it
    const char *not_measured; ///< why nothing measures it yet; or NULL
    size_t definition_count;
    const struct cd_definition *definitions;
};

/// A question that a text leaves open, and its values. The first that is measured defines nothing; the paper's
/// experiments are run with it, for all forms.
struct cd_question {
    const char *id, *says;
    const char *quote, *where;   ///< the paper's words and where they are; or NULL
    size_t interpretation_count; ///< at least 2
    const struct cd_interpretation *interpretations;
};

/// One line of a figure: an algorithm with settings, or what a program writes into its column `series`.
struct cd_series {
    const char *id;
    const char *label;   ///< as figures name it
    const char *algo;    ///< `NAME[:key=value...]`; NULL for a series of a program
    enum cd_query query; ///< the experiment's query if the file gives none
    /// The largest values of variables at which the series is run ("triangles=10000"): a series that would take hours
    /// stops there, and the report says so.
    struct cd_conditions max;
    bool ours;  ///< not among the paper's
    bool added; ///< not in the paper's file (added_series.h); also `ours`, and after those of the file
};

/// How long an experiment takes; a zero means the harness's default.
struct cd_effort {
    uint64_t frames, repeat;
    double budget_seconds;
};

struct cd_axis {
    const char *column, *label; ///< a quantity with its unit
    bool logarithmic;
    bool ours;                  ///< the paper's text does not name this axis
    const char *low, *high;     ///< columns of intervals of the vertical axis, or NULL
    const char *trials;         ///< for a vertical axis that shows a rate: the column of the trials, or NULL
    struct cd_conditions names; ///< names for values of the horizontal axis: `value` for `column`
};

enum cd_figure_kind { CD_FIGURE_LINES, CD_FIGURE_POINTS, CD_FIGURE_BARS };

struct cd_figure {
    const char *id; ///< the file's name
    const char *title;
    const char *alt; ///< the figure in words, for those who cannot see it; or NULL
    enum cd_figure_kind kind;
    struct cd_axis x, y;
    const char *note;           ///< how to read it; or NULL
    const char *by, *by_unit;   ///< a column whose every value becomes a series, and its unit; or NULL
    const char *line;           ///< a line that is not measured: "x" for y = x, or at this y; or NULL
    struct cd_words constant;   ///< ids of series that do not depend on x
    struct cd_words series;     ///< ids; none means all
    struct cd_conditions where; ///< rows shown; none means all
    bool printed;               ///< draws the paper's numbers of column y beside ours
};

/// A number that the paper prints, at a point of an experiment.
struct cd_printed {
    const char *series, *column;
    const char *against; ///< a series: the value is the ratio to that series' column; or NULL
    const char *where;   ///< "table 1"
    struct cd_conditions at;
    double value;
};

/// A number of the paper that nothing here corresponds to.
struct cd_unmeasured {
    const char *says, *value, *where, *because;
};

/// What is wrong in the paper's algorithm or text. The form `repaired` repairs slips and leaves in the rest.
struct cd_erratum {
    const char *id; ///< "E1"; numbers are never used again
    /// A slip contradicts its own comment, a parallel line or the paper's numbers, or can never hold or never end. Text
    /// and figure agree on an error. A limit is what the method cannot do. A gap has been retired: it became an
    /// interpretation, or is read as `became` says.
    enum cd_erratum_kind { CD_ERRATUM_SLIP, CD_ERRATUM_ERROR, CD_ERRATUM_LIMIT, CD_ERRATUM_GAP } kind;
    const char *says, *quote, *where; ///< quote and where: or NULL
    const char *corrected;            ///< what the form `corrected` does instead; or NULL
    const char *became;               ///< of a gap
};

/// Names by kind, such as "slip"; ended by NULL.
extern const char *const cd_erratum_kind_names[];

/// A column computed from others by cd_table_compute.
struct cd_formula {
    const char *column, *formula;
    const char *unit; ///< "s", "ms", "us" or "ns": a time; "1/s": a rate; NULL: neither
};

struct cd_experiment {
    const char *id;
    const char *title;
    const char *source;  ///< "figure 9", "table 1", or "ours"
    const char *reading; ///< what the paper leaves open and how it is read here; or NULL
    const struct cd_paper *paper;
    size_t variable_count, series_count, formula_count, figure_count, printed_count;
    const struct cd_variable *variables;
    const struct cd_series *series;
    const struct cd_formula *formulas;
    const struct cd_figure *figures;
    const struct cd_printed *printed;
    struct cd_effort effort[CD_SIZES];

    // Either a scene on which the series' algorithms are checked and timed...
    const char *scene; ///< a specification
    enum cd_query query;
    unsigned threads;
    bool store; ///< hits are stored, not only counted
    // ... or a program of experiments that writes CSV with a header, one row per series and point.
    const char *program;
    struct cd_words times; ///< the program's columns that are times, or follow from times
    struct cd_words arguments;
};

enum cd_check_kind {
    CD_CHECK_RATIO,    ///< column of `series` / column of `against` at the same point, in [min, max]
    CD_CHECK_MONOTONE, ///< column rises (or falls) along `over`, up to `tolerance` (a fraction) of a step
                       ///< back
    CD_CHECK_SLOPE,    ///< slope of log(column) over log(over), less that of `against` if given, in [min,
                       ///< max]
    CD_CHECK_FLATNESS, ///< largest / smallest value along `over`, over that of `against` if given, in [min,
                       ///< max]
    CD_CHECK_CROSSING, ///< column of `series` over that of `against` falls along `over` from the first value to
                       ///< the last, and is at most `max` at the last
    CD_CHECK_EQUAL, ///< column is at most `deviations` standard errors (column `deviation`) away from the paper's
                    ///< printed numbers
    CD_CHECK_WITHIN,     ///< the column itself is in [min, max]
    CD_CHECK_ERROR_RATE, ///< sum of `errors` / sum of `trials` over the rows, in [min, max]
};

/// Names by kind, such as "error_rate", as in the paper's file; ended by NULL.
extern const char *const cd_check_kind_names[];

/// What a check is about. Printed: the algorithm to the letter of its text. Repaired: with its slips repaired, and
/// nothing else. Corrected: without errata, and exact. Ours: something of ours. docs/claims.md has the rule.
enum cd_form { CD_FORM_PRINTED, CD_FORM_REPAIRED, CD_FORM_CORRECTED, CD_FORM_OURS };
#define CD_FORMS 4

/// Names by form, such as "printed".
extern const char *const cd_form_names[CD_FORMS];

/// How the ratios at several points become one.
enum cd_gathering { CD_GATHER_EVERY, CD_GATHER_MEDIAN, CD_GATHER_MEAN /* geometric */ };

/// One thing that must hold for a claim.
struct cd_check {
    enum cd_check_kind kind;
    const char *says; ///< what it compares, in a few words, for the table
    const char *experiment;
    const char *series, *against; ///< ids
    const char *column;
    const char *over; ///< the variable along which the column is followed
    bool falling;     ///< MONOTONE: falls instead of rising
    struct cd_conditions where;
    enum cd_gathering gather;
    double min, max;             ///< -INFINITY and INFINITY if not given
    double tolerance;            ///< MONOTONE: 0 if not given
    double deviations;           ///< EQUAL: how many standard errors
    const char *deviation;       ///< EQUAL: column of the standard error
    const char *errors, *trials; ///< ERROR_RATE: columns
    bool decides[CD_FORMS];      ///< the claim's verdict for these forms depends on it; none: it only informs
    const char *because;         ///< why this check and this bound; or NULL
};

struct cd_claim {
    const char *id;
    const char *says;        ///< the paper's words, translated
    const char *quote;       ///< the paper's words; NULL for claims of ours
    const char *damage;      ///< where our text of the paper may be damaged; or NULL
    const char *where;       ///< in the paper: "section 1.3"
    const char *decided;     ///< the date since which its deciding checks have not changed
    struct cd_words changed; ///< what was changed in its checks after results existed, and why
    size_t check_count;
    const struct cd_check *checks;
    /// Why the measurement here says nothing about the paper's machine, and when: always if `when` is NULL; "software
    /// renderer" if the rows' `environment` names one; "fewer than N cores". NULL for comparable.
    const char *not_comparable, *not_comparable_when;
    const char *not_measured; ///< why nothing measures it yet, for a claim without checks; or NULL
    const char *remark;       ///< what a reader should know in addition to the verdict; or NULL
};

/// True when a check of the claim decides about a form.
bool cd_claim_asks(const struct cd_claim *claim, enum cd_form form);

/// The form that gives the claim its verdict: repaired; for a claim that asks neither printed nor repaired, corrected or
/// ours.
enum cd_form cd_claim_headline(const struct cd_claim *claim);

struct cd_paper {
    const char *key, *title, *authors, *published, *machine;
    const char *authors_program; ///< what it must have been by the paper's own numbers; or NULL
    size_t definition_count, question_count, together_count, erratum_count, unmeasured_count,
        experiment_count, claim_count;
    const struct cd_definition *definitions; ///< as the interpretations chosen have them
    const struct cd_question *questions;
    const struct cd_pair_of_questions {
        size_t a, b; ///< numbers of questions that are known to interact
    } * together;
    const struct cd_erratum *errata;
    const struct cd_unmeasured *unmeasured;
    const struct cd_experiment *experiments;
    const struct cd_claim *claims;
    const char *path;     ///< of the file
    struct cd_yaml *file; ///< owns the paper and everything in it
};

/// The places of the papers, in order of their keys: in the folders of $CDBENCH_PAPERS, in `papers/` beside the working
/// directory or the program's source tree, and in PREFIX/share/cdbench/papers.
struct cd_paper_list {
    size_t count, capacity;
    struct cd_paper_file {
        char *key, *path;
    } * items;
};

/// Finds all papers; CD_IO when there is none. Released by cd_papers_release.
enum cd_code cd_papers_find(struct cd_paper_list *list, struct cd_status *status);
void cd_papers_release(struct cd_paper_list *list);

/// Reads a paper. CD_IO when the file is missing; CD_DATA with file and line for anything wrong in it.
enum cd_code cd_paper_read(const char *path, struct cd_paper **paper, struct cd_status *status);
/// The same under chosen interpretations. `chosen` has the number of a value for each question; NULL takes the first ones.
enum cd_code cd_paper_read_as(const char *path, const size_t *chosen, struct cd_paper **paper,
                              struct cd_status *status);
void cd_paper_free(struct cd_paper *paper);

/// The paper with this key; CD_USAGE names the nearest and the valid keys.
enum cd_code cd_paper_open(const char *key, struct cd_paper **paper, struct cd_status *status);

/// The experiment with this id; CD_USAGE names the valid ids.
enum cd_code cd_paper_experiment(const struct cd_paper *paper, const char *id,
                                 const struct cd_experiment **experiment, struct cd_status *status);

/// The entry of a list that has this name, which is the first member of an entry; NULL when there is none.
#define CD_NAMED(list, count, name) cd_find_named(list, count, sizeof *(list), name)
const void *cd_find_named(const void *list, size_t count, size_t size, const char *name);

/// What a message says after a name that no entry has: the nearest name, and the valid ones.
#define CD_HINT(list, count, name) cd_hint_named(list, count, sizeof *(list), name)
struct cd_name_hint cd_hint_named(const void *list, size_t count, size_t size, const char *name);

/// The variable or the series with this name; NULL when there is none.
const struct cd_variable *cd_find_variable(const struct cd_experiment *experiment, const char *name);
const struct cd_series *cd_find_series(const struct cd_experiment *experiment, const char *id);

/// True when there are series after those of the paper's file.
bool cd_has_added_series(const struct cd_experiment *experiment);

/// The value that conditions require of a column; NULL when they leave it open.
const char *cd_find_condition(const struct cd_conditions *conditions, const char *column);

/// Returns `text` with every `${name}` replaced by values[i] of the variable with that name. The caller frees the
/// result with cd_free. Every name has been checked by cd_paper_read.
char *cd_paper_fill(const char *text, const struct cd_experiment *experiment, const char *const *values);

#endif
