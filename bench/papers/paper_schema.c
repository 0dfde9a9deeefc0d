#include "bench/papers/paper_schema.h"

#define TEXT(key, structure, member)                                                                         \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, structure, member, 1,              \
                           CYAML_UNLIMITED)
#define PERHAPS_EMPTY(key, structure, member)                                                                \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, structure, member, 0,              \
                           CYAML_UNLIMITED)
#define NEEDED(key, structure, member)                                                                       \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, structure, member, 1, CYAML_UNLIMITED)
#define TEXTS(key, structure, member)                                                                        \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, structure, member.items,       \
                               member.count, &text_schema, 1, CYAML_UNLIMITED)
#define LIST(key, structure, member, count, schema)                                                          \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, structure, member, count,      \
                               schema, 1, CYAML_UNLIMITED)
#define VALUE(structure, fields)                                                                             \
    {                                                                                                        \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, structure, fields)                                           \
    }

static const cyaml_schema_value_t text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

// ---- experiments ------------------------------------------------------------------------------------------

static const cyaml_schema_field_t variable_fields[] = {
    NEEDED("name", struct cd_variable_entry, name),
    TEXTS("values", struct cd_variable_entry, values),
    TEXTS("quick", struct cd_variable_entry, quick),
    TEXTS("full", struct cd_variable_entry, full),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t variable_schema = VALUE(struct cd_variable_entry, variable_fields);

static const cyaml_schema_field_t series_fields[] = {
    NEEDED("id", struct cd_series_entry, id),
    TEXT("label", struct cd_series_entry, label),
    TEXT("algo", struct cd_series_entry, algo),
    TEXT("query", struct cd_series_entry, query),
    TEXTS("max", struct cd_series_entry, max),
    TEXT("ours", struct cd_series_entry, ours),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t series_schema = VALUE(struct cd_series_entry, series_fields);

static const cyaml_schema_field_t effort_fields[] = {
    TEXT("frames", struct cd_effort_entry, frames),
    TEXT("repeat", struct cd_effort_entry, repeat),
    TEXT("budget", struct cd_effort_entry, budget),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t formula_fields[] = {
    NEEDED("name", struct cd_formula_entry, name),
    NEEDED("formula", struct cd_formula_entry, formula),
    TEXT("unit", struct cd_formula_entry, unit),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t formula_schema = VALUE(struct cd_formula_entry, formula_fields);

static const cyaml_schema_field_t axis_fields[] = {
    NEEDED("column", struct cd_axis_entry, column),
    PERHAPS_EMPTY("label", struct cd_axis_entry, label),
    TEXT("scale", struct cd_axis_entry, scale),
    TEXT("source", struct cd_axis_entry, source),
    TEXT("low", struct cd_axis_entry, low),
    TEXT("high", struct cd_axis_entry, high),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t figure_fields[] = {
    TEXT("id", struct cd_figure_entry, id),
    TEXT("title", struct cd_figure_entry, title),
    TEXT("kind", struct cd_figure_entry, kind),
    CYAML_FIELD_MAPPING("x", CYAML_FLAG_DEFAULT, struct cd_figure_entry, x, axis_fields),
    CYAML_FIELD_MAPPING("y", CYAML_FLAG_DEFAULT, struct cd_figure_entry, y, axis_fields),
    TEXTS("series", struct cd_figure_entry, series),
    TEXTS("where", struct cd_figure_entry, where),
    TEXT("printed", struct cd_figure_entry, printed),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t figure_schema = VALUE(struct cd_figure_entry, figure_fields);

static const cyaml_schema_field_t printed_fields[] = {
    NEEDED("series", struct cd_printed_entry, series),
    TEXTS("at", struct cd_printed_entry, at),
    NEEDED("column", struct cd_printed_entry, column),
    NEEDED("value", struct cd_printed_entry, value),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t printed_schema = VALUE(struct cd_printed_entry, printed_fields);

#define EFFORT(key, member)                                                                                  \
    CYAML_FIELD_MAPPING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct cd_experiment_entry,       \
                            member, effort_fields)

static const cyaml_schema_field_t experiment_fields[] = {
    NEEDED("id", struct cd_experiment_entry, id),
    NEEDED("title", struct cd_experiment_entry, title),
    NEEDED("source", struct cd_experiment_entry, source),
    TEXT("reading", struct cd_experiment_entry, reading),
    LIST("vary", struct cd_experiment_entry, vary, vary_count, &variable_schema),
    TEXT("scene", struct cd_experiment_entry, scene),
    TEXT("query", struct cd_experiment_entry, query),
    TEXT("threads", struct cd_experiment_entry, threads),
    TEXT("program", struct cd_experiment_entry, program),
    TEXT("needs", struct cd_experiment_entry, needs),
    TEXTS("arguments", struct cd_experiment_entry, arguments),
    EFFORT("quick", quick),
    EFFORT("full", full),
    CYAML_FIELD_SEQUENCE_COUNT("series", CYAML_FLAG_POINTER, struct cd_experiment_entry, series, series_count,
                               &series_schema, 1, CYAML_UNLIMITED),
    LIST("columns", struct cd_experiment_entry, columns, column_count, &formula_schema),
    LIST("figures", struct cd_experiment_entry, figures, figure_count, &figure_schema),
    LIST("printed", struct cd_experiment_entry, printed, printed_count, &printed_schema),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t experiment_schema = VALUE(struct cd_experiment_entry, experiment_fields);

// ---- claims -----------------------------------------------------------------------------------------------

static const cyaml_schema_field_t check_fields[] = {
    NEEDED("kind", struct cd_check_entry, kind),
    TEXT("says", struct cd_check_entry, says),
    NEEDED("experiment", struct cd_check_entry, experiment),
    TEXT("series", struct cd_check_entry, series),
    TEXT("against", struct cd_check_entry, against),
    TEXTS("order", struct cd_check_entry, order),
    TEXT("column", struct cd_check_entry, column),
    TEXT("over", struct cd_check_entry, over),
    TEXT("falling", struct cd_check_entry, falling),
    TEXTS("where", struct cd_check_entry, where),
    TEXT("gather", struct cd_check_entry, gather),
    TEXT("min", struct cd_check_entry, min),
    TEXT("max", struct cd_check_entry, max),
    TEXT("value", struct cd_check_entry, value),
    TEXT("tolerance", struct cd_check_entry, tolerance),
    TEXT("deviations", struct cd_check_entry, deviations),
    TEXT("deviation", struct cd_check_entry, deviation),
    TEXT("errors", struct cd_check_entry, errors),
    TEXT("trials", struct cd_check_entry, trials),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t check_schema = VALUE(struct cd_check_entry, check_fields);

static const cyaml_schema_field_t excuse_fields[] = {
    TEXT("when", struct cd_excuse_entry, when),
    NEEDED("reason", struct cd_excuse_entry, reason),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t claim_fields[] = {
    NEEDED("id", struct cd_claim_entry, id),
    NEEDED("says", struct cd_claim_entry, says),
    NEEDED("where", struct cd_claim_entry, where),
    CYAML_FIELD_MAPPING_PTR("not_comparable", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct cd_claim_entry,
                            not_comparable, excuse_fields),
    TEXT("not_testable", struct cd_claim_entry, not_testable),
    TEXT("remark", struct cd_claim_entry, remark),
    LIST("checks", struct cd_claim_entry, checks, check_count, &check_schema),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t claim_schema = VALUE(struct cd_claim_entry, claim_fields);

// ---- the file ---------------------------------------------------------------------------------------------

static const cyaml_schema_field_t definition_fields[] = {
    NEEDED("name", struct cd_definition_entry, name),
    NEEDED("text", struct cd_definition_entry, text),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t definition_schema = VALUE(struct cd_definition_entry, definition_fields);

static const cyaml_schema_field_t paper_fields[] = {
    NEEDED("key", struct cd_paper_entry, key),
    NEEDED("title", struct cd_paper_entry, title),
    NEEDED("authors", struct cd_paper_entry, authors),
    NEEDED("published", struct cd_paper_entry, published),
    NEEDED("machine", struct cd_paper_entry, machine),
    LIST("define", struct cd_paper_entry, define, define_count, &definition_schema),
    CYAML_FIELD_SEQUENCE_COUNT("experiments", CYAML_FLAG_POINTER, struct cd_paper_entry, experiments,
                               experiment_count, &experiment_schema, 1, CYAML_UNLIMITED),
    LIST("claims", struct cd_paper_entry, claims, claim_count, &claim_schema),
    CYAML_FIELD_END,
};

const cyaml_schema_value_t cd_paper_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct cd_paper_entry, paper_fields)};
