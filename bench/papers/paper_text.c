// What the text of a paper leaves open, and what is wrong with it, in the paper's file.
#include "bench/papers/paper_reading.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *const cd_erratum_kind_names[] = {"slip", "error", "limit", "gap", NULL};

// ---- interpretations --------------------------------------------------------------------------------------

/// Reads the definitions under `define:`. A definition that replaces part of a text may be empty.
static size_t read_definitions(const struct cd_yaml_node *node, const struct cd_definition **definitions)
{
    struct cd_definition *read = cd_yaml_hold(node, cd_yaml_length(node, "define"), sizeof *read);
    size_t count = 0;
    cd_paper_refuse_twice(node, "define", "name", NULL);
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "define"); item; item = cd_yaml_next(item)) {
        if (!cd_yaml_keys(item, "name text", ""))
            break;
        const char *text = cd_yaml_any_text(item, "text");
        if (strstr(text, "${"))
            cd_yaml_wrong(item, "text", "a definition stands for itself; leave ${ out");
        read[count++] = (struct cd_definition){cd_paper_column_name(item, "name"), text};
    }
    *definitions = read;
    return count;
}

/// Whether a value of another question than `own` defines the name.
static bool is_defined_elsewhere(const struct cd_paper *paper, const struct cd_question *own,
                                 const char *name)
{
    for (const struct cd_question *question = paper->questions; question < own; question++)
        for (size_t i = 0; i < question->interpretation_count; i++) {
            const struct cd_interpretation *value = &question->interpretations[i];
            if (CD_NAMED(value->definitions, value->definition_count, name))
                return true;
        }
    return false;
}

/// A value defines names that the paper defines and that no other question defines. The first measured value defines
/// nothing.
static void read_value(const struct cd_yaml_node *node, const struct cd_paper *paper,
                       const struct cd_question *question, bool first, struct cd_interpretation *value)
{
    bool measured = !cd_yaml_at(node, "not_measured"), defines = cd_yaml_at(node, "define");
    if (!cd_yaml_keys(node, "id says because", "define not_measured"))
        return;
    if (measured && first && defines)
        cd_yaml_wrong(node, "define",
                      "the first value that is measured holds in the experiments; put its text under the "
                      "paper's define:");
    else if (measured && !first && !defines)
        cd_yaml_wrong(node, NULL, "give define: with what is different from the first value");
    else if (!measured && defines)
        cd_yaml_wrong(node, "define", "this value is not measured; leave one out");
    *value = (struct cd_interpretation){.id = cd_paper_id(node, "id"),
                                        .says = cd_yaml_text(node, "says"),
                                        .because = cd_yaml_text(node, "because"),
                                        .not_measured = cd_yaml_text(node, "not_measured")};
    value->definition_count = read_definitions(node, &value->definitions);
    for (size_t i = 0; i < value->definition_count; i++) {
        const char *name = value->definitions[i].name;
        if (!CD_NAMED(paper->definitions, paper->definition_count, name))
            cd_yaml_wrong(node, "define", "nothing is called %s under define: of the paper%s", name,
                          CD_HINT(paper->definitions, paper->definition_count, name).text);
        else if (is_defined_elsewhere(paper, question, name))
            cd_yaml_wrong(node, "define", "%s is what another question defines; give each its own", name);
    }
}

static void read_values(const struct cd_yaml_node *node, const struct cd_paper *paper,
                        struct cd_question *question)
{
    size_t count = cd_yaml_length(node, "values");
    struct cd_interpretation *values = cd_yaml_hold(node, count, sizeof *values);
    bool measured = false;
    question->interpretations = values;
    cd_paper_refuse_twice(node, "values", "id", NULL);
    for (const struct cd_yaml_node *item = cd_yaml_first(node, "values"); item; item = cd_yaml_next(item)) {
        struct cd_interpretation *value = &values[question->interpretation_count++];
        read_value(item, paper, question, !measured, value);
        measured |= !value->not_measured;
    }
    if (count < 2)
        cd_yaml_wrong(node, "values", "a single value leaves nothing open; give two at least");
    else if (!measured)
        cd_yaml_wrong(node, "values", "none is measured; the experiments need one that is");
}

static void read_questions(const struct cd_yaml_node *top, struct cd_paper *paper)
{
    struct cd_question *questions =
        cd_yaml_hold(top, cd_yaml_length(top, "interpretations"), sizeof *questions);
    paper->questions = questions;
    cd_paper_refuse_twice(top, "interpretations", "id", NULL);
    for (const struct cd_yaml_node *item = cd_yaml_first(top, "interpretations"); item;
         item = cd_yaml_next(item)) {
        if (!cd_yaml_keys(item, "id says values", "quote where"))
            return;
        struct cd_question *question = &questions[paper->question_count++];
        *question = (struct cd_question){
            .id = cd_paper_column_name(item, "id"),
            .says = cd_yaml_text(item, "says"),
            .quote = cd_yaml_text(item, "quote"),
            .where = cd_yaml_text(item, "where"),
        };
        read_values(item, paper, question);
    }
}

