// A ledger as JSON: all that scripts draw figures from and write pages of.
#include "bench/papers/ledger.h"

#include "base/memory.h"
#include "bench/papers/interpretations.h"
#include "bench/record/fingerprint.h"

#include <limits.h>

static json_t *words_json(const struct cd_words *words)
{
    json_t *list = json_array();
    for (size_t i = 0; i < words->count; i++)
        json_array_append_new(list, json_string(words->items[i]));
    return list;
}

/// Whether the check reads a time.
static bool is_of_times(const struct cd_paper *paper, const struct cd_check *check)
{
    const struct cd_experiment *experiment =
        CD_NAMED(paper->experiments, paper->experiment_count, check->experiment);
    return experiment && check->column && cd_column_kind(experiment, check->column) != CD_COLUMN_OTHER;
}

static json_t *check_json(const struct cd_paper *paper, const struct cd_check *check,
                          const struct cd_check_result *measured)
{
    json_t *decides = json_array();
    for (int form = 0; form < CD_FORMS; form++)
        if (check->decides[form])
            json_array_append_new(decides, json_string(cd_form_names[form]));
    return json_pack("{s:o, s:o, s:o, s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:s}", "compares",
                     cd_json_text(check->says), "decides", decides, "because", cd_json_text(check->because),
                     "kind", cd_check_kind_names[check->kind], "experiment", check->experiment, "of_times",
                     is_of_times(paper, check), "measured", cd_json_text(measured->text), "value",
                     cd_json_real(measured->value), "low", cd_json_real(measured->low), "high",
                     cd_json_real(measured->high), "outcome", cd_check_outcome_name(measured->outcome));
}

/// What the claim's verdict is under each case of the interpretations.
static json_t *cases_json(const struct cd_ledger *ledger, const struct cd_claim *claim)
{
    json_t *cases = json_array();
    size_t count = 0, *rows = ledger->interpretations
                                  ? cd_interpretations_rows(ledger->interpretations, claim, 1, &count)
                                  : NULL;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            cases,
            json_pack("{s:o, s:s, s:o}", "instead",
                      cd_json_text(cd_table_text(ledger->interpretations, rows[i], "instead")), "verdict",
                      cd_claim_verdict_name(cd_interpretations_outcome(ledger->interpretations, rows[i])),
                      "value", cd_json_real(cd_table_real(ledger->interpretations, rows[i], "value"))));
    cd_free(rows);
    return cases;
}

static json_t *claim_json(const struct cd_ledger *ledger, const struct cd_claim_result *result)
{
    const struct cd_claim *claim = result->claim;
    json_t *checks = json_array();
    for (size_t i = 0; i < claim->check_count; i++)
        json_array_append_new(checks, check_json(ledger->paper, &claim->checks[i], &result->checks[i]));
    json_t *forms = json_object(), *missed = json_object();
    for (int form = 0; form < CD_FORMS; form++) {
        if (!cd_claim_asks(claim, (enum cd_form)form))
            continue;
        json_object_set_new(forms, cd_form_names[form],
                            json_string(cd_claim_verdict_name(result->forms[form])));
        if (result->forms[form] == CD_CLAIM_VACUOUS)
            json_object_set_new(missed, cd_form_names[form],
                                json_pack("{s:f, s:f}", "misses", result->found[form].misses, "of",
                                          result->found[form].truths));
    }
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
                     "s:b, s:b, s:o}",
                     "id", claim->id, "says", cd_json_text(claim->says), "quote", cd_json_text(claim->quote),
                     "damage", cd_json_text(claim->damage), "where", cd_json_text(claim->where), "decided",
                     cd_json_text(claim->decided), "changed", words_json(&claim->changed), "headline",
                     cd_form_names[cd_claim_headline(claim)], "verdict",
                     cd_claim_verdict_name(result->verdict), "forms", forms, "missed", missed, "reason",
                     cd_json_text(result->reason), "note", cd_json_text(result->note), "mark",
                     cd_json_text(result->mark), "remark", cd_json_text(claim->remark), "interpretations",
                     cd_json_text(result->interpretations), "cases", cases_json(ledger, claim), "quick",
                     result->quick, "old", result->old, "checks", checks);
}

