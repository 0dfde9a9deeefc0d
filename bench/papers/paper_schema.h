/// A paper's file as libcyaml hands it over, before anything in it has been checked: every value is a text
/// (numbers are read strictly, by base/text.h), an absent one is NULL. docs/reproduce.md describes the keys.
#ifndef CD_BENCH_PAPERS_PAPER_SCHEMA_H
#define CD_BENCH_PAPERS_PAPER_SCHEMA_H

#include "base/yaml_file.h"

#include <stdint.h>

struct cd_text_list {
    char **items;
    uint32_t count;
};

struct cd_definition_entry {
    char *name, *text;
};

struct cd_variable_entry {
    char *name;
    struct cd_text_list values, quick, full;
};

struct cd_series_entry {
    char *id, *label, *algo, *query, *ours;
    struct cd_text_list max;
};

struct cd_effort_entry {
    char *frames, *repeat, *budget;
};

struct cd_formula_entry {
    char *name, *formula, *unit;
};

struct cd_axis_entry {
    char *column, *label, *scale, *source, *low, *high;
};

struct cd_figure_entry {
    char *id, *title, *kind, *printed;
    struct cd_axis_entry x, y;
    struct cd_text_list series, where;
};

struct cd_printed_entry {
    char *series, *column, *value;
    struct cd_text_list at;
};

struct cd_experiment_entry {
    char *id, *title, *source, *reading, *scene, *query, *threads, *program, *needs;
    struct cd_text_list arguments;
    struct cd_effort_entry *quick, *full;
    struct cd_variable_entry *vary;
    struct cd_series_entry *series;
    struct cd_formula_entry *columns;
    struct cd_figure_entry *figures;
    struct cd_printed_entry *printed;
    uint32_t vary_count, series_count, column_count, figure_count, printed_count;
};

struct cd_check_entry {
    char *kind, *says, *experiment, *series, *against, *column, *over, *falling, *gather, *min, *max, *value,
        *tolerance, *deviations, *deviation, *errors, *trials;
    struct cd_text_list order, where;
};

struct cd_excuse_entry {
    char *when, *reason;
};

struct cd_claim_entry {
    char *id, *says, *where, *not_testable, *remark;
    struct cd_excuse_entry *not_comparable;
    struct cd_check_entry *checks;
    uint32_t check_count;
};

struct cd_paper_entry {
    char *key, *title, *authors, *published, *machine;
    struct cd_definition_entry *define;
    struct cd_experiment_entry *experiments;
    struct cd_claim_entry *claims;
    uint32_t define_count, experiment_count, claim_count;
};

/// Of a `struct cd_paper_entry`.
extern const cyaml_schema_value_t cd_paper_schema;

#endif