/// The number of the question that a text names.
static size_t find_question(const struct cd_yaml_node *node, const struct cd_paper *paper)
{
    const char *id = cd_yaml_text(node, NULL);
    const struct cd_question *question = CD_NAMED(paper->questions, paper->question_count, id);
    if (question)
        return (size_t)(question - paper->questions);
    cd_yaml_wrong(node, NULL, "nothing is called %.60s under interpretations:%s", id,
                  paper->question_count ? CD_HINT(paper->questions, paper->question_count, id).text : "");
    return 0;
}

static void read_together(const struct cd_yaml_node *top, struct cd_paper *paper)
{
    struct cd_pair_of_questions *pairs = cd_yaml_hold(top, cd_yaml_length(top, "together"), sizeof *pairs);
    paper->together = pairs;
    for (const struct cd_yaml_node *item = cd_yaml_first(top, "together"); item; item = cd_yaml_next(item)) {
        if (cd_yaml_length(item, NULL) != 2) {
            cd_yaml_wrong(item, NULL, "name two interpretations");
            return;
        }
        const struct cd_yaml_node *first = cd_yaml_first(item, NULL);
        struct cd_pair_of_questions *pair = &pairs[paper->together_count++];
        *pair = (struct cd_pair_of_questions){find_question(first, paper),
                                              find_question(cd_yaml_next(first), paper)};
        if (cd_yaml_fine(item) && pair->a == pair->b)
            cd_yaml_wrong(item, NULL, "names one interpretation twice");
    }
}

/// Puts the definitions into their places, as the chosen interpretations have them.
static void put_definitions(const struct cd_yaml_node *top, const size_t *chosen, struct cd_paper *paper)
{
    struct cd_definition *definitions = cd_yaml_hold(top, paper->definition_count, sizeof *definitions);
    for (size_t i = 0; i < paper->definition_count && cd_yaml_fine(top); i++) {
        definitions[i] = paper->definitions[i];
        for (size_t k = 0; k < paper->question_count && chosen; k++) {
            const struct cd_interpretation *value = &paper->questions[k].interpretations[chosen[k]];
            const struct cd_definition *other =
                CD_NAMED(value->definitions, value->definition_count, definitions[i].name);
            definitions[i] = other ? *other : definitions[i];
        }
        cd_yaml_replace(top, definitions[i].name, definitions[i].text);
    }
    paper->definitions = definitions;
}

// ---- errata -----------------------------------------------------------------------------------------------

static void read_errata(const struct cd_yaml_node *top, struct cd_paper *paper)
{
    struct cd_erratum *errata = cd_yaml_hold(top, cd_yaml_length(top, "errata"), sizeof *errata);
    paper->errata = errata;
    cd_paper_refuse_twice(top, "errata", "id", NULL);
    for (const struct cd_yaml_node *item = cd_yaml_first(top, "errata"); item; item = cd_yaml_next(item)) {
        if (!cd_yaml_keys(item, "id is says", "quote where corrected became"))
            return;
        struct cd_erratum *erratum = &errata[paper->erratum_count++];
        *erratum = (struct cd_erratum){
            .id = cd_paper_id(item, "id"),
            .kind = (enum cd_erratum_kind)cd_yaml_choice(item, "is", cd_erratum_kind_names, 0),
            .says = cd_yaml_text(item, "says"),
            .quote = cd_yaml_text(item, "quote"),
            .where = cd_yaml_text(item, "where"),
            .corrected = cd_yaml_text(item, "corrected"),
            .became = cd_yaml_text(item, "became"),
        };
        if (*erratum->id != 'E' || !isdigit((unsigned char)erratum->id[1]))
            cd_yaml_wrong(item, "id", "'%.60s' is no number of an erratum; write E1", erratum->id);
        bool gap = erratum->kind == CD_ERRATUM_GAP;
        if (gap && !erratum->became)
            cd_yaml_wrong(
                item, NULL,
                "a gap is no erratum; say by became: which interpretation it is, or how it is read");
        else if (!gap && erratum->became)
            cd_yaml_wrong(item, "became", "only a gap became something else; leave it out");
        else if (gap && erratum->corrected)
            cd_yaml_wrong(item, "corrected", "a gap is no erratum; leave it out");
        else if (gap && !strchr(erratum->became, ' ') &&
                 !CD_NAMED(paper->questions, paper->question_count, erratum->became))
            cd_yaml_wrong(item, "became", "nothing is called %.60s under interpretations:", erratum->became);
    }
}

static void read_unmeasured(const struct cd_yaml_node *top, struct cd_paper *paper)
{
    struct cd_unmeasured *numbers = cd_yaml_hold(top, cd_yaml_length(top, "unmeasured"), sizeof *numbers);
    paper->unmeasured = numbers;
    for (const struct cd_yaml_node *item = cd_yaml_first(top, "unmeasured"); item;
         item = cd_yaml_next(item)) {
        if (!cd_yaml_keys(item, "says value where because", ""))
            return;
        numbers[paper->unmeasured_count++] = (struct cd_unmeasured){
            cd_yaml_text(item, "says"),
            cd_yaml_text(item, "value"),
            cd_yaml_text(item, "where"),
            cd_yaml_text(item, "because"),
        };
    }
}

void cd_paper_read_text(const struct cd_yaml_node *top, const size_t *chosen, struct cd_paper *paper)
{
    paper->definition_count = read_definitions(top, &paper->definitions);
    read_questions(top, paper);
    read_together(top, paper);
    put_definitions(top, chosen, paper);
    read_errata(top, paper);
    read_unmeasured(top, paper);
}