/// How many claims got each verdict: the claims of the text in each form that they ask, and claims of our own.
static json_t *tally_json(const struct cd_ledger *ledger)
{
    json_t *tally = json_object();
    for (size_t i = 0; i < ledger->count; i++) {
        const struct cd_claim_result *result = &ledger->results[i];
        enum cd_form headline = cd_claim_headline(result->claim);
        for (int form = 0; form < CD_FORMS; form++) {
            bool own = headline != CD_FORM_REPAIRED, of_headline = form == (int)headline;
            if (!of_headline && (own || !cd_claim_asks(result->claim, (enum cd_form)form)))
                continue;
            const char *whose = own ? "own" : cd_form_names[form];
            const char *verdict = cd_claim_verdict_name(of_headline ? result->verdict : result->forms[form]);
            if (!json_object_get(tally, whose))
                json_object_set_new(tally, whose, json_object());
            json_t *counts = json_object_get(tally, whose);
            json_object_set_new(counts, verdict,
                                json_integer(1 + json_integer_value(json_object_get(counts, verdict))));
        }
    }
    return tally;
}

static json_t *unmeasured_json(const struct cd_paper *paper)
{
    json_t *list = json_array();
    for (size_t i = 0; i < paper->unmeasured_count; i++) {
        const struct cd_unmeasured *number = &paper->unmeasured[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:s}", "says", number->says, "value", number->value,
                                        "where", number->where, "because", number->because));
    }
    return list;
}

static json_t *questions_json(const struct cd_paper *paper)
{
    json_t *list = json_array();
    for (size_t i = 0; i < paper->question_count; i++) {
        const struct cd_question *question = &paper->questions[i];
        json_t *values = json_array();
        for (size_t k = 0; k < question->interpretation_count; k++) {
            const struct cd_interpretation *value = &question->interpretations[k];
            json_array_append_new(values, json_pack("{s:s, s:s, s:s, s:o}", "id", value->id, "says",
                                                    value->says, "because", value->because, "not_measured",
                                                    cd_json_text(value->not_measured)));
        }
        json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:o, s:o}", "id", question->id, "says",
                                              question->says, "quote", cd_json_text(question->quote), "where",
                                              cd_json_text(question->where), "values", values));
    }
    return list;
}

static json_t *errata_json(const struct cd_paper *paper)
{
    json_t *list = json_array();
    for (size_t i = 0; i < paper->erratum_count; i++) {
        const struct cd_erratum *erratum = &paper->errata[i];
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "id", erratum->id, "is",
                            cd_erratum_kind_names[erratum->kind], "says", erratum->says, "quote",
                            cd_json_text(erratum->quote), "where", cd_json_text(erratum->where), "corrected",
                            cd_json_text(erratum->corrected), "became", cd_json_text(erratum->became)));
    }
    return list;
}

// ---- experiments ------------------------------------------------------------------------------------------

static json_t *conditions_json(const struct cd_conditions *conditions)
{
    json_t *object = json_object();
    for (size_t i = 0; i < conditions->count; i++)
        json_object_set_new(object, conditions->items[i].column, json_string(conditions->items[i].value));
    return object;
}

static json_t *axis_json(const struct cd_experiment *experiment, const struct cd_axis *axis)
{
    return json_pack("{s:o, s:o, s:b, s:b, s:b, s:o, s:o, s:o, s:o}", "column", cd_json_text(axis->column),
                     "label", cd_json_text(axis->label), "logarithmic", axis->logarithmic, "ours", axis->ours,
                     "time", cd_column_kind(experiment, axis->column) != CD_COLUMN_OTHER, "low",
                     cd_json_text(axis->low), "high", cd_json_text(axis->high), "trials",
                     cd_json_text(axis->trials), "names", conditions_json(&axis->names));
}

static json_t *figures_json(const struct cd_experiment *experiment)
{
    static const char *const kinds[] = {"lines", "points", "bars"};
    json_t *list = json_array();
    for (size_t i = 0; i < experiment->figure_count; i++) {
        const struct cd_figure *figure = &experiment->figures[i];
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "id",
                            figure->id, "title", cd_json_text(figure->title), "alt",
                            cd_json_text(figure->alt), "kind", kinds[figure->kind], "x",
                            axis_json(experiment, &figure->x), "y", axis_json(experiment, &figure->y), "note",
                            cd_json_text(figure->note), "by", cd_json_text(figure->by), "unit",
                            cd_json_text(figure->by_unit), "line", cd_json_text(figure->line), "constant",
                            words_json(&figure->constant), "series", words_json(&figure->series), "where",
                            conditions_json(&figure->where), "printed", figure->printed));
    }
    return list;
}

