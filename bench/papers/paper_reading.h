/// Reads what experiments and claims in a paper's file have in common: names that one part uses of another. base/yaml.h
/// keeps the faults that are found.
#ifndef CD_BENCH_PAPERS_PAPER_READING_H
#define CD_BENCH_PAPERS_PAPER_READING_H

#include "base/yaml.h"
#include "bench/papers/paper.h"

/// A name of letters, digits, _ and -, as used for files and folders.
const char *cd_paper_id(const struct cd_yaml_node *node, const char *key);
/// A name of letters, digits and _, which formulas can use.
const char *cd_paper_column_name(const struct cd_yaml_node *node, const char *key);
/// A list of texts; empty when there is no list.
struct cd_words cd_paper_words(const struct cd_yaml_node *node, const char *key);
/// An id of a series of the experiment; NULL when there is none.
const char *cd_paper_series(const struct cd_yaml_node *node, const char *key,
                            const struct cd_experiment *experiment);
/// A column that rows of the experiment have; NULL when there is none.
const char *cd_paper_column(const struct cd_yaml_node *node, const char *key,
                            const struct cd_experiment *experiment);
/// Conditions on rows of the experiment. Checks that their columns exist and that their variables take those values.
struct cd_conditions cd_paper_where(const struct cd_yaml_node *node, const char *key,
                                    const struct cd_experiment *experiment);
/// Requires that entries of a list differ in the text of a key; an entry without the key counts as `absent`.
void cd_paper_refuse_twice(const struct cd_yaml_node *node, const char *list, const char *key,
                           const char *absent);

/// Reads the definitions of the file into the paper and puts them into their places, as the chosen values of its
/// interpretations have them (NULL: the first ones); reads its errata.
void cd_paper_read_text(const struct cd_yaml_node *top, const size_t *chosen, struct cd_paper *paper);

/// Reads the claims of the file into the paper, whose experiments have been read.
void cd_paper_read_claims(const struct cd_yaml_node *top, struct cd_paper *paper);

#endif