/// The series of the paper's file, and those of algorithms that were measured beside them.
static json_t *series_json(const struct cd_experiment *experiment, const json_t *added)
{
    json_t *list = json_array(), *item;
    size_t place;
    for (size_t i = 0; i < experiment->series_count; i++) {
        const struct cd_series *series = &experiment->series[i];
        json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:b, s:b, s:o}", "id", series->id, "label",
                                              cd_json_text(series->label), "algo", cd_json_text(series->algo),
                                              "ours", series->ours, "added", series->added, "max",
                                              conditions_json(&series->max)));
    }
    json_array_foreach(added, place, item)
    {
        const char *typed = json_string_value(item);
        const char *own = cd_find_series(experiment, typed ? typed : "") ? "own:" : "";
        if (typed)
            json_array_append_new(list,
                                  json_pack("{s:s+, s:s, s:s, s:b, s:b, s:{}}", "id", own, typed, "label",
                                            typed, "algo", typed, "ours", true, "added", true, "max"));
    }
    return list;
}

static json_t *printed_json(const struct cd_experiment *experiment)
{
    json_t *list = json_array();
    for (size_t i = 0; i < experiment->printed_count; i++) {
        const struct cd_printed *printed = &experiment->printed[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:o, s:s, s:o, s:f}", "series", printed->series,
                                              "column", printed->column, "against",
                                              cd_json_text(printed->against), "where", printed->where, "at",
                                              conditions_json(&printed->at), "value", printed->value));
    }
    return list;
}

/// Where the data of an experiment lie, how old they are, and what its figures show of them.
static json_t *experiments_json(const struct cd_ledger *ledger)
{
    json_t *list = json_array();
    for (size_t i = 0; i < ledger->paper->experiment_count; i++) {
        const struct cd_experiment *experiment = &ledger->paper->experiments[i];
        const struct cd_measured *measured = &ledger->experiments[i];
        char folder[PATH_MAX];
        bool found = measured->measured && !cd_experiment_folder(ledger->folder, experiment, folder, NULL);
        json_array_append_new(
            list,
            json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:s, s:O?, s:o, s:o, s:o}", "id",
                      experiment->id, "title", cd_json_text(experiment->title), "source",
                      cd_json_text(experiment->source), "reading", cd_json_text(experiment->reading),
                      "program", cd_json_text(experiment->program), "folder",
                      cd_json_text(found ? folder : NULL), "size",
                      cd_json_text(found ? cd_size_names[measured->size] : NULL), "stale", measured->stale,
                      "of_unknown_age", measured->undated, "changed", measured->changed, "computed",
                      measured->computed, "series", series_json(experiment, measured->added), "printed",
                      printed_json(experiment), "figures", figures_json(experiment)));
    }
    return list;
}

json_t *cd_ledger_json(const struct cd_ledger *ledger)
{
    const struct cd_paper *paper = ledger->paper;
    json_t *claims = json_array();
    for (size_t i = 0; i < ledger->count; i++)
        json_array_append_new(claims, claim_json(ledger, &ledger->results[i]));
    return json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "paper",
        paper->key, "title", cd_json_text(paper->title), "authors", cd_json_text(paper->authors), "published",
        cd_json_text(paper->published), "machine", cd_json_text(paper->machine), "folder",
        cd_json_text(ledger->folder), "quick", ledger->quick, "measured", (json_int_t)ledger->measured,
        "older_than_code", (json_int_t)ledger->outdated, "of_unknown_age", (json_int_t)ledger->undated,
        "tally", tally_json(ledger), "claims", claims, "experiments", experiments_json(ledger), "numbers",
        cd_paper_numbers_json(ledger->numbers, ledger->number_count), "unmeasured", unmeasured_json(paper),
        "interpretations", questions_json(paper), "errata", errata_json(paper), "authors_program",
        cd_json_text(paper->authors_program));
}
